// Where is a program wrong that is out of place, moves what nobody put there, or ends with the
// wrong elements?
#include <gtest/gtest.h>

#include "tests/checkers/moves/judged.hpp"

namespace tileproof::moves {
namespace {

const Places kEach;
const Places kSwapped{.lanes = {2, 1, 4, 8, 16}};
const Places kTwice{.lanes = {1, 2, 4, 8, 0}};
const Places kPairs{.registers = {1}, .lanes = {2, 4, 8, 16, 32}};
const Places kTwoBlocks{.blocks = {32}};
const Places kMatrix{.registers = {1}, .lanes = {2, 4, 8, 16, 32}};
const Places kTransposed{.registers = {8}, .lanes = {16, 32, 1, 2, 4}};

const std::string kHead = "program cuda:90, 32 bits, shared 128 bytes;\n";
const std::string kHalves = "program cuda:90, 16 bits, shared 256 bytes;\n";
const std::string kSwap = "lane / 4 * 4 + lane % 2 * 2 + lane / 2 % 2";

void expect_said(const std::vector<Judgement>& list) {
  for (const auto& [text, source, destination, size, said] : list) {
    EXPECT_EQ(judged(text, on(source, size), on(destination, size)), said) << text;
  }
}

TEST(ProgramClaims, AccessesAreInBoundsAndAligned) {
  expect_said({
      {kHead + "st.shared.b32 [lane*4], s[0]; mov d[0], s[0];", kEach, kEach, 32, "proved"},
      {kHead + "st.shared.b32 [lane*4 + 4], s[0];",
       kEach,
       kEach,
       32,
       "1 2:1: st.shared.b32, warp 0, lane 31: it is at bytes 128 to 131 of 128"},
      {kHead + "st.shared.b32 [lane*4], s[0] if lane > 3;\nst.shared.b32 [lane*4 + 2], s[0];",
       kEach,
       kEach,
       32,
       "1 3:1: st.shared.b32, warp 0, lane 0: it is at byte 2, which is no multiple of 4"},
      {kHead + "for i in 0..3 { st.shared.b32 [lane*4 + i*i*2], s[0]; }",
       kEach,
       kEach,
       32,
       "1 2:17: st.shared.b32 in round 1, warp 0, lane 0: it is at byte 2, which is no multiple of "
       "4"},
      {kHead + "st.shared.b32 [9223372036854775804], s[0] if lane == 7;",
       kEach,
       kEach,
       32,
       "1 2:1: st.shared.b32, warp 0, lane 7: it is at bytes 9223372036854775804 to "
       "9223372036854775807 of 128"},
      {"program hip:gfx942, 32 bits, shared 1024 bytes;\nregisters t[3];\nds_write_b96 [lane*12], "
       "s[0], s[0], s[0];\n"
       "ds_read_b96 t[0], t[1], t[2], [lane*12]; mov d[0], t[2];",
       {.lanes = {1, 2, 4, 8, 16, 32}},
       {.lanes = {1, 2, 4, 8, 16, 32}},
       64,
       "proved"},
      {"program hip:gfx942, 32 bits, shared 1024 bytes;\nds_write_b96 [lane*12 + 2], s[0], s[0], "
       "s[0];",
       {.lanes = {1, 2, 4, 8, 16, 32}},
       {.lanes = {1, 2, 4, 8, 16, 32}},
       64,
       "1 2:1: ds_write_b96, warp 0, lane 0: it is at byte 2, which is no multiple of 4"},
      {kHalves + "stmatrix.x1 [lane*16 + lane/4*8], s[0];",
       kMatrix,
       kMatrix,
       64,
       "1 2:1: stmatrix.x1, warp 0, lane 4: it is at byte 72, which is no multiple of 16"},
      {kHalves + "stmatrix.x1 [lane*32 + 32], s[0];",
       kMatrix,
       kMatrix,
       64,
       "1 2:1: stmatrix.x1, warp 0, lane 7: it is at bytes 256 to 271 of 256"},
      {"program cuda:90, 2 blocks, 32 bits, shared 128 bytes;\nst.shared::cluster.b32 [lane*4, "
       "block*2], s[0];",
       kTwoBlocks,
       kTwoBlocks,
       64,
       "1 2:1: st.shared::cluster.b32, block 1, warp 0, lane 0: it is in block 2 of 2"},
  });
}

TEST(ProgramClaims, WhatIsMovedWasPutThere) {
  const std::string apart = "program cuda:90, 32 bits, shared 128 bytes;\nregisters t[2];\n";
  expect_said({
      {kHead + "shfl.idx d[0], s[0], " + kSwap + ";", kEach, kSwapped, 32, "proved"},
      {kHead + "shfl.idx d[0], s[0], lane + 1;",
       kEach,
       kEach,
       32,
       "2 2:1: shfl.idx, warp 0, lane 31: it takes from lane 32 of 32"},
      {kHead + "shfl.bfly d[0], s[0], lane * 2;",
       kEach,
       kEach,
       32,
       "2 2:1: shfl.bfly, warp 0, lane 16: it takes from lane 32 of 32"},
      {kHead + "shfl.idx d[0], s[0], lane if lane != 3;",
       kEach,
       kEach,
       32,
       "2 2:1: shfl.idx, warp 0, lane 3: it takes no part, and other lanes of its warp do"},
      {apart + "shfl.bfly d[0], t[1], 1;",
       kEach,
       kEach,
       32,
       "2 3:1: shfl.bfly, warp 0, lane 0: it takes a register of lane 1 that nothing was put into"},
      {apart + "mov t[0], s[0] if lane != 9; shfl.bfly d[0], t[0], 1;",
       kEach,
       kEach,
       32,
       "2 3:30: shfl.bfly, warp 0, lane 8: it takes a register of lane 9 that nothing was put "
       "into"},
      {apart + "shfl.idx d[0], t[0], lane;",
       kEach,
       kEach,
       32,
       "4 at the end warp 0, lane 0 has in byte 0 of d[0] nothing, and is to have byte 0 of "
       "element (dim0 0)"},
      {kHalves + "shfl.bfly d[0], s[0], 1; shfl.bfly d[0], d[0], 1;", kEach, kEach, 32, "proved"},
      {kHalves + "st.shared.b32 [lane*4], s[0];",
       kEach,
       kEach,
       32,
       "2 2:1: st.shared.b32, warp 0, lane 0: it stores a byte that nothing was put into"},
      {apart + "st.shared.b32 [lane*4], t[0];",
       kEach,
       kEach,
       32,
       "2 3:1: st.shared.b32, warp 0, lane 0: it stores a byte that nothing was put into"},
      {kHead + "st.shared.b32 [lane*4], s[0] if lane != 5; barrier.warp;\nld.shared.b32 d[0], [(" +
           kSwap + ")*4];",
       kEach,
       kSwapped,
       32,
       "2 3:1: ld.shared.b32, warp 0, lane 6: it reads byte 20, which was not stored"},
      {kHead + "st.shared.b16 [lane*4], s[0]; ld.shared.b32 d[0], [lane*4];",
       kEach,
       kEach,
       32,
       "2 2:31: ld.shared.b32, warp 0, lane 0: it reads byte 2, which was not stored"},
      {kHead + "st.shared.b32 [lane*4], s[0]; ld.shared.b16 d[0], [lane*4]; st.shared.b32 "
               "[lane*4], d[0];",
       kEach,
       kEach,
       32,
       "2 2:61: st.shared.b32, warp 0, lane 0: it stores a byte that nothing was put into"},
      {kHalves + "stmatrix.x1 [lane*16], s[0] if lane < 8;",
       kMatrix,
       kMatrix,
       64,
       "2 2:1: stmatrix.x1, warp 0, lane 8: it takes no part, and other lanes of its warp do"},
      {"program hip:gfx942, 32 bits;\nds_bpermute_b32 d[0], lane*4 + 1024, s[0];",
       {.lanes = {1, 2, 4, 8, 16, 32}},
       {.lanes = {1, 2, 4, 8, 16, 32}},
       64,
       "proved"},
  });
}

TEST(ProgramClaims, TheDestinationHasItsElements) {
  expect_said({
      {kHead + "mov d[0], s[0];", kEach, kEach, 32, "proved"},
      {kHead,
       kEach,
       kEach,
       32,
       "4 at the end warp 0, lane 0 has in byte 0 of d[0] nothing, and is to have byte 0 of "
       "element (dim0 0)"},
      {kHead + "mov d[0], s[0];",
       kEach,
       kSwapped,
       32,
       "4 at the end warp 0, lane 1 has in byte 0 of d[0] byte 0 of element (dim0 1), and is to "
       "have byte 0 of element (dim0 2)"},
      {kHead + "mov d[0], s[0] if lane != 30;",
       kEach,
       kEach,
       32,
       "4 at the end warp 0, lane 30 has in byte 0 of d[0] nothing, and is to have byte 0 of "
       "element (dim0 30)"},
      {kHead + "shfl.down d[0], s[0], 1;",
       kEach,
       kEach,
       32,
       "4 at the end warp 0, lane 0 has in byte 0 of d[0] byte 0 of element (dim0 1), and is to "
       "have byte 0 of element (dim0 0)"},
      {kHead + "shfl.up d[0], s[0], 1;",
       kEach,
       kEach,
       32,
       "4 at the end warp 0, lane 1 has in byte 0 of d[0] byte 0 of element (dim0 0), and is to "
       "have byte 0 of element (dim0 1)"},
      {kHead + "mov d[0], s[0];", kTwice, kTwice, 16, "proved"},
      {kHead + "mov d[0], s[0];",
       kTwice,
       kEach,
       32,
       "4 at the end warp 0, lane 16 has in byte 0 of d[0] byte 0 of element (dim0 0), and is to "
       "have byte 0 of "
       "element (dim0 16)"},
      {kHalves + "prmt d[0], s[0], s[0], 0x1032;",
       kPairs,
       kPairs,
       64,
       "4 at the end warp 0, lane 0 has in byte 0 of d[0] byte 0 of element (dim0 1), and is to "
       "have byte 0 of element (dim0 0)"},
      {kHalves + "prmt d[0], s[0], s[0], 0x3210;", kPairs, kPairs, 64, "proved"},
      {kHalves + "prmt d[0], s[0], s[0], lane == 4 ? 0x3310 : 0x7654;",
       kPairs,
       kPairs,
       64,
       "4 at the end warp 0, lane 4 has in byte 2 of d[0] byte 1 of element (dim0 9), and is to "
       "have byte 0 of element (dim0 9)"},
      {kHead + "mov d[1], s[0]; selp d[0], s[1], s[0], lane == 2;",
       kPairs,
       {.registers = {0}, .lanes = {2, 4, 8, 16, 32}},
       64,
       "4 at the end warp 0, lane 2 has in byte 0 of d[0] byte 0 of element (dim0 5), and is to "
       "have byte 0 of "
       "element (dim0 4)"},
      {"program cuda:90, 64 bits;\nmov d[0], s[0]; mov d[1], s[0];",
       kEach,
       kEach,
       32,
       "4 at the end warp 0, lane 0 has in byte 0 of d[1] byte 0 of element (dim0 0), and is to "
       "have byte 4 of element (dim0 0)"},
      {"program cuda:90, 8 bits, 1 in a register;\nmov d[0], s[0]; mov d[1], s[1];",
       kPairs,
       kPairs,
       64,
       "proved"},
      {"program cuda:90, 8 bits, 2 in a register;\nmov d[0], s[0];", kPairs, kPairs, 64, "proved"},
      {kHalves + "stmatrix.x1 [lane*16], s[0]; barrier.warp; ldmatrix.x1.trans d[0], [lane*16];",
       kMatrix,
       kTransposed,
       64,
       "proved"},
      {kHalves + "stmatrix.x1 [lane*16], s[0]; barrier.warp; ldmatrix.x1 d[0], [lane*16];",
       kMatrix,
       kTransposed,
       64,
       "4 at the end warp 0, lane 0 has in byte 2 of d[0] byte 0 of element (dim0 1), and is to "
       "have byte 0 of element (dim0 8)"},
  });
}

TEST(ProgramClaims, AClaimThatComesFirstIsBlamedFirst) {
  expect_said({
      // Of two lanes the lower one, whatever is wrong in it; of one lane, the place before all
      // else.
      {"program cuda:90, 32 bits, shared 128 bytes;\nregisters t[1];\nst.shared.b32 [lane*4 + "
       "(lane == 6 ? 1 : 0)], t[0] if lane > 4;",
       kEach,
       kEach,
       32,
       "2 3:1: st.shared.b32, warp 0, lane 5: it stores a byte that nothing was put into"},
      {"program cuda:90, 32 bits, shared 128 bytes;\nregisters t[1];\nst.shared.b32 [lane*4 + "
       "(lane == 6 ? 1 : 0)], t[0] if lane > 5;",
       kEach,
       kEach,
       32,
       "1 3:1: st.shared.b32, warp 0, lane 6: it is at byte 25, which is no multiple of 4"},
      // A move before another.
      {kHead +
           "st.shared.b32 [lane*4 + 128], s[0] if lane == 31;\nst.shared.b32 [lane*4 + 1], s[0];",
       kEach,
       kEach,
       32,
       "1 2:1: st.shared.b32, warp 0, lane 31: it is at bytes 252 to 255 of 128"},
  });
}

}  // namespace
}  // namespace tileproof::moves
