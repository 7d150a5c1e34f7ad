// The model of shuffles on answers that are made up by hand or by the calls' documentation, and
// wrong models that they refuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/check.hpp"
#include "gpu_oracles/shrink_case.hpp"
#include "gpu_oracles/shuffles/draw_shuffles.hpp"
#include "gpu_oracles/shuffles/shuffles_replay.hpp"

namespace tileproof::oracles {
namespace {

// What a device answers that does as the model says.
Observation answered(const WaveShuffle& one) {
  WaveShuffleAnswer answer;
  for (unsigned lane = 0; lane < one.lanes; ++lane) {
    answer.value[lane] = one.value[source_lane(one, lane)];
  }
  return to_observation(one, answer);
}

WaveShuffle uniform(ShuffleMode mode, unsigned width, unsigned operand) {
  WaveShuffle one;
  one.mode = mode;
  one.width = width;
  for (unsigned lane = 0; lane < one.lanes; ++lane) {
    one.value[lane] = 100 + lane;
    one.operand[lane] = operand;
  }
  return one;
}

TEST(Shuffles, WorkedExamples) {
  EXPECT_EQ(source_lane(uniform(ShuffleMode::kUp, 8, 3), 13), 10U);
  EXPECT_EQ(source_lane(uniform(ShuffleMode::kUp, 8, 3), 10), 10U);  // lane 7 is in another segment
  EXPECT_EQ(source_lane(uniform(ShuffleMode::kDown, 8, 3), 12), 15U);
  EXPECT_EQ(source_lane(uniform(ShuffleMode::kDown, 8, 3), 13), 13U);
  EXPECT_EQ(source_lane(uniform(ShuffleMode::kIndex, 8, 11), 29), 27U);
  EXPECT_EQ(source_lane(uniform(ShuffleMode::kXor, 8, 8), 9), 1U);  // earlier segments can be read
  EXPECT_EQ(source_lane(uniform(ShuffleMode::kXor, 8, 8), 1), 1U);  // later ones cannot
}

// As CUDA's and HIP's documentation says it of each call.
unsigned documented_source(const WaveShuffle& one, unsigned lane) {
  const unsigned operand = one.operand[lane];
  const unsigned first = lane / one.width * one.width;
  const unsigned end = first + one.width;
  switch (one.mode) {
    case ShuffleMode::kIndex:
      return first + operand % one.width;
    case ShuffleMode::kUp:
      return lane < first + operand ? lane : lane - operand;
    case ShuffleMode::kDown:
      return lane + operand >= end ? lane : lane + operand;
    case ShuffleMode::kXor:
      return (lane ^ operand) >= end ? lane : lane ^ operand;
  }
  TP_CHECK(false, "unknown shuffle");
}

TEST(Shuffles, AreAsDocumentedForAllCallsWidthsAndOperands) {
  for (const auto mode :
       {ShuffleMode::kIndex, ShuffleMode::kUp, ShuffleMode::kDown, ShuffleMode::kXor}) {
    for (const unsigned lanes : {32U, 64U}) {
      for (unsigned width = 1; width <= lanes; width *= 2) {
        for (unsigned operand = 0; operand < lanes; ++operand) {
          WaveShuffle one = uniform(mode, width, operand);
          one.lanes = lanes;
          std::fill_n(one.operand, lanes, operand);
          for (unsigned lane = 0; lane < lanes; ++lane) {
            ASSERT_EQ(source_lane(one, lane), documented_source(one, lane))
                << kShuffleCalls[static_cast<unsigned>(mode)] << " of width " << width << ", lane "
                << lane << ", operand " << operand;
          }
        }
      }
    }
  }
}

TEST(Shuffles, AnswersOfTheModelAgreeForWavesOf32And64Lanes) {
  for (const unsigned lanes : {32U, 64U}) {
    for (const WaveShuffle& one : draw_shuffles(1, 300, lanes)) {
      const auto difference = replay_shuffles(answered(one));
      ASSERT_TRUE(difference.has_value()) << difference.error().message;
      EXPECT_EQ(*difference, std::nullopt);
    }
  }
}

// The model stands for the device, and one with a planted error for a wrong model.
TEST(Shuffles, ADisagreementShrinksToOneLane) {
  const auto& wrong = **shuffle_model_choice().find("up-error");
  const auto differs = [&](const WaveShuffle& one) -> Result<bool> {
    TP_TRY(difference, replay_shuffles(answered(one), wrong));
    return difference.has_value();
  };
  const auto drawn = draw_shuffles(1, 200, 64);
  const auto first = std::find_if(
      drawn.begin(), drawn.end(), [&](const WaveShuffle& one) { return *differs(one); });
  ASSERT_NE(first, drawn.end());
  const auto smallest = shrink_case(*first, smaller_shuffles, one_by_one(differs));
  ASSERT_TRUE(smallest.has_value());
  EXPECT_TRUE(*differs(*smallest));
  EXPECT_EQ(smallest->bytes, 4U);
  EXPECT_LE(std::count_if(std::begin(smallest->operand),
                          std::end(smallest->operand),
                          [](std::uint32_t operand) { return operand != 0; }),
            1);
}

TEST(Shuffles, EveryPlantedErrorIsRefused) {
  for (const auto& wrong : shuffle_model_choice().planted) {
    for (const unsigned lanes : {32U, 64U}) {
      int refused = 0;
      for (const WaveShuffle& one : draw_shuffles(2, 200, lanes)) {
        if (replay_shuffles(answered(one), wrong.model).value()) ++refused;
      }
      EXPECT_GT(refused, 10) << wrong.name << ", " << lanes << " lanes";
    }
  }
}

TEST(Shuffles, OneWrongValueOfADeviceIsADifferenceThatNamesTheLane) {
  Observation observation = answered(uniform(ShuffleMode::kUp, 32, 1));
  observation.out["value"][7] = 999;
  EXPECT_EQ(
      **replay_shuffles(observation),
      "__shfl_up of width 32: lane 7 takes from lane 6 in the model, which has 106, the device "
      "gave 999");
}

TEST(Shuffles, AreTheSameForASeedWithValuesThatNameTheirLanes) {
  const auto cases = draw_shuffles(5, 100, 64);
  EXPECT_EQ(to_observation(cases[99], {}).in, to_observation(draw_shuffles(5, 100, 64)[99], {}).in);
  EXPECT_NE(to_observation(cases[0], {}).in, to_observation(draw_shuffles(6, 1, 64)[0], {}).in);
  for (const WaveShuffle& one : cases) {
    EXPECT_EQ(std::set<std::uint64_t>(one.value, one.value + 64).size(), 64U);
  }
}

TEST(Shuffles, QuestionsThatCannotBeAskedAreErrors) {
  const Observation right = answered(uniform(ShuffleMode::kXor, 16, 5));
  const std::vector<std::pair<const char*, nlohmann::json>> wrong = {{"call", "__shfl_sideways"},
                                                                     {"lanes", 48},
                                                                     {"width", 12},
                                                                     {"width", 64},
                                                                     {"bytes", 2},
                                                                     {"lanes", 64},
                                                                     {"value", {1, 2}},
                                                                     {"operand", "none"}};
  for (const auto& [field, value] : wrong) {
    Observation observation = right;
    observation.in[field] = value;
    EXPECT_FALSE(replay_shuffles(observation).has_value()) << field << " " << value;
  }
  Observation beyond = right;
  beyond.in["operand"][3] = 32;
  EXPECT_EQ(replay_shuffles(beyond).error().message,
            "not a shuffle that can be asked: the operand 32");
}

}  // namespace
}  // namespace tileproof::oracles
