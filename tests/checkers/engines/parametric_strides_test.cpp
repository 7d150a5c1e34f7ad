// Is what strides with parameters are said to be so for each of their values?
#include "checkers/engines/parametric_strides.hpp"

#include "checkers/engines/polynomial.hpp"
#include "properties/maps/layout_families.hpp"
#include "tests/checkers/claims/claims.hpp"

namespace tileproof::testing {
namespace {

bool says_yes(const std::string& text) {
  return is_yes(decide_by_parametric_strides(map_of(text)));
}

TEST(ParametricStrides, MustExceedWhatSmallerOnesSumUpTo) {
  EXPECT_TRUE(says_yes("param s in 4096..1000000; f(b: 64, i: 4096) = b*s + i"));
  EXPECT_FALSE(says_yes("param s in 4095..1000000; f(b: 64, i: 4096) = b*s + i"));
  EXPECT_TRUE(says_yes("param s in 5..9; f(x: 4, y: 6) = (x << 1) * s + y + 3"));
  EXPECT_FALSE(says_yes("param s in 0..9; f(x: 4) = x*s"));
}

TEST(ParametricStrides, CancelEqualTermsBeforeTheyAreBounded) {
  EXPECT_TRUE(says_yes(
      "param pad in 0..1000; f(b: 8, row: 64, col: 64) = b*(64*(64 + pad)) + row*(64 + pad) + "
      "col"));
  EXPECT_TRUE(says_yes("param s in 1..9; param t in 1..9; f(x: 4, y: 5) = x*(5*s*t) + y*s*t"));
  EXPECT_FALSE(says_yes("param s in 1..9; param t in 1..9; f(x: 4, y: 5) = x*(4*s*t) + y*s*t"));
}

TEST(ParametricStrides, CountParametersFromTheirLeastValueOn) {
  EXPECT_TRUE(says_yes(
      "param s in 64..20000; param t in 64..20000; f(b: 16, c: 64, i: 64) = b*s*t + c*s + i"));
  EXPECT_FALSE(says_yes(
      "param s in 64..20000; param t in 63..20000; f(b: 16, c: 64, i: 65) = b*s*t + c*s + i"));
}

TEST(ParametricStrides, SayWhichPointItIs) {
  EXPECT_FALSE(says_yes("param s in 8..9; f(x: 4, y: 3) = x*s"));
  EXPECT_FALSE(says_yes("param s in 8..9; f(x: 64) = x / 8 * s"));
  EXPECT_TRUE(says_yes("param s in 8..9; f(x: 64) = x / 8 * s + x % 8"));
  EXPECT_TRUE(says_yes("param s in 8..9; f(x: 61) = (x >> 3) * s + (x & 7)"));
  EXPECT_FALSE(says_yes("param s in 8..9; f(x: 64) = x / 8 * s + x % 4"));
  EXPECT_TRUE(says_yes("param s in 64..65; f(x: 64) = x % 32 / 8 * 8 + x % 8 + x / 32 * s"));
}

TEST(ParametricStrides, StayBelowSixtyFourBits) {
  EXPECT_FALSE(says_yes("param s in 4..4611686018427387904; f(x: 4) = x*s"));
  EXPECT_FALSE(says_yes("param s in 1..2; f(x: 4) = (x + 1) * s ^ 1"));
}

std::string random_sum(gen::Source& random) {
  const auto factor = [&]() -> std::string {
    switch (random.below(5)) {
      case 0:
        return "p";
      case 1:
        return "(p + " + std::to_string(random.below(9)) + ")";
      case 2:
        return "p*q";
      case 3:
        return "(q*" + std::to_string(random.between(1, 5)) + " + p)";
      default:
        return std::to_string(random.between(1, 12));
    }
  };
  const auto digit = [&]() -> std::string {
    const std::string name = random.of({"x", "y"});
    switch (random.below(4)) {
      case 0:
        return "(" + name + " / " + std::to_string(random.between(1, 4)) + ")";
      case 1:
        return "(" + name + " % " + std::to_string(random.between(1, 4)) + ")";
      default:
        return name;
    }
  };
  std::string text =
      "param p in 1..3; param q in 1..2; f(x: " + std::to_string(random.between(1, 6)) +
      ", y: " + std::to_string(random.between(1, 6)) + ") = " + std::to_string(random.below(3));
  for (Word terms = random.between(1, 4); terms > 0; --terms) {
    text += " + " + digit() + "*" + factor() + "*" + factor();
  }
  return text;
}

TEST(ParametricStrides, AreInjectiveWhereTheySaySo) {
  gen::Source random = gen::Source::random(11);
  int proved = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string text = random_sum(random);
    if (!says_yes(text)) continue;
    ++proved;
    EXPECT_TRUE(is_proved(prove_by(EngineName::kEnumerate, Injective{map_of(text)}, {}))) << text;
  }
  EXPECT_GT(proved, 500);
}

// What is no sum of strides makes none of what it stands in: x - (x & 1) has 0 twice.
TEST(ParametricStrides, DoNotPassOverWhatIsNoSum) {
  for (const char* other : {"8 >= 8",
                            "x*4 % 32 / 4",
                            "(x >= 0)",
                            "(p | 1)",
                            "(p ? 1 : 3)",
                            "max(p, 1)",
                            "(1 + (p >> 1))",
                            "~(x ^ 6)",
                            "(x & 1)",
                            "(x == 9) + 1"}) {
    const std::string text = "param p in 1..10000; f(x: 8) = x - (x & " + std::string(other) + ")";
    EXPECT_FALSE(says_yes(text)) << text;
  }
}

std::string random_word(gen::Source& random, unsigned depth) {
  const std::string number = std::to_string(random.below(9));
  if (depth == 0) return random.of({"x", "y", "p", "q", "1", "8"});
  const std::string a = random_word(random, depth - 1);
  const std::string b = random_word(random, depth - 1);
  const std::string least_1 = std::to_string(random.between(1, 8));
  switch (random.below(14)) {
    case 0:
      return "(" + a + " % " + least_1 + ")";
    case 1:
      return "(" + a + " / " + least_1 + ")";
    case 2:
      return "(" + a + " >> " + std::to_string(random.below(4)) + ")";
    case 3:
      return "(" + a + " << " + std::to_string(random.below(4)) + ")";
    case 4:
      return "(" + a + random.of({" >= ", " < ", " == ", " != "}) + b + ")";
    case 5:
      return "(" + a + " ? " + b + " : " + number + ")";
    case 6:
      return random.of({"min", "max"}) + ("(" + a + ", " + b + ")");
    case 7:
      return "(~" + a + " & 15)";
    default:
      return "(" + a + random.of({" & ", " | ", " ^ ", " + ", " * ", " & "}) + b + ")";
  }
}

// A sum of strides that has some such words in it.
std::string random_near_sum(gen::Source& random) {
  const auto digit = [&](const std::string& name) -> std::string {
    const std::string word = random_word(random, 1 + static_cast<unsigned>(random.below(2)));
    switch (random.below(6)) {
      case 0:
        return "(" + name + " - (" + name + " & " + word + "))";
      case 1:
        return "(" + name + " & " + word + ")";
      case 2:
        return "(" + name + " + (" + name + " & " + word + ")*" + std::to_string(random.below(9)) +
               ")";
      case 3:
        return "(" + name + " + " + word + "*0)";
      default:
        return name;
    }
  };
  return "param p in 1..3; param q in 0..1; f(x: " + std::to_string(random.between(2, 8)) +
         ", y: " + std::to_string(random.between(1, 3)) + ") = " + digit("x") + "*" +
         random.of({"1", "p", "4", "(p + 3)"}) + " + " + digit("y") + "*" +
         random.of({"64", "64*p", "(64 + q)", "1"});
}

TEST(ParametricStrides, OverAllOperationsAreInjectiveWhereTheySaySo) {
  gen::Source random = gen::Source::random(12);
  int proved = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string text = random_near_sum(random);
    if (!says_yes(text)) continue;
    ++proved;
    EXPECT_TRUE(is_proved(prove_by(EngineName::kEnumerate, Injective{map_of(text)}, {}))) << text;
  }
  EXPECT_GT(proved, 500);
}

TEST(Polynomials, HaveTheirValuesModulo2To64) {
  const auto p = Polynomial::parameter(0);
  const auto q = Polynomial::parameter(1);
  const auto word = *Polynomial::sum(
      *Polynomial::product(*Polynomial::product(p, p), q), Polynomial(Int128{5}), -1);
  EXPECT_EQ(word.at(std::vector<Word>{3, 7}), 3u * 3u * 7u - 5u);
  EXPECT_EQ(word.at(std::vector<Word>{Word{1} << 32, 1}), Word{0} - 5);
  EXPECT_EQ(Polynomial().at({}), 0u);
}

TEST(Polynomials, HaveTheBoundsOfTheirTerms) {
  const std::vector<Axis> parameters = {{"p", 4, 2, true}, {"q", 3, 1, true}};
  const auto p = Polynomial::parameter(0);  // 2 to 5
  const auto q = Polynomial::parameter(1);  // 1 to 3
  const auto product = *Polynomial::product(p, q);
  EXPECT_EQ(product.bounds(parameters), (std::pair<Int128, Int128>(2, 15)));
  const auto difference = *Polynomial::sum(Polynomial(Int128{7}), product, -2);
  EXPECT_EQ(difference.bounds(parameters), (std::pair<Int128, Int128>(7 - 30, 7 - 4)));
  EXPECT_TRUE(Polynomial::sum(product, product, -1)->is_zero());
  EXPECT_FALSE(Polynomial::product(Polynomial(Int128{1} << 40), Polynomial(Int128{1} << 40)));
}

}  // namespace
}  // namespace tileproof::testing
