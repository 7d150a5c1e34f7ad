#include "checkers/claims/vector_access.hpp"

#include "checkers/claims/vector_width.hpp"
#include "encodings/index_map/triton_instance.hpp"

namespace tileproof {

Result<VectorAccess> vector_access(const IndexMap& memory,
                                   const IndexMap& access,
                                   Word element_bits,
                                   const Target& target,
                                   Direction direction) {
  const auto* shared = memory.as<triton::Instance>();
  const auto* registers = access.as<triton::Instance>();
  if (shared == nullptr || registers == nullptr ||
      triton::storage(registers->layout()) != triton::Storage::kRegisters) {
    return Error{ErrorCode::kUsage,
                 "give 'instruction'; it follows from the layouts only where both are Triton's"};
  }
  if (element_bits == 0 || element_bits > 128) {
    return Error{ErrorCode::kUsage, "'element_bits' must be from 1 to 128"};
  }
  TP_TRY(places, invert_and_compose(registers->form(), shared->form()));
  TP_TRY(width,
         vector_width(
             places, static_cast<unsigned>(element_bits), triton::paddings(shared->layout())));
  TP_TRY(rule, target.find_rule(direction, width.bits));
  VectorAccess vector{rule->instruction, std::vector<Word>(access.axes().size(), 0)};
  for (std::size_t i = 0; i < access.axes().size(); ++i) {
    if (access.axes()[i].name != kRegister.text()) continue;
    for (const unsigned bit : width.register_bits) vector.zero_bits[i] |= Word{1} << bit;
  }
  return vector;
}

}  // namespace tileproof
