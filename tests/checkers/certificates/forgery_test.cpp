// Does the certifier refuse what a wrong writer might write?  The digest is right in all of these.
#include "tests/checkers/certificates/forgery.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/checkers/certificates/written.hpp"

namespace tileproof::testing {
namespace {

const StatedLayout kSwizzled{
    "map", {16, 16}, "#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 8, order = [1, 0]}>"};
const StatedLayout kPadded{
    "map", {16, 16}, "#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 16]}>"};

StatedClaim in_bounds(Word allocation) {
  return {"in-bounds", {kPadded}, {{"allocation", std::to_string(allocation)}}};
}

TEST(Certifier, WorkedExample) {
  const std::string text = written({"bijective", {{"map", {}, "(4,3):(3,1)"}}, {}}, "");
  EXPECT_EQ(text,
            signed_text("claim bijective\n"
                        "layout map [] (4,3):(3,1)\n"
                        "prove distinct by inverse\n"
                        "inverse (x0, x1)(v0: 12) = let d0 = v0 / 3; let r1 = v0 % 3; (d0, r1)\n"
                        "prove within by sums\n"
                        "prove equal by sums\n"
                        "prove covers by enumerate\n"));
}

// The proof of a certificate by drat replaced by these lines.
std::string with_proof(const std::string& text, const std::string& proof) {
  const std::string head = "by drat\n";
  const std::string body = text.substr(0, text.find(head) + head.size()) + proof;
  return body + digest_line(body) + "\n";
}

TEST(Certifier, RefusesClausesOfAnotherClaim) {
  // 15 * 16 + 15 + 7 gaps of 4 = 283
  const std::string text = written(in_bounds(284), "sat");
  EXPECT_EQ(refusal(text), "");
  EXPECT_NE(refusal(forged(text, "allocation 284", "allocation 283")), "");
}

TEST(Certifier, RefusesClausesOfAnotherLayout) {
  const std::string text = written({"injective", {kPadded}, {}}, "sat");
  EXPECT_EQ(refusal(text), "");
  EXPECT_NE(refusal(forged(text, "32:+4", "32:+8")), "");
}

TEST(Certifier, RefusesAnEmptyClauseWithoutReason) {
  const std::string text = written({"injective", {kPadded}, {}}, "sat");
  EXPECT_EQ(refusal(with_proof(text, "0\n")), "the clause does not follow");
  EXPECT_EQ(refusal(with_proof(text, "0 1\n")), "more than one literal is left of a clause");
}

TEST(Certifier, RefusesAProofThatStopsBeforeTheContradiction) {
  const std::string text = written({"injective", {kPadded}, {}}, "sat");
  EXPECT_EQ(refusal(with_proof(text, "")), "the certificate ends early");
  const std::string proof = text.substr(0, text.rfind('\n', text.rfind("digest ") - 2) + 1);
  EXPECT_EQ(refusal(proof + digest_line(proof) + "\n"), "the certificate ends early");
}

TEST(Certifier, RefusesTheInverseOfAnotherMatrix) {
  const std::string text = written({"injective", {kSwizzled}, {}}, "f2");
  EXPECT_EQ(refusal(text), "");
  EXPECT_EQ(refusal(forged(text, "perPhase = 1", "perPhase = 2")), "the sums leave it open");
}

TEST(Certifier, RefusesAFalseClaimWhateverTheKind) {
  for (const char* kind : {"sums", "enumerate", "drat", "section", "inverse", "faith"}) {
    const std::string body =
        "tileproof certificate 3\n" + *print(in_bounds(283)) + "prove within by " + kind + "\n";
    EXPECT_NE(refusal(body + digest_line(body) + "\n"), "") << kind;
  }
}

// Of the claim "injective", by an inverse that is checked by sums and by visits.
std::vector<std::string> with_inverse(const std::string& layout, const std::string& inverse) {
  std::vector<std::string> refusals;
  for (const std::string kind : {"sums", "enumerate"}) {
    refusals.push_back(about(layout,
                             "injective",
                             "prove distinct by inverse\ninverse " + inverse +
                                 "\nprove within by " + kind + "\nprove equal by " + kind + "\n"));
  }
  return refusals;
}

using Refusals = std::vector<std::string>;
const Refusals kNone = {"", ""};
const Refusals kBroken = {"the sums leave it open", "a case breaks it"};

TEST(Certifier, RefusesAnInverseThatIsNone) {
  EXPECT_EQ(with_inverse("(9,5):(1,9)", "(x, y)(v: 45) = (v % 9, v / 9)"), kNone);
  EXPECT_EQ(with_inverse("(9,5):(1,9)", "(x, y)(v: 45) = (v / 9, v % 9)"), kBroken);
  // 7 = 7 * 1 + 0 = 0 + 1 * 7
  EXPECT_EQ(with_inverse("(9,5):(1,7)", "(x, y)(v: 37) = (v % 7, v / 7)"), kBroken);
  EXPECT_EQ(with_inverse("(9,5):(1,7)", "(x, y)(v: 37) = (v % 9, v / 9)"), kBroken);
}

TEST(Certifier, RefusesAnInverseOfOtherValues) {
  EXPECT_EQ(with_inverse("(4):(2)", "x(v: 7) = v / 2"), kNone);
  EXPECT_EQ(with_inverse("(4):(2)", "x(v: 6) = v / 2"), kBroken);
  const Refusals others(2, "the layout has other inputs or outputs than are needed");
  EXPECT_EQ(with_inverse("(4):(2)", "x(v: 7, w: 1) = v / 2"), others);
  EXPECT_EQ(with_inverse("(4):(2)", "(x, y)(v: 7) = (v / 2, 0)"), others);
  EXPECT_EQ(with_inverse("(4):(2)", "param p in 0..1; x(v: 7) = v / 2"), others);
}

// -2 is 2^64 - 2, and no value that an inverse takes.
TEST(Certifier, RefusesAnInverseOfValuesBelowZero) {
  EXPECT_EQ(with_inverse("(4,2):(1,-4)", "(x, y)(v: 8) = (v % 4, v / 4)"), kBroken);
}

// Offsets from -4 to 3.
TEST(Certifier, ShiftsValuesBelowZero) {
  const auto shifted = [](const std::string& layout, const std::string& shift) {
    return about(layout,
                 "injective",
                 "prove distinct by shift\nshift " + shift +
                     "\nprove distinct by inverse\ninverse (x, y)(v: 8) = (v % 4, 1 - v / 4)\n"
                     "prove within by enumerate\nprove equal by enumerate\n");
  };
  EXPECT_EQ(shifted("(4,2):(1,-4)", "4"), "");
  EXPECT_EQ(shifted("(4,2):(1,-4)", "3"), "a case breaks it");
  EXPECT_EQ(shifted("(4,2):(1,-3)", "3"), "a case breaks it");
  EXPECT_EQ(shifted("(4,2):(1,-4)", "-4"), "a shift is one number above 0");
  EXPECT_EQ(shifted("(4,2):(1,-4)", "4 4"), "a shift is one number above 0");
  EXPECT_EQ(shifted("(r, c)(i: 4, j: 2) = (i, j)", "4"), "only one offset is shifted");
}

TEST(Certifier, SeesInputsThatDoNotChangeTheValue) {
  EXPECT_EQ(with_inverse("(3,5):(1,0)", "(x, y)(v: 3) = (v, 0)"), kBroken);
  EXPECT_EQ(with_inverse("(3,4):(1,0)", "(x, y)(v: 3) = (v, v)"), kBroken);
}

TEST(Certifier, TakesNoMoreAndNoFewerValuesThanThereAre) {
  const std::string visited = "prove covers by enumerate\n";
  EXPECT_EQ(surjective("(4,2):(1,2)", 6, visited), "");
  EXPECT_EQ(surjective("(4,2):(1,2)", 5, visited), "a value is beyond");
  EXPECT_EQ(surjective("(4,2):(1,2)", 7, visited), "too few different values");
  EXPECT_EQ(surjective("(4):(2)", 4, visited), "a value is beyond");
  EXPECT_EQ(surjective("(4):(2)", 7, visited), "too few different values");
  EXPECT_EQ(surjective("f(x: 4) = x + 1", 5, visited), "too few different values");
  // All points differ, and are too few.
  EXPECT_EQ(surjective("(1):(0)", 2, "prove covers by sums\n"), "no single values decide it");
  EXPECT_EQ(surjective("(1):(0)", 2, "prove covers by drat\n"), "no single values decide it");
  EXPECT_EQ(surjective("(1):(0)", 2, "prove covers by points\n"),
            "there are fewer points than values");
  // 0 and 1 of three, whose number is said by the layout.
  const auto modular = [](const std::string& evidence) {
    return about("{x = [[1]]} -> {y = 3}", "surjective", evidence);
  };
  EXPECT_EQ(modular(visited), "too few different values");
  EXPECT_EQ(modular("prove covers by values\nvalues 2\n"), "there is one number of offsets");
}

// Points that all differ take all values if there are as many, and none is beyond.
TEST(Certifier, CountsPoints) {
  const auto by_points = [](const std::string& layout, Word values, const std::string& proofs) {
    return surjective(layout, values, "prove covers by points\n" + proofs);
  };
  const std::string visited = "prove within by enumerate\nprove distinct by enumerate\n";
  EXPECT_EQ(by_points("(4,2):(2,1)", 8, visited), "");
  EXPECT_EQ(by_points("(4,2):(2,1)", 7, visited), "a case breaks it");
  EXPECT_EQ(by_points("(4,2):(2,1)", 9, visited), "there are fewer points than values");
  EXPECT_EQ(by_points("(4,2):(1,1)", 8, visited), "a case breaks it");
  EXPECT_EQ(by_points("(4,2):(2,1)", 8, "prove within by enumerate\n"),
            "the certificate ends early");
}

TEST(Certifier, RefusesASectionThatIsNone) {
  // The column does not change the value.
  const auto by_section = [](const std::string& section) {
    return surjective("(4,8):(1,0)",
                      4,
                      "prove covers by section\nsection " + section +
                          "\nprove within by enumerate\nprove within by enumerate\n"
                          "prove distinct by enumerate\n");
  };
  EXPECT_EQ(by_section("(x, y)(v: 4) = (v, 7 - v)"), "");
  EXPECT_EQ(by_section("(x, y)(v: 3) = (v, v)"), "the section has too few points");
  EXPECT_EQ(by_section("(x, y)(v: 4) = (v / 2, v)"), "a case breaks it");
  EXPECT_EQ(by_section("(x, y)(v: 5) = (v, v)"), "a case breaks it");
  EXPECT_EQ(by_section("x(v: 4) = v"), "the section has too few points");
  EXPECT_EQ(by_section("param p in 0..3; (x, y)(v: 1) = (v + p, v)"),
            "the section has too few points");
}

TEST(Certifier, HasNoSectionForOtherQuestions) {
  EXPECT_EQ(about("(4):(2)", "in-bounds", "allocation 7\nprove within by section\n"),
            "there is no such evidence for 'within'");
}

TEST(Certifier, TakesOneNumberOfValues) {
  const auto values = [](const std::string& numbers) {
    return about("(4):(1)",
                 "surjective",
                 "prove covers by values\nvalues " + numbers + "\nprove covers by enumerate\n");
  };
  EXPECT_EQ(values("4"), "");
  EXPECT_EQ(values("4 4"), "there is one number of offsets");
  EXPECT_EQ(values(""), "there is one number of offsets");
  EXPECT_EQ(values("0"), "there is one number of offsets");
  EXPECT_EQ(values("x"), "not a list of numbers");
}

TEST(Certifier, AsksNoValuesWithoutSizes) {
  EXPECT_EQ(surjective("(r, c)(i: 4, j: 2) = (i, j)", 8, "prove covers by enumerate\n"),
            "'surjective' needs the sizes of all outputs, as in (row: 32, col: 32)(...) = ...");
}

TEST(Certifier, NeedsAllPartsOfSurjective) {
  // 96 points, neither bits nor strides alone.
  const std::string layout = "f(x: 6, y: 16) = x*16 + (y ^ (x & 7))";
  const std::string points = "prove covers by points\n";
  const std::string parts = "prove within by enumerate\nprove distinct by enumerate\n";
  EXPECT_EQ(surjective(layout, 96, points + parts), "");
  EXPECT_EQ(surjective(layout, 96, points), "the certificate ends early");
  EXPECT_EQ(surjective(layout, 96, points + parts + "prove distinct by enumerate\n"),
            "lines after the proof");
  EXPECT_EQ(surjective("f(x: 6, y: 16) = x*17 + (y ^ (x & 7))", 96, points + parts),
            "a case breaks it");
}

TEST(Certifier, RefusesASecondQuestionWithoutProof) {
  std::string text = written({"bijective", {kSwizzled}, {}}, "f2");
  const std::size_t at = text.find("prove covers");
  text.replace(at, text.rfind("digest ") - at, "");
  EXPECT_EQ(refusal(forged(text, "claim", "claim")), "the certificate ends early");
}

TEST(Certifier, SurvivesAnyTruncation) {
  const std::string text = written({"injective", {kPadded}, {}}, "sat");
  const std::size_t end = text.rfind("digest ");
  for (std::size_t size = 0; size < end; size += end / 150) {
    const std::string head = text.substr(0, size);
    EXPECT_NE(refusal(head), "");
    EXPECT_NE(refusal(head + digest_line(head) + "\n"), "");
    EXPECT_NE(refusal(head + "\n" + digest_line(head + "\n") + "\n"), "");
  }
}

TEST(Certifier, VisitsABoundedNumberOfCases) {
  const auto visit = [](const std::string& layout) {
    const std::string body = "tileproof certificate 3\nclaim injective\nlayout map [] " + layout +
                             "\nprove distinct by enumerate\n";
    return refusal(body + digest_line(body) + "\n");
  };
  EXPECT_EQ(visit("(256,256):(257,1)"), "");
  EXPECT_EQ(visit("(4096,8192):(8192,1)"), "more cases than are visited");
  // A longer formula takes longer.
  std::string sum = "f(x: 1048576) = x";
  for (int i = 0; i < 1000; ++i) sum += " + 1";
  EXPECT_EQ(visit(sum), "more cases than are visited");
  // So does a longer inverse.
  const auto inverted = [](const std::string& inverse) {
    return about("f(x: 131072) = x",
                 "injective",
                 "prove distinct by inverse\ninverse " + inverse +
                     "\nprove within by sums\nprove equal by enumerate\n");
  };
  std::string inverse = "x(v: 131072) = v";
  EXPECT_EQ(inverted(inverse), "");
  for (int i = 0; i < 3000; ++i) inverse += " + 0";
  EXPECT_EQ(inverted(inverse), "more cases than are visited");
}

std::size_t lines_in(const std::string& folder) {
  std::size_t lines = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path());
    lines += static_cast<std::size_t>(
        std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n'));
  }
  EXPECT_GT(lines, 0U) << folder;
  return lines;
}

TEST(Certifier, IsSmall) {
  EXPECT_LE(lines_in(TILEPROOF_CERTIFIER), 800U);
  EXPECT_LE(lines_in(TILEPROOF_PROGRAM_CERTIFIER), 650U);
}

}  // namespace
}  // namespace tileproof::testing
