#include "properties/claims/laws.hpp"
#include "tests/properties/family_check.hpp"

namespace tileproof::laws {
namespace {

TEST(ClaimLaws, HoldOnRandomClaims) { expect_laws_hold(claim_laws(), 200); }

TEST(ClaimMutants, DieByTheLawsThatTheyName) {
  expect_mutants_die("claims", claim_laws(), claim_mutants(), 1000);
}

TEST(ClaimGenerators, AreRarelyDegenerate) { expect_rarely_degenerate(claim_generators(), 300); }

}  // namespace
}  // namespace tileproof::laws
