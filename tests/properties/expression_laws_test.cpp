#include "properties/expressions/laws.hpp"
#include "properties/expressions/random_text.hpp"
#include "tests/properties/family_check.hpp"

namespace tileproof::laws {
namespace {

TEST(ExpressionLaws, HoldOnRandomFunctions) { expect_laws_hold(expression_laws(), 1000); }

TEST(ExpressionMutants, DieByTheLawsThatTheyName) {
  expect_mutants_die("index expressions", expression_laws(), expression_mutants(), 2000);
}

TEST(ExpressionGenerators, AreRarelyDegenerate) {
  expect_rarely_degenerate(expression_generators(), 500);
}

}  // namespace
}  // namespace tileproof::laws
