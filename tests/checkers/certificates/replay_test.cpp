// 1,000 random proofs of each kind replay; and of 1,000 damaged ones each is refused, or is a proof
// of a claim that is true.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "checkers/certificates/certifier/certify.hpp"
#include "properties/claims/damage.hpp"
#include "properties/claims/plain_truth.hpp"
#include "properties/claims/random_claims.hpp"
#include "tests/checkers/certificates/written.hpp"

namespace tileproof::testing {
namespace {

constexpr int kProofs = 1000;

struct Kind {
  const char* name;
  const char* engine;
  const char* evidence;
};

class Certificates : public ::testing::TestWithParam<Kind> {
 protected:
  gen::Source random_ = gen::Source::random(20261120);

  // A certificate with evidence of the kind.  Claims that are refused must be false.
  std::string draw() {
    while (true) {
      const StatedClaim claim = gen::random_claim(random_, GetParam().name);
      const auto text = write_certificate(claim, GetParam().engine, kLimits);
      // Vectors that do not divide, or inputs of other sizes.
      if (!text && text.error().code == ErrorCode::kUsage) continue;
      if (!text && text.error().code == ErrorCode::kShape) continue;
      if (!text) {
        EXPECT_FALSE(laws::is_true(claim)) << *print(claim) << text.error().message;
        ++refused_;
        continue;
      }
      const bool has_kind =
          text->find(std::string(" by ") + GetParam().evidence) != std::string::npos;
      if (has_kind) return *text;
      ++other_kind_;
    }
  }

  int refused_ = 0;
  int other_kind_ = 0;
};

constexpr std::array kDamages = {laws::flip_bit, laws::change_digit, laws::change_lines};

TEST_P(Certificates, OfRandomClaimsReplay) {
  std::size_t bytes = 0;
  for (int i = 0; i < kProofs; ++i) {
    const std::string text = draw();
    const auto result = certify(text);
    ASSERT_TRUE(std::holds_alternative<Certified>(result))
        << text << std::get<RefusedCertificate>(result).reason;
    ASSERT_TRUE(laws::is_true(*parse_stated_claim(std::get<Certified>(result).claim))) << text;
    bytes += text.size();
  }
  RecordProperty("not_proved", refused_);
  RecordProperty("other_kind", other_kind_);
  RecordProperty("mean_bytes", std::to_string(bytes / kProofs));
}

TEST_P(Certificates, ThatAreDamagedAreRefused) {
  for (int i = 0; i < kProofs; ++i) {
    std::string text = draw();
    const std::string whole = text;
    const auto damage = kDamages[static_cast<std::size_t>(i % 3)];
    while (text == whole) damage(random_, text);
    const auto result = certify(text);
    ASSERT_TRUE(std::holds_alternative<RefusedCertificate>(result)) << text;
  }
}

TEST_P(Certificates, ThatAreDamagedBeforeTheDigestAreRefusedOrTrue) {
  int refused = 0;
  int redundant = 0;    // the same claim, and evidence that is a proof still
  int other_claim = 0;  // a changed claim, which the evidence proves
  for (int i = 0; i < kProofs; ++i) {
    std::string text = draw();
    const auto before = std::get<Certified>(certify(text)).claim;
    const std::string whole = text;
    const auto damage = kDamages[static_cast<std::size_t>(i % 3)];
    while (laws::with_new_digest(text) == whole) damage(random_, text);
    const auto result = certify(laws::with_new_digest(text));
    if (std::holds_alternative<RefusedCertificate>(result)) {
      ++refused;
      continue;
    }
    const auto& after = std::get<Certified>(result).claim;
    ASSERT_TRUE(laws::is_true(*parse_stated_claim(after))) << text;
    ++(after == before ? redundant : other_claim);
  }
  EXPECT_GT(refused, kProofs / 4);
  RecordProperty("refused", refused);
  RecordProperty("redundant", redundant);
  RecordProperty("other_claim", other_claim);
}

// What was written once stays a proof: clauses and their numbers are not those of one run.
TEST(Certifier, TakesACertificateThatWasKept) {
  std::ifstream file(TILEPROOF_TEST_DATA "/certificates/no_wrap.txt");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto result = certify(text);
  ASSERT_TRUE(std::holds_alternative<Certified>(result))
      << std::get<RefusedCertificate>(result).reason;
  EXPECT_EQ(std::get<Certified>(result).claim,
            "claim no-wrap\nlayout map [] (4,4):(500000000,200000001)\nbits 32\nsigned 1\n");
}

INSTANTIATE_TEST_SUITE_P(Kinds,
                         Certificates,
                         ::testing::Values(Kind{"gf2", "f2", "inverse"},
                                           Kind{"strides", "strides", "inverse"},
                                           Kind{"section", "f2", "section"},
                                           Kind{"sums", "strides", "sums"},
                                           Kind{"enumerate", "enumerate", "enumerate"},
                                           Kind{"drat", "sat", "drat"},
                                           Kind{"cases", "strides", "case\n"}),
                         [](const auto& kind) { return std::string(kind.param.name); });

}  // namespace
}  // namespace tileproof::testing
