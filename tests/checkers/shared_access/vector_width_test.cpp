#include "checkers/claims/vector_width.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "properties/accesses/random_access.hpp"

namespace tileproof {
namespace {

// A map [register, lane, warp] -> [offset] of 2^12 offsets.
LinearLayout places(const std::vector<Word>& registers,
                    const std::vector<Word>& lanes,
                    const std::vector<Word>& warps = {}) {
  const OutDim outs[] = {{kOffset, 4096}, {kBlock, 1}};
  const InDim ins[] = {{kRegister, static_cast<unsigned>(registers.size())},
                       {kLane, static_cast<unsigned>(lanes.size())},
                       {kWarp, static_cast<unsigned>(warps.size())}};
  std::vector<Word> bases = registers;
  bases.insert(bases.end(), lanes.begin(), lanes.end());
  bases.insert(bases.end(), warps.begin(), warps.end());
  return LinearLayout::from_fields(ins, outs, bases);
}

// The width in elements, on which both engines must agree.
unsigned elements(const LinearLayout& layout,
                  unsigned element_bits,
                  const std::vector<Padding>& paddings = {}) {
  const auto width = vector_width(layout, element_bits, paddings);
  EXPECT_EQ(*width, *vector_width_by_enumeration(layout, element_bits, paddings));
  return width->elements;
}

const std::vector<Word> kLanes = {8, 16, 32, 64, 128};

TEST(VectorWidth, IsTheRunOfRegistersUpTo128Bits) {
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes), 16), 8u);
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes), 32), 4u);
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes), 64), 2u);
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes), 128), 1u);
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes), 8), 8u) << "no more registers";
}

TEST(VectorWidth, RegistersMayComeInAnyOrder) {
  const auto width = vector_width(places({256, 2, 1, 4}, kLanes), 16);
  EXPECT_EQ(width->elements, 8u);
  EXPECT_EQ(width->bits, 128u);
  EXPECT_EQ(std::vector<unsigned>(width->register_bits.begin(), width->register_bits.end()),
            (std::vector<unsigned>{2, 1, 3}));
}

TEST(VectorWidth, EndsAtTheFirstBitThatAnythingElseTouches) {
  EXPECT_EQ(elements(places({1, 2, 4}, {8, 16 + 4, 32, 64, 128}), 16), 4u) << "lane";
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes, {256 + 2}), 16), 2u) << "warp";
  EXPECT_EQ(elements(places({1, 2, 4, 512 + 1}, kLanes), 16), 1u) << "register";
  EXPECT_EQ(elements(places({1, 2, 2}, kLanes), 16), 2u) << "the same image twice";
}

TEST(VectorWidth, NeedsTheUnitsThemselvesAndNotTheirSums) {
  EXPECT_EQ(elements(places({3, 2}, kLanes), 16), 1u);
  EXPECT_EQ(elements(places({1, 3}, kLanes), 16), 1u);
  EXPECT_EQ(elements(places({2, 4}, kLanes), 16), 1u);
}

TEST(VectorWidth, ZeroRegisterBasesAreCopies) {
  EXPECT_EQ(elements(places({0, 1, 0, 2}, kLanes), 16), 4u);
}

TEST(VectorWidth, DividesEveryIntervalAndEveryPadding) {
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes), 16, {{64, 8}}), 8u);
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes), 16, {{64, 4}}), 4u);
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes), 16, {{2, 8}}), 2u);
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes), 16, {{64, 8}, {128, 6}}), 2u);
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes), 16, {{64, 3}}), 1u);
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes), 16, {{1 << 20, 1}}), 1u) << "beyond the tile";
}

TEST(VectorWidth, NarrowElementsNeedAVectorOfWholeBytes) {
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes), 4), 8u);
  EXPECT_EQ(elements(places({1, 2, 4}, kLanes), 1), 8u) << "stored as bytes";
  EXPECT_EQ(vector_width(places({1, 2, 4}, kLanes), 1)->bits, 64u);
  for (const auto engine : {&vector_width, &vector_width_by_enumeration}) {
    const auto width = engine(places({2, 4}, kLanes), 4, {});
    ASSERT_FALSE(width.has_value());
    EXPECT_EQ(width.error().code, ErrorCode::kUnsupported);
    EXPECT_EQ(engine(places({1, 4}, kLanes), 2, {}).error().code, ErrorCode::kUnsupported);
  }
}

TEST(VectorWidth, RefusesBadInput) {
  for (const auto engine : {&vector_width, &vector_width_by_enumeration}) {
    for (const unsigned bits : {0u, 6u, 24u, 256u}) {
      EXPECT_EQ(engine(places({1}, kLanes), bits, {}).error().code, ErrorCode::kUnsupported)
          << bits;
    }
    const std::vector<std::vector<Padding>> bad = {{{0, 8}}, {{8, 0}}, {{8, 8}, {8, 16}}};
    for (const auto& paddings : bad) {
      EXPECT_EQ(engine(places({1}, kLanes), 16, paddings).error().code, ErrorCode::kInvalid);
    }
    const auto no_offset = LinearLayout::identity_1d(4, kRegister, kRow).value();
    EXPECT_EQ(engine(no_offset, 16, {}).error().code, ErrorCode::kDimension);
  }
}

TEST(VectorWidth, OtherOutDimsArePartOfTheImage) {
  // Register 1 also changes the partition: its elements are not neighbours.
  const OutDim outs[] = {{kOffset, 64}, {kPartition, 2}};
  const InDim ins[] = {{kRegister, 2}, {kLane, 1}};
  EXPECT_EQ(elements(LinearLayout::from_fields(ins, outs, std::vector<Word>{1 | 64, 2, 4}), 16),
            1u);
  EXPECT_EQ(elements(LinearLayout::from_fields(ins, outs, std::vector<Word>{1, 64 | 2, 4}), 16),
            2u);
  EXPECT_EQ(elements(LinearLayout::from_fields(ins, outs, std::vector<Word>{1, 2, 64 | 4}), 16),
            4u);
}

TEST(VectorWidth, EnginesAgreeOnRandomLayouts) {
  gen::Source choices = gen::Source::random(7);
  gen::RandomAccess random(choices);
  std::map<unsigned, unsigned> seen;
  unsigned refused = 0;
  for (unsigned i = 0; i < 3000; ++i) {
    const auto [registers, shared] = random.pair(5);
    const LinearLayout map = invert_and_compose(registers, shared).value();
    const unsigned element_bits = 1u << random.pick(0, 7);
    const auto paddings = random.one_in(2) ? random.paddings(11) : std::vector<Padding>();
    const auto by_f2 = vector_width(map, element_bits, paddings);
    const auto by_enumeration = vector_width_by_enumeration(map, element_bits, paddings);
    ASSERT_EQ(by_f2.has_value(), by_enumeration.has_value()) << map.to_string();
    if (!by_f2) {
      ++refused;
      ASSERT_EQ(by_f2.error(), by_enumeration.error());
      continue;
    }
    ASSERT_EQ(*by_f2, *by_enumeration) << map.to_string();
    ++seen[by_f2->elements];
    if (paddings.empty()) {
      const Word limit = 128 / stored_bits(element_bits).value();
      ASSERT_EQ(by_f2->elements, largest_vectorization(map, kRegister, kOffset, limit));
    }
  }
  EXPECT_GT(refused, 20u);
  for (const unsigned width : {1u, 2u, 4u, 8u}) EXPECT_GT(seen[width], 50u) << width;
}

TEST(PaddedOffset, WorkedExample) {
  const Padding padding{4, 1};
  const std::vector<Word> at = {0, 1, 2, 3, 5, 6, 7, 8, 10};
  for (Word o = 0; o < at.size(); ++o)
    EXPECT_EQ(triton::padded_offset(U64{}, std::vector{padding}, o), at[o]);
}

}  // namespace
}  // namespace tileproof
