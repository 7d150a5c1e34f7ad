// What is said of a text that is no function, and where; and that no text, however broken, does
// more than that.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "encodings/expression/function.hpp"
#include "tests/encodings/expression/bound.hpp"

namespace tileproof::expression {
namespace {

struct Mistake {
  const char* text;
  ErrorCode code;
  const char* message;
};

using enum ErrorCode;

const Mistake kMistakes[] = {
    {"", kSyntax, "1:1: expected the function's name, found the end of the text"},
    {"# nothing\n", kSyntax, "2:1: expected the function's name, found the end of the text"},
    {"offset", kSyntax, "1:7: expected '(', found the end of the text"},
    {"offset(row", kSyntax, "1:11: expected ')', found the end of the text"},
    {"offset(row,) = 1", kSyntax, "1:12: expected an input's name, found ')'"},
    {"offset(row) row", kSyntax, "1:13: expected '=', found 'row'"},
    {"offset(row) =", kSyntax, "1:14: expected a value, found the end of the text"},
    {"offset(row) = row +", kSyntax, "1:20: expected a value, found the end of the text"},
    {"offset(row) = row + * 2", kSyntax, "1:21: expected a value, found '*'"},
    {"offset(row) = -row", kSyntax, "1:15: expected a value, found '-'"},
    {"offset(row) = (row + 1", kSyntax, "1:23: expected ')', found the end of the text"},
    {"offset(row) = row + 1)", kSyntax, "1:22: expected the end of the text, found ')'"},
    {"offset(row) = row row", kSyntax, "1:19: expected the end of the text, found 'row'"},
    {"offset(row) = row ? 1", kSyntax, "1:22: expected ':', found the end of the text"},
    {"offset(row) = (row, 1) + 2", kSyntax, "1:24: expected the end of the text, found '+'"},
    {"offset(row) = ((row, 1))", kSyntax, "1:20: expected ')', found ','"},
    {"offset(row) =\n  row * $2", kSyntax, "2:9: unexpected character '$'"},
    {"offset(row) = row \xc3\x97 2", kSyntax, "1:19: unexpected byte 0xc3"},
    {"offset(row) = row = 2", kSyntax, "1:19: expected the end of the text, found '='"},
    {"offset(row: ) = row", kSyntax, "1:13: expected the input's size, found ')'"},
    {"offset(row: x) = row", kSyntax, "1:13: expected the input's size, found 'x'"},
    {"offset(row: 0) = row", kInvalid, "1:13: the size of 'row' is 0"},
    {"offset(row, row) = row", kInvalid, "1:13: the name 'row' is given twice"},
    {"offset(row) = let row = 1; row", kInvalid, "1:19: the name 'row' is given twice"},
    {"offset(row) = let a = 1; let a = 2; a", kInvalid, "1:30: the name 'a' is given twice"},
    {"(a, a)(row) = (row, row)", kInvalid, "1:5: the name 'a' is given twice"},
    {"param row in 0..1; offset(row) = row", kInvalid, "1:7: the name 'row' is given twice"},
    {"offset(row) = row + colm", kInvalid, "1:21: unknown name 'colm'"},
    {"offset(row) = let a = a; a", kInvalid, "1:23: unknown name 'a'"},
    {"offset(row) = offset + 1", kInvalid, "1:15: unknown name 'offset'"},
    {"offset(row) = abs(row)",
     kInvalid,
     "1:15: unknown function 'abs': there are min(x, y) and max(x, y)"},
    {"offset(row) = row(1)",
     kInvalid,
     "1:15: unknown function 'row': there are min(x, y) and max(x, y)"},
    {"offset(row) = min(row)", kSyntax, "1:22: expected ',', found ')'"},
    {"offset(row) = max(row, 1, 2)", kSyntax, "1:25: expected ')', found ','"},
    {"offset(row) = let = 1; row", kSyntax, "1:19: expected a name, found '='"},
    {"offset(row) = let a 1; row", kSyntax, "1:21: expected '=', found '1'"},
    {"offset(row) = let a = 1 row", kSyntax, "1:25: expected ';', found 'row'"},
    {"offset(let) = 1", kSyntax, "1:8: 'let' is a keyword and cannot be a name"},
    {"offset(param) = 1", kSyntax, "1:8: 'param' is a keyword and cannot be a name"},
    {"param p 0..1; f() = p", kSyntax, "1:9: expected 'in', found '0'"},
    {"param p in 0; f() = p", kSyntax, "1:13: expected '..', found ';'"},
    {"param p in 0..; f() = p", kSyntax, "1:15: expected the parameter's largest value, found ';'"},
    {"param p in 0..1 f() = p", kSyntax, "1:17: expected ';', found 'f'"},
    {"param p in 5..4; f() = p", kInvalid, "1:12: the range 5..4 is empty"},
    {"param p in 0..18446744073709551615; f() = p",
     kInvalid,
     "1:12: the range 0..18446744073709551615 has more than 2^64 - 1 values"},
    {"(row, col)(lane) = lane", kInvalid, "1:20: 2 results are named, but the values are 1"},
    {"(row, col)(lane) = (1, 2, 3)", kInvalid, "1:20: 2 results are named, but the values are 3"},
    {"()(lane) = lane", kSyntax, "1:2: expected a result's name, found ')'"},
    {"f() = 18446744073709551616", kOverflow, "1:7: '18446744073709551616' is beyond 2^64 - 1"},
    {"f() = 0x1'0000'0000'0000'0000",
     kOverflow,
     "1:7: '0x1'0000'0000'0000'0000' is beyond 2^64 - 1"},
    {"f() = 72u", kSyntax, "1:7: '72u' is not a number"},
    {"f() = 0x", kSyntax, "1:7: '0x' is not a number"},
    {"f() = 0b12", kSyntax, "1:7: '0b12' is not a number"},
    {"f() = 1''0", kSyntax, "1:7: '1''0' is not a number"},
    {"f() = 1'", kSyntax, "1:7: '1'' is not a number"},
    {"f() = 010",
     kSyntax,
     "1:7: a decimal number must not begin with 0, which is octal in C: '010'"},
};

TEST(ExpressionMistakes, AreNamedWithTheirPlace) {
  for (const Mistake& mistake : kMistakes) {
    const auto f = parse(mistake.text);
    ASSERT_FALSE(f) << mistake.text;
    EXPECT_EQ(f.error(), (Error{mistake.code, mistake.message})) << mistake.text;
  }
}

std::string repeated(const std::string& text, unsigned count) {
  std::string result;
  for (unsigned i = 0; i < count; ++i) result += text;
  return result;
}

// The value itself is the first level.
TEST(ExpressionMistakes, NestingIsBounded) {
  const std::string head = "f(x) = ";
  const unsigned most = kMaxNesting - 1;
  struct Nest {
    const char* open;
    const char* close;
  };
  for (const Nest& nest : {Nest{"(", ")"},
                           Nest{"!", ""},
                           Nest{"~", ""},
                           Nest{"x ? ", " : x"},
                           Nest{"x ? x : ", ""},
                           Nest{"min(", ", x)"}}) {
    const auto text = [&](unsigned depth) {
      return head + repeated(nest.open, depth) + "x" + repeated(nest.close, depth);
    };
    const auto deepest = parse(text(most));
    ASSERT_TRUE(deepest) << nest.open << deepest.error().message;
    EXPECT_TRUE(parse(print(*deepest))) << nest.open;
    for (const unsigned depth : {most + 1, 5'000u}) {
      const auto f = parse(text(depth));
      ASSERT_FALSE(f) << nest.open;
      EXPECT_EQ(f.error().code, kUnsupported);
      EXPECT_TRUE(f.error().message.ends_with(": nested deeper than 64 levels"))
          << f.error().message;
    }
  }
}

TEST(ExpressionMistakes, LengthIsBounded) {
  EXPECT_TRUE(parse("f() = 1" + std::string(kMaxTextLength - 7, ' ')));
  const auto f = parse("f() = 1" + std::string(kMaxTextLength - 6, ' '));
  ASSERT_FALSE(f);
  EXPECT_EQ(f.error().message, "1:1: the text has 65537 bytes, more than 65536");
}

constexpr const char* kSeeds[] = {
    "param pad in 0..16; offset(row: 64, col: 64) = let phase = (row >> 1) & 7; row * (64 + pad) + "
    "(col ^ (phase << 3))",
    "(row, col)(lane: 32, step: 8) = (lane / 8, (lane % 8) * 8 + step)",
    "f(a: 4, b: 9) = a < b && !(a == 3) || b >= 2 ? min(a, b) : max(~a & 15, a - a % 2) # end",
    "g() = (0x1F, 0b101, 1'000) // numbers",
};
constexpr const char* kPieces[] = {"(",
                                   ")",
                                   ",",
                                   ";",
                                   "let ",
                                   "param ",
                                   " in ",
                                   "..",
                                   "=",
                                   "==",
                                   "?",
                                   ":",
                                   "~",
                                   "!",
                                   "-",
                                   "<<",
                                   ">>",
                                   "%",
                                   "/",
                                   "0",
                                   "1",
                                   "64",
                                   "18446744073709551615",
                                   "a",
                                   "row",
                                   "min(",
                                   "max(",
                                   "#",
                                   "\n",
                                   "\xff"};

std::string mutated(std::mt19937_64& random) {
  std::string text = kSeeds[random() % std::size(kSeeds)];
  for (auto edits = 1 + random() % 3; edits > 0; --edits) {
    const auto at = random() % (text.size() + 1);
    const auto length = random() % 5;
    switch (random() % 4) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, kPieces[random() % std::size(kPieces)]);
        break;
      case 2:
        text.replace(at, length, kPieces[random() % std::size(kPieces)]);
        break;
      default:
        text.insert(at, text.substr(random() % (text.size() + 1), random() % 20));
        break;
    }
  }
  return text;
}

// Whatever is read prints back, and whatever is bound has values.
TEST(ExpressionMistakes, MutatedTextsNeverDoHarm) {
  std::mt19937_64 random(20261120);
  int parsed = 0, bound = 0;
  for (int i = 0; i < 60'000; ++i) {
    const std::string text = mutated(random);
    const auto f = parse(text);
    if (!f) {
      ASSERT_NE(f.error().message.find(": "), std::string::npos) << text;
      continue;
    }
    ++parsed;
    const auto g = bind(*f);
    if (!g) {
      ASSERT_EQ(testing::reading_error(*f, {}), "") << text;
      continue;
    }
    ++bound;
    std::vector<Word> at;
    for (const Axis& axis : axes(*g)) at.push_back(axis.first + random() % axis.size);
    ASSERT_EQ(testing::reading_error(*g, {at}), "") << text;
    for (const Word value : evaluate(U64(), *g, std::span<const Word>(at))) {
      ASSERT_LE(value, *g->largest_value) << text;
    }
  }
  EXPECT_GT(parsed, 5'000);
  EXPECT_GT(bound, 2'000);
}

}  // namespace
}  // namespace tileproof::expression
