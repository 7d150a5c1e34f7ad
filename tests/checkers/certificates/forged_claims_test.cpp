// Does the certifier ask what is claimed of parameters and of conversions?
#include <array>

#include "tests/checkers/certificates/forgery.hpp"
#include "tests/checkers/certificates/written.hpp"

namespace tileproof::testing {
namespace {

// Parameters are one number for both points, and no excuse for them.
TEST(Certifier, HoldsParametersEqual) {
  const auto is_proved = [](const std::string& layout, const char* engine) {
    return write_certificate({"injective", {{"map", {}, layout}}, {}}, engine, kLimits).has_value();
  };
  for (const char* engine : {"sat", "enumerate"}) {
    EXPECT_TRUE(is_proved("param p in 3..9; f(x: 4) = x + p", engine));
    EXPECT_TRUE(is_proved("param p in 0..3; f(x: 4) = x ^ p", engine));
    EXPECT_FALSE(is_proved("param p in 0..3; f(x: 4) = (x & 1) ^ p", engine));
    EXPECT_FALSE(is_proved("param p in 0..3; f(x: 4) = x * p", engine));
  }
  EXPECT_EQ(about("param p in 3..9; f(x: 4) = x + p", "injective", "prove distinct by enumerate\n"),
            "");
  const std::string layout = "param p in 0..3; f(x: 4) = x * p";
  EXPECT_EQ(about(layout, "injective", "prove distinct by enumerate\n"), "a case breaks it");
}

TEST(Certifier, AsksEachCaseOfTheParameters) {
  const auto cases = [](const char* range, int count) {
    std::string proofs = "prove case by case\n";
    for (int i = 0; i < count; ++i) proofs += "prove distinct by enumerate\n";
    return about(std::string("param p in ") + range + "; f(x: 4) = x * p", "injective", proofs);
  };
  EXPECT_EQ(cases("1..3", 3), "");
  EXPECT_EQ(cases("1..3", 2), "the certificate ends early");
  EXPECT_EQ(cases("1..3", 4), "lines after the proof");
  EXPECT_EQ(cases("0..3", 4), "a case breaks it");
  EXPECT_EQ(cases("1..5000", 5000), "the parameters have more than 4096 values");
  // Each with as many values as it has.
  const auto onto = [](Word last) {
    std::string proofs = "prove case by case\n";
    for (const Word values : {Word{4}, last}) {
      proofs += "prove covers by values\nvalues " + std::to_string(values) +
                "\nprove covers by enumerate\n";
    }
    return about("param p in 0..1; f(x: 4, y: 2) = x + y * p", "surjective", proofs);
  };
  EXPECT_EQ(onto(5), "");
  EXPECT_EQ(onto(4), "a value is beyond");
}

TEST(Certifier, FixesTheParametersOfAMemory) {
  const auto loads = [](const std::string& pads, const std::string& proofs) {
    return refusal(signed_text("claim conflict-free\nlayout memory [] param pad in " + pads +
                               "; f(r: 32) = r * (1 + 2*pad)\n"
                               "layout access [] r(lane: 32) = lane\nelement_bits 32\n"
                               "target cuda:90\ninstruction ld.shared.b32\n" +
                               proofs));
  };
  const std::string proof =
      "prove within by sums\nprove aligned by sums\nprove banks by enumerate\n";
  EXPECT_EQ(loads("0..1", "prove case by case\n" + proof + proof), "");
  EXPECT_EQ(loads("0..2", "prove case by case\n" + proof + proof), "the certificate ends early");
  EXPECT_EQ(loads("0..1", proof), "its parameters are shown case by case");
  // What says that lanes are none of the question is no part of a claim.
  EXPECT_EQ(loads("0..1", "zero_bits 0 31\nprove case by case\n" + proof + proof),
            "'conflict-free' needs its fields and no others");
}

// 3 + 9 = 12
TEST(Certifier, StartsParametersWhereTheyStart) {
  const StatedLayout layout{"map", {}, "param p in 3..9; f(x: 4) = x + p"};
  const auto allocated = [&](const char* size) {
    return StatedClaim{"in-bounds", {layout}, {{"allocation", size}}};
  };
  for (const char* engine : {"sat", "strides", "enumerate"}) {
    EXPECT_TRUE(write_certificate(allocated("13"), engine, kLimits));
    EXPECT_FALSE(write_certificate(allocated("12"), engine, kLimits));
    EXPECT_NE(refusal(forged(written(allocated("13"), engine), "allocation 13", "allocation 12")),
              "");
  }
}

// With p = 0 and p = 1 there are 1 and 7 values: 4 on average.
TEST(Certifier, CountsTheValuesOfEachCase) {
  for (const char* layout :
       {"param p in 0..1; f(x: 7) = x * p", "param p in 0..1; f(x: 4, y: 2) = x ^ (p * y)"}) {
    EXPECT_EQ(surjective(layout, 4, "prove covers by enumerate\n"),
              "its parameters are shown case by case");
  }
}

// Elements are there; somebody writes each; it is read where it is written; and nobody writes
// another there.
TEST(Certifier, TakesConversionsOfAllElementsOrOfSome) {
  struct Parts {
    std::string source;
    std::string destination;
    std::string written = "4 * r + c";
    std::string read = "(r << 2) | c";
  };
  const auto converts = [](const Parts& parts, const std::string& proofs) {
    return refusal(signed_text(
        "claim converts\nlayout source [] (r, c)" + parts.source +
        "\nlayout written [] f(r: 4, c: 4) = " + parts.written +
        "\nlayout read [] f(r: 4, c: 4) = " + parts.read + "\nlayout destination [] (r, c)" +
        parts.destination + "\nprove within by enumerate\nprove within by enumerate\n" + proofs));
  };
  const std::string visited =
      "prove written by enumerate\nprove place by enumerate\nprove element by enumerate\n";
  const std::string stronger =
      "prove written by stronger\nprove covers by points\nprove within by enumerate\n"
      "prove distinct by enumerate\nprove place by stronger\nprove equal by enumerate\n"
      "prove element by stronger\nprove distinct by enumerate\n";
  const std::string whole = "(i: 4, j: 4) = (i, j)";
  const std::string half = "(i: 4, j: 2) = (i, j)";
  EXPECT_EQ(converts({whole, whole}, visited), "");
  EXPECT_EQ(converts({whole, whole}, stronger), "");
  EXPECT_EQ(converts({half, half}, visited), "");
  EXPECT_EQ(converts({half, half}, stronger), "there are fewer points than values");
  EXPECT_EQ(converts({whole, half}, visited), "");
  EXPECT_EQ(converts({half, whole}, visited), "a case breaks it");
  for (const std::string& proofs : {visited, stronger}) {
    EXPECT_EQ(converts({whole, whole, "3 * r + c", "3 * r + c"}, proofs), "a case breaks it");
    EXPECT_EQ(converts({whole, whole, "4 * r + c", "4 * c + r"}, proofs), "a case breaks it");
  }
  // Single places do not show that something is written.
  EXPECT_EQ(converts({whole, whole}, "prove written by sums\n"), "no single values decide it");
  EXPECT_EQ(converts({whole, whole}, "prove written by drat\n"), "no single values decide it");
  EXPECT_EQ(converts({whole, whole}, "prove written by points\n"), "there is no such evidence");
}

TEST(Certifier, TakesParametersOfConversionsCaseByCase) {
  const auto fixed = [&](const std::array<std::string, 4>& parameters) {
    const std::string memory = " f(r: 4) = r\n";
    const std::string places = "r(i: 4) = i\n";
    return refusal(signed_text("claim converts\nlayout source [] " + parameters[0] + places +
                               "layout written [] " + parameters[1] + memory + "layout read [] " +
                               parameters[2] + memory + "layout destination [] " + parameters[3] +
                               places + "prove within by sums\nprove within by sums\n" +
                               "prove written by enumerate\nprove place by sums\n" +
                               "prove element by enumerate\n"));
  };
  const std::string p = "param p in 0..1; ";
  EXPECT_EQ(fixed({}), "");
  for (std::size_t role = 0; role < 4; ++role) {
    std::array<std::string, 4> parameters;
    parameters[role] = p;
    EXPECT_EQ(fixed(parameters), "its parameters are shown case by case");
  }
}

}  // namespace
}  // namespace tileproof::testing
