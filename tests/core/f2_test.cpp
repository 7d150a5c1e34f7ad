// Examples of the algebra of GF(2); its laws are tested in tests/properties.
#include "core/f2.hpp"

#include <gtest/gtest.h>

#include "core/check.hpp"

namespace tileproof::f2 {
namespace {

const Matrix kShear{2, {0b01, 0b11}};

TEST(F2Matrix, ApplyXorsTheSelectedColumns) {
  EXPECT_EQ(f2::apply(kShear.columns, 0b00), 0b00u);
  EXPECT_EQ(f2::apply(kShear.columns, 0b10), 0b11u);
  EXPECT_EQ(f2::apply(kShear.columns, 0b11), 0b10u);
}

TEST(F2Matrix, AShearIsItsOwnInverse) {
  EXPECT_EQ(inverse(kShear), kShear);
  EXPECT_EQ(multiply(kShear, kShear), identity(2));
}

TEST(F2Matrix, OnlySquareMatricesOfFullRankHaveAnInverse) {
  EXPECT_EQ(inverse({2, {0b11, 0b11}}), std::nullopt);
  EXPECT_EQ(inverse({2, {0b01, 0b10, 0b11}}), std::nullopt);
  EXPECT_EQ(inverse({3, {0b01, 0b10}}), std::nullopt);
  EXPECT_EQ(inverse({0, {}}), (Matrix{0, {}}));
}

TEST(F2Matrix, MultiplyingSizesThatDoNotMatchIsABug) {
  EXPECT_THROW(static_cast<void>(multiply(identity(2), identity(3))), InternalError);
}

TEST(F2Matrix, RankCountsIndependentColumns) {
  EXPECT_EQ(rank(std::vector<Word>{}), 0u);
  EXPECT_EQ(rank(std::vector<Word>{0, 0}), 0u);
  EXPECT_EQ(rank(std::vector<Word>{1, 2, 3}), 2u);
  EXPECT_EQ(rank(std::vector<Word>{~Word{0}, Word{1} << 63}), 2u);
}

TEST(F2Matrix, KernelOfThreeColumnsInTwoDimensionsIsTheirRelation) {
  EXPECT_EQ(kernel(std::vector<Word>{1, 2, 3}), std::vector<Word>{0b111});
  EXPECT_EQ(kernel(std::vector<Word>{1, 2}), std::vector<Word>{});
  EXPECT_EQ(kernel(std::vector<Word>{0, 1}), std::vector<Word>{0b01});
}

TEST(F2Matrix, EchelonFormClearsAboveAndBelowThePivots) {
  // Rows (1 1 0), (1 0 1) become (1 0 1), (0 1 1).
  EXPECT_EQ(echelon_form({2, {0b11, 0b01, 0b10}}), (Matrix{2, {0b01, 0b10, 0b11}}));
}

TEST(F2Matrix, UsesAllBitsOfAWord) {
  const Matrix whole = identity(64);
  EXPECT_EQ(rank(whole.columns), 64u);
  EXPECT_EQ(f2::apply(whole.columns, ~Word{0}), ~Word{0});
  EXPECT_EQ(inverse(whole), whole);
  EXPECT_EQ(transpose(whole), whole);
}

TEST(F2Solver, GivesTheSolutionWithoutFreeVariables) {
  const Solver solver(std::vector<Word>{1, 1, 2});
  EXPECT_EQ(solver.solve(3), 0b101u);
  EXPECT_EQ(solver.free_columns(), 0b010u);
  EXPECT_EQ(solver.rank(), 2u);
}

TEST(F2Solver, HasNoSolutionOutsideTheSpan) {
  EXPECT_EQ(Solver(std::vector<Word>{1, 1, 2}).solve(4), std::nullopt);
  EXPECT_EQ(Solver(std::vector<Word>{}).solve(1), std::nullopt);
  EXPECT_EQ(Solver(std::vector<Word>{}).solve(0), 0u);
}

TEST(F2Solver, RefusesMoreThan64Columns) {
  EXPECT_THROW(Solver(std::vector<Word>(65, 1)), InternalError);
}

TEST(F2Subspace, HasOneBasisForAllGenerators) {
  EXPECT_EQ(Subspace(std::vector<Word>{1, 2}), Subspace(std::vector<Word>{3, 2}));
  EXPECT_EQ(Subspace(std::vector<Word>{1, 2}).basis(), (std::vector<Word>{2, 1}));
  EXPECT_EQ(Subspace(std::vector<Word>{6, 5, 3}).dimension(), 2u);
}

TEST(F2Subspace, InsertSaysWhetherTheVectorIsNew) {
  Subspace space;
  EXPECT_TRUE(space.insert(0b110));
  EXPECT_TRUE(space.insert(0b011));
  EXPECT_FALSE(space.insert(0b101));
  EXPECT_FALSE(space.insert(0));
  EXPECT_TRUE(space.contains(0b101));
  EXPECT_FALSE(space.contains(0b001));
  EXPECT_EQ(space.reduce(0b111), space.reduce(0b001));
}

TEST(F2Subspace, PlanesInSpaceMeetInALine) {
  const Subspace a(std::vector<Word>{0b001, 0b010});
  const Subspace b(std::vector<Word>{0b011, 0b100});
  EXPECT_EQ(intersection(a, b), Subspace(std::vector<Word>{0b011}));
  EXPECT_EQ(sum(a, b).dimension(), 3u);
  EXPECT_EQ(intersection(a, Subspace()), Subspace());
}

}  // namespace
}  // namespace tileproof::f2
