// What the formulas of the theorems give for numbers.
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <vector>

#include "checkers/theorems/cute_composition.hpp"
#include "checkers/theorems/cute_swizzle.hpp"
#include "checkers/theorems/padded_columns.hpp"
#include "checkers/theorems/shared_swizzle.hpp"
#include "core/target.hpp"
#include "core/wavefronts.hpp"
#include "encodings/cute/layout.hpp"

namespace tileproof::theorems {
namespace {

const U64 kU64;

TEST(TheoremFormulas, InverseFindsTheElement) {
  const RowSwizzle<Word> e{4, 64};
  for (Word row = 0; row < 20; ++row) {
    for (Word col = 0; col < 64; ++col) {
      const Word phase = row / 2 % 8;
      const Word offset = SharedSwizzle::offset(kU64, e, phase, row, col);
      EXPECT_EQ(row_at(kU64, e, offset), row);
      EXPECT_EQ(column_at(kU64, e, phase, offset), col);
    }
  }
}

// Swizzle<2,1,3>: bits 4 and 5 into bits 1 and 2; Swizzle<2,1,-3>: the other way round.
TEST(TheoremFormulas, CuteSwizzleMovesItsBits) {
  const CuteSwizzleParameters<Word> right{2, 1, 3, 0};
  const CuteSwizzleParameters<Word> left{2, 1, 3, 1};
  EXPECT_EQ(CuteSwizzle::apply(kU64, right, Word{0b110000}), 0b110110u);
  EXPECT_EQ(CuteSwizzle::apply(kU64, right, Word{0b110110}), 0b110000u);
  EXPECT_EQ(CuteSwizzle::apply(kU64, right, Word{0b001001}), 0b001001u);
  EXPECT_EQ(CuteSwizzle::apply(kU64, left, Word{0b000110}), 0b110110u);
  EXPECT_EQ(CuteSwizzle::apply(kU64, left, Word{0b110001}), 0b110001u);
}

// The conflicts that the theorem excludes are those that the hardware's rule counts.
TEST(TheoremFormulas, PaddedColumnsHaveNoConflictsByTheRule) {
  const auto target = Target::parse("cuda:90");
  ASSERT_TRUE(target);
  for (const auto& [instruction, log_access] : {std::pair{"ld.shared.b32", Word{2}},
                                                std::pair{"ld.shared.b64", Word{3}},
                                                std::pair{"ld.shared.b128", Word{4}}}) {
    const auto rule = target->find_rule(instruction);
    ASSERT_TRUE(rule);
    for (const bool padded : {false, true}) {
      for (const Word log_row : {Word{7}, Word{9}}) {
        std::vector<std::optional<Word>> addresses;
        for (Word lane = 0; lane < 32; ++lane) {
          const Word offset = ((lane + 5) << log_row) + 48;
          addresses.emplace_back(
              padded ? OneAccessOfPadding::address(
                           kU64, Word{1} << log_row, Word{1} << log_access, offset)
                     : NoPadding::address(kU64, Word{1} << log_row, Word{1} << log_access, offset));
        }
        const auto cost = count_wavefronts(**rule, addresses);
        ASSERT_TRUE(cost);
        EXPECT_EQ(cost->conflicts() == 0, padded) << instruction;
      }
    }
  }
}

// A(x) of A = (n,m):(d0,d1).
Word offset_in(Word n, Word d0, Word d1, Word x) {
  const auto at = coords_of(kU64, n, x);
  return at.inner * d0 + at.outer * d1;
}
// What CuTe's composition of A with two leaves has at an index of their modes.
Word composed(Word n, Word d0, Word d1, Leaf<Word> b0, Leaf<Word> b1, Word i0, Word i1) {
  const auto x = composed_coords(kU64, n, b0, i0);
  const auto y = composed_coords(kU64, n, b1, i1);
  return (x.inner + y.inner) * d0 + (x.outer + y.outer) * d1;
}

// (6,2):(1,7) o (3,2):(2,3) at index 5 = (2,1)
TEST(TheoremFormulas, CompositionIsWrongWhereLeavesCarry) {
  EXPECT_EQ(offset_in(6, 1, 7, 2 * 2 + 1 * 3), 8u);
  EXPECT_EQ(composed(6, 1, 7, {3, 2}, {2, 3}, 2, 1), 7u);
  EXPECT_TRUE(LeafFits::holds(kU64, 6, Leaf<Word>{3, 2}));
  EXPECT_TRUE(LeafFits::holds(kU64, 6, Leaf<Word>{2, 3}));
  EXPECT_EQ(reach(kU64, 6, Leaf<Word>{3, 2}) + reach(kU64, 6, Leaf<Word>{2, 3}), 7u);
}

// (10,2):(16,4) o (3,4):(1,5) = (3,2,2):(16,80,4)
TEST(TheoremFormulas, CompositionIsRightWhereTheyDoNot) {
  for (Word i0 = 0; i0 < 3; ++i0) {
    for (Word i1 = 0; i1 < 4; ++i1) {
      const Word result = i0 * 16 + i1 % 2 * 80 + i1 / 2 * 4;
      EXPECT_EQ(composed(10, 16, 4, {3, 1}, {4, 5}, i0, i1), result);
      EXPECT_EQ(offset_in(10, 16, 4, i0 + 5 * i1), result);
    }
  }
  EXPECT_EQ(reach(kU64, 10, Leaf<Word>{3, 1}) + reach(kU64, 10, Leaf<Word>{4, 5}), 7u);
}

// (4,6,8):(2,3,5) o 6:3 passes CuTe's checks in the first mode, and is wrong.
TEST(TheoremFormulas, CuteChecksLetAWrongLeafPass) {
  const Leaf<Word> leaf{6, 3};
  EXPECT_TRUE(CuteChecks::holds(kU64, 4, leaf));
  EXPECT_FALSE(LeafFits::holds(kU64, 4, leaf));
  EXPECT_EQ(composed_coords(kU64, 4, leaf, Word{2}).inner, 0u);
  EXPECT_EQ(coords_of(kU64, 4, Word{6}).inner, 2u);
}

TEST(TheoremFormulas, CuteSwizzleIsTheEncodingsForAllParameters) {
  std::mt19937_64 random(5);
  std::size_t compared = 0;
  for (unsigned bits = 0; bits <= 8; ++bits) {
    for (unsigned base = 0; base <= 8; ++base) {
      for (int shift = -12; shift <= 12; ++shift) {
        const cute::Swizzle swizzle{bits, base, shift};
        const Word distance = swizzle.distance();
        const CuteSwizzleParameters<Word> parameters{bits, base, distance, shift < 0 ? 1u : 0u};
        for (int i = 0; i < 16; ++i) {
          const Word offset = random() % kAllWords;
          ASSERT_EQ(CuteSwizzle::apply(U64{}, parameters, offset),
                    cute::apply(U64{}, swizzle, offset))
              << bits << " " << base << " " << shift << " " << offset;
          ++compared;
        }
      }
    }
  }
  EXPECT_EQ(compared, 9u * 9 * 25 * 16);
}

}  // namespace
}  // namespace tileproof::theorems
