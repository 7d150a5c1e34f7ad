// Do the operators mean and bind as C's do?  Each row is compiled by the C++ compiler and read by
// parse(); both must give the same values.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "encodings/expression/function.hpp"
#include "encodings/expression/operators.hpp"

namespace tileproof::expression {
namespace {

using std::max;
using std::min;

struct Row {
  const char* text;
  Word (*value)(Word a, Word b, Word c);
};

// The rows are there to leave out parentheses and to mix truth values with numbers.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wlogical-not-parentheses"
#pragma GCC diagnostic ignored "-Wextra"
#define ROW(expression)                                                               \
  Row {                                                                               \
#expression, [](Word a, Word b, Word c) { return static_cast<Word>(expression); } \
  }

const std::array kRows = {
    ROW(a + b * c),
    ROW((a + b) * c),
    ROW(a* b + c),
    ROW(20 + a - b + c),
    ROW(100 - a - b),
    ROW(100 - (a - a) - b),
    ROW(100 / (a + 1) / (b + 1)),
    ROW(100 / ((a + 7) / (b + 1) + 1)),
    ROW(100 % 7 * a),
    ROW(7 * a % 5),
    ROW(a* b / 3 % 4 * c),
    ROW(a << 1 + 1),
    ROW((a << 1) + 1),
    ROW(a << b << c),
    ROW(1024 >> a >> b),
    ROW(a + b >> 1),
    ROW(a& b == c),
    ROW((a & b) == c),
    ROW(a ^ b & c),
    ROW((a ^ b) & c),
    ROW(a | b ^ c & a),
    ROW(a | b | c),
    ROW(a ^ b << 1),
    ROW(a& b + c),
    ROW(a < b == b < c),
    ROW(a < b < c),
    ROW(a == b == c),
    ROW(a != b != c),
    ROW(a <= b & b <= c),
    ROW(a > b ^ b >= c),
    ROW(a < b + c),
    ROW(a&& b || c),
    ROW(a || b && c),
    ROW((a || b) && c),
    ROW(a | b && c),
    ROW(a == 1 && b != 2 || c > 3),
    ROW(!a + b),
    ROW(!(a + b)),
    ROW(!a == b),
    ROW(!!a),
    ROW(~a & 255),
    ROW(~a >> 2 & 15),
    ROW(~(a + b) & 15),
    ROW(~!a & 1),
    ROW(a ? b : c),
    ROW(a   ? b
        : c ? a
            : b),
    ROW(a ? b ? 1 : 2 : 3),
    ROW(a < b ? a + 1 : b + 1),
    ROW(a || b ? b : c),
    ROW((a ? b : c) + 1),
    ROW((a == b) + (b == c) + (a == c)),
    ROW(a * 72 + (b ^ ((a & 7) << 3))),
    ROW(min(a, b) + max(b, c)),
    ROW(max(a + b, min(a* c, b << 1))),
    ROW(0x1F & a | 0b110 ^ b),
    ROW(1'000 + a),
};
#pragma GCC diagnostic pop

TEST(ExpressionPrecedence, IsThatOfCpp) {
  for (const Row& row : kRows) {
    const auto parsed = parse("f(a: 6, b: 6, c: 6) = " + std::string(row.text));
    ASSERT_TRUE(parsed) << row.text << ": " << parsed.error().message;
    const auto f = bind(*parsed);
    ASSERT_TRUE(f) << row.text << ": " << f.error().message;
    for (Word point = 0; point < 216; ++point) {
      const std::array at = {point % 6, point / 6 % 6, point / 36};
      ASSERT_EQ(evaluate(U64(), *f, std::span<const Word>(at))[0], row.value(at[0], at[1], at[2]))
          << row.text << " at " << at[0] << ", " << at[1] << ", " << at[2];
    }
  }
}

// No row may pass because its value never changes.
TEST(ExpressionPrecedence, RowsTellOperatorsApart) {
  for (const Row& row : kRows) {
    bool varies = false;
    for (Word point = 0; point < 216; ++point) {
      varies = varies || row.value(point % 6, point / 6 % 6, point / 36) != row.value(0, 0, 0);
    }
    EXPECT_TRUE(varies) << row.text;
  }
}

// Binding more strongly than the neighbour shows in some value: each pair of operators, read as
// "a op b op c", is compared with both ways to put parentheses.
TEST(ExpressionPrecedence, FollowsTheTableForEveryPairOfOperators) {
  for (const BinaryOperator& first : binary_operators()) {
    for (const BinaryOperator& second : binary_operators()) {
      const auto text = [&](const char* a, const char* b, const char* c, const char* d) {
        return std::string("f(a: 6, b: 6, c: 6) = ") + a + "a " + std::string(first.text) + " " +
               b + "b" + c + " " + std::string(second.text) + " c" + d;
      };
      const bool left = first.precedence >= second.precedence;
      EXPECT_EQ(parse(text("", "", "", "")).value(),
                parse(left ? text("(", "", ")", "") : text("", "(", "", ")")).value())
          << first.text << " " << second.text;
    }
  }
}

}  // namespace
}  // namespace tileproof::expression
