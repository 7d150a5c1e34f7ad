// Does tileproof say what Triton 3.6 says?  Every row that the genuine compiler gave is replayed:
// linear forms, printed texts, refusals, conversions.  Where we differ on purpose, a list gives the
// reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "tests/encodings/triton/reference_rows.hpp"

namespace tileproof::triton {
namespace {

class ReferenceLayouts : public ::testing::TestWithParam<ReferenceFile> {};

TEST_P(ReferenceLayouts, AreReproduced) {
  const auto rows = read_json_lines(GetParam().path());
  ASSERT_EQ(rows.size(), GetParam().rows);
  for (const auto& row : rows) {
    SCOPED_TRACE(describe(row));
    const auto text = row.at("attr").get<std::string>();
    const auto layout = parse_layout(text);
    ASSERT_TRUE(layout) << layout.error().message;
    EXPECT_EQ(to_string(**layout), text);
    EXPECT_FALSE(broken_bases(**layout));
    const auto linear = to_linear(**layout, shape_of(row));
    ASSERT_TRUE(linear) << linear.error().message;
    EXPECT_EQ(bases_as_json(*linear), expected_bases(row));
    EXPECT_EQ(outs_as_json(*linear), expected_outs(row));
  }
}

INSTANTIATE_TEST_SUITE_P(,
                         ReferenceLayouts,
                         ::testing::ValuesIn(kLayoutFiles),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(ReferenceViews, LinearLayoutsArePrintedByteForByte) {
  const auto rows = read_json_lines("triton-3.6/views.jsonl.gz");
  ASSERT_EQ(rows.size(), 160u);
  for (const auto& row : rows) {
    const auto layout = parse_layout(row.at("attr").get<std::string>());
    ASSERT_TRUE(layout) << describe(row);
    const auto linear = to_linear(**layout, shape_of(row));
    ASSERT_TRUE(linear) << describe(row);
    EXPECT_EQ(linear->to_string(), row.at("linear").get<std::string>()) << describe(row);
  }
}

// Why the layout is refused for the shape; empty if it is not.
std::string refusal(const nlohmann::json& row) {
  const auto layout = parse_layout(row.at("attr").get<std::string>());
  if (!layout) return layout.error().message;
  if (const auto error = broken_bases(**layout)) return error->message;
  const auto linear = to_linear(**layout, shape_of(row));
  return linear ? "" : linear.error().message;
}

TEST(ReferenceRefusals, DotOperandsAreRefusedInTritonsWords) {
  const auto rows = read_json_lines("triton-3.6/rejected.jsonl.gz");
  ASSERT_EQ(rows.size(), 76u);
  std::size_t verbatim = 0;
  for (const auto& row : rows) {
    const auto wanted = row.at("error").get<std::string>();
    const auto found = refusal(row);
    EXPECT_FALSE(found.empty()) << describe(row);
    if (wanted.rfind("ttg.dot_op kWidth", 0) != 0) continue;
    EXPECT_EQ(found, "column 1: " + wanted) << describe(row);
    ++verbatim;
  }
  EXPECT_EQ(verbatim, 76u);
}

struct Difference {
  const char* text;
  const char* reason;
};

// What Triton 3.6 refuses and tileproof reads.
constexpr Difference kReadOnPurpose[] = {
    {"#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], "
     "order = [1, 0], CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]}>",
     "the CGA keys of Triton 3.0 to 3.5"},
    {"#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0], "
     "CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]}>",
     "the CGA keys of Triton 3.0 to 3.5"},
    {"#ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0], "
     "CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]}>",
     "the CGA keys of Triton 3.0 to 3.5"},
    {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, "
     "CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]}>",
     "the CGA keys of Triton 3.0 to 3.5"},
    {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, "
     "rank = 1}>",
     "a tensor of one dimension more has buffers in front"},
    {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>",
     "a tensor of one dimension more has buffers in front"},
    {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, "
     "fp4Padded = true}>",
     "a tensor of one dimension more has buffers in front"},
    {"#ttg.amd_wmma<{isTranspose = false, warpsPerCTA = [2, 2]}>",
     "Triton 3.0 and 3.1 had no version: it was 1"},
    {"#ttg.amd_wmma<{version = 3, isTranspose = false, warpsPerCTA = [2, 2], "
     "instrShape = [32, 16, 64]}>",
     "an instruction shape since Triton 3.7"},
    {"#ttg.amd_wmma<{version = 3, isTranspose = false, warpsPerCTA = [2, 2], "
     "instrShape = [32, 16, 128]}>",
     "an instruction shape since Triton 3.7"},
    {"#ttg.amd_wmma<{version = 2, isTranspose = false, "
     "ctaLayout = {warp = [[0, 1], [1, 0]]}}>",
     "the spelling since Triton 3.7"},
    {"#ttg.shared_linear<{offset = [[0, 1], [1, 0]], block = []}, alignment = 16 : i32>",
     "a typed number, as all other parameters may be"},
    {"#ttg.padded_shared<[32:+4] {order = [1, 0]}>", "Triton 3.5 wrote the order alone"},
    {"#ttng.tensor_memory_encoding<blockM = 64, blockN = 64, unpacked = true>",
     "the spelling of Triton 3.3 to 3.5"},
    {"#ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, unpacked = false>",
     "the spelling of Triton 3.3 to 3.5"},
    {"#ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, CGALayout = [[1, 0]]>",
     "a key since Triton 3.7"},
    {"#ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, ctaMode = default>",
     "a key since Triton 3.8"},
    {"#ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, fp4Padded = true>",
     "a key since Triton 3.8"},
    {"#ttng.tensor_memory_scales_encoding<CGALayout = [[1, 0]]>", "a key since Triton 3.7"},
    {"#ttng.tensor_memory_scales_encoding<blockRepOrder = mnThenK>", "a key since Triton 3.8"},
    {"#ttg.shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>",
     "the name of swizzled_shared until Triton 3.2"},
    {"#triton_gpu.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], "
     "warpsPerCTA = [4, 1], order = [1, 0]}>",
     "the dialect's name until Triton 3.1"},
    {"#ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 0, "
     "partitionLayout = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, "
     "order = [1, 0]}>}>",
     "an encoding since Triton 3.7"},
};

TEST(ReferenceRefusals, MalformedLayoutsAreRefused) {
  const auto rows = read_json_lines("triton-3.6/malformed.jsonl.gz");
  ASSERT_EQ(rows.size(), 908u);
  std::vector<std::string> read;
  for (const auto& row : rows) {
    if (refusal(row).empty()) read.push_back(row.at("attr").get<std::string>());
  }
  std::vector<std::string> wanted;
  for (const Difference& difference : kReadOnPurpose) wanted.emplace_back(difference.text);
  std::ranges::sort(read);
  std::ranges::sort(wanted);
  EXPECT_EQ(read, wanted);
}

// Keys that 3.6 drops in silence where it does not know them.  tileproof refuses them there.
constexpr const char* kDroppedKeys[] = {"foo",
                                        "CTAsPerCGA",
                                        "CTASplitNum",
                                        "CTAOrder",
                                        "order",
                                        "isTransposed",
                                        "ctaLayout",
                                        "sizePerThread"};

// What else Triton 3.6 reads and tileproof refuses; but for numbers that 3.6 cuts to 32 bits.
constexpr Difference kRefusedOnPurpose[] = {
    {"#ttg.amd_mfma<{warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = false}>",
     "3.6 makes up version 0"},
    {"#ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, twoCTAs = 1>",
     "a number for a flag"},
    {"#gluon.auto_encoding", "no layout, but a wish for one"},
    {"#gluon.auto_encoding<>", "no layout, but a wish for one"},
    {"#gluon.coalesced_encoding", "no layout, but a wish for one"},
    {"#ttg.shared_memory", "a memory, no layout"},
    {"#ttng.tensor_memory", "a memory, no layout"},
};

// What tileproof reads and 3.6 reads as something else.
constexpr Difference kReadOtherwise[] = {
    {"#ttg.amd_mfma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 2], "
     "instrShape = [32, 32], isTransposed = false}>",
     "3.6 drops the old name of version and takes 0"},
};

bool is_among(std::span<const Difference> differences, const std::string& text) {
  return std::ranges::any_of(differences, [&](const Difference& d) { return text == d.text; });
}

// The three keys of a CGA layout until Triton 3.5, which 3.6 drops as well and which mean what they
// say.
bool has_old_cga(const std::string& text) {
  return text.find("CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder") != std::string::npos &&
         text.rfind("#ttg.linear", 0) != 0;
}

bool drops_a_key(const std::string& in, const std::string& out) {
  return !has_old_cga(in) && std::ranges::any_of(kDroppedKeys, [&](const std::string& key) {
    return in.find(key) != std::string::npos && out.find(key) == std::string::npos;
  });
}

// 2^32 or 2^32 + 1, which 3.6 reads as 0 and 1.
bool has_large_number(const std::string& text) {
  return text.find("4294967296") != std::string::npos ||
         text.find("4294967297") != std::string::npos;
}

TEST(ReferencePrinting, ReadingAndPrintingGivesTritonsText) {
  const auto rows = read_json_lines("triton-3.6/printing.jsonl.gz");
  ASSERT_EQ(rows.size(), 675u);
  std::size_t same = 0;
  for (const auto& row : rows) {
    const auto in = row.at("in").get<std::string>();
    const auto out = row.at("out").get<std::string>();
    const auto layout = parse_layout(in);
    if (has_large_number(in) || drops_a_key(in, out) || is_among(kRefusedOnPurpose, in)) {
      EXPECT_FALSE(layout) << in;
    } else if (!is_among(kReadOtherwise, in)) {
      ASSERT_TRUE(layout) << in << "\n" << layout.error().message;
      EXPECT_EQ(to_string(**layout), out) << in;
      ++same;
    }
  }
  EXPECT_EQ(same, 622u);
}

TEST(ReferenceConversions, AreMinimalAsTritonsAre) {
  const auto rows = read_json_lines("triton-3.6/conversions.jsonl.gz");
  ASSERT_EQ(rows.size(), 459u);
  for (const auto& row : rows) {
    const auto src = parse_layout(row.at("src").get<std::string>());
    const auto dst = parse_layout(row.at("dst").get<std::string>());
    ASSERT_TRUE(src && dst) << row;
    const auto from = to_linear(**src, shape_of(row));
    const auto to = to_linear(**dst, shape_of(row));
    ASSERT_TRUE(from && to) << row;
    const auto conversion = minimal_conversion(*from, *to);
    ASSERT_TRUE(conversion) << row << "\n" << conversion.error().message;
    EXPECT_EQ(bases_as_json(*conversion), row.at("cvt_in_dims")) << row;
    const bool moves_registers_at_most = std::ranges::all_of(
        conversion->out_dims(), [](const OutDim& out) { return out.name == kRegister; });
    EXPECT_EQ(moves_registers_at_most, row.at("trivial").get<bool>()) << row;
  }
}

}  // namespace
}  // namespace tileproof::triton
