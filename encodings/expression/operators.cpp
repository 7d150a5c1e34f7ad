#include "encodings/expression/operators.hpp"

#include <algorithm>
#include <array>

namespace tileproof::expression {
namespace {

constexpr std::array<BinaryOperator, 18> kBinaryOperators = {{
    {"*", 10, StepOp::kMul},
    {"/", 10, StepOp::kDiv},
    {"%", 10, StepOp::kRem},
    {"+", 9, StepOp::kAdd},
    {"-", 9, StepOp::kSub},
    {"<<", 8, StepOp::kShl},
    {">>", 8, StepOp::kShr},
    {"<", 7, StepOp::kLess},
    {"<=", 7, StepOp::kLess, /*is_swapped=*/true, /*is_negated=*/true},
    {">", 7, StepOp::kLess, /*is_swapped=*/true},
    {">=", 7, StepOp::kLess, /*is_swapped=*/false, /*is_negated=*/true},
    {"==", 6, StepOp::kEqual},
    {"!=", 6, StepOp::kEqual, /*is_swapped=*/false, /*is_negated=*/true},
    {"&", 5, StepOp::kAnd},
    {"^", 4, StepOp::kXor},
    {"|", 3, StepOp::kOr},
    {"&&", 2, StepOp::kBoth},
    {"||", 1, StepOp::kEither},
}};

template <typename Matches>
const BinaryOperator* find_operator(const Matches& matches) {
  const auto* found = std::find_if(kBinaryOperators.begin(), kBinaryOperators.end(), matches);
  return found == kBinaryOperators.end() ? nullptr : found;
}

}  // namespace

std::span<const BinaryOperator> binary_operators() { return kBinaryOperators; }

const BinaryOperator* binary_operator(std::string_view text) {
  return find_operator([text](const BinaryOperator& row) { return row.text == text; });
}

const BinaryOperator* binary_operator(StepOp op, bool is_negated) {
  return find_operator([=](const BinaryOperator& row) {
    return row.op == op && row.is_negated == is_negated && !row.is_swapped;
  });
}

}  // namespace tileproof::expression
