#include "checkers/global_access/global_instructions.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "core/f2.hpp"
#include "core/name.hpp"

namespace tileproof {
namespace {

// A place's coordinates as a row-major number.  Sizes are powers of two, so that it is linear.
Word element_number(const LinearLayout& form, Word fields) {
  Word number = 0;
  for (const Name dim : standard_out_dims(form.out_dims().size())) {
    const std::size_t at = *form.find_out(dim);
    number = number * form.out_dims()[at].size + form.field(fields, at);
  }
  return number;
}

// The elements to which the bits of a place lead.
std::vector<Word> bases_of(const LinearLayout& form, Name in) {
  std::vector<Word> bases;
  const auto at = form.find_in(in);
  if (!at) return bases;
  for (const Word fields : form.field_bases(*at)) bases.push_back(element_number(form, fields));
  return bases;
}

// The values at all indices of these bits.
std::vector<Word> spanned(std::span<const Word> bases) {
  std::vector<Word> values{0};
  for (const Word basis : bases) {
    const std::size_t half = values.size();
    for (std::size_t i = 0; i < half; ++i) values.push_back(values[i] ^ basis);
  }
  return values;
}

Word copy_bits(const LinearLayout& form, Name in) {
  for (const auto& [name, mask] : free_variable_masks(form)) {
    if (name == in) return mask;
  }
  return 0;
}

}  // namespace

bool has_copies_in_registers(const LinearLayout& form) { return copy_bits(form, kRegister) != 0; }

HeldTogether held_together(const LinearLayout& form) {
  const auto dims = standard_out_dims(form.out_dims().size());
  const auto at = form.find_in(kRegister);
  const auto bases = at ? form.field_bases(*at) : std::span<const Word>{};
  HeldTogether held{dims.empty() ? 0 : dims.size() - 1, 1};
  const auto first = std::find_if(bases.begin(), bases.end(), [](Word b) { return b != 0; });
  if (first != bases.end()) {
    for (std::size_t d = 0; d < dims.size(); ++d) {
      if (form.field(*first, *form.find_out(dims[d])) == 0) continue;
      held.fastest = d;
      break;
    }
  }
  if (dims.empty()) return held;
  const unsigned shift = form.field_shift(*form.find_out(dims[held.fastest]));
  for (const Word basis : bases) {
    if (basis != held.elements << shift) break;
    held.elements *= 2;
  }
  return held;
}

std::optional<std::string> moves_within_vectors(const LinearLayout& form, Word vector) {
  if (vector == 1) return std::nullopt;
  const Name dim = standard_out_dims(form.out_dims().size())[held_together(form).fastest];
  for (const Name in : {kRegister, kLane, kWarp, kBlock}) {
    const auto at = form.find_in(in);
    const auto bases = at ? form.field_bases(*at) : std::span<const Word>{};
    for (std::size_t bit = in == kRegister ? log2_exact(vector) : 0; bit < bases.size(); ++bit) {
      const Word moved = form.field(bases[bit], *form.find_out(dim));
      if (moved % vector == 0) continue;
      return std::string(in.text()) + " " + std::to_string(Word{1} << bit) + " moves " +
             std::string(dim.text()) + " by " + std::to_string(moved);
    }
  }
  return std::nullopt;
}

GlobalInstructions global_instructions(const LinearLayout& form,
                                       Word vector,
                                       Direction direction,
                                       Word block) {
  const auto registers = spanned(bases_of(form, kRegister));
  const auto lanes = spanned(bases_of(form, kLane));
  const auto warps = spanned(bases_of(form, kWarp));
  const Word of_block = spanned(bases_of(form, kBlock)).at(block);
  const bool stores = direction == Direction::kStore;
  const Word register_copies = copy_bits(form, kRegister);
  const Word lane_copies = stores ? copy_bits(form, kLane) : 0;
  const Word warp_copies = stores ? copy_bits(form, kWarp) : 0;
  GlobalInstructions all;
  for (Word warp = 0; warp < warps.size(); ++warp) {
    if ((warp & warp_copies) != 0) continue;
    for (Word first = 0; first < registers.size(); first += vector) {
      if ((first & register_copies) != 0) continue;
      all.first_elements.push_back(registers[first] ^ warps[warp] ^ of_block);
    }
  }
  for (Word lane = 0; lane < lanes.size(); ++lane) {
    if ((lane & lane_copies) == 0) all.lanes.push_back(lanes[lane]);
  }
  return all;
}

Word elements_of_block(const LinearLayout& form) {
  std::vector<Word> bases;
  for (const Name in : {kRegister, kLane, kWarp}) {
    const auto own = bases_of(form, in);
    bases.insert(bases.end(), own.begin(), own.end());
  }
  return Word{1} << f2::rank(bases);
}

}  // namespace tileproof
