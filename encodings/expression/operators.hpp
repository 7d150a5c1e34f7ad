// Which operators does an index expression have, and how strongly do they bind?  As in C.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tileproof::expression {

enum class Op : std::uint8_t {
  kMul,
  kDiv,
  kRem,
  kAdd,
  kSub,
  kShl,
  kShr,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kBitAnd,
  kBitXor,
  kBitOr,
  kAnd,
  kOr,
  kNot,
  kComplement,
  kChoose,  // x ? y : z
  kMin,
  kMax,
  kToWord,   // a truth value where a number is wanted: 0 or 1
  kToTruth,  // a number where a truth value is wanted: it is not 0
};

// 1 (||) to 10 (*): a higher one binds more strongly.
inline constexpr int kChoosePrecedence = 0;
inline constexpr int kLowestBinaryPrecedence = 1;
inline constexpr int kUnaryPrecedence = 11;
inline constexpr int kPrimaryPrecedence = 12;

struct BinaryOperator {
  std::string_view text;
  Op op;
  int precedence;
};

std::span<const BinaryOperator> binary_operators();
// Null if there is none.
const BinaryOperator* binary_operator(std::string_view text);
const BinaryOperator* binary_operator(Op op);

// Is the operation's value, or its k-th operand (from 0), a truth value?
bool gives_truth(Op op);
bool takes_truth(Op op, unsigned operand);
// How many operands it has: 1 to 3.
unsigned arity(Op op);

}  // namespace tileproof::expression
