// Which binary operators does an index expression have, what do they mean, and how strongly do they
// bind?  As in C.
#pragma once

#include <span>
#include <string_view>

#include "core/graph.hpp"

namespace tileproof::expression {

// 1 (||) to 10 (*): a higher one binds more strongly.
inline constexpr int kChoosePrecedence = 0;
inline constexpr int kLowestBinaryPrecedence = 1;
inline constexpr int kUnaryPrecedence = 11;
inline constexpr int kPrimaryPrecedence = 12;

// x > y is y < x, and x >= y is not x < y.
struct BinaryOperator {
  std::string_view text;
  int precedence;
  StepOp op;
  bool is_swapped = false;
  bool is_negated = false;
};

std::span<const BinaryOperator> binary_operators();
// Null if there is none.
const BinaryOperator* binary_operator(std::string_view text);
// That does not swap.
const BinaryOperator* binary_operator(StepOp op, bool is_negated);

}  // namespace tileproof::expression
