// Is every spelling read, and printed as Triton prints it?
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "tests/support/layouts.hpp"

namespace tileproof::triton {
namespace {

struct Spelling {
  const char* name;
  std::string text;
  std::string printed;
};

void PrintTo(const Spelling& spelling, std::ostream* out) { *out << spelling.text; }

class Spellings : public ::testing::TestWithParam<Spelling> {};

TEST_P(Spellings, AreReadAndPrintedAsTritonPrints) {
  const auto layout = parse_layout(GetParam().text);
  ASSERT_TRUE(layout) << layout.error().message;
  EXPECT_EQ(to_string(**layout), GetParam().printed);
}

std::string name_of(const ::testing::TestParamInfo<Spelling>& test) { return test.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Notation,
    Spellings,
    ::testing::Values(
        Spelling{"KeysInAnyOrder",
                 "#ttg.blocked<{order = [1, 0], warpsPerCTA = [2, 2], threadsPerWarp = [8, 4], "
                 "sizePerThread = [1, 4]}>",
                 kBlockedText},
        Spelling{"NoWhitespace",
                 "#ttg.blocked<{sizePerThread=[1,4],threadsPerWarp=[8,4],warpsPerCTA=[2,2],"
                 "order=[1,0]}>",
                 kBlockedText},
        Spelling{"MuchWhitespaceAndComments",
                 "  #ttg.blocked<{\n  sizePerThread = [1,\t4], // per thread\r\n"
                 "  threadsPerWarp = [ 8 , 4 ], warpsPerCTA = [2, 2],\n  order = [1, 0] } >\n",
                 kBlockedText},
        Spelling{"TypedNumbers",
                 "#ttg.blocked<{sizePerThread = [1 : i32, 4 : i32], threadsPerWarp = [8, 4], "
                 "warpsPerCTA = [2, 2], order = [1, 0]}>",
                 kBlockedText},
        Spelling{"HexadecimalNumbers",
                 "#ttg.blocked<{sizePerThread = [0x1, 0x4], threadsPerWarp = [8, 4], "
                 "warpsPerCTA = [2, 2], order = [1, 0]}>",
                 kBlockedText},
        Spelling{"QuotedKeys",
                 "#ttg.blocked<{\"sizePerThread\" = [1, 4], \"threadsPerWarp\" = [8, 4], "
                 "warpsPerCTA = [2, 2], \"order\" = [1, 0]}>",
                 kBlockedText}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    OldTriton,
    Spellings,
    ::testing::Values(
        Spelling{"BlockedWithSplitCtas",
                 "#triton_gpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], "
                 "warpsPerCTA = [2, 2], order = [1, 0], CTAsPerCGA = [2, 2], "
                 "CTASplitNum = [2, 1], CTAOrder = [1, 0]}>",
                 "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], "
                 "warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[0, 0], [1, 0]]}>"},
        Spelling{"BlockedWithOneCta",
                 "#triton_gpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], "
                 "warpsPerCTA = [2, 2], order = [1, 0], CTAsPerCGA = [1, 1], "
                 "CTASplitNum = [1, 1], CTAOrder = [1, 0]}>",
                 kBlockedText},
        Spelling{"SharedWithoutLeadingOffset",
                 "#triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], "
                 "hasLeadingOffset = false}>",
                 "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"},
        Spelling{"SharedWithLeadingOffset",
                 "#triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [0, 1], "
                 "hasLeadingOffset = true}>",
                 "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, "
                 "elementBitWidth = 16}>"},
        Spelling{"SharedWithLeadingOffsetOfBytes",
                 "#ttg.shared<{vec = 16, perPhase = 4, maxPhase = 2, order = [1, 0], "
                 "hasLeadingOffset = true}>",
                 "#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, "
                 "elementBitWidth = 8}>"},
        Spelling{"MfmaWithVersionMajor",
                 "#triton_gpu.amd_mfma<{versionMajor = 3, versionMinor = 0, "
                 "warpsPerCTA = [2, 2], instrShape = [32, 32], isTransposed = true}>",
                 "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32], "
                 "isTransposed = true}>"},
        Spelling{"MfmaOfDoubles",
                 "#ttg.amd_mfma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], "
                 "instrShape = [16, 16], isTransposed = false, elementType = f64}>",
                 "#ttg.amd_mfma<{version = 2, warpsPerCTA = [2, 2], instrShape = [16, 16], "
                 "isTransposed = false, elementBitWidth = 64}>"},
        Spelling{"MfmaWithoutTiles",
                 "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], "
                 "isTransposed = false, tilesPerWarp = []}>",
                 "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], "
                 "isTransposed = false}>"},
        Spelling{"WmmaWithoutVersion",
                 "#triton_gpu.amd_wmma<{warpsPerCTA = [2, 2]}>",
                 "#ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [2, 2]}>"},
        Spelling{"TensorMemoryUnpacked",
                 "#ttng.tensor_memory_encoding<blockM = 64, blockN = 32, unpacked = true, "
                 "CTASplitM = 2>",
                 "#ttng.tensor_memory_encoding<blockM = 64, blockN = 32, unpacked = true, "
                 "CTASplitM = 2>"},
        Spelling{"TensorMemoryPacked",
                 "#triton_nvidia_gpu.tensor_memory_encoding<blockM = 64, blockN = 32, "
                 "unpacked = false>",
                 "#ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1>"},
        Spelling{"PaddedByOrderAlone",
                 "#ttg.padded_shared<[32:+4] {order = [1, 0]}>",
                 "#ttg.padded_shared<[32:+4] {order = [1, 0]}>"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    NewTriton,
    Spellings,
    ::testing::Values(
        Spelling{"WmmaByTiles",
                 "#ttg.amd_wmma<{version = 2, isTranspose = true, "
                 "ctaLayout = {warp = [[0, 1], [1, 0]], register = [[2, 0]]}}>",
                 "#ttg.amd_wmma<{version = 2, isTranspose = true, "
                 "ctaLayout = {register = [[2, 0]], warp = [[0, 1], [1, 0]]}}>"},
        Spelling{"TensorMemoryOfTwoCtas",
                 "#ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1, "
                 "CGALayout = [[1, 0]], twoCTAs = true, ctaMode = twocta_lhs, fp4Padded = true>",
                 "#ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1, "
                 "CGALayout = [[1, 0]], twoCTAs = true, ctaMode = twocta_lhs, fp4Padded = true>"},
        Spelling{"TensorMemoryWithAnIndexOfOneCta",
                 "#ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1, "
                 "twoCTAs = true, CGALayout = []>",
                 "#ttng.tensor_memory_encoding<blockM = 64, blockN = 32, colStride = 1, "
                 "CGALayout = [], twoCTAs = true>"},
        Spelling{"Scales",
                 "#ttng.tensor_memory_scales_encoding<blockRepOrder = <kThenMn>>",
                 "#ttng.tensor_memory_scales_encoding<blockRepOrder = <kThenMn>>"},
        Spelling{"ScalesWithoutKeys",
                 "#ttng.tensor_memory_scales_encoding<>",
                 "#ttng.tensor_memory_scales_encoding<>"}),
    name_of);

TEST(Aliases, AreLookedUpInTheTable) {
  AliasTable aliases;
  mlir::Cursor parent(kBlockedText);
  aliases["blocked"] = parse_layout(parent, {});
  mlir::Cursor cursor("#ttg.slice<{dim = 1, parent = #blocked}>");
  const auto layout = parse_layout(cursor, aliases);
  ASSERT_NE(layout, nullptr) << cursor.error().message;
  EXPECT_EQ(to_string(*layout),
            std::string("#ttg.slice<{dim = 1, parent = ") + kBlockedText + "}>");
}

TEST(Slices, MayNestUpToTheLimit) {
  // 30 slices of a layout of rank 31.
  std::string ones = "[1";
  std::string order = "[0";
  for (int i = 1; i < 31; ++i) {
    ones += ", 1";
    order += ", " + std::to_string(i);
  }
  std::string text = "#ttg.blocked<{sizePerThread = " + ones + "], threadsPerWarp = " + ones +
                     "], warpsPerCTA = " + ones + "], order = " + order + "]}>";
  for (int i = 0; i < 30; ++i) text = "#ttg.slice<{dim = 0, parent = " + text + "}>";
  const auto layout = parse_layout(text);
  ASSERT_TRUE(layout) << layout.error().message;
  EXPECT_EQ(rank(**layout), 1u);
  EXPECT_EQ(to_string(**layout), text);
}

}  // namespace
}  // namespace tileproof::triton
