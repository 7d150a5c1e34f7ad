// What is read, what is printed, and that what is printed is read as the same function.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "encodings/expression/function.hpp"
#include "properties/expressions/random_text.hpp"
#include "tests/encodings/expression/bound.hpp"
#include "tests/properties/random_check.hpp"

namespace tileproof::expression {
namespace {

using testing::bound;

std::vector<Word> values(const Function& f, std::vector<Word> at) {
  const auto results = evaluate(U64(), f, std::span<const Word>(at));
  return {results.begin(), results.end()};
}

// The example of function.hpp.
constexpr const char* kPadded = R"(
param pad in 0..16;                        # one number for the whole layout, ends included
offset(row: 64, col: 64) =                 # the inputs; sizes may also be given to bind()
  let phase = (row >> 1) & 7;
  row * (64 + pad) + (col ^ (phase << 3))
)";

TEST(ExpressionParse, ReadsTheWorkedExample) {
  const Function f = bound(kPadded);
  EXPECT_EQ(
      axes(f),
      (std::vector<Axis>{{"row", 64, 0, false}, {"col", 64, 0, false}, {"pad", 17, 0, true}}));
  EXPECT_EQ(out_axes(f), (std::vector<OutAxis>{{"offset", std::nullopt}}));
  EXPECT_EQ(values(f, {5, 3, 8}), std::vector<Word>{5 * 72 + (3 ^ (2 << 3))});
  EXPECT_EQ(f.largest_value, 63u * 80 + 63);
  EXPECT_EQ(print(f),
            "param pad in 0..16; offset(row: 64, col: 64) = let phase = row >> 1 & 7; "
            "row * (64 + pad) + (col ^ phase << 3)");
}

TEST(ExpressionParse, NamesResults) {
  const Function element = bound("element(lane: 32, step: 8) = (lane / 8, lane % 8 * 8 + step)");
  EXPECT_EQ(out_axes(element),
            (std::vector<OutAxis>{{"element0", std::nullopt}, {"element1", std::nullopt}}));
  EXPECT_EQ(values(element, {13, 5}), (std::vector<Word>{1, 45}));
  const Function named = bound("(row, col)(lane: 32, step: 8) = (lane / 8, lane % 8 * 8 + step)");
  EXPECT_EQ(out_axes(named), (std::vector<OutAxis>{{"row", std::nullopt}, {"col", std::nullopt}}));
  EXPECT_EQ(values(named, {13, 5}), (std::vector<Word>{1, 45}));
  // Results may have the names of inputs, and one result in parentheses is one result.
  EXPECT_EQ(print(bound("(row)(row: 4) = (row)")), "row(row: 4) = row");
}

TEST(ExpressionParse, ReadsNumbersInAllBases) {
  const Function f = bound("f() = (72, 0x48, 0b100'1000, 1'000, 0XfF, 18446744073709551615, 0)");
  EXPECT_EQ(values(f, {}), (std::vector<Word>{72, 72, 72, 1000, 255, ~Word{0}, 0}));
}

TEST(ExpressionParse, SkipsCommentsAndSpace) {
  EXPECT_EQ(parse("f(x)=x+1").value(),
            parse("# a comment\r\n\tf ( // one\n x ) =\n\n x # two\n + 1 ; // three").value());
}

TEST(ExpressionParse, TellsFunctionsApart) {
  const Function f = parse("f(x) = x + 1").value();
  for (const char* other : {"g(x) = x + 1",
                            "f(y) = y + 1",
                            "f(x: 2) = x + 1",
                            "f(x) = x + 2",
                            "f(x) = x - 1",
                            "f(x) = 1 + x",
                            "f(x, y) = x + 1",
                            "f(x) = (x + 1, x)",
                            "f(x) = let y = x + 1; y",
                            "param p in 0..1; f(x) = x + 1"}) {
    EXPECT_NE(parse(other).value(), f) << other;
  }
}

struct Printed {
  const char* text;
  const char* printed;
};

TEST(ExpressionPrint, LeavesOutWhatIsNotNeeded) {
  for (const Printed& row : {
           Printed{"((a + b)) + c", "a + b + c"},
           Printed{"a + (b + c)", "a + (b + c)"},
           Printed{"a - (b - c)", "a - (b - c)"},
           Printed{"(a * b) + (c * a)", "a * b + c * a"},
           Printed{"(a + b) * c", "(a + b) * c"},
           Printed{"(a & b) == c", "(a & b) == c ? 1 : 0"},
           Printed{"(a & b) == c ? b : a", "(a & b) == c ? b : a"},
           Printed{"a & (b == c ? 1 : 0)", "a & (b == c ? 1 : 0)"},
           Printed{"a != 0 ? (b < 1 ? 1 : 2) : (c > 0 ? 3 : 4)",
                   "a != 0 ? b < 1 ? 1 : 2 : 0 < c ? 3 : 4"},
           Printed{"((a < b ? b : c) == 0) ? 1 : 2", "(a < b ? b : c) == 0 ? 1 : 2"},
           Printed{"(a < b ? 1 : 2) + 3", "(a < b ? 1 : 2) + 3"},
           Printed{"~(~a)", "~~a"},
           Printed{"~(a + b)", "~(a + b)"},
           Printed{"!(a < b && c < b) ? 1 : 2", "!(a < b && c < b) ? 1 : 2"},
           Printed{"min((a + b), max(a, (c)))", "min(a + b, max(a, c))"},
           Printed{"a < b || (b < c && c < 3) ? a : b", "a < b || b < c && c < 3 ? a : b"},
           Printed{"(a < b || b < c) && c < 3 ? a : b", "(a < b || b < c) && c < 3 ? a : b"},
           Printed{"0x10", "16"},
       }) {
    const std::string head = "f(a, b, c) = ";
    const Function f = parse(head + row.text).value();
    EXPECT_EQ(print(f), head + row.printed);
    EXPECT_EQ(parse(print(f)).value(), f) << row.text;
  }
}

TEST(ExpressionPrint, WritesOneOperationInOneWay) {
  for (const Printed& row : {
           Printed{"b > a ? a : 7", "a < b ? a : 7"},
           Printed{"a >= b ? a : 7", "a >= b ? a : 7"},
           Printed{"b <= a ? a : 7", "a >= b ? a : 7"},
           Printed{"!(a < b) ? a : 7", "a >= b ? a : 7"},
           Printed{"!(a == b) ? a : 7", "a != b ? a : 7"},
           Printed{"a ? b : c", "a != 0 ? b : c"},
           Printed{"!a ? b : c", "!(a != 0) ? b : c"},
           Printed{"(a < b) + 1", "(a < b ? 1 : 0) + 1"},
           Printed{"a && b ? 1 : 0", "a != 0 && b != 0 ? 1 : 0"},
           Printed{"a < b ? a : b", "min(a, b)"},
           Printed{"a > b ? a : b", "max(b, a)"},
           Printed{"a ^ 0xffffffffffffffff", "~a"},
       }) {
    const std::string head = "f(a, b, c) = ";
    EXPECT_EQ(print(parse(head + row.text).value()), head + row.printed);
  }
}

TEST(ExpressionPrint, WritesOnceWhatIsUsedMoreThanOnce) {
  for (const Printed& row : {
           Printed{"(a + b) * (a + b)", "let t0 = a + b; t0 * t0"},
           Printed{"let t0 = a * 2; (t0 + b) * (t0 + b)",
                   "let t0 = a * 2; let t1 = t0 + b; t1 * t1"},
           Printed{"let p = a + 1; let q = p; let r = b + 2; p + q",
                   "let p = a + 1; let r = b + 2; p + p"},
           Printed{"let once = a + 1; once * 2", "let once = a + 1; once * 2"},
           Printed{"let r = a < b; (r ? a : 1) + (r ? 2 : b)",
                   "let r = a < b; (r ? a : 1) + (r ? 2 : b)"},
           Printed{"min(a, b) + (a < b ? 1 : 2)", "min(a, b) + (a < b ? 1 : 2)"},
           Printed{"let p = a; let q = 5; p + q", "let p = a; let q = 5; a + 5"},
       }) {
    const std::string head = "f(a, b, c) = ";
    EXPECT_EQ(print(parse(head + row.text).value()), head + row.printed);
  }
}

TEST(ExpressionPrint, IsReadAsTheSameFunction) {
  const auto outcome = testing::check_randomly(
      [](gen::Source& source) {
        const std::string text = gen::draw_function_text(source);
        auto f = parse(text);
        if (!f) return laws::LawResult::broken(text + "\nis refused: " + f.error().message);
        std::vector<std::vector<Word>> points;
        if (auto g = bind(*f)) {
          f = *std::move(g);
          for (const Word row : std::initializer_list<Word>{0, 1, 5, 15}) {
            for (const Word col : std::initializer_list<Word>{0, 3, 31})
              points.push_back({row, col});
          }
          for (const Parameter& parameter : f->parameters) {
            for (auto& at : points) at.push_back(parameter.last);
          }
        }
        const std::string error = testing::reading_error(*f, points);
        return error.empty() ? laws::LawResult::kept() : laws::LawResult::broken(text + error);
      },
      1'000);
  EXPECT_FALSE(outcome.failed) << outcome.message;
}

// A sum nests to the left without parentheses; neither reader nor printer may recurse into it.
TEST(ExpressionPrint, TakesLongSums) {
  std::string text = "f(x: 2) = x";
  for (int i = 0; i < 16'000; ++i) text += " + x";
  const Function f = bound(text);
  EXPECT_EQ(print(f), text);
  EXPECT_EQ(values(f, {1}), std::vector<Word>{16'001});
}

}  // namespace
}  // namespace tileproof::expression
