// Does the certifier refuse what a wrong writer might write?  The digest is right in all of these.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "checkers/certificates/certifier/certify.hpp"
#include "checkers/certificates/write_certificate.hpp"
#include "tests/checkers/certificates/random_claims.hpp"

namespace tileproof {
namespace {

const Limits kLimits{.seconds = 10};

const StatedLayout kSwizzled{
    "map", {16, 16}, "#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 8, order = [1, 0]}>"};
const StatedLayout kPadded{
    "map", {16, 16}, "#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 16]}>"};

StatedClaim in_bounds(Word allocation) {
  return {"in-bounds", {kPadded}, {{"allocation", std::to_string(allocation)}}};
}

std::string written(const StatedClaim& claim, std::string_view engine) {
  const auto text = write_certificate(claim, engine, kLimits);
  EXPECT_TRUE(text) << text.error().message;
  return text ? *text : "";
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
  const std::string body = "tileproof certificate 1\n" + lines;
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
                        "prove injective by strides\n"
                        "order 0 1 2\n"
                        "row 1\n"
                        "row 0\n"
                        "row 2\n"
                        "prove onto by strides\n"
                        "preimage 2\n"
                        "preimage 1\n"
                        "preimage 4\n"));
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
  EXPECT_EQ(refusal(forged(text, "perPhase = 1", "perPhase = 2")),
            "the row does not give input bit 5");
}

TEST(Certifier, RefusesAFalseClaimWhateverTheKind) {
  for (const char* kind : {"gf2", "strides", "enumerate", "drat", "parts", "faith"}) {
    const std::string body =
        "tileproof certificate 1\n" + *print(in_bounds(283)) + "prove within by " + kind + "\n";
    EXPECT_NE(refusal(body + digest_line(body) + "\n"), "") << kind;
  }
}

TEST(Certifier, RefusesAnOrderThatLeavesATermOpen) {
  // 7 = 7 * 1 + 0 = 0 + 1 * 7
  EXPECT_EQ(about("(9,5):(1,7)", "injective", "prove injective by strides\norder 0 1\n"),
            "term 0 is not determined by the value");
  EXPECT_EQ(about("(9,5):(1,7)", "injective", "prove injective by strides\norder 1 0\n"),
            "term 1 is not determined by the value");
}

TEST(Certifier, RefusesOrdersWithoutATerm) {
  for (const char* order : {"", " 0", " 0 0", " 0 2", " -1 0", " 0 1 1"}) {
    EXPECT_EQ(about("(9,5):(1,9)",
                    "injective",
                    "prove injective by strides\norder" + std::string(order) + "\n"),
              "the order does not have each term once");
  }
}

TEST(Certifier, RefusesRowsOfTermsThatAreNotThere) {
  for (const char* row : {"2", "-1", "18446744073709551615"}) {
    EXPECT_NE(about("(9,5):(1,9)",
                    "injective",
                    "prove injective by strides\norder 0 1\nrow " + std::string(row) + "\nrow 1\n"),
              "");
  }
}

// An input that the value does not have is the sum of no terms.
TEST(Certifier, SeesInputsThatDoNotChangeTheValue) {
  EXPECT_EQ(about("(3,5):(1,0)", "injective", "prove injective by strides\norder 0\nrow 0\nrow\n"),
            "the row does not give input bit 1");
  EXPECT_EQ(
      about(
          "(3,4):(1,0)", "injective", "prove injective by strides\norder 0\nrow 0\nrow 0\nrow 0\n"),
      "the row does not give input bit 1");
}

TEST(Certifier, DoesNotCallEverySumLinear) {
  EXPECT_EQ(
      about(
          "(4,3):(3,1)", "injective", "prove injective by gf2\norder 0 1 2\nrow 1\nrow 0\nrow 2\n"),
      "the layout is not linear");
}

// Parameters are one number for both points, and no excuse for them.
TEST(Certifier, HoldsParametersEqual) {
  const std::string proof = "prove injective by strides\norder 0 1\nrow 1\nrow 0\n";
  EXPECT_EQ(about("param p in 3..9; f(x: 4) = x + p", "injective", proof), "");
  EXPECT_EQ(about("param p in 0..3; f(x: 4) = x ^ p", "injective", proof), "");
  EXPECT_NE(about("param p in 0..3; f(x: 4) = (x & 1) ^ p", "injective", proof), "");
  EXPECT_EQ(
      about("param p in 0..3; f(x: 4) = x + p", "injective", "prove injective by enumerate\n"), "");
  EXPECT_EQ(
      about("param p in 0..3; f(x: 4) = x * p", "injective", "prove injective by enumerate\n"),
      "two points have one value");
  EXPECT_EQ(about("param p in 0..3; f(x: 4) = x + p", "surjective", "prove onto by enumerate\n"),
            "'onto' is not about parameters");
}

TEST(Certifier, DoesNotTakeALargestValueForOnto) {
  EXPECT_EQ(about("(4):(2)", "surjective", "prove onto by strides\npreimage 1\npreimage 2\n"),
            "no value is 1");
  EXPECT_EQ(
      about("f(x: 4) = x + 1", "surjective", "prove onto by strides\npreimage 2\npreimage 1\n"),
      "the smallest value is not 0");
  EXPECT_EQ(about("(4,2):(1,5)",
                  "surjective",
                  "prove onto by strides\npreimage 4\npreimage 2\npreimage 1\n"),
            "no value is 4");
  // 0 and 1 of three.
  EXPECT_EQ(about("{x = [[1]]} -> {y = 3}", "surjective", "prove onto by enumerate\n"),
            "a value is left out");
}

TEST(Certifier, AsksNoValuesWithoutSizes) {
  EXPECT_EQ(about("(r, c)(i: 4, j: 2) = (i, j)", "surjective", "prove onto by enumerate\n"),
            "the coordinates have no sizes");
}

TEST(Certifier, KnowsPartsOfOntoAlone) {
  const std::string parts = "prove injective by parts\nprove injective by enumerate\n";
  EXPECT_EQ(about("(4):(2)", "injective", parts), "the question has no parts");
  // 96 points, neither bits nor strides alone.
  const std::string layout = "f(x: 6, y: 16) = x*16 + (y ^ (x & 7))";
  EXPECT_EQ(about(layout,
                  "surjective",
                  "prove onto by parts\nprove injective by enumerate\nprove within by enumerate\n"),
            "");
  EXPECT_EQ(about(layout, "surjective", "prove onto by parts\nprove injective by enumerate\n"),
            "the certificate ends early");
  EXPECT_EQ(about("f(x: 6, y: 16) = x*17 + (y ^ (x & 7))",
                  "surjective",
                  "prove onto by parts\nprove injective by enumerate\nprove within by enumerate\n"),
            "a case breaks it");
}

// 2^64 is 1 modulo 3.
TEST(Certifier, AlignsToPowersOfTwoAlone) {
  const auto aligned = [](const std::string& bytes) {
    return about(
        "f(x: 4) = 3 * x",
        "aligned",
        "element_bits 8\nbytes " + bytes + "\nvector 1\nalong x\nprove aligned by enumerate\n");
  };
  EXPECT_EQ(aligned("1"), "");
  EXPECT_EQ(aligned("3"), "the bytes must be a power of two");
}

TEST(Certifier, SeesWideResultsOfBitOperations) {
  const auto no_wrap = [](const std::string& layout) {
    return about(layout, "no-wrap", "bits 32\nsigned 1\nprove no-wrap by enumerate\n");
  };
  EXPECT_EQ(no_wrap("f(x: 4) = x & 1099511627775"), "");
  EXPECT_EQ(no_wrap("f(x: 4) = x | 1099511627775"), "a case breaks it");
  EXPECT_EQ(no_wrap("f(x: 4) = x * 1073741823"), "a case breaks it");
}

TEST(Certifier, RefusesASecondQuestionWithoutProof) {
  std::string text = written({"bijective", {kSwizzled}, {}}, "f2");
  const std::size_t at = text.find("prove onto");
  text.replace(at, text.rfind("digest ") - at, "");
  EXPECT_EQ(refusal(forged(text, "claim", "claim")), "the certificate ends early");
}

StatedClaim conversion(const std::string& source, const std::string& destination) {
  return {"converts",
          {{"source", {}, source},
           {"written", {}, "offset(r: 4, c: 4) = 4 * r + c"},
           {"read", {}, "offset(r: 4, c: 4) = (r << 2) | c"},
           {"destination", {}, destination}},
          {}};
}

TEST(Certifier, DoesNotTakeAWriteAsARead) {
  const std::string whole = "(r, c)(i: 4, j: 4) = (i, j)";
  const auto is_proved = [](const StatedClaim& claim) {
    return write_certificate(claim, "", kLimits).has_value();
  };
  EXPECT_TRUE(is_proved(conversion(whole, whole)));
  // Half of the columns are read, and nobody writes them.
  EXPECT_FALSE(is_proved(conversion("(r, c)(i: 4, j: 2) = (i, j)", whole)));
  // A source writes beyond the memory's shape.
  EXPECT_FALSE(is_proved(conversion("(r, c)(i: 4, j: 8) = (i, j)", whole)));
  EXPECT_FALSE(is_proved(conversion(whole, "(r, c)(i: 4, j: 5) = (i, j)")));
  // Two elements in one place.
  StatedClaim claim = conversion(whole, whole);
  claim.layouts[1].text = claim.layouts[2].text = "offset(r: 4, c: 4) = 3 * r + c";
  EXPECT_FALSE(is_proved(claim));
  // Read where another is written.
  claim = conversion(whole, whole);
  claim.layouts[2].text = "offset(r: 4, c: 4) = 4 * c + r";
  EXPECT_FALSE(is_proved(claim));
}

TEST(Certifier, SurvivesAnyTruncation) {
  const std::string text = written({"injective", {kPadded}, {}}, "sat");
  for (std::size_t size = 0; size < text.size(); size += 7) {
    const std::string head = text.substr(0, size);
    EXPECT_NE(refusal(head), "");
    EXPECT_NE(refusal(head + digest_line(head) + "\n"), "");
    EXPECT_NE(refusal(head + "\n" + digest_line(head + "\n") + "\n"), "");
  }
}

TEST(Certifier, VisitsABoundedNumberOfCases) {
  const auto visit = [](const std::string& layout) {
    const std::string body = "tileproof certificate 1\nclaim injective\nlayout map [] " + layout +
                             "\nprove injective by enumerate\n";
    return refusal(body + digest_line(body) + "\n");
  };
  EXPECT_EQ(visit("(256,256):(257,1)"), "");
  EXPECT_EQ(visit("(4096,8192):(8192,1)"), "more cases than are visited");
  // A longer formula takes longer.
  std::string sum = "f(x: 1048576) = x";
  for (int i = 0; i < 1000; ++i) sum += " + 1";
  EXPECT_EQ(visit(sum), "more cases than are visited");
}

// No claim is true for want of cases: where lanes' vectors start, they are looked at.
TEST(Certifier, SeesTheConflictsOfLanesThatStartVectors) {
  const StatedLayout access{"access", {}, "(r, c)(register: 4, lane: 32) = (lane, register)"};
  const auto claim = [&](const char* memory) {
    return StatedClaim{"conflict-free",
                       {{"memory", {}, memory}, access},
                       {{"element_bits", "32"},
                        {"target", "cuda:90"},
                        {"instruction", "ld.shared.b128"},
                        {"zero_bits", "3 0"}}};
  };
  EXPECT_TRUE(write_certificate(claim("f(r: 32, c: 4) = r * 36 + c"), "", kLimits));
  const auto refused = write_certificate(claim("f(r: 32, c: 4) = r * 32 + c"), "", kLimits);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kNotSolvable);
}

// 32 lanes that add to one word take turns; loads of it do not.
TEST(Certifier, DoesNotTakeAtomicsForStores) {
  const auto claim = [](const char* instruction) {
    return StatedClaim{
        "conflict-free",
        {{"memory", {}, "f(r: 32) = r"}, {"access", {}, "(r)(lane: 32) = (lane / 32)"}},
        {{"element_bits", "32"},
         {"target", "cuda:90"},
         {"instruction", instruction},
         {"zero_bits", "0"}}};
  };
  EXPECT_TRUE(write_certificate(claim("ld.shared.b32"), "", kLimits));
  EXPECT_FALSE(write_certificate(claim("atom.shared.add.u32"), "", kLimits));
}

// Lanes that leave the memory, and addresses that leave 64 bits, are no accesses.
TEST(Certifier, SeesAccessesThatAreNone) {
  const auto claim = [&](const char* memory, const char* access) {
    return StatedClaim{"conflict-free",
                       {{"memory", {}, memory}, {"access", {}, access}},
                       {{"element_bits", "32"},
                        {"target", "cuda:90"},
                        {"instruction", "ld.shared.b32"},
                        {"zero_bits", "0"}}};
  };
  const auto is_proved = [&](const StatedClaim& stated) {
    return write_certificate(stated, "", kLimits).has_value();
  };
  const char* const access = "(r)(lane: 32) = (lane)";
  EXPECT_TRUE(is_proved(claim("f(r: 32) = r", access)));
  EXPECT_FALSE(is_proved(claim("f(r: 31) = r", access)));
  // Multiples of 2^59 elements: all are byte 0 modulo 2^61.
  EXPECT_FALSE(is_proved(claim("f(r: 32) = r << 59", access)));
}

TEST(Certifier, IsSmall) {
  std::size_t lines = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TILEPROOF_CERTIFIER)) {
    std::ifstream file(entry.path());
    lines += static_cast<std::size_t>(
        std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n'));
  }
  EXPECT_GT(lines, 0U);
  EXPECT_LT(lines, 1100U);
}

TEST(WriteCertificate, FailsForWhatDoesNotHold) {
  for (const char* engine : {"", "f2", "strides", "sat", "enumerate"}) {
    const auto text = write_certificate(in_bounds(283), engine, kLimits);
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, ErrorCode::kNotSolvable) << text.error().message;
  }
}

TEST(WriteCertificate, ProvesALargeLayoutByClauses) {
  const StatedLayout large{
      "map",
      {1024, 1024},
      "#ttg.padded_shared<[128:+4, 512:+8] {order = [1, 0], shape = [1024, 1024]}>"};
  const std::string text = written({"injective", {large}, {}}, "sat");
  const auto result = certify(text);
  ASSERT_TRUE(std::holds_alternative<Certified>(result));
  RecordProperty("bytes", std::to_string(text.size()));
  RecordProperty("lines", std::to_string(std::ranges::count(text, '\n')));
}

}  // namespace
}  // namespace tileproof
