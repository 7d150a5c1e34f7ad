// Does every text, however large or deep, end soon and cleanly?
#include <gtest/gtest.h>

#include <ctime>
#include <string>

#include "encodings/moves/parse_program.hpp"

namespace tileproof::moves {
namespace {

const std::string kHead = "program cuda:90, 32 bits;\n";

std::string repeated(const std::string& text, std::size_t count) {
  std::string result;
  result.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

// What is said of a text, in no more than a minute of a processor, also of a busy one under
// sanitizers.
std::string message_of(const std::string& text) {
  const std::clock_t start = std::clock();
  const auto program = parse_program(text);
  EXPECT_LT((std::clock() - start) / CLOCKS_PER_SEC, 60);
  return program ? "" : program.error().message;
}

TEST(HostileTexts, LengthIsBounded) {
  const std::string longest = kHead + std::string(kMaxProgramLength - kHead.size(), '\n');
  EXPECT_EQ(message_of(longest), "");
  EXPECT_EQ(message_of(longest + "\n"), "1:1: a program of more than 2^20 bytes");
}

TEST(HostileTexts, MovesThatFillTheWholeLengthAreRead) {
  const std::string move = "mov d[0],s[0];";
  EXPECT_EQ(message_of(kHead + repeated(move, (kMaxProgramLength - kHead.size()) / move.size())),
            "");
  EXPECT_EQ(message_of(kHead + repeated("barrier.cta;", 80'000)), "");
}

TEST(HostileTexts, LoopsAreInAtMostEightLoops) {
  const auto nest = [](unsigned depth) {
    std::string text = kHead;
    for (unsigned i = 0; i < depth; ++i) text += "for i" + std::to_string(i) + " in 0..1 {";
    return text + std::string(depth, '}');
  };
  EXPECT_EQ(message_of(nest(8)), "");
  EXPECT_EQ(message_of(nest(9)), "2:133: loops in more than 8 loops");
  EXPECT_EQ(message_of(nest(30'000)), "2:133: loops in more than 8 loops");
  EXPECT_NE(message_of(kHead + repeated("for ", 200'000)), "");
  EXPECT_NE(message_of(kHead + repeated("{", 1'000'000)), "");
}

TEST(HostileTexts, RoundsAreBounded) {
  EXPECT_EQ(message_of(kHead + "for i in 0..1048576 { barrier.cta; }"), "");
  const std::string too_many = "more than 2^20 moves, written out";
  EXPECT_EQ(message_of(kHead + "for i in 0..1048577 { barrier.cta; }"), "2:13: " + too_many);
  EXPECT_EQ(message_of(kHead + "for i in 0..18446744073709551615 { }"), "2:13: " + too_many);
  EXPECT_EQ(message_of(kHead + "for i in 0..1024 { for j in 0..1025 { barrier.cta; } }"),
            "2:32: " + too_many);
  EXPECT_EQ(message_of(kHead + "for i in 0..1048576 { barrier.cta; barrier.cta; }"),
            "2:36: " + too_many);
  // What stands before a loop is not in it.
  const std::string thousand = repeated("barrier.cta;", 1024);
  EXPECT_EQ(message_of(kHead + thousand + "for i in 0..1047552 { barrier.cta; }"), "");
  EXPECT_EQ(message_of(kHead + thousand + "for i in 0..1047553 { barrier.cta; }"),
            "2:12311: " + too_many);
  EXPECT_EQ(message_of(kHead + "for i in 0..1048575 { barrier.cta; } barrier.cta;"), "");
  EXPECT_EQ(message_of(kHead + "for i in 0..1048576 { barrier.cta; } barrier.cta;"),
            "2:38: " + too_many);
}

TEST(HostileTexts, NestingOfValuesIsBounded) {
  const auto move = [](const std::string& value) { return kHead + "mov d[0], s[" + value + "];"; };
  const std::string too_deep = ": nested deeper than 64 levels";
  for (const std::size_t depth : {100U, 500'000U}) {
    EXPECT_TRUE(message_of(move(repeated("(", depth))).ends_with(too_deep));
    EXPECT_TRUE(message_of(move(repeated("~", depth))).ends_with(too_deep));
    EXPECT_TRUE(message_of(move(repeated("!", depth))).ends_with(too_deep));
  }
  EXPECT_TRUE(message_of(move(repeated("min(", 200'000))).ends_with(too_deep));
  EXPECT_TRUE(message_of(move(repeated("1 ? ", 200'000))).ends_with(too_deep));
  EXPECT_EQ(message_of(move("0" + repeated("+0", 400'000))), "");
}

TEST(HostileTexts, ManyNamesAreRead) {
  std::string arrays = kHead;
  for (unsigned i = 0; arrays.size() < kMaxProgramLength - 100; ++i) {
    arrays += "registers r" + std::to_string(i) + "[1024];";
  }
  EXPECT_EQ(message_of(arrays), "");
}

TEST(HostileTexts, BytesThatAreNoTextAreRefused) {
  EXPECT_NE(message_of(std::string("program\0cuda:90, 8 bits;", 24)), "");
  EXPECT_NE(message_of(std::string(1'000'000, '\xff')), "");
  EXPECT_NE(message_of(kHead + "mov d[0], s[0\xe2\x80\xae];"), "");
  EXPECT_NE(message_of(kHead + repeated("\"", 100'000)), "");
}

}  // namespace
}  // namespace tileproof::moves
