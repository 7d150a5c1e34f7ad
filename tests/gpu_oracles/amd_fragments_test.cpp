// amd_mfma, amd_wmma and dot_op against AMD's published register mappings, observations that are
// made up from these, and wrong models that they refuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "encodings/triton/dot_operand.hpp"
#include "gpu_oracles/amd_fragments/amd_fragments_replay.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof::oracles {
namespace {

// One matrix of one instruction: tests/data/amd/README.md.
struct PublishedMapping {
  std::string architecture;  // "cdna3"
  std::string instruction;
  std::string matrix;  // "A", "B" or "D"
  Word wave = 0;
  Word lanes = 0;
  Word m = 0;
  Word n = 0;
  Word k = 0;
  Word blocks = 0;
  Word bits = 0;
  std::vector<Word> row, col, block;

  [[nodiscard]] bool is_sparse() const {
    return instruction.find("smfmac") != std::string::npos ||
           instruction.find("swmmac") != std::string::npos;
  }
  [[nodiscard]] bool is_wmma() const { return instruction.find("wmma") != std::string::npos; }
  [[nodiscard]] AmdOperand operand() const {
    return matrix == "A" ? AmdOperand::kA : matrix == "B" ? AmdOperand::kB : AmdOperand::kD;
  }
};

const std::vector<PublishedMapping>& published_mappings() {
  static const auto kAll = [] {
    std::vector<PublishedMapping> all;
    for (const auto& line : read_json_lines("amd/matrix_mappings.jsonl.gz")) {
      all.push_back({line["architecture"],
                     line["instruction"],
                     line["matrix"],
                     line["wave"],
                     line["lanes"],
                     line["m"],
                     line["n"],
                     line["k"],
                     line["blocks"],
                     line["bits"],
                     line["row"],
                     line["col"],
                     line.value("block", std::vector<Word>())});
    }
    return all;
  }();
  return kAll;
}

std::string gfx_name(const std::string& architecture) {
  const std::map<std::string, std::string> kNames = {{"cdna1", "gfx908"},
                                                     {"cdna2", "gfx90a"},
                                                     {"cdna3", "gfx942"},
                                                     {"rdna3", "gfx1100"},
                                                     {"rdna4", "gfx1200"}};
  return kNames.at(architecture);
}

// The matrices of one instruction that layouts describe.
struct PublishedInstruction {
  AmdMatrixInstruction instruction;
  std::map<std::string, PublishedMapping> matrices;
};

std::vector<PublishedInstruction> described_instructions() {
  std::map<std::pair<std::string, std::string>, PublishedInstruction> by_name;
  for (const PublishedMapping& one : published_mappings()) {
    if (one.is_sparse() || one.blocks != 1 || one.wave != (one.is_wmma() ? 32U : 64U)) continue;
    auto& [instruction, matrices] = by_name[{one.architecture, one.instruction}];
    instruction.name = one.instruction;
    instruction.architecture = gfx_name(one.architecture);
    instruction.m = one.m;
    instruction.n = one.n;
    instruction.k = one.k;
    (one.matrix == "D" ? instruction.sum_bits : instruction.bits) = one.bits;
    matrices.emplace(one.matrix, one);
  }
  std::vector<PublishedInstruction> list;
  for (auto& [name, one] : by_name) list.push_back(std::move(one));
  return list;
}

// The lanes that hold different elements come first.
std::vector<Word> labels_of(const std::vector<Word>& all, Word lanes, Word kept_lanes) {
  std::vector<Word> kept;
  for (std::size_t slot = 0; slot < all.size(); ++slot) {
    if (slot % lanes < kept_lanes) kept.push_back(all[slot]);
  }
  return kept;
}

SlotLabels slot_labels(const PublishedInstruction& published) {
  const auto labels = [&](const char* matrix, std::vector<Word> PublishedMapping::*list) {
    const PublishedMapping& mapping = published.matrices.at(matrix);
    const bool is_sum = std::string(matrix) == "D";
    const Word kept =
        is_sum ? published.instruction.lanes() : published.instruction.operand_lanes();
    const auto words = labels_of(mapping.*list, mapping.lanes, kept);
    return std::vector<std::uint32_t>(words.begin(), words.end());
  };
  return {labels("A", &PublishedMapping::row),
          labels("A", &PublishedMapping::col),
          labels("B", &PublishedMapping::row),
          labels("B", &PublishedMapping::col),
          labels("D", &PublishedMapping::row),
          labels("D", &PublishedMapping::col)};
}

Observation made_up(const PublishedInstruction& published) {
  std::vector<std::int32_t> c_of_d;
  for (Word slot = 0; slot < published.instruction.m * published.instruction.n; ++slot) {
    c_of_d.push_back(static_cast<std::int32_t>(slot));
  }
  return to_observation(published.instruction, slot_labels(published), c_of_d);
}

std::size_t refusals(const AmdPlaceModel& model) {
  std::size_t count = 0;
  for (const PublishedInstruction& one : described_instructions()) {
    const auto difference = replay_amd_fragments(made_up(one), model);
    EXPECT_TRUE(difference.has_value()) << difference.error().message;
    if (difference.has_value() && difference->has_value()) ++count;
  }
  return count;
}

// ---- the published mappings

TEST(AmdMappings, EveryInstructionOfOneBlockHasTheLayoutsElementsInEverySlot) {
  std::map<std::string, int> instructions;
  std::size_t slots = 0;
  for (const auto& [instruction, matrices] : described_instructions()) {
    ASSERT_EQ(matrices.size(), 3U) << instruction.name;
    ++instructions[instruction.architecture];
    for (const auto& [name, mapping] : matrices) {
      for (std::size_t slot = 0; slot < mapping.row.size(); ++slot, ++slots) {
        const auto place = defined_place(
            instruction, mapping.operand(), slot / mapping.lanes, slot % mapping.lanes);
        ASSERT_TRUE(place.has_value()) << place.error().message;
        ASSERT_EQ(*place, AmdElementPlace(mapping.row[slot], mapping.col[slot]))
            << instruction.name << " of " << instruction.architecture << ", " << name
            << ", element " << slot / mapping.lanes << " of lane " << slot % mapping.lanes;
      }
    }
  }
  EXPECT_EQ(instructions["gfx908"], 8);
  EXPECT_EQ(instructions["gfx90a"], 11);
  EXPECT_EQ(instructions["gfx942"], 19);
  EXPECT_EQ(instructions["gfx1100"], 6);
  EXPECT_EQ(instructions["gfx1200"], 11);
  EXPECT_EQ(slots, 60160U);
}

AmdElementPlace as_pair(const triton::Coords<Word>& coordinates) {
  return {coordinates[0], coordinates[1]};
}

// A 4x4 instruction of 16 blocks is amd_mfma's 4x64: the blocks go along n.  Its A is 16 blocks
// along k, of which an instruction broadcasts one.  64x4 is the same with A and B exchanged.
TEST(AmdMappings, SixteenBlocksOf4x4AreTheTiles4x64And64x4) {
  using triton::AmdMfma;
  using triton::DotOperand;
  using triton::Shape;
  std::size_t matrices = 0;
  for (const PublishedMapping& one : published_mappings()) {
    if (one.blocks != 16) continue;
    ASSERT_EQ(one.m, 4U);
    const Word k = one.k;
    const AmdMfma wide{3, {1, 1}, {4, 64, k}, false, {1, 1}, 32, triton::CgaLayout::single(2)};
    const AmdMfma tall{3, {1, 1}, {64, 4, k}, true, {1, 1}, 32, triton::CgaLayout::single(2)};
    ++matrices;
    for (std::size_t slot = 0; slot < one.row.size(); ++slot) {
      const triton::RegisterPlace<Word> at{slot / one.lanes, slot % one.lanes, 0, 0};
      const Word row = one.row[slot];
      const Word col = one.col[slot];
      const Word block = one.block[slot];
      AmdElementPlace of_wide;
      AmdElementPlace of_tall;
      AmdElementPlace expected;
      if (one.matrix == "D") {
        of_wide = as_pair(element(U64{}, wide, Shape{4, 64}, at));
        of_tall = as_pair(element(U64{}, tall, Shape{64, 4}, at));
        expected = {row, 4 * block + col};
      } else if (one.matrix == "B") {
        of_wide = as_pair(element(U64{}, DotOperand{1, k, wide}, Shape{k, 64}, at));
        of_tall = as_pair(element(U64{}, DotOperand{0, k, tall}, Shape{64, k}, at));
        expected = {row, 4 * block + col};
      } else {
        of_wide = as_pair(element(U64{}, DotOperand{0, k, wide}, Shape{4, 16 * k}, at));
        of_tall = as_pair(element(U64{}, DotOperand{1, k, tall}, Shape{16 * k, 4}, at));
        expected = {row, k * block + col};
      }
      ASSERT_EQ(of_wide, expected) << one.instruction << " " << one.matrix << " slot " << slot;
      std::swap(expected.first, expected.second);
      ASSERT_EQ(of_tall, expected) << one.instruction << " " << one.matrix << " slot " << slot;
    }
  }
  EXPECT_EQ(matrices, 39U);
}

// What is published and in no notation: shown here so that it is not taken for checked.
TEST(AmdMappings, TheOthersAreSparseOrOfSeveralBlocksOrWavesOf64) {
  std::map<std::string, int> left_out;
  for (const PublishedMapping& one : published_mappings()) {
    if (one.is_sparse()) {
      ++left_out["sparse"];
    } else if (one.blocks == 2 || one.blocks == 4) {
      ++left_out["several blocks"];
    } else if (one.is_wmma() && one.wave == 64) {
      ++left_out["wave of 64"];
    }
  }
  EXPECT_EQ(left_out["sparse"], 72);
  EXPECT_EQ(left_out["several blocks"], 84);
  EXPECT_EQ(left_out["wave of 64"], 51);
  EXPECT_EQ(published_mappings().size(), 72U + 84U + 51U + 39U + 3U * 55U);
}

// ---- the replay

TEST(AmdFragments, ObservationsAsPublishedAgree) {
  for (const PublishedInstruction& one : described_instructions()) {
    const auto difference = replay_amd_fragments(made_up(one));
    ASSERT_TRUE(difference.has_value()) << difference.error().message;
    EXPECT_EQ(*difference, std::nullopt);
  }
}

TEST(AmdFragments, LabelsMayBeOtherNames) {
  for (const PublishedInstruction& one : described_instructions()) {
    Observation observation = made_up(one);
    for (const char* list : {"a_k", "b_k"}) {
      for (auto& label : observation.out[list]) label = 1000 + (label.get<Word>() ^ 1);
    }
    EXPECT_EQ(replay_amd_fragments(observation).value(), std::nullopt) << one.instruction.name;
    // In A alone they are another instruction.
    for (auto& label : observation.out["a_k"]) label = label.get<Word>() ^ 1;
    EXPECT_NE(replay_amd_fragments(observation).value(), std::nullopt) << one.instruction.name;
  }
}

TEST(AmdFragments, OneFlippedBitOfTheModelIsRefusedByEveryInstruction) {
  const std::size_t all = described_instructions().size();
  for (const AmdOperand wrong : {AmdOperand::kA, AmdOperand::kB, AmdOperand::kD}) {
    for (const bool is_first : {true, false}) {
      for (unsigned bit = 0; bit < 4; ++bit) {
        const auto flipped = [&](const AmdMatrixInstruction& instruction,
                                 AmdOperand operand,
                                 Word element,
                                 Word lane) -> Result<AmdElementPlace> {
          TP_TRY(place, defined_place(instruction, operand, element, lane));
          AmdElementPlace moved = place;
          if (operand == wrong) (is_first ? moved.first : moved.second) ^= lane >> bit & 1;
          return moved;
        };
        EXPECT_EQ(refusals(flipped), all)
            << static_cast<int>(wrong) << " " << is_first << " " << bit;
      }
    }
  }
}

TEST(AmdFragments, EveryPlantedErrorIsRefusedByEveryInstruction) {
  const std::size_t all = described_instructions().size();
  EXPECT_EQ(refusals(amd_fragment_model_choice().ours), 0U);
  for (const auto& wrong : amd_fragment_model_choice().planted) {
    EXPECT_EQ(refusals(wrong.model), all) << wrong.name;
  }
}

TEST(AmdFragments, AddendsFromOtherSlotsAreRefused) {
  Observation observation = made_up(described_instructions().front());
  observation.out["c_of_d"][3] = 2;
  EXPECT_EQ(
      **replay_amd_fragments(observation),
      "v_mfma_f32_16x16x16f16 of gfx908: D in element 0 of lane 3 takes its addend from slot 2 "
      "of C, not from its own");
}

TEST(AmdFragments, ObservationsThatCannotBeReadAreErrors) {
  const Observation right = made_up(described_instructions().front());
  Observation observation = right;
  observation.out["b_col"].erase(0);
  EXPECT_EQ(replay_amd_fragments(observation).error().code, ErrorCode::kInvalid);
  observation = right;
  observation.in["architecture"] = "gfx1030";
  EXPECT_EQ(replay_amd_fragments(observation).error().message,
            "no layout describes v_mfma_f32_16x16x16f16 of gfx1030: the architecture has no MFMA");
  observation = right;
  observation.in["k"] = 12;
  EXPECT_EQ(replay_amd_fragments(observation).error().code, ErrorCode::kInvalid);
  observation = right;
  observation.in.erase("sum_bits");
  EXPECT_EQ(replay_amd_fragments(observation).error().message, "no natural number 'sum_bits'");
}

}  // namespace
}  // namespace tileproof::oracles
