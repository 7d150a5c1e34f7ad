// What is wrong with a program whatever it moves, and is it said before any verdict?
#include <gtest/gtest.h>

#include "tests/checkers/moves/judged.hpp"

namespace tileproof::moves {
namespace {

const std::string kHead = "program cuda:90, 32 bits, shared 4096 bytes;\n";
const Places kEach;

std::string said(const std::string& text,
                 const Places& source = kEach,
                 const Places& destination = kEach) {
  return judged(text, on(source, 32), on(destination, 32));
}

const std::string kWrongStep = "a value leaves 0 to 2^64 - 1, divides by 0 or shifts by 64 or more";

TEST(BadPrograms, ValuesThatLeave64BitsAreNamed) {
  for (const char* value : {"0 - lane",
                            "lane - 31",
                            "18446744073709551615 + lane",
                            "9223372036854775808 * lane",
                            "1 / lane",
                            "lane % (lane & 16)",
                            "1 << (lane + 40)",
                            "1 >> (lane + 33)",
                            "lane == 3 ? 1 / 0 : 1",
                            "lane < 99 ? 1 : 1 << 64",
                            "lane & 0 && 1 / lane"}) {
    EXPECT_EQ(said(kHead + "shfl.idx d[0], s[0], " + value + ";"), "2:1: " + kWrongStep) << value;
    EXPECT_EQ(said(kHead + "mov d[0], s[0] if " + value + ";"), "2:1: " + kWrongStep) << value;
  }
}

TEST(BadPrograms, ValuesOfThreadsThatTakeNoPartAreNotAsked) {
  EXPECT_EQ(
      said(kHead + "mov d[0], s[0]; st.shared.b32 [lane*4 + (lane - 1) * 0], s[0] if lane > 0;"),
      "proved");
  EXPECT_EQ(
      said(kHead + "mov d[0], s[0]; st.shared.b32 [lane*4 + (lane - 1) * 0], s[0] if lane < 9;"),
      "2:17: " + kWrongStep);
  const std::string halves =
      "program cuda:90, 16 bits, shared 512 bytes;\nregisters t[2];\nmov d[0], s[0];\n";
  // Lanes 8 and above give no address.
  EXPECT_EQ(said(halves + "ldmatrix.x1 t[0], [(7 - lane) * 16] if lane > 99;"), "proved");
  EXPECT_EQ(said(halves + "ldmatrix.x1 t[0], [(7 - lane) * 16];"),
            "2 4:1: ldmatrix.x1, warp 0, lane 0: it reads byte 112, which was not stored");
  EXPECT_EQ(said(halves + "ldmatrix.x2 t[0], t[1], [(7 - lane) * 16];"), "4:1: " + kWrongStep);
}

TEST(BadPrograms, RegistersAreOnesThatThereAre) {
  EXPECT_EQ(said(kHead + "mov d[1], s[0];"), "2:1: 'd' has 1 registers, and the number is 1");
  EXPECT_EQ(said(kHead + "mov d[0], s[4];"), "2:1: 's' has 1 registers, and the number is 4");
  EXPECT_EQ(said("program cuda:90, 32 bits; registers t[2];\nfor i in 0..3 { mov t[i], s[0]; }"),
            "2:17: 't' has 2 registers, and the number is 2");
  EXPECT_EQ(said(kHead + "mov d[0 - 1], s[0];"), "2:1: " + kWrongStep);
  EXPECT_EQ(said("program cuda:90, 32 bits; registers s[2], d[8];\nmov s[1], s[0]; mov d[7], s[1]; "
                 "mov d[0], s[0];"),
            "proved");
  EXPECT_EQ(said("program cuda:90, 64 bits; registers d[1];"),
            "'d' has 1 registers, and the layout needs 2");
  EXPECT_EQ(said(kHead + "for i in 0..0 { mov d[9], s[0]; } mov d[0], s[0];"), "proved");
}

TEST(BadPrograms, NoMoveWritesARegisterTwice) {
  EXPECT_EQ(said(kHead + "ld.shared.b64 d[0], d[0], [0];"),
            "2:1: register 0 of 'd' is written twice");
  EXPECT_EQ(said("program cuda:90, 32 bits, shared 64 bytes; registers t[4];\nfor i in 0..2 { "
                 "ld.shared.b64 t[i], t[2*i], [0]; }"),
            "2:17: register 0 of 't' is written twice");
  EXPECT_EQ(said(kHead + "ldmatrix.x2 d[0], d[0], [0];"),
            "2:1: register 0 of 'd' is written twice");
  EXPECT_EQ(said(kHead + "st.shared.b64 [lane*8], s[0], s[0]; mov d[0], s[0];"), "proved");
  const auto pair = [](const std::string& rounds, const std::string& second) {
    return said(
        "program cuda:90, 32 bits, shared 64 bytes; registers t[4], u[4];\nst.shared.b64 "
        "[0], s[0], s[0] if lane == 0; barrier.warp; mov d[0], s[0];\nfor i in 0.." +
        rounds + " { ld.shared.b64 t[i], " + second + ", [0]; }");
  };
  // In no round, whether numbers differ by a constant or not.
  for (const char* second : {"t[i ^ 1]", "t[i ^ 3]", "t[3 - i]", "t[(i + 1) % 4]", "u[i]"}) {
    EXPECT_EQ(pair("4", second), "proved") << second;
  }
  EXPECT_EQ(pair("3", "t[2 - i]"), "3:17: register 1 of 't' is written twice");
  EXPECT_EQ(pair("4", "t[i & 2 | 1]"), "3:17: register 1 of 't' is written twice");
  EXPECT_EQ(pair("4", "t[i ^ (i & 1) ^ 1]"), "3:17: register 1 of 't' is written twice");
}

TEST(BadPrograms, SelectorsHaveFourDigitsBelow8) {
  EXPECT_EQ(said(kHead + "prmt d[0], s[0], s[0], lane == 9 ? 0x8210 : 0x3210;"),
            "2:1: the selector 33296 has a digit above 7, or more than four");
  EXPECT_EQ(said(kHead + "prmt d[0], s[0], s[0], 0x13210;"),
            "2:1: the selector 78352 has a digit above 7, or more than four");
  EXPECT_EQ(said(kHead + "prmt d[0], s[0], s[0], 0x7654;"), "proved");
}

TEST(BadPrograms, AddressesAndBlocksAreBelow2To63) {
  EXPECT_EQ(said(kHead + "st.shared.b32 [9223372036854775808], s[0] if lane == 7;"),
            "2:1: an address or block of 2^63 or more");
  EXPECT_EQ(said(kHead + "st.shared::cluster.b32 [0, 9223372036854775808], s[0] if lane == 7;"),
            "2:1: an address or block of 2^63 or more");
}

TEST(BadPrograms, LayoutsHaveTheThreadsOfTheProgram) {
  EXPECT_EQ(said("program cuda:90, 2 warps, 32 bits;\nmov d[0], s[0];"),
            "the layout has 1 of 'warp', and the program 2");
  EXPECT_EQ(said("program hip:gfx942, 32 bits;\nmov d[0], s[0];"),
            "the layout has 32 of 'lane', and the program 64");
  EXPECT_EQ(said("program cuda:90, 2 blocks, 32 bits;\nmov d[0], s[0];"),
            "the layout has 1 of 'block', and the program 2");
  EXPECT_EQ(said(kHead + "mov d[0], s[0];", kEach, {.lanes = {1, 2, 4, 8, 16}, .warps = {0}}),
            "the layout has 2 of 'warp', and the program 1");
}

TEST(BadPrograms, AreFoundBeforeWhatGoesWrongEarlier) {
  EXPECT_EQ(said(kHead + "st.shared.b32 [lane*4 + 1], s[0];\nmov d[0], s[9];"),
            "3:1: 's' has 1 registers, and the number is 9");
}

}  // namespace
}  // namespace tileproof::moves
