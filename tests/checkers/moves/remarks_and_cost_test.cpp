// What stands beside a proof: assumptions, barriers that order nothing, and what the program costs.
#include <gtest/gtest.h>

#include "tests/checkers/moves/judged.hpp"

namespace tileproof::moves {
namespace {

using Remarks = std::vector<std::string>;

const Places kLanes;
const Places kNeighbours{.lanes = {2, 1, 4, 8, 16}};
const Places kTwice{.lanes = {1, 2, 4, 8, 0}};

const std::string kStore = "st.shared.b32 [lane*4], s[0];\n";
const std::string kLoad = "ld.shared.b32 d[0], [(lane / 4 * 4 + lane % 2 * 2 + lane / 2 % 2)*4];\n";

Realised proved(const std::string& text,
                const Places& source,
                const Places& destination,
                Word size,
                const RunOptions& options = {}) {
  const auto program = parse_program(text);
  EXPECT_TRUE(program) << program.error().message;
  auto answer = realises(*program, on(source, size), on(destination, size), options);
  EXPECT_TRUE(answer) << answer.error().message;
  EXPECT_TRUE(is_proved(answer->verdict)) << words_of(answer->verdict);
  return *std::move(answer);
}

const std::string kHead = "program cuda:90, 32 bits, shared 128 bytes;\n";

TEST(ProgramRemarks, NameBarriersThatOrderNothing) {
  EXPECT_EQ(proved(kHead + kStore + "barrier.warp;" + kLoad, kLanes, kNeighbours, 32).remarks,
            Remarks{});
  EXPECT_EQ(proved(kHead + "barrier.warp;" + kStore + "barrier.cta;" + kLoad + "barrier.cta;",
                   kLanes,
                   kNeighbours,
                   32)
                .remarks,
            (Remarks{"barrier 1 orders nothing", "barrier 3 orders nothing"}));
  // Of two alike each alone could go.
  EXPECT_EQ(proved(kHead + kStore + "barrier.warp; barrier.warp;" + kLoad, kLanes, kNeighbours, 32)
                .remarks,
            (Remarks{"barrier 1 orders nothing", "barrier 2 orders nothing"}));
  EXPECT_EQ(proved(kHead + kStore + "barrier.warp;" + kLoad + "barrier.warp;",
                   kLanes,
                   kNeighbours,
                   32,
                   {.is_repeated = true})
                .remarks,
            Remarks{});
}

TEST(ProgramRemarks, CountABarrierInALoopOnce) {
  const std::string text = kHead + "for i in 0..2 { " + kStore + "barrier.warp; " + kLoad +
                           "barrier.warp; }\nbarrier.warp;";
  EXPECT_EQ(proved(text, kLanes, kNeighbours, 32).remarks, (Remarks{"barrier 3 orders nothing"}));
}

TEST(ProgramRemarks, AreOfTheFirst64Barriers) {
  std::string barriers;
  for (int i = 0; i < 70; ++i) barriers += "barrier.warp;";
  const auto remarks = proved(kHead + kStore + barriers + kLoad, kLanes, kNeighbours, 32).remarks;
  ASSERT_EQ(remarks.size(), 65U);
  EXPECT_EQ(remarks[63], "barrier 64 orders nothing");
  EXPECT_EQ(remarks[64], "of 70 barriers the first 64 were asked whether they order anything");
}

TEST(ProgramRemarks, SayThatCopiesAreTakenToBeEqual) {
  const std::string text = kHead + "mov d[0], s[0];";
  EXPECT_EQ(proved(text, kTwice, kTwice, 16).remarks,
            (Remarks{"assumes that copies of an element are bit-equal"}));
  EXPECT_EQ(proved(text, kTwice, kTwice, 16, {.copies_are_equal = false}).remarks, Remarks{});
  const Places twice_in_each{.registers = {0}};
  EXPECT_EQ(proved(text + "mov d[1], s[0];", kLanes, twice_in_each, 32).remarks, Remarks{});
}

ProgramCost cost(const std::string& text,
                 const Places& source,
                 const Places& destination,
                 Word size) {
  return proved(text, source, destination, size).cost.value();
}

TEST(ProgramCosts, AreOfAllWarpsOfABlock) {
  const Places warps{.warps = {32, 64}};
  const std::string head =
      "program cuda:90, 4 warps, 32 bits, shared 512 bytes;\nregisters t[3];\n";
  EXPECT_EQ(cost(head + "mov d[0], s[0];", warps, warps, 128),
            (ProgramCost{.bytes = 512, .registers = 5}));
  EXPECT_EQ(cost(head + "for i in 0..3 { shfl.bfly t[i], s[0], 1; } prmt d[0], s[0], s[0], 0x3210; "
                        "selp d[0], s[0], s[0], 1;\n"
                        "barrier.warp; barrier.cta;",
                 warps,
                 warps,
                 128),
            (ProgramCost{.shuffles = 12,
                         .instructions = 28,
                         .permutes = 8,
                         .barriers = 2,
                         .bytes = 512,
                         .registers = 5}));
  EXPECT_EQ(
      cost(head +
               "st.shared.b32 [lane*4 + warp*128], s[0]; ld.shared.b32 d[0], [lane*4 + warp*128];",
           warps,
           warps,
           128),
      (ProgramCost{.store_wavefronts = 4,
                   .load_wavefronts = 4,
                   .instructions = 8,
                   .bytes = 512,
                   .registers = 5}));
}

TEST(ProgramCosts, AreOfWarpsThatTakePart) {
  const Places warps{.warps = {32, 64}};
  const std::string head =
      "program cuda:90, 4 warps, 32 bits, shared 512 bytes;\nmov d[0], s[0];\n";
  EXPECT_EQ(
      cost(head + "st.shared.b32 [lane*4], s[0] if warp == 2; shfl.bfly s[0], s[0], 1 if warp > 0;",
           warps,
           warps,
           128),
      (ProgramCost{
          .store_wavefronts = 1, .shuffles = 3, .instructions = 4, .bytes = 512, .registers = 2}));
}

TEST(ProgramCosts, CountWavefrontsOfBanks) {
  const std::string head = "program cuda:90, 32 bits, shared 8192 bytes;\nmov d[0], s[0];\n";
  const auto stores = [&](const std::string& place) {
    return cost(head + "st.shared.b32 [" + place + "], s[0];", kLanes, kLanes, 32).store_wavefronts;
  };
  EXPECT_EQ(stores("lane*4"), 1U);
  EXPECT_EQ(stores("lane*8"), 2U);
  EXPECT_EQ(stores("lane*128"), 32U);
  EXPECT_EQ(stores("lane*132"), 1U);
  EXPECT_EQ(cost(head + "st.shared.b128 [lane*16], s[0], s[0], s[0], s[0];", kLanes, kLanes, 32)
                .store_wavefronts,
            4U);
}

// Each half of 32 lanes is served by itself, and only if a lane of it takes part.
TEST(ProgramCosts, OfAWaveOf64LanesAreThoseOfItsHalves) {
  const Places wave{.lanes = {1, 2, 4, 8, 16, 32}};
  const std::string head =
      "program hip:gfx1100, 64 lanes, 32 bits, shared 16384 bytes;\nmov d[0], s[0];\n";
  const auto stores = [&](const std::string& what) {
    return cost(head + "ds_write_b32 " + what + ";", wave, wave, 64).store_wavefronts;
  };
  EXPECT_EQ(stores("[lane*4], s[0]"), 2U);
  EXPECT_EQ(stores("[(lane & 31)*128], s[0] if lane < 32"), 32U);
  EXPECT_EQ(stores("[(lane & 31)*128], s[0] if lane >= 32"), 32U);
  EXPECT_EQ(stores("[lane*128], s[0]"), 64U);
  EXPECT_EQ(stores("[lane*4], s[0] if lane == 63"), 1U);
}

TEST(ProgramCosts, AreTheLargestOfBlocks) {
  const Places blocks{.blocks = {32}};
  const std::string head =
      "program cuda:90, 2 blocks, 32 bits, shared 8192 bytes;\nmov d[0], s[0];\n";
  EXPECT_EQ(
      cost(head + "st.shared.b32 [lane*4 * (block*3 + 1)], s[0]; shfl.bfly s[0], s[0], 1 if block "
                  "== 0;",
           blocks,
           blocks,
           64),
      (ProgramCost{
          .store_wavefronts = 4, .shuffles = 1, .instructions = 2, .bytes = 8192, .registers = 2}));
  // What another block's memory costs was not measured.
  EXPECT_EQ(cost(head + "st.shared::cluster.b32 [lane*128, block ^ 1], s[0];", blocks, blocks, 64),
            (ProgramCost{.instructions = 1, .bytes = 8192, .registers = 2}));
}

}  // namespace
}  // namespace tileproof::moves
