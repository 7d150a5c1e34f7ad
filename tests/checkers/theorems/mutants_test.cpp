// Wrong formulas, wrong conditions and empty claims: none of them is proved.
#include <gtest/gtest.h>

#include "checkers/theorems/cute_composition.hpp"
#include "checkers/theorems/cute_swizzle.hpp"
#include "checkers/theorems/nvmma_atoms.hpp"
#include "checkers/theorems/padded_columns.hpp"
#include "checkers/theorems/padding_growth.hpp"
#include "checkers/theorems/shared_swizzle.hpp"

namespace tileproof::theorems {
namespace {

constexpr Limits kLongEnough{.seconds = 300};

Verdict verdict_of(const Statement& statement) { return prove({statement}, "", kLongEnough); }

struct OrForXor {
  template <Algebra A, typename W = typename A::Word>
  static W offset(const A& a, const RowSwizzle<W>& e, W phase, W row, W col) {
    const auto group = a.bit_or(a.udiv(col, e.vec), phase);
    const auto swizzled = a.add(a.mul(group, e.vec), a.urem(col, e.vec));
    return a.add(a.mul(row, e.row_length), a.urem(swizzled, e.row_length));
  }
};
// Without the wrap around in the row, a phase beyond the row's groups runs into the next row.
struct NoWrapInTheRow {
  template <Algebra A, typename W = typename A::Word>
  static W offset(const A& a, const RowSwizzle<W>& e, W phase, W row, W col) {
    return triton::swizzled_offset<A>(a, e.vec, e.row_length, kAllWords, phase, row, col);
  }
};
// The column within the group masked with vec in place of vec - 1.
struct WrongMask {
  template <Algebra A, typename W = typename A::Word>
  static W offset(const A& a, const RowSwizzle<W>& e, W phase, W row, W col) {
    const auto group = a.bit_xor(a.udiv(col, e.vec), phase);
    const auto swizzled = a.add(a.mul(group, e.vec), a.bit_and(col, e.vec));
    return a.add(a.mul(row, e.row_length), a.urem(swizzled, e.row_length));
  }
};

template <typename Formula>
class SwizzleMutant : public ::testing::Test {};
using SwizzleMutants = ::testing::Types<OrForXor, NoWrapInTheRow, WrongMask>;
TYPED_TEST_SUITE(SwizzleMutant, SwizzleMutants);

TYPED_TEST(SwizzleMutant, IsRefutedByEachTheorem) {
  EXPECT_TRUE(is_refuted(verdict_of(swizzled_row_is_a_permutation<TypeParam>())));
  EXPECT_TRUE(is_refuted(verdict_of(swizzled_offset_decodes<TypeParam>())));
  EXPECT_TRUE(is_refuted(verdict_of(swizzle_is_injective<TypeParam>())));
}

struct CuteOrForXor {
  template <Algebra A>
  static typename A::Word apply(const A& a,
                                const CuteSwizzleParameters<typename A::Word>& s,
                                typename A::Word offset) {
    const auto high = a.shl(a.shl(a.sub(a.shl(1, s.bits), 1), s.base), s.distance);
    return a.bit_or(offset, a.lshr(a.bit_and(offset, high), s.distance));
  }
};
// The mask one bit too low.
struct CuteWrongMask {
  template <Algebra A>
  static typename A::Word apply(const A& a,
                                const CuteSwizzleParameters<typename A::Word>& s,
                                typename A::Word offset) {
    const auto high = a.lshr(a.shl(a.shl(a.sub(a.shl(1, s.bits), 1), s.base), s.distance), 1);
    return a.bit_xor(offset, a.lshr(a.bit_and(offset, high), s.distance));
  }
};

TEST(CuteSwizzleMutants, AreRefuted) {
  EXPECT_TRUE(is_refuted(verdict_of(cute_swizzle_is_injective<CuteOrForXor>())));
  EXPECT_TRUE(is_refuted(verdict_of(cute_swizzle_is_an_involution<CuteOrForXor>())));
  EXPECT_TRUE(is_refuted(verdict_of(cute_swizzle_is_an_involution(Distance::kAny))));
  EXPECT_TRUE(is_refuted(verdict_of(cute_swizzle_is_no_involution(Distance::kAny))));
  const triton::NvmmaShared atom = nvmma_atoms().front();
  EXPECT_TRUE(is_proved(verdict_of(nvmma_is_the_cute_atom(atom))));
  EXPECT_TRUE(is_refuted(verdict_of(nvmma_is_the_cute_atom<CuteOrForXor>(atom))));
  EXPECT_TRUE(is_refuted(verdict_of(nvmma_is_the_cute_atom<CuteWrongMask>(atom))));
}

TEST(PaddingMutants, NegativeAmountsAreRefuted) {
  EXPECT_TRUE(is_proved(verdict_of(one_pair_is_injective())));
  EXPECT_TRUE(is_refuted(verdict_of(one_pair_is_injective<NegativePaddingStep>())));
  EXPECT_TRUE(is_refuted(verdict_of(one_more_pair_grows<NegativePaddingStep>())));
}

struct HalfAnAccess {
  template <Algebra A, typename W = typename A::Word>
  static W address(const A& a, W row_length, W access, W offset) {
    return OneAccessOfPadding::address(a, row_length, a.udiv(access, 2), offset);
  }
};
struct TwoAccesses {
  template <Algebra A, typename W = typename A::Word>
  static W address(const A& a, W row_length, W access, W offset) {
    return OneAccessOfPadding::address(a, row_length, a.mul(access, 2), offset);
  }
};

TEST(PaddedColumnMutants, OtherPaddingsAreRefuted) {
  EXPECT_TRUE(is_refuted(verdict_of(column_is_free_of_conflicts<HalfAnAccess>())));
  EXPECT_TRUE(is_refuted(verdict_of(column_is_free_of_conflicts<TwoAccesses>())));
}

// The condition without its last part, and with `n / r divides s` left out.
struct TooStrong {
  template <Algebra A>
  static typename A::Bool holds(const A& a,
                                typename A::Word n,
                                const Leaf<typename A::Word>& leaf) {
    return a.bool_or(a.eq(leaf.size, 1), a.eq(a.urem(leaf.stride, n), 0));
  }
};
struct TooWeak {
  template <Algebra A>
  static typename A::Bool holds(const A& a,
                                typename A::Word n,
                                const Leaf<typename A::Word>& leaf) {
    return a.bool_or(a.eq(a.urem(leaf.stride, n), 0), a.eq(a.urem(n, leaf.stride), 0));
  }
};

TEST(CompositionMutants, OtherConditionsAreRefuted) {
  EXPECT_TRUE(is_proved(verdict_of(other_leaf_does_not(8))));
  EXPECT_TRUE(is_proved(verdict_of(fitting_leaf_composes(8))));
  EXPECT_TRUE(is_refuted(verdict_of(other_leaf_does_not<TooStrong>(8))));
  EXPECT_TRUE(is_refuted(verdict_of(fitting_leaf_composes<TooWeak>(8))));
}

TEST(Statements, ThatSayNothingAreUnknown) {
  const auto nothing = wherever({{"x", 8}}, [](const auto& a, auto at) {
    return Implication{a.ult(at[0], 0), a.eq(at[0], at[0])};
  });
  for (const Verdict& verdict : {verdict_of(nothing),
                                 verdict_of(by_cases(1, nothing)),
                                 verdict_of(over_integers(nothing))}) {
    ASSERT_TRUE(is_unknown(verdict)) << to_string(verdict);
    EXPECT_NE(std::get<Unknown>(verdict).reason.find("precondition"), std::string::npos);
  }
}

// 2^61 - 1 is prime, but no engine finds that out in time.
TEST(Statements, WithoutTheTimeForThemAreUnknown) {
  const auto no_factors =
      everywhere({{"x", Word{1} << 31, 2}, {"y", Word{1} << 31, 2}}, [](const auto& a, auto at) {
        return a.bool_not(a.eq(a.mul(at[0], at[1]), (Word{1} << 61) - 1));
      });
  const Verdict verdict = prove({no_factors}, "", Limits{.seconds = 0.2});
  EXPECT_TRUE(is_unknown(verdict)) << to_string(verdict);
}

// False only at 1000 and 700, where the smallest has the first number as small as can be.
TEST(Statements, AreRefutedByTheSmallestNumbers) {
  const auto false_in_two_places =
      everywhere({{"x", kAllWords / 2, 5}, {"y", kAllWords}}, [](const auto& a, auto at) {
        return a.bool_not(a.bool_or(a.bool_and(a.eq(at[0], 1000), a.ult(3, at[1])),
                                    a.bool_and(a.eq(at[0], 700), a.ult(80'000, at[1]))));
      });
  for (const Statement& statement : {false_in_two_places, over_integers(false_in_two_places)}) {
    const Verdict verdict = verdict_of(statement);
    ASSERT_TRUE(is_refuted(verdict));
    EXPECT_EQ(std::get<Refuted>(verdict).counterexample().text,
              "x = 700, y = 80001 (the smallest numbers)");
  }
}

TEST(Statements, OverIntegersDoNotWrapAround) {
  const Statement grows = everywhere(
      {natural("x")}, [](const auto& a, auto at) { return a.ult(at[0], a.add(at[0], 2)); });
  EXPECT_TRUE(is_refuted(verdict_of(grows)));
  EXPECT_TRUE(is_proved(verdict_of(over_integers(grows))));
}

TEST(Statements, OverIntegersAboutBitsAreUnknown) {
  const Verdict verdict =
      verdict_of(over_integers(everywhere({natural("x"), natural("y")}, [](const auto& a, auto at) {
        return a.eq(a.bit_xor(at[0], at[1]), a.bit_xor(at[1], at[0]));
      })));
  ASSERT_TRUE(is_unknown(verdict)) << to_string(verdict);
  EXPECT_NE(std::get<Unknown>(verdict).reason.find("bit_xor of integers"), std::string::npos);
}

// The first values of a variable that is taken value by value are refuted first.
TEST(Statements, ByCasesAreRefutedByTheSmallestNumbers) {
  const Statement divides =
      by_cases(1, everywhere({{"x", 9, 1}, {"y", 64}}, [](const auto& a, auto at) {
                 return a.eq(a.mul(a.udiv(at[1], at[0]), at[0]), at[1]);
               }));
  const Verdict verdict = verdict_of(divides);
  ASSERT_TRUE(is_refuted(verdict));
  EXPECT_EQ(std::get<Refuted>(verdict).counterexample().text,
            "x = 2, y = 1 (the smallest numbers)");
}

}  // namespace
}  // namespace tileproof::theorems
