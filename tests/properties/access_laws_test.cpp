#include "properties/accesses/laws.hpp"
#include "tests/properties/family_check.hpp"

namespace tileproof::laws {
namespace {

TEST(AccessLaws, HoldOnRandomAccesses) { expect_laws_hold(access_laws(), 500); }

TEST(AccessMutants, DieByTheLawsThatTheyName) {
  expect_mutants_die("accesses", access_laws(), access_mutants(), 2000);
}

TEST(AccessGenerators, AreRarelyDegenerate) { expect_rarely_degenerate(access_generators(), 500); }

}  // namespace
}  // namespace tileproof::laws
