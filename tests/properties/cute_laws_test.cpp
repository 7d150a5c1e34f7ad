#include "properties/cute/laws.hpp"
#include "tests/properties/family_check.hpp"

namespace tileproof::laws {
namespace {

TEST(CuteLaws, HoldOnRandomLayouts) { expect_laws_hold(cute_laws(), 1000); }

TEST(CuteMutants, DieByTheLawsThatTheyName) {
  expect_mutants_die("CuTe", cute_laws(), cute_mutants(), 2000);
}

TEST(CuteGenerators, AreRarelyDegenerate) { expect_rarely_degenerate(cute_generators(), 500); }

}  // namespace
}  // namespace tileproof::laws
