// Where do the vectors of an access of shared memory begin, and does the compiler reach the cells?
//
// Source of what compilers do: Triton 3.6 and later, lowerLdSt and actionAdditiveStrides.
#include <algorithm>

#include "checkers/claims/vector_width.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

// What a slice adds to the addresses of its elements is a multiple of so many bytes.
bool ModuleChecker::require_aligned_slice(
    const Operation& op, TypeId id, const MemoryView& view, Word bytes, Word span) {
  const Placed& memory = placed(id);
  if (!memory.tensor) {
    add_unknown(op, Topic::kAlignment, memory.why_not.message);
    return false;
  }
  const auto cells = invert(memory.tensor->form);
  for (std::size_t d = 0; cells && d < std::min(memory.shape.size(), view.cut.size()); ++d) {
    const auto [begin, unit] = view.cut[d];
    for (Word at = 1; at < memory.shape[d]; at *= 2) {
      const bool is_taken = (begin & at) != 0;
      const bool may_be_taken = unit != 0 && at >= unit;
      if (!is_taken && !may_be_taken) continue;
      const Word moved =
          bytes_of(cells->basis(standard_out_dims(memory.shape.size())[d], log2_ceil(at), kOffset),
                   type(id).element_bits);
      if (moved % bytes == 0 || (moved < span && moved % 32 == 0)) continue;
      const std::string words = "a slice at " + std::to_string(at) + " moves addresses by " +
                                std::to_string(moved) + " bytes, no multiple of " +
                                std::to_string(bytes);
      if (is_taken && !may_be_taken && span == 0)
        return require(op, Topic::kAlignment, false, words);
      add_unknown(op, Topic::kAlignment, "where it begins is not known: " + words);
      return false;
    }
  }
  return true;
}

bool ModuleChecker::require_beginning(const Operation& op,
                                      const MemoryView& view,
                                      Word bytes,
                                      std::string_view what) {
  const auto& [shown, may_be_more] = view.alignment;
  if (shown % bytes == 0) return true;
  const std::string words =
      "the memory begins at a multiple of " + std::to_string(shown) + " bytes" + std::string(what);
  if (!may_be_more) return refuted(op, Topic::kAlignment, words);
  add_unknown(op, Topic::kAlignment, "where it begins is not known: " + words);
  return false;
}

// Compilers limit a vector by the intervals of the padding, and not by its amounts.
bool ModuleChecker::require_amounts_of_vectors(const Access& access) {
  const auto paddings = triton::paddings(*type(access.memory).layout);
  if (paddings.empty()) return true;
  const auto places =
      invert_and_compose(placed(access.tensor).tensor->form, placed(access.memory).tensor->form);
  TP_CHECK(places, "an access whose cost is counted has places");
  const auto widest = vector_width(*places, type(access.memory).element_bits);
  TP_CHECK(widest, "the vector of an access whose cost is counted may be wider without padding");
  Word vector = widest->elements;
  for (const auto& padding : paddings) vector = std::min(vector, padding.interval);
  for (const auto& padding : paddings) {
    if (padding.amount % vector == 0) continue;
    add_unknown(access.op,
                Topic::kAlignment,
                "whether the compiler moves " + std::to_string(vector) +
                    " elements at once, which the gaps of " + std::to_string(padding.amount) +
                    " behind " + std::to_string(padding.interval) + " do not keep aligned");
    return false;
  }
  return true;
}

// Every vector begins at a multiple of its width, and has no gap within.
void ModuleChecker::check_alignment(const Access& access) {
  const unsigned bits = type(access.memory).element_bits;
  if (worst_ != Worst::kProved) return;
  const auto* cost = cost_of(access);
  if (cost == nullptr || !*cost) {
    return add_unknown(access.op,
                       Topic::kAlignment,
                       cost != nullptr ? cost->error().message
                       : target_       ? "the width of its elements is not known"
                                       : no_target_);
  }
  const Word vector_bytes = std::max<Word>(1, (*cost)->cost.vector_bits / 8);
  const MemoryView view = views_.of(
      access.memory_operand != nullptr ? access.memory_operand->value : access.op.first_result,
      access.memory);
  if (!require_beginning(
          access.op, view, vector_bytes, ", and vectors have " + std::to_string(vector_bytes))) {
    return;
  }
  if (!require_aligned_slice(access.op, access.memory, view, vector_bytes)) return;
  const Word vector = vector_bytes * 8 / (bits == 1 ? 8 : bits);
  for (const auto& padding : triton::paddings(*type(access.memory).layout)) {
    if (!require(access.op,
                 Topic::kAlignment,
                 padding.interval % vector == 0 && padding.amount % vector == 0,
                 "a vector of ",
                 vector,
                 " elements crosses the gap of ",
                 padding.amount,
                 " behind ",
                 padding.interval)) {
      return;
    }
  }
  if (!require_amounts_of_vectors(access)) return;
  add_decided(access.op, Topic::kAlignment);
}

// Compilers add what a register moves an address by to the address of the lane, the warp and the
// slice, where none of these reaches its bits, and XOR the rest.  Are the added bits free of the
// rest, too?
//
//   register 1 -> 3, register 2 -> 10, lane 1 -> 8:   (8 ^ 10) + 3 = 5, and 8 ^ 10 ^ 3 = 1 is meant
bool ModuleChecker::require_added_registers(const Access& access) {
  const Placed& memory = placed(access.memory);
  const auto places = invert_and_compose(placed(access.tensor).tensor->form, memory.tensor->form);
  const auto not_known = [&](const std::string& why) {
    add_unknown(access.op, Topic::kConversion, "whether the compiler reaches these cells: " + why);
    return false;
  };
  if (!places) return not_known(places.error().message);
  const std::size_t offset = *places->find_out(kOffset);
  Word reached = 0;
  if (const auto shown = view_of(type(access.memory), memory.shape.size()); shown != memory.shape) {
    const auto cells = pseudoinvert(memory.tensor->form);
    if (!cells) return not_known(cells.error().message);
    for (std::size_t d = 0; d < shown.size(); ++d) {
      const Name dim = Name::dim(static_cast<unsigned>(d));
      // A view may be stated of any size, which is refuted where it is no tensor's.
      const unsigned first = log2_ceil(std::max<Word>(1, shown[d]));
      for (unsigned bit = first; bit < cells->in_bits(dim); ++bit) {
        reached |= cells->basis(dim, bit, kOffset);
      }
    }
  }
  for (std::size_t in = 0; in < places->in_dims().size(); ++in) {
    if (places->in_dims()[in].name == kRegister) continue;
    for (const Word fields : places->field_bases(in)) reached |= places->field(fields, offset);
  }
  Word added = 0;
  Word rest = 0;
  for (std::size_t in = 0; in < places->in_dims().size(); ++in) {
    if (places->in_dims()[in].name != kRegister) continue;
    for (const Word fields : places->field_bases(in)) {
      const Word moved = places->field(fields, offset);
      ((moved & reached) == 0 ? added : rest) |= moved;
    }
  }
  if ((added & rest) == 0) return true;
  return not_known(
      "it adds what some registers move an address by, and others change the same bits of it (" +
      std::to_string(added & rest) + ")");
}

}  // namespace tileproof
