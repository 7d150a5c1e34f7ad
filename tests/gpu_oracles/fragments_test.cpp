// nvidia_mma and dot_op against the fragments that an H200 showed, and wrong models that its
// answers refuse.
#include <gtest/gtest.h>

#include <map>
#include <set>

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
  EXPECT_EQ(of_kind["mma"], 33);
  EXPECT_EQ(of_kind["mma.sp"], 22);
  EXPECT_EQ(of_kind["wgmma"], 158);
  EXPECT_EQ(of_kind["matrix_move"], 12);
  EXPECT_EQ(widths_from_registers.size(), 32u);
  EXPECT_EQ(widths_from_memory, widths_from_registers);
}

// The model with one bit of one coordinate flipped where one bit of the thread is set.
FragmentModels with_flipped_bit(MatrixOperand wrong, bool is_first, unsigned thread_bit) {
  FragmentModels models = fragment_models();
  models.place =
      [=](const MatrixInstruction& instruction, MatrixOperand operand, Word element, Word thread) {
        ElementPlace place = fragment_models().place(instruction, operand, element, thread);
        const Word flip = operand == wrong ? thread >> thread_bit & 1 : 0;
        (is_first ? place.first : place.second) ^= flip;
        return place;
      };
  return models;
}

// Every basis of every operand: each thread bit, each coordinate.
TEST(Fragments, OneFlippedBitIsRefusedByEveryInstructionOfAWarp) {
  for (const MatrixOperand operand : {MatrixOperand::kA, MatrixOperand::kB, MatrixOperand::kD}) {
    for (const bool is_first : {true, false}) {
      for (unsigned bit = 0; bit < 5; ++bit) {
        EXPECT_EQ(refused(with_flipped_bit(operand, is_first, bit), "mma"), 33u)
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

TEST(Fragments, WrongSparseModelsAreRefused) {
  FragmentModels wrong_k = fragment_models();
  wrong_k.sparse_k = [](const MatrixInstruction& instruction, Word kept, Word value) {
    return fragment_models().sparse_k(instruction, kept ^ 1, value);
  };
  EXPECT_EQ(refused(wrong_k, "mma.sp"), 22u);
  FragmentModels wrong_place = fragment_models();
  wrong_place.metadata_place = [](const MatrixInstruction& instruction, Word row, Word kept) {
    return fragment_models().metadata_place(instruction, row, kept) ^ 4;
  };
  EXPECT_EQ(refused(wrong_place, "mma.sp"), 22u);
}

TEST(Fragments, MatricesMovedWithoutTheirTranspositionAreRefused) {
  FragmentModels models = fragment_models();
  models.matrix_element = [](bool, Word element, Word lane) {
    return fragment_models().matrix_element(false, element, lane);
  };
  EXPECT_EQ(refused(models, "matrix_move"), 6u);
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
