#include "encodings/expression/operators.hpp"

#include <algorithm>
#include <array>

namespace tileproof::expression {
namespace {

constexpr std::array<BinaryOperator, 18> kBinaryOperators = {{
    {"*", Op::kMul, 10},
    {"/", Op::kDiv, 10},
    {"%", Op::kRem, 10},
    {"+", Op::kAdd, 9},
    {"-", Op::kSub, 9},
    {"<<", Op::kShl, 8},
    {">>", Op::kShr, 8},
    {"<", Op::kLess, 7},
    {"<=", Op::kLessEqual, 7},
    {">", Op::kGreater, 7},
    {">=", Op::kGreaterEqual, 7},
    {"==", Op::kEqual, 6},
    {"!=", Op::kNotEqual, 6},
    {"&", Op::kBitAnd, 5},
    {"^", Op::kBitXor, 4},
    {"|", Op::kBitOr, 3},
    {"&&", Op::kAnd, 2},
    {"||", Op::kOr, 1},
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

const BinaryOperator* binary_operator(Op op) {
  return find_operator([op](const BinaryOperator& row) { return row.op == op; });
}

bool gives_truth(Op op) {
  return (op >= Op::kLess && op <= Op::kNotEqual) || op == Op::kAnd || op == Op::kOr ||
         op == Op::kNot || op == Op::kToTruth;
}

bool takes_truth(Op op, unsigned operand) {
  return op == Op::kAnd || op == Op::kOr || op == Op::kNot || op == Op::kToWord ||
         (op == Op::kChoose && operand == 0);
}

unsigned arity(Op op) {
  if (op == Op::kChoose) return 3;
  const bool is_unary =
      op == Op::kNot || op == Op::kComplement || op == Op::kToWord || op == Op::kToTruth;
  return is_unary ? 1 : 2;
}

}  // namespace tileproof::expression
