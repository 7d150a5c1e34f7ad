#include "properties/files/laws.hpp"
#include "tests/properties/family_check.hpp"

namespace tileproof::laws {
namespace {

TEST(ViewLaws, HoldOnRandomChains) { expect_laws_hold(view_laws(), 200); }

TEST(ViewMutants, DieByTheLawsThatTheyName) {
  expect_mutants_die("views", view_laws(), view_mutants(), 400);
}

TEST(FileLaws, HoldOnRandomModules) { expect_laws_hold(file_laws(), 100); }

TEST(FileMutants, DieByTheLawsThatTheyName) {
  expect_mutants_die("files", file_laws(), file_mutants(), 200);
}

TEST(FileGenerators, AreRarelyDegenerate) { expect_rarely_degenerate(file_generators(), 300); }

}  // namespace
}  // namespace tileproof::laws
