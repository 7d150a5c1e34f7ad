// Which accesses to shared memory conflict, and which barriers order them?
#include <gtest/gtest.h>

#include "tests/checkers/moves/judged.hpp"

namespace tileproof::moves {
namespace {

const std::string kOne = "program cuda:90, 32 bits, shared 128 bytes;\n";
const std::string kTwo = "program cuda:90, 2 warps, 32 bits, shared 256 bytes;\n";
const std::string kBlocks = "program cuda:90, 2 blocks, 32 bits, shared 128 bytes;\n";
const std::string kWave = "program hip:gfx942, 32 bits, shared 256 bytes;\n";
const std::string kWaves = "program hip:gfx942, 2 warps, 32 bits, shared 512 bytes;\n";

const Places kLanes;
const Places kNeighbours{.lanes = {2, 1, 4, 8, 16}};
const Places kWarps{.warps = {32}};
const Places kCrossed{.lanes = {32, 2, 4, 8, 16}, .warps = {1}};
const Places kCtas{.blocks = {32}};
const Places kCtasCrossed{.lanes = {32, 2, 4, 8, 16}, .blocks = {1}};
const Places kWave64{.lanes = {1, 2, 4, 8, 16, 32}};
const Places kWaveSwapped{.lanes = {2, 1, 4, 8, 16, 32}};
const Places kWaves64{.lanes = {1, 2, 4, 8, 16, 32}, .warps = {64}};
const Places kWavesCrossed{.lanes = {64, 2, 4, 8, 16, 32}, .warps = {1}};
const Places kTwice{.lanes = {1, 2, 4, 8, 0}};

const std::string kStore = "st.shared.b32 [lane*4], s[0];\n";
const std::string kLoadNeighbour =
    "ld.shared.b32 d[0], [(lane / 4 * 4 + lane % 2 * 2 + lane / 2 % 2)*4];\n";
const std::string kStoreOfWarps = "st.shared.b32 [lane*4 + warp*128], s[0];\n";
const std::string kLoadCrossed = "ld.shared.b32 d[0], [lane / 2 * 8 + warp*4 + lane % 2 * 128];\n";
const std::string kStoreOfWave = "ds_write_b32 [lane*4 + warp*256], s[0];\n";
const std::string kLoadWave =
    "ds_read_b32 d[0], [(lane / 4 * 4 + lane % 2 * 2 + lane / 2 % 2)*4];\n";
const std::string kLoadWaves = "ds_read_b32 d[0], [lane / 2 * 8 + warp*4 + lane % 2 * 256];\n";
const std::string kLoadBlocks =
    "ld.shared::cluster.b32 d[0], [lane / 2 * 8 + block*4, lane % 2];\n";

std::string said(const std::string& text,
                 const Places& source,
                 const Places& destination,
                 Word size,
                 const RunOptions& options = {}) {
  return judged(text, on(source, size), on(destination, size), options);
}

void expect_begins(const std::string& text, const std::string& beginning) {
  EXPECT_EQ(text.substr(0, beginning.size()), beginning) << text;
}

// Each block has a memory of its own, in which only its own threads store.
TEST(AccessOrder, WhatOtherBlocksStoreIsInTheirMemory) {
  const Places one{.lanes = {0, 0, 0, 0, 0}, .blocks = {0}};
  const Places four{.lanes = {0, 0, 0, 0, 0}, .blocks = {0, 0}};
  const Places matrix{.registers = {1}, .lanes = {2, 4, 8, 16, 32}, .blocks = {0}};
  const std::string blocks = "program cuda:90, 4 blocks, 32 bits, shared 128 bytes;\n";
  const std::string matrices = "program cuda:90, 2 blocks, 16 bits, shared 128 bytes;\n";
  const std::string load = "barrier.cta;\nld.shared.b32 d[0], [0];\n";
  EXPECT_EQ(said(kBlocks + "st.shared.b32 [0], s[0];\n" + load, one, one, 1), "proved");
  EXPECT_EQ(said(kBlocks + "st.shared.b32 [0], s[0] if lane == 0;\n" + load, one, one, 1),
            "proved");
  EXPECT_EQ(said(kBlocks + "st.shared.b32 [0], s[0] if block == 0;\n" + load, one, one, 1),
            "2 4:1: ld.shared.b32, block 1, warp 0, lane 0: it reads byte 0, which was not stored");
  EXPECT_EQ(said(kBlocks + "st.shared.b32 [0], s[0] if block == 1;\n" + load, one, one, 1),
            "2 4:1: ld.shared.b32, block 0, warp 0, lane 0: it reads byte 0, which was not stored");
  EXPECT_EQ(said(blocks + "st.shared.b32 [0], s[0] if (block & 2) == 0;\n" + load, four, four, 1),
            "2 4:1: ld.shared.b32, block 2, warp 0, lane 0: it reads byte 0, which was not stored");
  EXPECT_EQ(said(matrices + "stmatrix.x1 [lane % 8 * 16], s[0] if block == 0;\nbarrier.cta;\n"
                            "ldmatrix.x1 d[0], [lane % 8 * 16];",
                 matrix,
                 matrix,
                 64),
            "2 4:1: ldmatrix.x1, block 1, warp 0, lane 0: it reads byte 0, which was not stored");
}

TEST(AccessOrder, ABarrierOfBothThreadsOrdersThem) {
  for (const char* barrier : {"barrier.warp;", "barrier.cta;", "barrier.cluster;"}) {
    EXPECT_EQ(said(kOne + kStore + barrier + kLoadNeighbour, kLanes, kNeighbours, 32), "proved");
  }
  EXPECT_EQ(said(kOne + kStore + kLoadNeighbour, kLanes, kNeighbours, 32),
            "3 3:1: ld.shared.b32, warp 0, lane 1: it reads byte 8, which warp 0, lane 2 stores "
            "without a barrier between them");
  EXPECT_EQ(said(kOne + "barrier.cta;\n" + kStore + kLoadNeighbour + "barrier.cta;\n",
                 kLanes,
                 kNeighbours,
                 32),
            "3 4:1: ld.shared.b32, warp 0, lane 1: it reads byte 8, which warp 0, lane 2 stores "
            "without a barrier between them");
}

TEST(AccessOrder, ABarrierOfWarpsDoesNotOrderTwoWarps) {
  EXPECT_EQ(said(kTwo + kStoreOfWarps + "barrier.cta;" + kLoadCrossed, kWarps, kCrossed, 64),
            "proved");
  EXPECT_EQ(said(kTwo + kStoreOfWarps + "barrier.warp;\n" + kLoadCrossed, kWarps, kCrossed, 64),
            "3 4:1: ld.shared.b32, warp 0, lane 1: it reads byte 128, which warp 1, lane 0 stores "
            "without a barrier between them");
}

TEST(AccessOrder, ABarrierOfBlocksDoesNotOrderTwoBlocks) {
  EXPECT_EQ(said(kBlocks + kStore + "barrier.cluster;" + kLoadBlocks, kCtas, kCtasCrossed, 64),
            "proved");
  expect_begins(said(kBlocks + kStore + "barrier.cta;\n" + kLoadBlocks, kCtas, kCtasCrossed, 64),
                "3 4:1: ld.shared::cluster.b32, block 0, warp 0, lane 1: it reads byte 0, which "
                "block 1, warp 0, lane 0 stores");
}

TEST(AccessOrder, MovesOfOneWaveAreOrderedOnAmd) {
  EXPECT_EQ(said(kWave + kStoreOfWave + kLoadWave, kWave64, kWaveSwapped, 64), "proved");
  EXPECT_EQ(said(kWaves + kStoreOfWave + "barrier.cta;" + kLoadWaves, kWaves64, kWavesCrossed, 128),
            "proved");
  EXPECT_EQ(
      said(kWaves + kStoreOfWave + "barrier.warp;\n" + kLoadWaves, kWaves64, kWavesCrossed, 128),
      "3 4:1: ds_read_b32, warp 0, lane 1: it reads byte 256, which warp 1, lane 0 stores without "
      "a barrier between them");
  EXPECT_EQ(said(kWave + "ds_write_b32 [lane / 2 * 4], s[0];\n", kWave64, kWave64, 64),
            "3 2:1: ds_write_b32, warp 0, lane 0: it stores byte 0, which warp 0, lane 1 stores "
            "without a barrier between them");
}

TEST(AccessOrder, AThreadIsOrderedWithItself) {
  EXPECT_EQ(said(kOne + kStore + "ld.shared.b32 d[0], [lane*4]; " + kStore, kLanes, kLanes, 32),
            "proved");
}

TEST(AccessOrder, LoadsDoNotConflict) {
  EXPECT_EQ(said(kOne + kStore + "barrier.warp;" + kLoadNeighbour + kLoadNeighbour +
                     "ld.shared.b32 s[0], [0];",
                 kLanes,
                 kNeighbours,
                 32),
            "proved");
}

TEST(AccessOrder, AStoreConflictsWithALoadBefore) {
  EXPECT_EQ(said(kOne + kStore + "barrier.warp;" + kLoadNeighbour + "\n" + kStore,
                 kLanes,
                 kNeighbours,
                 32),
            "3 5:1: st.shared.b32, warp 0, lane 1: it stores byte 4, which warp 0, lane 2 reads "
            "without a barrier between them");
}

TEST(AccessOrder, ThreadsOfOneMoveAreNotOrdered) {
  EXPECT_EQ(said(kOne + "st.shared.b32 [lane / 2 * 4], s[0];", kLanes, kLanes, 32),
            "3 2:1: st.shared.b32, warp 0, lane 0: it stores byte 0, which warp 0, lane 1 stores "
            "without a barrier between them");
  EXPECT_EQ(said(kOne + "st.shared.b32 [lane < 20 ? lane*4 : 124], s[0] if lane != 31;",
                 kLanes,
                 kLanes,
                 32),
            "3 2:1: st.shared.b32, warp 0, lane 20: it stores byte 124, which warp 0, lane 21 "
            "stores without a barrier between them");
}

TEST(AccessOrder, StoresOfTheSameByteOfAnElementDoNotConflictUnlessCopiesAreApart) {
  const std::string once =
      kOne +
      "st.shared.b32 [lane % 16 * 4], s[0]; barrier.warp;\nld.shared.b32 d[0], [lane % 16 * 4];";
  EXPECT_EQ(said(once, kTwice, kTwice, 16), "proved");
  EXPECT_EQ(said(once, kTwice, kTwice, 16, {.copies_are_equal = false}),
            "3 2:1: st.shared.b32, warp 0, lane 0: it stores byte 0, which warp 0, lane 16 stores "
            "without a barrier between them");
  EXPECT_EQ(said(once, kLanes, kLanes, 32),
            "3 2:1: st.shared.b32, warp 0, lane 0: it stores byte 0, which warp 0, lane 16 stores "
            "without a barrier between them");
  const std::string turns = kOne +
                            "st.shared.b32 [lane % 16 * 4], s[0] if lane < 16; barrier.warp;\n"
                            "st.shared.b32 [lane % 16 * 4], s[0] if lane >= 16; barrier.warp;\n"
                            "ld.shared.b32 d[0], [lane % 16 * 4];";
  EXPECT_EQ(said(turns, kTwice, kTwice, 16, {.copies_are_equal = false}), "proved");
  EXPECT_EQ(said(kOne + "mov d[0], s[0];", kTwice, kTwice, 16, {.copies_are_equal = false}),
            "proved");
}

TEST(AccessOrder, TheNextRunIsOrderedByABarrierAtTheEnd) {
  const std::string once = kOne + kStore + "barrier.warp;\n" + kLoadNeighbour;
  EXPECT_EQ(said(once, kLanes, kNeighbours, 32), "proved");
  expect_begins(said(once, kLanes, kNeighbours, 32, {.is_repeated = true}),
                "3 in the next run, 2:1: st.shared.b32");
  EXPECT_EQ(said(once + "barrier.warp;", kLanes, kNeighbours, 32, {.is_repeated = true}), "proved");
  // Another tensor's elements are others, where they are copies too.
  expect_begins(said(kOne + "st.shared.b32 [lane % 16 * 4], s[0];\nmov d[0], s[0];",
                     kTwice,
                     kTwice,
                     16,
                     {.is_repeated = true}),
                "3 in the next run, 2:1: st.shared.b32");
}

TEST(AccessOrder, MatrixMovesAreOrderedWithNoLane) {
  const std::string head = "program cuda:90, 16 bits, shared 256 bytes;\n";
  const Places matrix{.registers = {1}, .lanes = {2, 4, 8, 16, 32}};
  EXPECT_EQ(said(head + "stmatrix.x1 [lane*16], s[0]; barrier.warp;\nld.shared.b32 d[0], [lane*4];",
                 matrix,
                 matrix,
                 64),
            "proved");
  EXPECT_EQ(
      said(
          head + "stmatrix.x1 [lane*16], s[0];\nld.shared.b32 d[0], [lane*4];", matrix, matrix, 64),
      "3 3:1: ld.shared.b32, warp 0, lane 0: it reads byte 0, which warp 0, lane 0 stores without "
      "a barrier between them");
  EXPECT_EQ(
      said(
          head + "st.shared.b32 [lane*4], s[0];\nldmatrix.x1 d[0], [lane*16];", matrix, matrix, 64),
      "3 3:1: ldmatrix.x1, warp 0, lane 0: it reads byte 0, which warp 0, lane 0 stores without a "
      "barrier between them");
  EXPECT_EQ(
      said(head + "stmatrix.x1 [lane*16], s[0];\nldmatrix.x1 d[0], [lane*16];", matrix, matrix, 64),
      "3 3:1: ldmatrix.x1, warp 0, lane 0: it reads byte 0, which warp 0, lane 0 stores without a "
      "barrier between them");
  EXPECT_EQ(said(head + "stmatrix.x1 [lane / 2 * 16], s[0];", matrix, matrix, 64),
            "3 2:1: stmatrix.x1, warp 0, lane 0: it stores byte 0, which warp 0, lane 4 stores "
            "without a barrier between them");
  // An element that it stores twice is the same.
  EXPECT_EQ(
      said(head + "stmatrix.x2 [lane % 8 * 16], s[0], s[0]; mov d[0], s[0];", matrix, matrix, 64),
      "proved");
}

TEST(AccessOrder, RoundsOfALoopAreOrderedByABarrierInIt) {
  const auto rounds = [](const std::string& last) {
    return kOne +
           "for i in 0..2 {\n  st.shared.b32 [lane*4], s[i];\n  barrier.warp;\n  ld.shared.b32 "
           "d[i], " +
           "[(lane / 4 * 4 + lane % 2 * 2 + lane / 2 % 2)*4];\n" + last + "}\n";
  };
  const Places two{.registers = {32}};
  const Places two_swapped{.registers = {32}, .lanes = {2, 1, 4, 8, 16}};
  EXPECT_EQ(said(rounds("  barrier.warp;\n"), two, two_swapped, 64), "proved");
  EXPECT_EQ(said(rounds(""), two, two_swapped, 64),
            "3 3:3: st.shared.b32 in round 1, warp 0, lane 1: it stores byte 4, which warp 0, lane "
            "2 reads without a barrier between them");
}

// One thread's stores to a byte are one where they are of one value, and others where not.
TEST(AccessOrder, OneThreadsStoresOfOneByteAreToldApartByTheirValue) {
  const Places both{.registers = {1}, .lanes = {0, 0, 0, 0, 0}, .warps = {0}};
  const auto three = [](const char* first, const char* second, const char* third) {
    return kTwo + "st.shared.b32 [0], " + first + " if (warp == 0) & (lane == 0);\n" +
           "st.shared.b32 [0], " + second + " if (warp == 0) & (lane == 0);\n" +
           "st.shared.b32 [0], " + third + " if (warp == 1) & (lane == 0);\nmov d[0], s[0];\n" +
           "mov d[1], s[1];\n";
  };
  const std::string race =
      "3 4:1: st.shared.b32, warp 1, lane 0: it stores byte 0, which warp 0, lane 0 stores without "
      "a barrier between them";
  EXPECT_EQ(said(three("s[0]", "s[0]", "s[0]"), both, both, 2), "proved");
  for (const char* second : {"s[0]", "s[1]"}) {
    for (const char* third : {"s[0]", "s[1]"}) {
      const auto outcome = said(three("s[0]", second, third), both, both, 2);
      const bool is_one = std::string_view(second) == "s[0]" && std::string_view(third) == "s[0]";
      EXPECT_EQ(outcome, is_one ? "proved" : race) << second << third;
    }
  }
}

// What the round before stored is of another value, and ordered by its barrier.
TEST(AccessOrder, OneThreadsStoresOfTwoRoundsAreTwo) {
  const Places one{.lanes = {0, 0, 0, 0, 0}, .warps = {0}, .blocks = {0}};
  const std::string head = "program cuda:90, 2 warps, 2 blocks, 32 bits, shared 128 bytes;\n";
  const std::string of_first = "st.shared.b32 [0], s[0] if (warp == 0) & (lane == 0);\n";
  const std::string of_second = "st.shared.b32 [0], s[0] if (warp == 1) & (lane == 0);\n";
  EXPECT_EQ(said(head + of_first + of_second + of_first +
                     "barrier.cta;\nld.shared.b32 d[0], [0];\nbarrier.cta;\n",
                 one,
                 one,
                 1,
                 {.is_repeated = true}),
            "proved");
}

}  // namespace
}  // namespace tileproof::moves
