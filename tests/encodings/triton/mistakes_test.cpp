// Is every mistake refused with its rule and its column?
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "tests/support/layouts.hpp"

namespace tileproof::triton {
namespace {

struct Mistake {
  const char* name;
  std::string text;
  ErrorCode code;
  std::string message;  // with its column
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.text; }

class Mistakes : public ::testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreRefusedWithTheirRuleAndColumn) {
  const auto layout = parse_layout(GetParam().text);
  ASSERT_FALSE(layout);
  EXPECT_EQ(layout.error().message, GetParam().message);
  EXPECT_STREQ(to_string(layout.error().code), to_string(GetParam().code));
}

std::string name_of_mistake(const ::testing::TestParamInfo<Mistake>& test) {
  return test.param.name;
}

std::string blocked_with(const std::string& rest) {
  return "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], " + rest + "}>";
}

constexpr auto kSyntax = ErrorCode::kSyntax;
constexpr auto kInvalid = ErrorCode::kInvalid;

INSTANTIATE_TEST_SUITE_P(
    Text,
    Mistakes,
    ::testing::Values(
        Mistake{"Empty", "", kSyntax, "column 1: expected '#' but found end of text"},
        Mistake{"Spaces", "  \n ", kSyntax, "line 2, column 2: expected '#' but found end of text"},
        Mistake{
            "NoHash", "ttg.blocked<{}>", kSyntax, "column 1: expected '#' but found 'ttg.blocked'"},
        Mistake{"BinaryBytes",
                std::string("\x00\xff\x7f", 3),
                kSyntax,
                "column 1: expected '#' but found byte 0x00"},
        Mistake{"BinaryBytesInside",
                "#ttg.blocked<{\x01}>",
                kSyntax,
                "column 15: expected a key of blocked but found byte 0x01"},
        Mistake{
            "UndefinedAlias", "#mma", kSyntax, "column 1: attribute alias '#mma' is not defined"},
        Mistake{"OtherDialect",
                "#gpu.blocked<{}>",
                ErrorCode::kUnsupported,
                "column 1: '#gpu.blocked' is no layout of Triton"},
        Mistake{"OtherEncoding",
                "#ttg.volta<{}>",
                ErrorCode::kUnsupported,
                "column 1: 'volta' is no layout of Triton"},
        Mistake{"TrailingText",
                std::string(kBlockedText) + " x",
                kSyntax,
                "column " + std::to_string(sizeof kBlockedText + 1) +
                    ": text after the attribute: 'x'"},
        Mistake{"CutOff",
                "#ttg.blocked<{sizePerThread = [1, 4], threadsPer",
                kSyntax,
                "column 49: expected '=' but found end of text"},
        Mistake{"NoComma",
                "#ttg.blocked<{sizePerThread = [1, 4] order = [1, 0]}>",
                kSyntax,
                "column 38: expected ',' but found 'order'"},
        Mistake{"ErrorOnTheSecondLine",
                "#ttg.blocked<{\n  foo = 1}>",
                ErrorCode::kUnknownKey,
                "line 2, column 3: unexpected key 'foo' in blocked"}),
    name_of_mistake);

INSTANTIATE_TEST_SUITE_P(
    Keys,
    Mistakes,
    ::testing::Values(
        Mistake{"Unknown",
                blocked_with("foo = 1"),
                ErrorCode::kUnknownKey,
                "column 64: unexpected key 'foo' in blocked"},
        Mistake{"Twice",
                blocked_with("sizePerThread = [1, 4]"),
                kInvalid,
                "column 64: duplicate key 'sizePerThread' in blocked"},
        Mistake{"Missing",
                blocked_with("order = [1, 0]"),
                kInvalid,
                "column 79: blocked needs the key 'warpsPerCTA'"},
        Mistake{"CgaTwice",
                blocked_with("warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[1, 0]], "
                             "CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]"),
                kInvalid,
                "column 186: CGALayout and CTAsPerCGA exclude each other"},
        Mistake{"WmmaSpelledTwice",
                "#ttg.amd_wmma<{version = 2, warpsPerCTA = [2, 2], ctaLayout = {warp = []}}>",
                kInvalid,
                "column 75: amd_wmma has ctaLayout as well as warpsPerCTA or tilesPerWarp"}),
    name_of_mistake);

INSTANTIATE_TEST_SUITE_P(
    Numbers,
    Mistakes,
    ::testing::Values(
        Mistake{"NoPowerOfTwo",
                blocked_with("warpsPerCTA = [3, 2], order = [1, 0]"),
                kInvalid,
                "column 1: every element of warpsPerCTA must be a power of two, but it is [3, 2]"},
        Mistake{"Zero",
                blocked_with("warpsPerCTA = [0, 2], order = [1, 0]"),
                kInvalid,
                "column 1: every element of warpsPerCTA must be a power of two, but it is [0, 2]"},
        Mistake{"Negative",
                blocked_with("warpsPerCTA = [-2, 2], order = [1, 0]"),
                kInvalid,
                "column 79: expected an integer >= 0 but found -2"},
        Mistake{"Beyond32Bits",
                blocked_with("warpsPerCTA = [4294967296, 2], order = [1, 0]"),
                ErrorCode::kOverflow,
                "column 79: 4294967296 does not fit a 32-bit parameter"},
        Mistake{"Beyond64Bits",
                blocked_with("warpsPerCTA = [18446744073709551616, 2], order = [1, 0]"),
                ErrorCode::kOverflow,
                "column 79: integer does not fit 64 bits"},
        Mistake{"Word",
                blocked_with("warpsPerCTA = [two, 2], order = [1, 0]"),
                kSyntax,
                "column 79: expected an integer but found 'two'"},
        Mistake{"NumberForList",
                blocked_with("warpsPerCTA = 4, order = [1, 0]"),
                kSyntax,
                "column 78: expected '[' but found '4'"},
        Mistake{"Flag",
                "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = 1}>",
                kSyntax,
                "column 59: expected true or false but found '1'"}),
    name_of_mistake);

INSTANTIATE_TEST_SUITE_P(
    Rules,
    Mistakes,
    ::testing::Values(
        Mistake{"RanksDiffer",
                blocked_with("warpsPerCTA = [2], order = [1, 0]"),
                kInvalid,
                "column 1: sizePerThread [1, 4] and warpsPerCTA [2] must have the same rank"},
        Mistake{"OrderIsNoPermutation",
                blocked_with("warpsPerCTA = [2, 2], order = [1, 1]"),
                kInvalid,
                "column 1: order must be a permutation of 0..(rank-1), but was [1, 1]"},
        Mistake{"OrderBeyondRank",
                blocked_with("warpsPerCTA = [2, 2], order = [1, 2]"),
                kInvalid,
                "column 1: order must be a permutation of 0..(rank-1), but was [1, 2]"},
        Mistake{"CgaLeavesAGap",
                blocked_with("warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[2, 0]]"),
                kInvalid,
                "column 124: after removing zero bases CGALayout must be a permutation: the bases "
                "of dimension 0 leave a gap"},
        Mistake{"CgaOfOtherRank",
                blocked_with("warpsPerCTA = [2, 2], order = [1, 0], CGALayout = [[1]]"),
                kInvalid,
                "column 121: CGALayout entry [1] does not have the rank 2"},
        Mistake{"SliceBeyondRank",
                std::string("#ttg.slice<{dim = 2, parent = ") + kBlockedText + "}>",
                kInvalid,
                "column 1: slice dim=2 must be less than the parent rank=2"},
        Mistake{"SliceOfRankOne",
                "#ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1], "
                "threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>}>",
                kInvalid,
                "column 1: parent layout must have at least rank >= 2"},
        Mistake{"SliceOfMemory",
                "#ttg.slice<{dim = 0, parent = #ttg.swizzled_shared<{vec = 1, perPhase = 1, "
                "maxPhase = 1, order = [1, 0]}>}>",
                kInvalid,
                "column 1: the parent of a slice must be a layout in registers, not "
                "swizzled_shared"},
        Mistake{"OperandOfMemory",
                "#ttg.dot_op<{opIdx = 0, parent = #ttg.swizzled_shared<{vec = 1, perPhase = 1, "
                "maxPhase = 1, order = [1, 0]}>}>",
                kInvalid,
                "column 1: ttg.dot_op unexpected parent layout: swizzled_shared"},
        Mistake{"OperandOfASlice",
                std::string("#ttg.dot_op<{opIdx = 0, parent = #ttg.slice<{dim = 0, parent = ") +
                    kBlockedText + "}>}>",
                kInvalid,
                "column 1: ttg.dot_op unexpected parent layout: slice"},
        Mistake{"ThirdOperand",
                std::string("#ttg.dot_op<{opIdx = 2, parent = ") + kBlockedText + "}>",
                kInvalid,
                "column 1: ttg.dot_op opIdx parameter can be 0 or 1, got: 2"},
        Mistake{"OperandOfBlockedWithWidth",
                std::string("#ttg.dot_op<{opIdx = 0, parent = ") + kBlockedText + ", kWidth = 2}>",
                kInvalid,
                "column 1: ttg.dot_op kWidth parameter is not supported when the parent is a "
                "blocked layout"},
        Mistake{"OperandOfMmaWithoutWidth",
                "#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, "
                "versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>}>",
                kInvalid,
                "column 1: ttg.dot_op kWidth parameter is mandatory for Ampere or Hopper MMA "
                "parent"},
        Mistake{"SecondOperandOfHopper",
                "#ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 3, "
                "versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>, "
                "kWidth = 2}>",
                kInvalid,
                "column 1: ttg.dot_op opIdx parameter must be 0 for Hopper MMA parent, since "
                "Hopper WGMMA only allows first operand to be in registers"},
        Mistake{"MmaVersion5",
                "#ttg.nvidia_mma<{versionMajor = 5, versionMinor = 0, warpsPerCTA = [4, 1], "
                "instrShape = [16, 8]}>",
                kInvalid,
                "column 1: nvidia_mma versionMajor must be 2 or 3 for a result in registers, but "
                "is 5 (MMAv5 keeps its result in tensor memory)"},
        Mistake{"MfmaTile",
                "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [8, 8, 8], "
                "isTransposed = false}>",
                kInvalid,
                "column 1: invalid (mDim, nDim) combination: (8, 8)"},
        Mistake{"WmmaShape",
                "#ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [2, 2], "
                "instrShape = [16, 16, 32]}>",
                kInvalid,
                "column 1: invalid WMMA v1 instruction shape [16, 16, 32]"},
        Mistake{"NvmmaSwizzle48",
                "#ttg.nvmma_shared<{swizzlingByteWidth = 48, transposed = false, "
                "elementBitWidth = 16}>",
                kInvalid,
                "column 1: swizzlingByteWidth must be 0, 32, 64, or 128, but is 48"},
        Mistake{"NvmmaOfRank0",
                "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, "
                "elementBitWidth = 16, rank = 0}>",
                kInvalid,
                "column 96: nvmma_shared rank is 0"},
        Mistake{"SharedWithAnOddLeadingOffset",
                "#ttg.shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0], "
                "hasLeadingOffset = true}>",
                kInvalid,
                "column 1: shared with a leading offset needs perPhase * maxPhase = 8 and a vec of "
                "16 bytes"},
        Mistake{"PaddingTwiceAtAnInterval",
                "#ttg.padded_shared<[32:+4, 32:+8] {order = [1, 0], shape = [8, 8]}>",
                kInvalid,
                "column 1: interval values cannot have duplicates, but 32 occurs twice"},
        Mistake{"PaddedOfNothing",
                "#ttg.padded_shared<[32:+4] {order = [], shape = []}>",
                kInvalid,
                "column 52: order must not be empty"},
        Mistake{"PaddedAcrossTwoDimensions",
                "#ttg.padded_shared<[32:+4] {offset = [[1, 1]], block = []}>",
                kInvalid,
                "column 1: Each offset basis must move in at most one dimension, but [1, 1] does "
                "not"},
        Mistake{"OnePartition",
                "#ttg.partitioned_shared<{numPartitions = 1, numGroups = 1, partitionDim = 0, "
                "partitionLayout = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, "
                "order = [1, 0]}>}>",
                kInvalid,
                "column 1: numPartitions must be a power of 2 and at least 2, but is 1"},
        Mistake{"TensorMemoryRows",
                "#ttng.tensor_memory_encoding<blockM = 32, blockN = 32, colStride = 1>",
                kInvalid,
                "column 1: blockM must be 64 or 128 but got 32"},
        Mistake{"LinearAcrossTwoDimensions",
                "#ttg.linear<{register = [[1, 1]], lane = [], warp = [], block = []}>",
                kInvalid,
                "column 1: linear basis [1, 1] of register moves along several dimensions"},
        Mistake{"LinearOfNothing",
                "#ttg.linear<{register = [], lane = [], warp = [], block = []}>",
                kInvalid,
                "column 62: linear without any basis has no rank"}),
    name_of_mistake);

TEST(Nesting, BeyondTheLimitIsRefused) {
  for (const int depth : {300, 100000}) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += "#ttg.slice<{dim = 0, parent = ";
    const auto layout = parse_layout(text);
    ASSERT_FALSE(layout);
    EXPECT_EQ(layout.error().message.substr(layout.error().message.find(": ") + 2),
              "nested deeper than 256 levels");
  }
}

TEST(Rank, BeyondTheLimitIsRefused) {
  std::string ones = "[1";
  std::string order = "[0";
  for (int i = 1; i < 33; ++i) {
    ones += ", 1";
    order += ", " + std::to_string(i);
  }
  const auto layout =
      parse_layout("#ttg.blocked<{sizePerThread = " + ones + "], threadsPerWarp = " + ones +
                   "], warpsPerCTA = " + ones + "], order = " + order + "]}>");
  ASSERT_FALSE(layout);
  EXPECT_EQ(layout.error().message,
            "column 1: layouts of rank 33 are not supported; the most is 32");
}

}  // namespace
}  // namespace tileproof::triton
