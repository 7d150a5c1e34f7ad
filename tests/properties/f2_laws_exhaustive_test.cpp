// The laws of GF(2) on every small subject: all matrices of up to three rows and columns, all
// subspaces of four dimensions.  What random draws might miss cannot hide here.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "properties/f2_laws.hpp"

namespace tileproof::laws {
namespace {

constexpr unsigned kSide = 3;
constexpr unsigned kBits = 4;

// All matrices with 1 to kSide rows and 0 to kSide columns.
std::vector<Matrix> all_matrices() {
  std::vector<Matrix> result;
  for (unsigned rows = 1; rows <= kSide; ++rows) {
    for (unsigned columns = 0; columns <= kSide; ++columns) {
      for (Word entries = 0; entries < Word{1} << (rows * columns); ++entries) {
        Matrix next{rows, {}};
        for (unsigned c = 0; c < columns; ++c) {
          next.columns.push_back(entries >> (c * rows) & low_mask(rows));
        }
        result.push_back(std::move(next));
      }
    }
  }
  return result;
}

std::vector<Subspace> all_subspaces() {
  std::vector<Subspace> result;
  for (Word a = 0; a < 16; ++a) {
    for (Word b = a; b < 16; ++b) {
      for (Word c = b; c < 16; ++c) {
        for (Word d = c; d < 16; ++d) {
          const Subspace next(std::vector{a, b, c, d});
          if (std::ranges::find(result, next) == result.end()) result.push_back(next);
        }
      }
    }
  }
  return result;
}

void expect_holds(const LawResult& result) {
  ASSERT_TRUE(result.applied);
  ASSERT_TRUE(result.holds) << result.what_broke;
}

TEST(F2LawsExhaustive, HoldForEachSmallMatrix) {
  const auto matrices = all_matrices();
  ASSERT_EQ(matrices.size(), 685u);  // the sum of 2^(rows * columns)
  for (const Matrix& m : matrices) {
    expect_holds(transposing_swaps_rows_and_columns(m));
    expect_holds(rank_counts_the_image(m));
    expect_holds(kernel_is_what_maps_to_zero(m));
    expect_holds(inverse_cancels(m));
    expect_holds(echelon_form_is_reduced(m));
    expect_holds(span_is_all_sums(m.columns));
    for (Word y = 0; y < Word{1} << kSide; ++y) {
      expect_holds(solutions_solve(m, y));
      for (Word x = 0; x < Word{1} << kSide; ++x) expect_holds(applying_is_linear(m, x, y));
    }
  }
}

TEST(F2LawsExhaustive, HoldForEachProductOfSmallMatrices) {
  const auto matrices = all_matrices();
  std::size_t products = 0;
  for (const Matrix& m : matrices) {
    for (const Matrix& n : matrices) {
      if (n.rows != m.columns.size()) continue;
      ++products;
      const auto result = multiplying_is_composition(m, n);
      ASSERT_TRUE(result.holds) << result.what_broke;
    }
  }
  EXPECT_EQ(products, 348990u);
}

TEST(F2LawsExhaustive, HoldForEachPairOfSubspaces) {
  const auto subspaces = all_subspaces();
  ASSERT_EQ(subspaces.size(), 67u);  // 1 + 15 + 35 + 15 + 1, the Gaussian binomials
  for (const Subspace& a : subspaces) {
    for (const Subspace& b : subspaces) {
      expect_holds(sum_is_all_pairwise_sums(a, b));
      expect_holds(intersection_is_what_both_have(a, b));
      expect_holds(dimensions_add_up(a, b));
    }
    for (Word v = 0; v < Word{1} << kBits; ++v) {
      for (Word w = 0; w < Word{1} << kBits; ++w) {
        expect_holds(reducing_picks_one_of_a_coset(a, v, w));
      }
    }
  }
}

}  // namespace
}  // namespace tileproof::laws
