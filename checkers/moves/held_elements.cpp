#include "checkers/moves/held_elements.hpp"

#include "checkers/moves/thread_values.hpp"

namespace tileproof::moves {
namespace {

// What the first bits of an in-dim, those of `index`, give.
Word applied(const LinearLayout& form, Name in, Word index) {
  const auto dim = form.find_in(in);
  return dim ? f2::apply(form.field_bases(*dim), index) : 0;
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
  for (Word r = 0; r < elements_; ++r) of_register_.push_back(applied(form, kRegister, r));
  for (unsigned number = 0; number < program.threads(); ++number) {
    const Thread thread = thread_at(program, number);
    of_thread_.push_back(applied(form, kLane, thread.lane) ^ applied(form, kWarp, thread.warp) ^
                         applied(form, kBlock, thread.block));
  }
}

std::optional<ElementByte> HeldElements::at(unsigned thread, Word index, unsigned byte) const {
  const auto held = packing_.held(index, byte);
  if (!held || held->element >= elements_) return std::nullopt;
  return (of_register_[held->element] ^ of_thread_[thread]) * element_bytes_ + held->byte;
}

}  // namespace tileproof::moves
