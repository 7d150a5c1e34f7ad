// The models of AMD's moves on answers that are made up by hand or by the instructions'
// documentation, and wrong models that they refuse.
#include <gtest/gtest.h>

#include <set>

#include "gpu_oracles/amd_moves/amd_moves_replay.hpp"
#include "gpu_oracles/amd_moves/draw_amd_moves.hpp"

namespace tileproof::oracles {
namespace {

constexpr int kCases = 200;

// What a device answers that does as the models say: of each kind, for both sizes of waves.
std::vector<Observation> right_observations() {
  std::vector<Observation> list;
  Draws draws(3);
  for (int i = 0; i < kCases; ++i) {
    const auto round_trip = draw_lds_round_trip(draws, i % 2 == 0 ? 64 : 32);
    list.push_back(to_observation(round_trip, written_and_read(round_trip)));
    const auto transposing = draw_transposing_load(draws);
    list.push_back(to_observation(transposing, transposed(transposing)));
    const auto direct = draw_global_to_lds(draws);
    list.push_back(to_observation(direct, loaded_to_lds(direct)));
  }
  return list;
}

int refusals(const AmdMoveModels& models) {
  int count = 0;
  for (const Observation& observation : right_observations()) {
    const auto difference = replay_amd_moves(observation, models);
    EXPECT_TRUE(difference.has_value()) << difference.error().message;
    if (difference && *difference) ++count;
  }
  return count;
}

TEST(AmdMoves, AnswersOfTheModelsAgree) { EXPECT_EQ(refusals(AmdMoveModels{}), 0); }

TEST(AmdMoves, ARoundTripIsWorkedOutByHand) {
  LdsRoundTrip one;
  one.write_bytes = 8;
  one.read_bytes = 2;
  one.writing = 1U << 5;  // lane 5 writes C0050105 C0050205
  one.reading = 1U << 9;
  one.write_at[5] = 16;
  one.read_at[9] = 20;
  const LdsRoundTripAnswer answer = written_and_read(one);
  EXPECT_EQ(answer.memory[3], kLdsPoison);
  EXPECT_EQ(answer.memory[4], 0xC0050105U);
  EXPECT_EQ(answer.memory[5], 0xC0050205U);
  EXPECT_EQ(answer.memory[6], kLdsPoison);
  EXPECT_EQ(answer.read[9][0], 0x0205U);
  EXPECT_EQ(answer.read[9][1], kLdsPoison);
  EXPECT_EQ(answer.read[5][0], kLdsPoison);
}

TEST(AmdMoves, ATransposingLoadGivesALaneTheSameColumnOfEightRows) {
  TransposingLoad one;
  for (unsigned lane = 0; lane < 32; ++lane) one.row_at[lane] = 31 - lane;
  const TransposingLoadAnswer answer = transposed(one);
  EXPECT_EQ(answer.element_of_slot[0], 31U * 8);  // lane 0: column 0 of rows 31, 30, ...
  EXPECT_EQ(answer.element_of_slot[1], 30U * 8);
  EXPECT_EQ(answer.element_of_slot[10 * 8 + 7], 16U * 8 + 2);  // lane 10, last: column 2 of lane 15
}

TEST(AmdMoves, ADirectLoadGivesEachLaneAWordInTheOrderOfLanes) {
  GlobalToLds one;
  one.bytes = 2;
  one.offset = 64;
  one.m0 = 8;
  one.active = 1U << 3;
  one.from[3] = 100;
  const GlobalToLdsAnswer answer = loaded_to_lds(one);
  EXPECT_EQ(answer.memory[(8 + 64) / 4 + 3], global_byte(164) | unsigned{global_byte(165)} << 8);
  EXPECT_EQ(answer.memory[(8 + 64) / 4 + 2], kLdsPoison);
}

TEST(AmdMoves, EveryPlantedErrorIsRefused) {
  for (const auto& wrong : amd_move_model_choice().planted) {
    EXPECT_GT(refusals(wrong.model), 10) << wrong.name;
  }
}

TEST(AmdMoves, DrawsAreTheSameForASeedAndWriteNoByteTwice) {
  Draws first(7);
  Draws second(7);
  for (int i = 0; i < 100; ++i) {
    const LdsRoundTrip one = draw_lds_round_trip(first, 64);
    EXPECT_EQ(to_observation(one, {}).in, to_observation(draw_lds_round_trip(second, 64), {}).in);
    std::set<std::uint32_t> bytes;
    for (const std::uint32_t at : one.write_at) {
      for (unsigned k = 0; k < one.write_bytes; ++k) EXPECT_TRUE(bytes.insert(at + k).second);
    }
  }
}

TEST(AmdMoves, OneWrongWordOfADeviceIsADifferenceThatNamesIt) {
  Observation observation = right_observations()[2];
  observation.out["memory"][7] = 1;
  const auto difference = replay_amd_moves(observation);
  ASSERT_TRUE(difference.has_value()) << difference.error().message;
  EXPECT_NE((*difference)->find("memory[7]: the model gives "), std::string::npos) << **difference;
}

TEST(AmdMoves, QuestionsThatCannotBeAskedAreErrors) {
  const auto right = right_observations();
  const std::vector<std::tuple<std::size_t, const char*, nlohmann::json>> wrong = {
      {0, "kind", "sideways"},
      {0, "lanes", 48},
      {0, "write_bytes", 3},
      {0, "read_bytes", 32},
      {0, "write_at", {0, 1}},
      {1, "element_bytes", 4},
      {1, "row_at", {1, 2, 3}},
      {2, "bytes", 8},
      {2, "offset", 12},
      {2, "m0", kLdsBytes},
      {2, "m0", 2},
      {2, "from", "none"}};
  for (const auto& [which, field, value] : wrong) {
    Observation observation = right[which];
    observation.in[field] = value;
    EXPECT_FALSE(replay_amd_moves(observation).has_value()) << field << " " << value;
  }
  Observation beyond = right[0];
  beyond.in["write_at"][0] = kLdsBytes;
  EXPECT_FALSE(replay_amd_moves(beyond).has_value());
  Observation lacks = right[1];
  lacks.out.erase("element_of_slot");
  EXPECT_EQ(replay_amd_moves(lacks).error().message,
            "no list of natural numbers 'element_of_slot'");
}

TEST(AmdMoves, ArchitecturesHaveWhatTheirManualsSay) {
  EXPECT_TRUE(has_global_to_lds("gfx90a"));
  EXPECT_TRUE(has_global_to_lds("gfx942"));
  EXPECT_FALSE(has_global_to_lds("gfx1100"));
  EXPECT_TRUE(has_transposing_loads("gfx1200"));
  EXPECT_FALSE(has_transposing_loads("gfx942"));
}

}  // namespace
}  // namespace tileproof::oracles
