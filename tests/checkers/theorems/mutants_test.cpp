// Wrong formulas, wrong conditions and empty claims: none of them is proved.
#include <gtest/gtest.h>

#include "checkers/theorems/cute_composition.hpp"
#include "checkers/theorems/cute_swizzle.hpp"
#include "checkers/theorems/nvmma_atoms.hpp"
#include "checkers/theorems/padded_columns.hpp"
#include "checkers/theorems/padding_growth.hpp"
#include "checkers/theorems/prove_claim.hpp"
#include "checkers/theorems/shared_swizzle.hpp"

namespace tileproof::theorems {
namespace {

constexpr Limits kLongEnough{.seconds = 300};

template <typename C>
Verdict by_words(const C& claim, unsigned width = kWordBits) {
  return prove_over_words(claim, "", kLongEnough, width);
}
template <typename C>
Verdict by_integers(const C& claim) {
  return prove_over_integers(claim, "", kLongEnough);
}

struct OrForXor {
  template <Algebra A>
  static typename A::Word offset(const A& a,
                                 const RowSwizzle<typename A::Word>& e,
                                 typename A::Word phase,
                                 typename A::Word row,
                                 typename A::Word col) {
    const auto group = a.bit_or(a.lshr(col, e.log_vec), phase);
    const auto swizzled = a.add(a.shl(group, e.log_vec), a.bit_and(col, mask(a, e.log_vec)));
    return a.add(a.shl(row, e.log_row_length), a.bit_and(swizzled, mask(a, e.log_row_length)));
  }
};
// Without the wrap around in the row, a phase beyond the row's groups runs into the next row.
struct NoWrapInTheRow {
  template <Algebra A>
  static typename A::Word offset(const A& a,
                                 const RowSwizzle<typename A::Word>& e,
                                 typename A::Word phase,
                                 typename A::Word row,
                                 typename A::Word col) {
    const auto group = a.bit_xor(a.lshr(col, e.log_vec), phase);
    const auto swizzled = a.add(a.shl(group, e.log_vec), a.bit_and(col, mask(a, e.log_vec)));
    return a.add(a.shl(row, e.log_row_length), swizzled);
  }
};
// The column within the group masked with vec in place of vec - 1.
struct WrongMask {
  template <Algebra A>
  static typename A::Word offset(const A& a,
                                 const RowSwizzle<typename A::Word>& e,
                                 typename A::Word phase,
                                 typename A::Word row,
                                 typename A::Word col) {
    const auto group = a.bit_xor(a.lshr(col, e.log_vec), phase);
    const auto in_group = a.bit_and(col, a.shl(1, e.log_vec));
    const auto swizzled = a.add(a.shl(group, e.log_vec), in_group);
    return a.add(a.shl(row, e.log_row_length), a.bit_and(swizzled, mask(a, e.log_row_length)));
  }
};

template <typename Formula>
class SwizzleMutant : public ::testing::Test {};
using SwizzleMutants = ::testing::Types<OrForXor, NoWrapInTheRow, WrongMask>;
TYPED_TEST_SUITE(SwizzleMutant, SwizzleMutants);

TYPED_TEST(SwizzleMutant, IsRefutedByEachTheorem) {
  constexpr unsigned kWidth = 64;  // a mutant's offsets may leave the 32 bits
  EXPECT_TRUE(is_refuted(by_words(SwizzledRowIsAPermutation<TypeParam>{}, kWidth)));
  EXPECT_TRUE(is_refuted(by_words(SwizzledOffsetDecodes<TypeParam>{}, kWidth)));
  EXPECT_TRUE(is_refuted(by_words(SwizzleIsInjective<TypeParam>{}, kWidth)));
}

struct CuteOrForXor {
  template <Algebra A>
  static typename A::Word apply(const A& a,
                                const CuteSwizzleParameters<typename A::Word>& s,
                                typename A::Word offset) {
    const auto high = a.shl(a.shl(mask(a, s.bits), s.base), s.distance);
    return a.bit_or(offset, a.lshr(a.bit_and(offset, high), s.distance));
  }
};
// The mask one bit too low.
struct CuteWrongMask {
  template <Algebra A>
  static typename A::Word apply(const A& a,
                                const CuteSwizzleParameters<typename A::Word>& s,
                                typename A::Word offset) {
    const auto high = a.lshr(a.shl(a.shl(mask(a, s.bits), s.base), s.distance), 1);
    return a.bit_xor(offset, a.lshr(a.bit_and(offset, high), s.distance));
  }
};

TEST(CuteSwizzleMutants, AreRefuted) {
  EXPECT_TRUE(is_refuted(by_words(CuteSwizzleIsInjective<CuteOrForXor>{})));
  EXPECT_TRUE(is_refuted(by_words(CuteSwizzleIsAnInvolution<CuteOrForXor>{})));
  EXPECT_TRUE(is_refuted(by_words(CuteSwizzleIsAnInvolution<>{Distance::kAny})));
  EXPECT_TRUE(is_refuted(by_words(CuteSwizzleIsNoInvolution<>{Distance::kAny})));
  const triton::NvmmaShared atom = nvmma_atoms().front();
  EXPECT_TRUE(is_proved(by_words(NvmmaIsTheCuteAtom<>{atom})));
  EXPECT_TRUE(is_refuted(by_words(NvmmaIsTheCuteAtom<CuteOrForXor>{atom})));
  EXPECT_TRUE(is_refuted(by_words(NvmmaIsTheCuteAtom<CuteWrongMask>{atom})));
}

TEST(PaddingMutants, NegativeAmountsAreRefuted) {
  EXPECT_TRUE(is_proved(by_integers(OnePairIsInjective<>{})));
  EXPECT_TRUE(is_refuted(by_integers(OnePairIsInjective<NegativePaddingStep>{})));
  EXPECT_TRUE(is_refuted(by_integers(OneMorePairGrows<NegativePaddingStep>{})));
}

struct HalfAnAccess {
  template <Algebra A>
  static typename A::Word address(const A& a,
                                  typename A::Word log_row_length,
                                  typename A::Word log_access,
                                  typename A::Word offset) {
    return a.add(offset, a.shl(a.lshr(offset, log_row_length), a.sub(log_access, 1)));
  }
};
struct TwoAccesses {
  template <Algebra A>
  static typename A::Word address(const A& a,
                                  typename A::Word log_row_length,
                                  typename A::Word log_access,
                                  typename A::Word offset) {
    return a.add(offset, a.shl(a.lshr(offset, log_row_length), a.add(log_access, 1)));
  }
};

TEST(PaddedColumnMutants, OtherPaddingsAreRefuted) {
  EXPECT_TRUE(is_refuted(by_words(ColumnIsFreeOfConflicts<HalfAnAccess>{})));
  EXPECT_TRUE(is_refuted(by_words(ColumnIsFreeOfConflicts<TwoAccesses>{})));
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
  constexpr unsigned kWidth = 9;
  EXPECT_TRUE(is_proved(by_words(OtherLeafDoesNot<>{8}, kWidth)));
  EXPECT_TRUE(is_proved(by_words(FittingLeafComposes<>{8}, kWidth)));
  EXPECT_TRUE(is_refuted(by_words(OtherLeafDoesNot<TooStrong>{8}, kWidth)));
  EXPECT_TRUE(is_refuted(by_words(FittingLeafComposes<TooWeak>{8}, kWidth)));
}

struct NothingMeetsIt {
  [[nodiscard]] std::vector<Input> inputs() const { return {{"x", 0, 8}}; }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    return {a.ult(in[0], 0), a.eq(in[0], in[0])};
  }
};

TEST(Claims, ThatSayNothingAreUnknown) {
  for (const Verdict& verdict : {by_words(NothingMeetsIt{}), by_integers(NothingMeetsIt{})}) {
    ASSERT_TRUE(is_unknown(verdict)) << to_string(verdict);
    EXPECT_NE(std::get<Unknown>(verdict).reason.find("precondition"), std::string::npos);
  }
}

// 2^61 - 1 is prime, but Z3 does not find that out in time.
struct NoFactors {
  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"x", 2, Word{1} << 31}, {"y", 2, Word{1} << 31}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    return {true, a.bool_not(a.eq(a.mul(in[0], in[1]), (Word{1} << 61) - 1))};
  }
};

TEST(Claims, WithoutTheTimeForThemAreUnknown) {
  const Verdict verdict = prove_over_words(NoFactors{}, "", Limits{.seconds = 0.2}, 64);
  EXPECT_TRUE(is_unknown(verdict)) << to_string(verdict);
}

// False only at 1000 and 700, where the smallest has the first number as small as can be.
struct FalseInTwoPlaces {
  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"x", 5, kAllWords / 2}, {"y", 0, kAllWords}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    return {true,
            a.bool_not(a.bool_or(a.bool_and(a.eq(in[0], 1000), a.ult(3, in[1])),
                                 a.bool_and(a.eq(in[0], 700), a.ult(80'000, in[1]))))};
  }
};

TEST(Claims, AreRefutedByTheSmallestNumbers) {
  const Verdict verdict = by_words(FalseInTwoPlaces{});
  ASSERT_TRUE(is_refuted(verdict));
  EXPECT_EQ(std::get<Refuted>(verdict).counterexample().text,
            "x = 700, y = 80001 (the smallest numbers)");
}

}  // namespace
}  // namespace tileproof::theorems
