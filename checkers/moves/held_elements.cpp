#include "checkers/moves/held_elements.hpp"

#include <bit>

#include "checkers/moves/thread_values.hpp"

namespace tileproof::moves {
namespace {

// What each index below `count`, a power of two, of an in-dim gives.
std::vector<Word> applied_to_all(const LinearLayout& form, Name in, Word count) {
  const auto dim = form.find_in(in);
  std::vector<Word> all(count);
  if (!dim) return all;
  const std::span<const Word> bases = form.field_bases(*dim);
  for (Word index = 1; index < count; ++index) {
    const auto lowest = static_cast<std::size_t>(std::countr_zero(index));
    all[index] = all[index & (index - 1)] ^ bases[lowest];
  }
  return all;
}

std::optional<Error> check_count(const LinearLayout& form, Name in, unsigned count) {
  const Word size = form.has_in(in) ? Word{1} << form.in_bits(in) : 1;
  if (size == count) return std::nullopt;
  return Error{ErrorCode::kInvalid,
               "the layout has " + std::to_string(size) + " of " + in.quoted() +
                   ", and the program " + std::to_string(count)};
}

}  // namespace

Result<HeldElements> HeldElements::make(const Program& program, const LinearLayout& form) {
  if (auto error = check_count(form, kLane, program.lanes)) return *error;
  if (auto error = check_count(form, kWarp, program.warps)) return *error;
  if (auto error = check_count(form, kBlock, program.blocks)) return *error;
  return HeldElements(program, form);
}

HeldElements::HeldElements(const Program& program, const LinearLayout& form)
    : packing_(program),
      element_bytes_(program.element_bits / 8),
      form_(form),
      elements_(form.has_in(kRegister) ? Word{1} << form.in_bits(kRegister) : 1),
      registers_(packing_.registers(elements_)) {
  of_register_ = applied_to_all(form, kRegister, elements_);
  const auto of_lane = applied_to_all(form, kLane, program.lanes);
  const auto of_warp = applied_to_all(form, kWarp, program.warps);
  const auto of_block = applied_to_all(form, kBlock, program.blocks);
  of_thread_.resize(program.threads());
  auto next = of_thread_.begin();
  for (const Word block : of_block) {
    for (const Word warp : of_warp) {
      for (const Word lane : of_lane) *next++ = block ^ warp ^ lane;
    }
  }
}

std::optional<ElementByte> HeldElements::at(unsigned thread, Word index, unsigned byte) const {
  const auto held = packing_.held(index, byte);
  if (!held || held->element >= elements_) return std::nullopt;
  return (of_register_[held->element] ^ of_thread_[thread]) * element_bytes_ + held->byte;
}

}  // namespace tileproof::moves
