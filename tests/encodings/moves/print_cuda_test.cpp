// How are accesses and barriers written, for use and for counters?
#include "encodings/moves/print_cuda.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "encodings/moves/parse_program.hpp"

namespace tileproof::moves {
namespace {

const char* const kProgram =
    "program cuda:90, 2 warps, 32 bits, shared 256 bytes;\n"
    "st.shared.b32 [lane * 4 ^ warp * 128], s[0];\n"
    "barrier.warp;\n"
    "ld.shared.b32 d[0], [lane * 4 ^ warp * 128];\n";

std::string cuda(const std::string& text, Accesses accesses) {
  return print_cuda(parse_program(text).value(), 1, 1, accesses).value();
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(PrintCuda, WritesEachMoveAsTheInstructionThatItNames) {
  const std::string text = cuda(kProgram, Accesses::kTogether);
  EXPECT_EQ(count(text, "\"st.shared.b32 [%0], %1;\""), 1U) << text;
  EXPECT_EQ(count(text, "\"ld.shared.b32 %0, [%1];\""), 1U) << text;
  EXPECT_EQ(count(text, "__syncwarp();"), 1U) << text;
  EXPECT_EQ(count(text, "clock64()"), 0U) << text;
  EXPECT_EQ(count(text, "__syncthreads();"), 0U) << text;
}

TEST(PrintCuda, LetsWarpsTakeTurnsAndWaitAfterEachAccessThatIsAlone) {
  const std::string text = cuda(kProgram, Accesses::kEachAlone);
  EXPECT_EQ(count(text, "\"st.volatile.shared.b32 [%0], %1;\""), 1U) << text;
  EXPECT_EQ(count(text, "\"ld.volatile.shared.b32 %0, [%1];\""), 1U) << text;
  // Turns are before the barrier and after it, and end in waits, which are around the whole, too.
  EXPECT_EQ(count(text, "warp_in_turn < 2;"), 2U) << text;
  EXPECT_EQ(count(text, "__syncthreads();"), 4U) << text;
  EXPECT_EQ(count(text, "begin < cycles;"), 4U + 2U) << text;
  EXPECT_LT(text.find("st.volatile"), text.find("__syncwarp();")) << text;
}

TEST(PrintCuda, KeepsGlobalMemoryAwayFromAccessesThatAreAlone) {
  EXPECT_EQ(count(cuda(kProgram, Accesses::kTogether), "s[r] = source["), 1U);
  const std::string text = cuda(kProgram, Accesses::kEachAlone);
  EXPECT_EQ(count(text, "source["), 1U) << text;
  EXPECT_EQ(count(text, "const unsigned cycles = source[0];"), 1U) << text;
  EXPECT_EQ(count(text, "sink ^= d[0];"), 1U) << text;
  EXPECT_EQ(count(text, "destination["), 1U) << text;
  EXPECT_EQ(count(text, "if (sink == 1) destination["), 1U) << text;
}

// How many loops of turns are around the first place of `part`.
int turns_around(const std::string& text, const std::string& part) {
  const std::string turns = "warp_in_turn < 2;";
  std::vector<bool> braces;  // is each that is open one of turns?
  for (std::size_t at = 0; at < text.find(part); ++at) {
    if (text[at] == '}') braces.pop_back();
    if (text[at] != '{') continue;
    const auto line = text.rfind('\n', at);
    braces.push_back(text.substr(line, at - line).find(turns) != std::string::npos);
  }
  return static_cast<int>(std::ranges::count(braces, true));
}

// No warp may wait within its turn for one whose turn is later.
TEST(PrintCuda, TakesTurnsOnceAroundAccessesAndNotAroundBarriers) {
  const std::string text = cuda(
      "program cuda:90, 2 warps, 32 bits, shared 256 bytes;\n"
      "for i in 0..2 {\n"
      "  for j in 0..2 {\n"
      "    st.shared.b32 [lane * 4 ^ warp * 128], s[0];\n"
      "  }\n"
      "  barrier.warp;\n"
      "}\n"
      "for i in 0..2 {\n"
      "  ld.shared.b32 d[0], [lane * 4 ^ warp * 128];\n"
      "}\n",
      Accesses::kEachAlone);
  EXPECT_EQ(count(text, "warp_in_turn < 2;"), 2U) << text;
  EXPECT_EQ(turns_around(text, "st.volatile"), 1) << text;
  EXPECT_EQ(turns_around(text, "__syncwarp"), 0) << text;
  EXPECT_EQ(turns_around(text, "ld.volatile"), 1) << text;
}

}  // namespace
}  // namespace tileproof::moves
