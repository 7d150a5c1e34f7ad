// nvidia_mma and dot_op against the fragments that an H200 showed, and wrong models that its
// answers refuse.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "encodings/index_map/index_map.hpp"
#include "gpu_oracles/fragments/fragments_replay.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof::oracles {
namespace {

const std::vector<Observation>& fragment_observations() {
  static const auto kAll = [] {
    std::vector<Observation> all;
    const auto lines = read_json_lines("h200/fragments.jsonl.gz");
    for (std::size_t i = 1; i < lines.size(); ++i) all.push_back({lines[i]["in"], lines[i]["out"]});
    return all;
  }();
  return kAll;
}

std::string kind_of(const Observation& observation) {
  return observation.in["kind"].get<std::string>();
}

// How many observations of a kind refuse a model.
std::size_t refused(const FragmentModels& models, const std::string& of_kind) {
  std::size_t count = 0;
  for (const Observation& observation : fragment_observations()) {
    if (kind_of(observation) != of_kind) continue;
    const auto difference = replay_fragments(observation, models);
    EXPECT_TRUE(difference.has_value()) << difference.error().message;
    if (difference.has_value() && difference->has_value()) ++count;
  }
  return count;
}

TEST(Fragments, EveryObservationIsAsTheModelsSay) {
  for (const Observation& observation : fragment_observations()) {
    const auto difference = replay_fragments(observation);
    ASSERT_TRUE(difference.has_value()) << difference.error().message;
    EXPECT_EQ(*difference, std::nullopt);
  }
}

TEST(Fragments, ObservationsCoverEveryKindAndEveryWidthOfWgmma) {
  std::map<std::string, int> of_kind;
  std::set<int> widths_from_registers;
  std::set<int> widths_from_memory;
  for (const Observation& observation : fragment_observations()) {
    ++of_kind[kind_of(observation)];
    if (kind_of(observation) != "wgmma") continue;
    auto& widths = observation.in["a"] == "registers" ? widths_from_registers : widths_from_memory;
    widths.insert(observation.in["n"].get<int>());
  }
  EXPECT_EQ(of_kind["mma"], 39);
  EXPECT_EQ(of_kind["mma.sp"], 22);
  EXPECT_EQ(of_kind["wgmma"], 158);
  EXPECT_EQ(of_kind["wgmma.sp"], 24);
  EXPECT_EQ(of_kind["matrix_move"], 12);
  EXPECT_EQ(widths_from_registers.size(), 32u);
  EXPECT_EQ(widths_from_memory, widths_from_registers);
}

// Every basis of every operand: each thread bit, each coordinate.
TEST(Fragments, OneFlippedBitIsRefusedByEveryInstructionOfAWarp) {
  for (const MatrixOperand operand : {MatrixOperand::kA, MatrixOperand::kB, MatrixOperand::kD}) {
    for (const bool is_first : {true, false}) {
      for (unsigned bit = 0; bit < 5; ++bit) {
        EXPECT_EQ(refused(with_flipped_bit(operand, is_first, bit), "mma"), 39u)
            << static_cast<int>(operand) << " " << is_first << " " << bit;
      }
    }
  }
}

TEST(Fragments, OneFlippedBitOfTheResultIsRefusedByEveryInstructionOfFourWarps) {
  for (const bool is_first : {true, false}) {
    for (const unsigned bit : {0u, 2u, 6u}) {
      EXPECT_EQ(refused(with_flipped_bit(MatrixOperand::kD, is_first, bit), "wgmma"), 158u);
    }
  }
  // A is seen only where it is in registers.
  EXPECT_EQ(refused(with_flipped_bit(MatrixOperand::kA, true, 3), "wgmma"), 79u);
}

// What no instruction can show: rows that have other names in A and in D alike.
TEST(Fragments, RowsRenamedInAAndDAlikeAreTheSameInstruction) {
  FragmentModels models = fragment_models();
  models.place =
      [](const MatrixInstruction& instruction, MatrixOperand operand, Word element, Word thread) {
        ElementPlace place = fragment_models().place(instruction, operand, element, thread);
        if (operand != MatrixOperand::kB) place.first ^= 5;
        return place;
      };
  EXPECT_EQ(refused(models, "mma"), 0u);
  // But rows of wgmma have their names from memory, where A lies there.
  EXPECT_EQ(refused(models, "wgmma"), 79u);
}

std::size_t refused_by(const char* planted, const std::string& of_kind) {
  return refused(**fragment_model_choice().find(planted), of_kind);
}

TEST(Fragments, WrongSparseModelsAreRefusedByEverySparseInstruction) {
  EXPECT_EQ(refused_by("sparse-index", "mma.sp"), 22u);
  EXPECT_EQ(refused_by("metadata-place", "mma.sp"), 22u);
}

TEST(Fragments, MatricesMovedWithoutTheirTranspositionAreRefused) {
  EXPECT_EQ(refused_by("transposition", "matrix_move"), 6u);
}

// By CuTe's one number for all coordinates.
Word value_of_flat(const IndexMap& layout, Word flat) {
  std::vector<Word> at;
  for (const Axis& axis : layout.axes()) {
    at.push_back(flat % axis.size);
    flat /= axis.size;
  }
  return value_at(layout, at).front();
}

// CuTe's layouts of metadata for wgmma: (thread, value) -> row + 64 k, where a value stands for one
// element along k; threads that give none repeat others.
TEST(Fragments, MetadataLiesWhereCuTeSays) {
  struct OfCuTe {
    Word bits;
    Word k;
    const char* layout;
  };
  for (const OfCuTe& one : {OfCuTe{16, 32, "((2,2,8,4),(16,2)):((1024,0,1,16),(64,8))"},
                            OfCuTe{32, 16, "((2,2,8,4),(8,2)):((512,0,1,16),(64,8))"},
                            OfCuTe{8, 64, "((2,2,8,4),32):((8,2048,1,16),64)"}}) {
    MatrixInstruction instruction;
    instruction.kind = "wgmma.sp";
    instruction.m = 64;
    instruction.k = one.k;
    instruction.bits = one.bits;
    const auto layout = parse_index_map(one.layout, {}).value();
    const Word values = layout.points() / 128;
    std::map<std::pair<Word, Word>, Word> place_at;  // by row and k, of the lowest thread
    for (Word i = layout.points(); i-- > 0;) {
      const Word thread = i % 128;
      const Word value = i / 128;
      const Word row_and_k = value_of_flat(layout, i);
      place_at[{row_and_k % 64, row_and_k / 64}] = thread * 8 + value * 8 / values;
    }
    for (Word row = 0; row < 64; ++row) {
      for (Word kept = 0; kept < one.k / 2; ++kept) {
        const Word k = one.bits == 32 ? 2 * kept : kept / 2 * 4;
        EXPECT_EQ(fragment_models().metadata_place(instruction, row, kept), (place_at[{row, k}]))
            << one.layout << " row " << row << " kept " << kept;
      }
    }
  }
}

// What no notation says, as the PTX ISA documents it: every slot of the four products has another
// element, and lanes 0-3 and 16-19 have the first product.
TEST(Fragments, M8N8K4HoldsFourProducts) {
  for (const bool flag : {false, true}) {
    MatrixInstruction instruction;
    instruction.kind = "mma";
    instruction.computations = 4;
    instruction.bits = 16;
    instruction.a_by_columns = instruction.b_by_rows = instruction.sums_are_halves = flag;
    for (const auto& [operand, elements] : {std::pair(MatrixOperand::kA, Word{4}),
                                            std::pair(MatrixOperand::kB, Word{4}),
                                            std::pair(MatrixOperand::kD, Word{8})}) {
      std::set<ElementPlace> places;
      for (Word element = 0; element < elements; ++element) {
        for (Word lane = 0; lane < 32; ++lane) {
          const auto at = fragment_models().place(instruction, operand, element, lane);
          places.insert(at);
          const Word product = operand == MatrixOperand::kB ? at.first / 4 : at.first / 8;
          EXPECT_EQ(product, lane % 16 / 4);
        }
      }
      EXPECT_EQ(places.size(), 32 * elements);
    }
  }
}

TEST(Fragments, DifferencesNameTheSlotAndBothAnswers) {
  const auto difference = replay_fragments(fragment_observations().front(),
                                           with_flipped_bit(MatrixOperand::kD, false, 0));
  EXPECT_EQ(**difference,
            "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32: D in element 0 of thread 1 is "
            "(0, 3) in the model, which fits no naming of the device's (0, 1)");
}

TEST(Fragments, ObservationsThatLackAnAnswerAreRefused) {
  Observation observation = fragment_observations().front();
  observation.out["d_row"].erase(0);
  EXPECT_EQ(replay_fragments(observation).error().code, ErrorCode::kInvalid);
  observation.out.erase("d_row");
  EXPECT_EQ(replay_fragments(observation).error().message, "no list of natural numbers 'd_row'");
  observation.in["kind"] = "mma.sync";
  EXPECT_EQ(replay_fragments(observation).error().message, "no kind of fragments 'mma.sync'");
}

}  // namespace
}  // namespace tileproof::oracles
