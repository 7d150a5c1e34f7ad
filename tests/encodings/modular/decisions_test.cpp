// Which layouts are surjective or injective, and which questions are left open?
#include "encodings/modular/decisions.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/f2.hpp"
#include "encodings/modular/parts.hpp"
#include "tests/encodings/modular/layouts.hpp"
#include "tests/encodings/modular/random_layouts.hpp"

namespace tileproof::modular {
namespace {

using tileproof::testing::counted_value;
using tileproof::testing::modular_layout;
using tileproof::testing::strided;
using tileproof::testing::sums;
using Value = std::vector<Word>;

// What a check by XOR rank says of one out-dim: the bases span all bits of the size.
bool xor_rank_says_surjective(const Value& bases, Word size) {
  return f2::rank(bases) == log2_ceil(size);
}

// All sets of bases modulo a size, up to `most` of them, in the order of size and number.
template <typename Wanted>
std::optional<std::pair<Word, Value>> first_layout(unsigned most, Wanted wanted) {
  for (Word size = 3; size < 8; ++size) {
    if (is_power_of_two(size)) continue;
    for (Word set = 0; set < Word{1} << size; ++set) {
      Value bases;
      for (Word basis = 0; basis < size; ++basis) {
        if ((set >> basis & 1) != 0) bases.push_back(basis);
      }
      if (bases.size() <= most && wanted(bases, size)) return std::pair{size, bases};
    }
  }
  return std::nullopt;
}

TEST(ModularSurjective, XorRankSaysSurjectiveOfSumsThatMissAValue) {
  const auto found = first_layout(3, [](const Value& bases, Word size) {
    return xor_rank_says_surjective(bases, size) && is_surjective(sums(bases, size)).is_no();
  });
  EXPECT_EQ(found, (std::pair{Word{6}, Value{1, 2, 5}}));  // 0 1 2 3 5 0 1 2
  EXPECT_EQ(is_surjective(sums({1, 2, 5}, 6)).witness, Value{4});
  // The case that shipped.
  EXPECT_TRUE(xor_rank_says_surjective({1, 3, 4, 8}, 12));
  const auto decision = is_surjective(sums({1, 3, 4, 8}, 12));
  EXPECT_TRUE(decision.is_no());
  EXPECT_EQ(decision.witness, Value{2});
}

TEST(ModularSurjective, XorRankMissesThatSumsReachEveryValue) {
  EXPECT_FALSE(xor_rank_says_surjective({1, 1}, 3));
  EXPECT_TRUE(is_surjective(sums({1, 1}, 3)).is_yes());
  const auto found = first_layout(3, [](const Value& bases, Word size) {
    return !xor_rank_says_surjective(bases, size) && is_surjective(sums(bases, size)).is_yes();
  });
  EXPECT_EQ(found, (std::pair{Word{5}, Value{1, 2, 3}}));  // 0 1 2 3 3 4 0 1
}

// Reaching all residues of each prime power factor is not reaching all residues.
TEST(ModularSurjective, ResiduesOfFactorsSayTooMuch) {
  EXPECT_TRUE(is_surjective(sums({1, 1}, 3)).is_yes());
  EXPECT_TRUE(is_surjective(sums({1, 1}, 2)).is_yes());
  const auto decision = is_surjective(sums({1, 1}, 6));
  EXPECT_TRUE(decision.is_no());
  EXPECT_EQ(decision.witness, Value{3});
}

// Nor is reaching each out-dim's values reaching all pairs: 3 bits cannot have 18 values.
TEST(ModularSurjective, OutDimsOneByOneSayTooMuch) {
  const char* ins = "{in = [[1, 1], [2, 2], [0, 4]]} -> ";
  const auto decision = is_surjective(modular_layout(std::string(ins) + "{x = 3, y = 6}"));
  EXPECT_TRUE(decision.is_no());
  EXPECT_EQ(decision.witness, (Value{1, 0}));
  EXPECT_TRUE(is_surjective(sums({1, 2, 0}, 3)).is_yes());
  EXPECT_TRUE(is_surjective(sums({1, 2, 4}, 6)).is_yes());
}

TEST(ModularSurjective, StridesReachEverythingIffTheyAreUnits) {
  EXPECT_TRUE(is_surjective(strided(6, 5)).is_yes());
  EXPECT_EQ(is_surjective(strided(6, 2)).witness, Value{1});
  EXPECT_TRUE(is_surjective(strided(768, 5)).is_yes());
  EXPECT_TRUE(is_surjective(sums({1, 2, 3, 6, 12, 24}, 27)).is_yes());
}

TEST(ModularSurjective, XorOutDimsThatAddingBasesTouchAreTakenApart) {
  // For each x there are two choices of the first three bits; an odd sum of their y tells them
  // apart, an even one leaves only one parity of y.
  const auto with_third = [](const char* third) {
    return modular_layout("{in = [[1, 5], [2, 4], " + std::string(third) +
                          ", [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]]} -> {x = 4, y = 48}");
  };
  EXPECT_TRUE(is_surjective(with_third("[3, 2]")).is_yes());
  const auto decision = is_surjective(with_third("[3, 1]"));
  EXPECT_TRUE(decision.is_no());
  EXPECT_EQ(decision.witness, (Value{1, 0}));
  EXPECT_TRUE(is_surjective(modular_layout("{in = [[1, 0], [3, 0], [0, 1], [0, 2], [0, 4]]} -> "
                                           "{x = 4, y = 6}"))
                  .is_yes());
}

TEST(ModularParts, BitsThatOnlyXorLeaveTheSumsToTheOthers) {
  const Layout layout =
      modular_layout("{in = [[1, 0], [2, 0], [1, 1], [0, 2], [0, 4]]} -> {x = 4, y = 6}");
  const Parts parts(layout.group(), layout.columns());
  ASSERT_EQ(parts.parts().size(), 1u);
  EXPECT_EQ(parts.parts()[0].sums.columns, (Value{1, 2, 4}));
  EXPECT_EQ(parts.parts()[0].bits, (std::vector<unsigned>{2, 3, 4}));
}

TEST(ModularInjective, SumsRepeatWhereTheyWrap) {
  EXPECT_TRUE(is_injective(sums({1, 2, 4}, 9)).is_yes());
  EXPECT_EQ(is_injective(sums({1, 2, 4}, 6)).witness, (Collision{0, 6}));
  EXPECT_EQ(is_injective(sums({1, 2, 3}, 9)).witness, (Collision{3, 4}));
  EXPECT_EQ(is_injective(sums({1, 0}, 9)).witness, (Collision{0, 2}));
}

// A layout that XORs where it should add is another layout, at the first index that carries or
// wraps.
TEST(ModularEqual, XorForAdditionIsToldApart) {
  for (const auto& [bases, size] : {std::pair{Value{1, 2, 4}, Word{6}},
                                    std::pair{Value{3, 1}, Word{6}},
                                    std::pair{Value{1, 2, 4, 8, 16, 32}, Word{48}}}) {
    const Layout adds = sums(bases, size);
    const Layout xors = sums(bases, Word{1} << log2_ceil(size));
    const auto decision = equal(adds, xors).value();
    ASSERT_TRUE(decision.is_no());
    EXPECT_NE(counted_value(adds, *decision.witness), counted_value(xors, *decision.witness));
  }
  EXPECT_TRUE(equal(sums({1, 2, 4}, 9), sums({1, 2, 4}, 8)).value().is_yes());
  // 3 ^ 3 = 0 = (3 + 3) % 6
  EXPECT_TRUE(equal(sums({3, 3, 3}, 6), sums({3, 3, 3}, 8)).value().is_yes());
}

TEST(ModularEqual, DimensionsMayComeInAnyOrder) {
  const Layout a = modular_layout("{p = [[1, 2]], q = [[0, 1]]} -> {x = 2, y = 3}");
  const Layout b = modular_layout("{q = [[1, 0]], p = [[2, 1]]} -> {y = 3, x = 2}");
  EXPECT_TRUE(equal(a, b).value().is_yes());
  const Layout c = modular_layout("{q = [[1, 0]], p = [[1, 1]]} -> {y = 3, x = 2}");
  EXPECT_EQ(equal(a, c).value().witness, 1u);
  EXPECT_EQ(equal(a, sums({1}, 3)).error().code, ErrorCode::kDimension);
}

TEST(ModularEqual, LongSumsThatMayAgreeAreLeftOpen) {
  const Word half = Word{3} << 40;
  const Layout a = sums(Value(30, half), 2 * half);
  const Layout b = sums(Value(30, half), Word{1} << 43);
  const auto decision = equal(a, b).value();
  EXPECT_EQ(decision.status, Status::kUndecided);
  EXPECT_FALSE(decision.reason.empty());
}

TEST(ModularFindIndex, AValueOutsideTheBoxIsRefused) {
  EXPECT_EQ(find_index(sums({1, 2}, 6), Value{6}).error().code, ErrorCode::kInvalid);
  EXPECT_EQ(find_index(sums({1, 2}, 6), Value{1, 1}).error().code, ErrorCode::kInvalid);
  EXPECT_TRUE(find_index(sums({1, 2}, 6), Value{4}).value().is_no());
  EXPECT_EQ(find_index(sums({1, 2}, 6), Value{3}).value().witness, 3u);
}

TEST(ModularLimits, LaddersDecideSizesOfSixtyTwoBits) {
  const Word size = (Word{1} << 62) - 57;
  const Layout all = strided(size, 1);
  EXPECT_TRUE(is_surjective(all).is_yes());
  EXPECT_EQ(find_index(all, Value{size - 1}).value().status, Status::kYes);
  const auto repeat = is_injective(all);
  EXPECT_EQ(repeat.witness, (Collision{0, size}));
  const Layout fewer = sums({1, 2, 4, 8, Word{1} << 60}, size);
  EXPECT_TRUE(is_injective(fewer).is_yes());
  EXPECT_EQ(is_surjective(fewer).witness, Value{16});
  EXPECT_TRUE(find_index(fewer, Value{17}).value().is_no());
  const Layout scaled = sums({size - 5, size - 10, size - 20}, size);
  EXPECT_TRUE(is_injective(scaled).is_yes());
}

TEST(ModularLimits, WhatIsNotSearchedIsUndecidedWithTheReason) {
  std::mt19937_64 random(5);
  const Word size = (Word{1} << 58) - 27;
  Value bases;
  for (int i = 0; i < 60; ++i) bases.push_back(random() % size);
  const Layout layout = sums(bases, size);
  const auto surjective = is_surjective(layout);
  EXPECT_EQ(surjective.status, Status::kUndecided);
  EXPECT_EQ(surjective.reason,
            "60 bits of the index onto 288230376151711717 values: more than 2^24 sums and a table "
            "of more than 2^22 values");
  EXPECT_EQ(find_index(layout, Value{1}).value().status, Status::kUndecided);
  bases.resize(50);
  EXPECT_EQ(is_injective(sums(bases, size)).status, Status::kUndecided);
}

TEST(ModularLimits, APartThatIsDecidedNoOutweighsOneThatIsOpen) {
  std::mt19937_64 random(6);
  const Word size = (Word{1} << 40) - 87;
  NamedBases in{kLane, {}};
  for (int i = 0; i < 50; ++i) in.bases.push_back({random() % size, 0});
  in.bases.push_back({0, 2});
  in.bases.push_back({0, 4});
  const std::vector<OutDim> outs = {{Name::dim(0), size}, {Name::dim(1), 6}};
  const Layout layout = Layout::make({&in, 1}, outs).value();
  const auto decision = is_surjective(layout);
  EXPECT_TRUE(decision.is_no());
  EXPECT_EQ(decision.witness, (Value{0, 1}));
}

}  // namespace
}  // namespace tileproof::modular
