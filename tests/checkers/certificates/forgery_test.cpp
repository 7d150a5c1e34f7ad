// Does the certifier refuse what a wrong writer might write?  The digest is right in all of these.
#include <gtest/gtest.h>

#include "checkers/certificates/certify.hpp"
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

TEST(Certifier, WorkedExample) {
  const std::string text = written({"bijective", {{"map", {}, "(4,3):(3,1)"}}, {}}, "");
  const std::string body =
      "tileproof certificate 1\n"
      "claim bijective\n"
      "layout map [] (4,3):(3,1)\n"
      "prove injective by strides\n"
      "order 2 1 0\n"
      "row 1\n"
      "row 2\n"
      "prove onto by strides\n"
      "order 0 1 2\n"
      "preimage 1\n"
      "preimage 2\n";
  EXPECT_EQ(text, body + digest_line(body) + "\n");
}

TEST(Certifier, RefusesClausesOfAnotherClaim) {
  // 15 * 16 + 15 + 7 gaps of 4 = 283
  const std::string text = written(in_bounds(284), "sat");
  EXPECT_EQ(refusal(text), "");
  EXPECT_EQ(refusal(forged(text, "allocation 284", "allocation 283")),
            "the proof is about other clauses than the claim's");
}

TEST(Certifier, RefusesClausesOfAnotherLayout) {
  const std::string text = written({"injective", {kPadded}, {}}, "sat");
  EXPECT_EQ(refusal(forged(text, "32:+4", "32:+8")),
            "the proof is about other clauses than the claim's");
  // Even where the other layout's claim is true, and the file says that the clauses are its own.
  const std::string other = forged(text, "32:+4", "32:+8");
  const auto line = [](const std::string& from) {
    const std::size_t at = from.find("clauses ");
    return from.substr(at, from.find('\n', at) - at);
  };
  StatedLayout padded = kPadded;
  padded.text.replace(padded.text.find("32:+4"), 5, "32:+8");
  const std::string right = written({"injective", {padded}, {}}, "sat");
  const std::string mixed = forged(other, line(other), line(right));
  EXPECT_NE(refusal(mixed), "the proof is about other clauses than the claim's");
}

TEST(Certifier, RefusesAnEmptyClauseWithoutReason) {
  std::string text = written({"injective", {kPadded}, {}}, "sat");
  const std::size_t at = text.find("lemmas ");
  text.replace(at, text.rfind("digest ") - at, "lemmas 1\n0\n");
  EXPECT_EQ(refusal(forged(text, "0\ndigest", "0\ndigest")),
            "the clause does not follow by unit propagation");
}

TEST(Certifier, RefusesAProofThatStopsBeforeTheContradiction) {
  std::string text = written({"injective", {kPadded}, {}}, "sat");
  const std::size_t at = text.find("lemmas ");
  text.replace(at, text.rfind("digest ") - at, "lemmas 0\n");
  EXPECT_EQ(refusal(forged(text, "lemmas 0", "lemmas 0")), "the proof reaches no contradiction");
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
        "tileproof certificate 1\n" + print(in_bounds(283)) + "prove within by " + kind + "\n";
    EXPECT_NE(refusal(body + digest_line(body) + "\n"), "") << kind;
  }
}

TEST(Certifier, RefusesAnOrderThatLeavesATermOpen) {
  // 7 = 7 * 1 + 0 = 0 + 1 * 7
  const std::string body =
      "tileproof certificate 1\nclaim injective\nlayout map [] (9,5):(1,7)\n"
      "prove injective by strides\norder 1 0\n";
  EXPECT_EQ(refusal(body + digest_line(body) + "\n"),
            "term 0 of the order is not determined by the value");
}

TEST(Certifier, RefusesASecondQuestionWithoutProof) {
  std::string text = written({"bijective", {kSwizzled}, {}}, "f2");
  const std::size_t at = text.find("prove onto");
  text.replace(at, text.rfind("digest ") - at, "");
  EXPECT_EQ(refusal(forged(text, "claim", "claim")), "a question is left without proof");
}

TEST(Certifier, DoesNotTakeAWriteAsARead) {
  // The destination reads what nobody wrote: half of the columns.
  const StatedClaim claim{"converts",
                          {{"source", {}, "(r, c)(i: 4, j: 2) = (i, j)"},
                           {"written", {}, "offset(r: 4, c: 4) = 4 * r + c"},
                           {"read", {}, "offset(r: 4, c: 4) = 4 * r + c"},
                           {"destination", {}, "(r, c)(i: 4, j: 4) = (i, j)"}},
                          {}};
  EXPECT_FALSE(write_certificate(claim, "", kLimits));
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
  RecordProperty("lemmas", std::to_string(std::get<Certified>(result).lemmas));
}

}  // namespace
}  // namespace tileproof
