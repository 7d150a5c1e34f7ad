#include "properties/moves/laws.hpp"
#include "tests/properties/family_check.hpp"

namespace tileproof::laws {
namespace {

TEST(MoveLaws, HoldOnRandomConversionsAndPrograms) { expect_laws_hold(move_laws(), 40); }

TEST(MoveMutants, DieByTheLawsThatTheyName) {
  expect_mutants_die("moves", move_laws(), move_mutants(), 200);
}

TEST(MoveGenerators, AreRarelyDegenerate) { expect_rarely_degenerate(move_generators(), 100); }

}  // namespace
}  // namespace tileproof::laws
