// What accesses of global memory cost: cases that were counted by hand, bounds that are exact and
// such that are not, and what cannot be counted.
#include "checkers/global_access/global_access.hpp"

#include <gtest/gtest.h>

#include "checkers/global_access/global_instructions.hpp"
#include "tests/support/tensors.hpp"

namespace tileproof {
namespace {

const char* const kRows =
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], "
    "order = [1, 0]}>";

GlobalRule rule() { return *global_rule(Target::parse("cuda:90").value()); }

// 32 bits, of 64x64 elements.
struct Counted {
  Counted(const std::string& layout, VectorFacts facts, Direction direction = Direction::kLoad)
      : on(layout, {64, 64}), access{on.tensor.form, 32, direction, facts, known} {}

  [[nodiscard]] GlobalAccessCost of(const AddressRows& rows) const {
    return global_access_cost(access, rows).value();
  }

  GlobalRule known = rule();
  On on;
  GlobalAccess access;
};

AddressRows dense(std::vector<Word> strides, Word alignment = 256) {
  return strided_rows(std::vector<Word>{64, 64}, strides, 4, alignment);
}

// Row i of 64 elements side by side, at a multiple that is known.
AddressRows apart(Word multiple) {
  AddressRows rows;
  rows.rows.assign(64, {multiple});
  for (std::uint32_t element = 0; element < 4096; ++element) {
    rows.row.push_back(element / 64);
    rows.byte.push_back(element % 64 * 4);
  }
  return rows;
}

TEST(GlobalAccess, OfDenseRowsTakesEverySectorOnce) {
  const auto cost = Counted(kRows, {64, 256}).of(dense({64, 1}));
  EXPECT_EQ(cost.vector_bits, 128u);
  EXPECT_EQ(cost.most, (GlobalCost{32, 512, 128}));
  EXPECT_EQ(cost.least_sectors, 512u);
  EXPECT_EQ(cost.least_requests, 32u);
  EXPECT_TRUE(cost.is_exact());
}

TEST(GlobalAccess, AcrossTheRowsTakesASectorForEachLane) {
  const auto cost = Counted(kRows, {1, 256}).of(dense({1, 64}));
  EXPECT_EQ(cost.vector_bits, 32u);
  EXPECT_EQ(cost.most, (GlobalCost{128, 2048, 2048}));
  EXPECT_EQ(cost.least_sectors, 512u);
}

TEST(GlobalAccess, TakesTheBaseThatCostsMost) {
  const auto cost = Counted(kRows, {64, 16}).of(dense({64, 1}, 16));
  EXPECT_EQ(cost.most.sectors, 32u * 17);  // two rows side by side, 16 bytes into a sector
  EXPECT_EQ(cost.sectors_at_least, 512u);
  EXPECT_FALSE(cost.is_exact());
}

TEST(GlobalAccess, OfRowsThatMayCoincideIsBetweenTwoNumbers) {
  const auto cost = Counted(kRows, {64, 256}).of(apart(256));
  EXPECT_EQ(cost.most.sectors, 512u);
  EXPECT_EQ(cost.sectors_at_least, 256u);  // both rows of an instruction are one
  EXPECT_EQ(cost.least_sectors, 512u);
}

TEST(GlobalAccess, OfRowsWithinASectorTakesOneMoreOfEach) {
  EXPECT_EQ(Counted(kRows, {64, 16}).of(apart(16)).most.sectors, 64u * 9);
  EXPECT_EQ(Counted(kRows, {64, 32}).of(apart(32)).most.sectors, 64u * 8);
}

TEST(GlobalAccess, OfAStoreIsDoneByOneLaneForEachElement) {
  const std::string copies =
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], "
      "order = [1, 0]}>";
  const auto load = Counted(copies, {64, 256}).of(dense({64, 1}));
  const auto store = Counted(copies, {64, 256}, Direction::kStore).of(dense({64, 1}));
  EXPECT_EQ(load.most, (GlobalCost{256, 2048, 512}));  // each warp has all 64 rows
  EXPECT_EQ(store.most, (GlobalCost{64, 512, 128}));
}

TEST(GlobalAccess, HasNoWiderVectorsThanTheCompilerKnows) {
  EXPECT_EQ(vector_elements(Counted(kRows, {64, 8}).access), 2u);
  EXPECT_EQ(vector_elements(Counted(kRows, {2, 256}).access), 2u);
  EXPECT_EQ(vector_elements(Counted(kRows, {64, 256, 1}).access), 1u);
  EXPECT_EQ(vector_elements(Counted(kRows, {64, 1}).access), 1u);
}

TEST(GlobalAccess, CountsAnewWhatItSays) {
  const AddressRows all[] = {
      dense({64, 1}), dense({1, 64}), dense({70, 1}, 4), apart(4), apart(128)};
  for (const auto& rows : all) {
    const auto cost = Counted(kRows, {1, 4}).of(rows);
    EXPECT_EQ(cost.recounted_sectors, cost.most.sectors);
  }
}

TEST(GlobalAccess, IsNotCountedOfElementsWithoutAddresses) {
  Counted counted(kRows, {1, 256});
  counted.access.element_bits = 4;
  const auto cost = global_access_cost(counted.access, dense({64, 1}));
  ASSERT_FALSE(cost);
  EXPECT_EQ(cost.error().message,
            "elements of 4 bits have no address each; those of 1, 8, 16, 32 and 64 have");
}

TEST(GlobalAccess, IsNotCountedOfWarpsOf64Lanes) {
  const auto cost = global_access_cost(
      Counted(
          "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1], "
          "order = [1, 0]}>",
          {1, 256})
          .access,
      dense({64, 1}));
  ASSERT_FALSE(cost);
  EXPECT_EQ(cost.error().message, "the layout has 64 lanes in a warp, and the rule is for 32");
}

// Lane 1 has the elements 1 and 0 in its first registers.
TEST(GlobalAccess, IsNotCountedWhereVectorsAreInAnotherOrder) {
  Counted counted(
      "#ttg.generic_linear<{register = [[0, 1], [0, 16], [0, 32], [2, 0], [4, 0], [8, 0], [16, 0], "
      "[32, 0]], lane = [[0, 1], [1, 0], [0, 4], [0, 8], [0, 2]], warp = [], block = []}>",
      {64, 256});
  const auto cost = global_access_cost(counted.access, dense({64, 1}));
  ASSERT_FALSE(cost);
  EXPECT_EQ(cost.error().message,
            "vectors of 2 elements are not in order in each thread: lane 1 moves dim1 by 1");
  counted.access.facts.contiguity = 1;
  EXPECT_TRUE(global_access_cost(counted.access, dense({64, 1})));
}

TEST(HeldTogether, IsWhatTheFirstRegistersHold) {
  const On rows(kRows, {64, 64});
  EXPECT_EQ(held_together(rows.tensor.form).fastest, 1u);
  EXPECT_EQ(held_together(rows.tensor.form).elements, 4u);
  const On gap(
      "#ttg.linear<{register = [[0, 2], [0, 1]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], "
      "[1, 0]], warp = [[2, 0], [4, 0]], block = []}>",
      {8, 64});
  EXPECT_EQ(held_together(gap.tensor.form).elements, 1u);
}

}  // namespace
}  // namespace tileproof
