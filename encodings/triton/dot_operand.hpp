// Dot operand: how an operand of a dot product lies in registers, given the layout of its result.
// Each parent's own file has the definition.
#pragma once

#include <variant>

#include "core/linear_layout.hpp"
#include "encodings/triton/amd_mfma.hpp"
#include "encodings/triton/amd_wmma.hpp"
#include "encodings/triton/blocked.hpp"
#include "encodings/triton/nvidia_mma.hpp"

namespace tileproof::triton {

struct DotOperand {
  using Parent = std::variant<Blocked, NvidiaMma, AmdMfma, AmdWmma>;

  Word op_idx = 0;   // 0: [.., m, k], 1: [.., k, n]
  Word k_width = 0;  // consecutive elements of a thread along k; 0 for a blocked parent
  Parent parent;

  friend bool operator==(const DotOperand&, const DotOperand&) = default;
};

template <Algebra A>
Coords<typename A::Word> element(const A& a,
                                 const DotOperand& e,
                                 const Shape& shape,
                                 const RegisterPlace<typename A::Word>& at) {
  const auto op_idx = static_cast<unsigned>(e.op_idx);
  return std::visit(
      [&](const auto& parent) {
        if constexpr (std::is_same_v<decltype(parent), const Blocked&>) {
          return operand_element(a, parent, op_idx, shape, at);
        } else {
          return operand_element(a, parent, op_idx, e.k_width, shape, at);
        }
      },
      e.parent);
}

std::optional<Error> check(const DotOperand& e);
Result<LinearLayout> to_linear(const DotOperand& e, const Shape& shape);
void print(std::string& text, const DotOperand& e);
std::size_t rank(const DotOperand& e);

}  // namespace tileproof::triton
