// Does the certifier refuse what a wrong writer might write?  The digest is right in all of these.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "checkers/certificates/certifier/certify.hpp"
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

// The text with a part replaced and the digest made anew.
std::string forged(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << text;
  text.replace(at, part.size(), by);
  text.erase(text.rfind("digest "));
  return text + digest_line(text) + "\n";
}

// The reason of the refusal; "" if the text is valid.
std::string refusal(const std::string& text) {
  const auto result = certify(text);
  const auto* refused = std::get_if<RefusedCertificate>(&result);
  return refused == nullptr ? "" : refused->reason;
}

// A certificate of these lines.
std::string signed_text(const std::string& lines) {
  const std::string body = "tileproof certificate 2\n" + lines;
  return body + digest_line(body) + "\n";
}

// Of a claim about one layout in a notation that has its own shape.
std::string about(const std::string& layout, const std::string& claim, const std::string& rest) {
  return refusal(signed_text("claim " + claim + "\nlayout map [] " + layout + "\n" + rest));
}

TEST(Certifier, WorkedExample) {
  const std::string text = written({"bijective", {{"map", {}, "(4,3):(3,1)"}}, {}}, "");
  EXPECT_EQ(text,
            signed_text("claim bijective\n"
                        "layout map [] (4,3):(3,1)\n"
                        "prove within by sums\n"
                        "prove distinct by inverse\n"
                        "inverse (x0, x1)(v0: 12) = let d0 = v0 / 3; let r1 = v0 % 3; (d0, r1)\n"
                        "prove within by sums\n"
                        "prove equal by sums\n"));
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
        "tileproof certificate 2\n" + *print(in_bounds(283)) + "prove within by " + kind + "\n";
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
  const Refusals others(2, "a layout does not give another's inputs");
  EXPECT_EQ(with_inverse("(4):(2)", "x(v: 7, w: 1) = v / 2"), others);
  EXPECT_EQ(with_inverse("(4):(2)", "(x, y)(v: 7) = (v / 2, 0)"), kBroken);
  const Refusals parameters(2, "the inputs must be no parameters");
  EXPECT_EQ(with_inverse("(4):(2)", "param p in 0..1; x(v: 7) = v / 2"), parameters);
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
  EXPECT_EQ(about(layout, "injective", "prove distinct by enumerate\n"),
            "too few different values");
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
  EXPECT_EQ(cases("0..3", 4), "too few different values");
  EXPECT_EQ(cases("1..5000", 5000), "the parameters have more than 4096 values");
  // Each with as many values as it has.
  const auto onto = [](Word last) {
    std::string proofs = "prove case by case\n";
    for (const Word values : {Word{4}, last}) {
      proofs += "prove surjective by values " + std::to_string(values) +
                "\nprove within by enumerate\nprove distinct by enumerate\n";
    }
    return about("param p in 0..1; f(x: 4, y: 2) = x + y * p", "surjective", proofs);
  };
  EXPECT_EQ(onto(5), "");
  EXPECT_EQ(onto(4), "a case breaks it");
}

TEST(Certifier, FixesTheParametersOfAMemory) {
  const auto loads = [](const std::string& pads, const std::string& proofs) {
    return refusal(signed_text("claim conflict-free\nlayout memory [] param pad in " + pads +
                               "; f(r: 32) = r * (1 + 2*pad)\n"
                               "layout access [] r(lane: 32) = lane\nelement_bits 32\n"
                               "target cuda:90\ninstruction ld.shared.b32\nzero_bits 0\n" +
                               proofs));
  };
  const std::string proof =
      "prove within by sums\nprove within by sums\nprove conflict-free by enumerate\n";
  EXPECT_EQ(loads("0..1", "prove case by case\n" + proof + proof), "");
  EXPECT_EQ(loads("0..2", "prove case by case\n" + proof + proof), "the certificate ends early");
  EXPECT_EQ(loads("0..1", proof), "the inputs must be no parameters");
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

std::string surjective(const std::string& layout, Word values, const std::string& distinct) {
  return about(layout,
               "surjective",
               "prove surjective by values " + std::to_string(values) +
                   "\nprove within by enumerate\n" + distinct);
}

TEST(Certifier, TakesNoMoreAndNoFewerValuesThanThereAre) {
  const std::string visited = "prove distinct by enumerate\n";
  EXPECT_EQ(surjective("(4,2):(1,2)", 6, visited), "");
  EXPECT_EQ(surjective("(4,2):(1,2)", 5, visited), "a case breaks it");
  EXPECT_EQ(surjective("(4,2):(1,2)", 7, visited), "too few different values");
  EXPECT_EQ(surjective("(4):(2)", 4, visited), "a case breaks it");
  EXPECT_EQ(surjective("(4):(2)", 7, visited), "too few different values");
  EXPECT_EQ(surjective("f(x: 4) = x + 1", 5, visited), "too few different values");
  // All points differ, and are too few.
  EXPECT_EQ(surjective("(1):(0)", 2, "prove distinct by sums\n"), "no single values decide it");
  // 0 and 1 of three.
  EXPECT_EQ(surjective("{x = [[1]]} -> {y = 3}", 3, visited), "too few different values");
  EXPECT_EQ(surjective("{x = [[1]]} -> {y = 3}", 2, visited),
            "there are not as many points as values");
}

// With p = 0 and p = 1 there are 1 and 7 values: 4 on average.
TEST(Certifier, CountsTheValuesOfEachCase) {
  EXPECT_EQ(surjective("param p in 0..1; f(x: 7) = x * p", 4, "prove distinct by enumerate\n"),
            "a case breaks it");
  EXPECT_EQ(surjective(
                "param p in 0..1; f(x: 4, y: 2) = x ^ (p * y)", 4, "prove distinct by enumerate\n"),
            "each case has values of its own");
}

TEST(Certifier, RefusesASectionThatIsNone) {
  // The column does not change the value.
  const auto by_section = [](const std::string& section) {
    return surjective("(4,8):(1,0)",
                      4,
                      "prove distinct by section\nsection " + section +
                          "\nprove within by enumerate\nprove distinct by enumerate\n");
  };
  EXPECT_EQ(by_section("(x, y)(v: 4) = (v, 7 - v)"), "");
  EXPECT_EQ(by_section("(x, y)(v: 3) = (v, v)"), "the section has too few points");
  EXPECT_EQ(by_section("(x, y)(v: 4) = (v / 2, v)"), "too few different values");
  EXPECT_EQ(by_section("(x, y)(v: 5) = (v, v)"), "a case breaks it");
  EXPECT_EQ(by_section("x(v: 4) = v"), "a layout does not give another's inputs");
  EXPECT_EQ(by_section("param p in 0..3; (x, y)(v: 1) = (v + p, v)"),
            "the inputs must be no parameters");
}

TEST(Certifier, HasNoSectionForOtherQuestions) {
  EXPECT_EQ(about("(4):(2)", "in-bounds", "allocation 7\nprove within by section\n"),
            "there is no such evidence for 'within'");
}

TEST(Certifier, AsksNoValuesWithoutSizes) {
  EXPECT_EQ(surjective("(r, c)(i: 4, j: 2) = (i, j)", 8, "prove distinct by enumerate\n"),
            "the coordinates have no sizes");
}

TEST(Certifier, NeedsAllPartsOfSurjective) {
  // 96 points, neither bits nor strides alone.
  const std::string layout = "f(x: 6, y: 16) = x*16 + (y ^ (x & 7))";
  EXPECT_EQ(surjective(layout, 96, "prove distinct by enumerate\n"), "");
  EXPECT_EQ(surjective(layout, 96, ""), "the certificate ends early");
  EXPECT_EQ(surjective(layout, 96, "prove distinct by enumerate\nprove distinct by enumerate\n"),
            "lines after the proof");
  EXPECT_EQ(
      surjective("f(x: 6, y: 16) = x*17 + (y ^ (x & 7))", 96, "prove distinct by enumerate\n"),
      "a case breaks it");
}

TEST(Certifier, RefusesASecondQuestionWithoutProof) {
  std::string text = written({"bijective", {kSwizzled}, {}}, "f2");
  const std::size_t at = text.find("prove distinct");
  text.replace(at, text.rfind("digest ") - at, "");
  EXPECT_EQ(refusal(forged(text, "claim", "claim")), "the certificate ends early");
}

// A conversion that moves a part of the elements is none of all.
TEST(Certifier, TakesConversionsOfAllElementsOrOfSome) {
  struct Parts {
    std::string source;
    std::string destination;
    std::string written = "4 * r + c";
    std::string read = "(r << 2) | c";
  };
  const auto converts = [](const Parts& parts, const std::string& proof) {
    return refusal(signed_text("claim converts\nlayout source [] (r, c)" + parts.source +
                               "\nlayout written [] f(r: 4, c: 4) = " + parts.written +
                               "\nlayout read [] f(r: 4, c: 4) = " + parts.read +
                               "\nlayout destination [] (r, c)" + parts.destination +
                               "\nprove converts by " + proof));
  };
  const std::string all =
      "all\nprove within by enumerate\nprove distinct by enumerate\nprove within by enumerate\n"
      "prove equal by enumerate\nprove distinct by enumerate\n";
  const std::string whole = "(i: 4, j: 4) = (i, j)";
  const std::string half = "(i: 4, j: 2) = (i, j)";
  EXPECT_EQ(converts({whole, whole}, all), "");
  EXPECT_EQ(converts({whole, whole}, "enumerate\n"), "");
  EXPECT_EQ(converts({half, half}, all), "too few different values");
  EXPECT_EQ(converts({half, half}, "enumerate\n"), "");
  EXPECT_EQ(converts({whole, half}, all), "");
  EXPECT_EQ(converts({half, whole}, "enumerate\n"), "a case breaks it");
  EXPECT_EQ(converts({whole, whole, "3 * r + c", "3 * r + c"}, all), "too few different values");
  EXPECT_EQ(converts({whole, whole, "3 * r + c", "3 * r + c"}, "enumerate\n"), "a case breaks it");
  EXPECT_EQ(converts({whole, whole, "4 * r + c", "4 * c + r"}, all), "a case breaks it");
  EXPECT_EQ(converts({whole, whole, "4 * r + c", "4 * c + r"}, "enumerate\n"), "a case breaks it");
  // For no value of p are all written.
  const std::string part = "(i: 4, j: 2) = (i, j + 2*p)";
  const auto fixed = [&](const std::string& source, const std::string& destination) {
    return refusal(signed_text("claim converts\nlayout source [] " + source +
                               "\nlayout written [] f(r: 4, c: 4) = 4 * r + c\nlayout read [] "
                               "f(r: 4, c: 4) = 4 * r + c\nlayout destination [] " +
                               destination + "\nprove converts by enumerate\n"));
  };
  EXPECT_EQ(fixed("param p in 0..1; (r, c)" + part, "(r, c)" + whole),
            "the inputs must be no parameters");
  EXPECT_EQ(fixed("(r, c)" + half, "param p in 0..1; (r, c)" + part),
            "the inputs must be no parameters");
  // Single places do not show that something is written.
  EXPECT_EQ(converts({whole, whole}, "sums\n"), "no single values decide it");
  EXPECT_EQ(converts({whole, whole}, "drat\n"), "no single values decide it");
  EXPECT_EQ(converts({whole, whole}, "inverse\n"), "there is no such evidence for 'converts'");
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
    const std::string body = "tileproof certificate 2\nclaim injective\nlayout map [] " + layout +
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

TEST(Certifier, IsSmall) {
  std::size_t lines = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TILEPROOF_CERTIFIER)) {
    std::ifstream file(entry.path());
    lines += static_cast<std::size_t>(
        std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n'));
  }
  EXPECT_GT(lines, 0U);
  EXPECT_LT(lines, 750U);
}

}  // namespace
}  // namespace tileproof::testing
