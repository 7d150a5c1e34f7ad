// Do the generators keep their promises?  What they draw is what they say, few draws are
// degenerate, and a failure shrinks to its smallest form.
#include "properties/generators.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "core/check.hpp"
#include "tests/properties/random_check.hpp"

namespace tileproof::gen {
namespace {

using laws::LawResult;
using tileproof::testing::check_randomly;

constexpr int kDraws = 500;

LawResult claim(bool holds, const char* what) {
  return holds ? LawResult::kept() : LawResult::broken(what);
}

// Is `applied` here: the value drawn is not degenerate.
LawResult degenerate_if(bool degenerate) {
  return degenerate ? LawResult::not_applicable() : LawResult::kept();
}

bool is_degenerate(const LinearLayout& layout) { return degeneracy(layout) != nullptr; }

struct Case {
  const char* name;
  LinearLayout (*generator)(Source&, Bounds);
  std::function<bool(const LinearLayout&)> promise;
};

void PrintTo(const Case& value, std::ostream* out) { *out << value.name; }

bool has_zero_basis(const LinearLayout& layout) {
  for (const Word basis : layout.field_bases()) {
    if (basis == 0) return true;
  }
  return false;
}

bool has_vectors_in_offset(const LinearLayout& layout) {
  return layout.has_in(kRegister) && layout.has_out(kOffset);
}

class LayoutGenerator : public ::testing::TestWithParam<Case> {};

TEST_P(LayoutGenerator, KeepsItsPromise) {
  for (const Bounds bounds : {Bounds{1}, Bounds{12}, Bounds{62}}) {
    const auto outcome = check_randomly(
        [&](Source& source) {
          const LinearLayout layout = GetParam().generator(source, bounds);
          if (layout.total_in_bits() > bounds.max_bits) return claim(false, "too many bits");
          return claim(GetParam().promise(layout), "the promise is broken");
        },
        kDraws);
    EXPECT_FALSE(outcome.failed) << outcome.message;
  }
}

TEST_P(LayoutGenerator, IsRarelyDegenerate) {
  const auto outcome = check_randomly(
      [](Source& source) { return degenerate_if(is_degenerate(GetParam().generator(source, {}))); },
      kDraws);
  EXPECT_GT(outcome.applied * 10, outcome.tried * 8);
}

INSTANTIATE_TEST_SUITE_P(
    ,
    LayoutGenerator,
    ::testing::Values(
        Case{"Layout", layout, [](const LinearLayout&) { return true; }},
        Case{"Surjective", surjective_layout, [](const auto& l) { return l.is_surjective(); }},
        Case{"Injective", injective_layout, [](const auto& l) { return l.is_injective(); }},
        Case{"Invertible", invertible_layout, [](const auto& l) { return l.is_invertible(); }},
        Case{"WithZeroBases", layout_with_zero_bases, has_zero_basis},
        Case{"Any", any_layout, [](const LinearLayout&) { return true; }},
        Case{"Vectorizable", vectorizable_layout, has_vectors_in_offset},
        Case{"Endomorphism",
             endomorphism,
             [](const auto& l) { return l.total_in_bits() == l.total_out_bits(); }}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(PairGenerators, GiveLayoutsThatFitTogether) {
  const auto composes = check_randomly(
      [](Source& source) {
        const auto [f, g, h] = composable(source);
        return claim(compose(f, g).has_value() && compose(g, h).has_value(), "do not compose");
      },
      kDraws);
  EXPECT_FALSE(composes.failed) << composes.message;
  const auto converts = check_randomly(
      [](Source& source) {
        const auto [a, b] = below(source, 2) == 0 ? convertible(source) : sharing_a_dim(source);
        return claim(invert_and_compose(a, b).has_value(), "do not convert");
      },
      kDraws);
  EXPECT_FALSE(converts.failed) << converts.message;
}

TEST(PairGenerators, AreRarelyDegenerate) {
  const auto outcome = check_randomly(
      [](Source& source) {
        const auto [a, b] = convertible(source);
        const auto [f, g, h] = composable(source);
        const auto [x, y, z] = factors(source);
        // One trivial layout of eight would be much more than a fifth of the draws; look at each in
        // turn.
        const LinearLayout* all[] = {&a, &b, &f, &g, &h, &x, &y, &z};
        return degenerate_if(is_degenerate(*all[below(source, std::size(all))]));
      },
      kDraws);
  EXPECT_GT(outcome.applied * 10, outcome.tried * 8);
}

TEST(MatrixGenerators, GiveInvertibleMatricesOfAnySize) {
  const auto outcome = check_randomly(
      [](Source& source) {
        const auto size = static_cast<unsigned>(1 + below(source, 62));
        return claim(f2::inverse(invertible_matrix(source, size)).has_value(), "not invertible");
      },
      kDraws);
  EXPECT_FALSE(outcome.failed) << outcome.message;
}

TEST(MatrixGenerators, AreRarelyDegenerate) {
  const auto matrices = check_randomly(
      [](Source& source) {
        const f2::Matrix drawn = matrix(source, 8, 8);
        const bool is_zero = f2::rank(drawn.columns) == 0;
        return degenerate_if(is_zero || drawn == f2::identity(drawn.rows));
      },
      kDraws);
  EXPECT_GT(matrices.applied * 10, matrices.tried * 8);
  const auto subspaces = check_randomly(
      [](Source& source) {
        const unsigned dimension = subspace(source, 8).dimension();
        return degenerate_if(dimension == 0 || dimension == 8);
      },
      kDraws);
  EXPECT_GT(subspaces.applied * 10, subspaces.tried * 7);
}

TEST(Generators, CoverBothAnswersOfEachFlag) {
  int injective = 0;
  int surjective = 0;
  const auto outcome = check_randomly(
      [&](Source& source) {
        const LinearLayout drawn = layout(source);
        injective += drawn.is_injective() ? 1 : 0;
        surjective += drawn.is_surjective() ? 1 : 0;
        return LawResult::kept();
      },
      kDraws);
  EXPECT_GT(injective, outcome.tried / 10);
  EXPECT_LT(injective, outcome.tried * 9 / 10);
  EXPECT_GT(surjective, outcome.tried / 10);
  EXPECT_LT(surjective, outcome.tried * 9 / 10);
}

TEST(Generators, ShrinkAFailureToItsSmallestForm) {
  // "No layout has three bits of rank": the smallest that breaks it has just these, in one
  // dimension.
  LinearLayout smallest;
  const auto outcome = check_randomly([&](Source& source) {
    const LinearLayout drawn = layout(source);
    if (drawn.rank() < 3) return LawResult::kept();
    smallest = drawn;
    return LawResult::broken("three bits of rank");
  });
  ASSERT_TRUE(outcome.failed);
  EXPECT_EQ(smallest.rank(), 3u);
  EXPECT_EQ(smallest.total_in_bits(), 3u) << smallest.to_string();
  EXPECT_EQ(smallest.total_out_bits(), 3u) << smallest.to_string();
  EXPECT_EQ(smallest.in_dims().size(), 1u) << smallest.to_string();
  EXPECT_EQ(smallest.out_dims().size(), 1u) << smallest.to_string();
}

}  // namespace
}  // namespace tileproof::gen
