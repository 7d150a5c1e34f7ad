// All laws of the encoding, and what is asked of it besides: proofs by engines, a certificate, the
// cost of an access, and what it is in other notations.
#include "tilted.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tileproof/gtest.hpp>
#include <tileproof/prove.hpp>

namespace {

using namespace tileproof;

TILEPROOF_LAWS(Tilted, mine::tilted());

const Family kFamilies[] = {mine::tilted().value()};

IndexMap layout(const char* text) { return read_index_map(text, {}, kFamilies).value(); }

// A column of the tile, whose rows 32 lanes load at once.
Verdict column_is_free(const char* text) {
  const auto column = parse_index_map("(row, col)(lane: 32, col: 32) = (lane, col)", {}).value();
  const AccessRule* rule = Target::parse("cuda:90").value().find_rule("ld.shared.b32").value();
  return prove(make_conflict_free(layout(text), column, 32, *rule).value(), {});
}

TEST(TiltedProofs, AColumnIsFreeOfBankConflictsWhereRowsAreTiltedByOne) {
  EXPECT_TRUE(is_proved(column_is_free("tilted<32x32, 1>")));
  EXPECT_TRUE(is_refuted(column_is_free("tilted<32x32, 2>")));
  EXPECT_TRUE(is_refuted(column_is_free("tilted<32x32, 0>")));
}

TEST(TiltedProofs, EachOfTheseEnginesProvesThatOffsetsAreInBounds) {
  const Claim claim = make_in_bounds(layout("tilted<32x32, 1>"), 32 * 32).value();
  for (const auto engine :
       {EngineName::kRanges, EngineName::kSat, EngineName::kSmt, EngineName::kEnumerate}) {
    EXPECT_TRUE(is_proved(prove_by(engine, claim, {}))) << to_string(engine);
  }
}

TEST(TiltedProofs, WithoutTiltItIsRowMajor) {
  const auto equals = [](const char* tilted, const char* other) {
    return prove(make_equal(layout(tilted), layout(other)).value(), {});
  };
  EXPECT_TRUE(is_proved(equals("tilted<8x16, 0>", "(8,16):(16,1)")));
  EXPECT_TRUE(is_refuted(equals("tilted<8x16, 1>", "(8,16):(16,1)")));
}

// The certificate states the layout as an index expression, so `tileproof-certify` needs no
// tilted.hpp.
TEST(TiltedProofs, ACertificateShowsIt) {
  const StatedClaim stated = {"bijective", {{"map", {}, "tilted<12x20, 3>"}}, {}};
  ASSERT_TRUE(is_proved(prove(build_claim(stated, kFamilies).value(), {})));
  const StatedClaim restated = restate(stated, kFamilies).value();
  EXPECT_EQ(restated.layouts[0].text, "offset(row: 12, col: 20) = row * 20 + (col + row * 3) % 20");
  const CertifyResult result = certify(write_certificate(restated, "", {}).value());
  ASSERT_TRUE(std::holds_alternative<Certified>(result));
  EXPECT_EQ(std::get<Certified>(result).claim, print(restated).value());
}

}  // namespace
