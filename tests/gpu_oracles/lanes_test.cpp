// Shuffles, byte permutes and distributed shared memory on an H200 against the models, and wrong
// models that its answers refuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "gpu_oracles/lanes/lanes_replay.hpp"
#include "gpu_oracles/lanes/smaller_cases.hpp"
#include "gpu_oracles/shrink_case.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof::oracles {
namespace {

constexpr const char* kLanesFile = "h200/lanes.jsonl.gz";

const std::vector<Observation>& lane_observations() {
  static const std::vector<Observation> list = [] {
    std::vector<Observation> read;
    for (auto& line : read_json_lines(kLanesFile)) {
      if (line.contains("in")) read.push_back({line["in"], line["out"]});
    }
    return read;
  }();
  return list;
}

std::size_t lane_differences(const LaneModels& models) {
  std::size_t count = 0;
  for (const Observation& observation : lane_observations()) {
    const auto difference = replay_lanes(observation, models);
    EXPECT_TRUE(difference.has_value()) << difference.error().message;
    if (difference && *difference) ++count;
  }
  return count;
}

TEST(Lanes, EveryAnswerIsAsTheModelsSay) {
  const auto summary = replay_file(TILEPROOF_TEST_DATA + std::string("/") + kLanesFile,
                                   [](const Observation& o) { return replay_lanes(o); });
  ASSERT_TRUE(summary.has_value()) << summary.error().message;
  EXPECT_EQ(summary->differences, 0U) << summary->first_differences.front();
}

TEST(Lanes, EveryInstructionWasAsked) {
  std::map<std::string, int> counts;
  for (const Observation& o : lane_observations())
    ++counts[o.in.at("instruction").get<std::string>()];
  for (const char* mode : kShuffleModes) {
    EXPECT_GE(counts["shfl.sync." + std::string(mode) + ".b32"], 100) << mode;
  }
  for (const char* name : {"prmt.b32",
                           "prmt.b32.f4e",
                           "prmt.b32.b4e",
                           "prmt.b32.rc8",
                           "prmt.b32.ecl",
                           "prmt.b32.ecr",
                           "prmt.b32.rc16"}) {
    EXPECT_EQ(counts[name], 1) << name;
  }
  EXPECT_GE(counts["shared::cluster"], 20);
}

std::size_t lane_differences(const char* planted) {
  return lane_differences(**lane_model_choice().find(planted));
}

TEST(Lanes, PlantedErrorsAreRefusedByEveryKindOfQuestion) {
  EXPECT_GT(lane_differences("segment-error"), 50U);
  EXPECT_GT(lane_differences("predicate-error"), 10U);
  EXPECT_EQ(lane_differences("sign-error"), 1U);
  EXPECT_GT(lane_differences("rank-error"), 2U);
}

TEST(Lanes, SmallerCasesAreLegalAndDiffer) {
  ClusterCase one;
  one.size[0] = 3;
  one.size[1] = 2;
  one.width_words = 4;
  for (unsigned lane = 0; lane < 32; ++lane) {
    one.rank[lane] = one.store_rank[lane] = lane % 6;
    one.word[lane] = lane % 4 * 4;
  }
  const auto smaller = smaller_cases(one);
  EXPECT_GT(smaller.size(), 100U);
  for (const ClusterCase& c : smaller) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      EXPECT_LT(c.rank[lane], c.ctas());
      EXPECT_LT(c.store_rank[lane], c.ctas());
      EXPECT_EQ(c.word[lane] % c.width_words, 0U);
    }
  }
  EXPECT_TRUE(smaller_cases(PermuteCase{}).empty());
}

// The model stands for the device, and a model without segments for a wrong one.
TEST(Lanes, ADisagreementShrinksToOneLaneThatTells) {
  const LaneModels& wrong = **lane_model_choice().find("segment-error");
  const auto shows = [&](const ShuffleCase& one) -> Result<bool> {
    for (unsigned lane = 0; lane < 32; ++lane) {
      const auto device = shuffled(one, lane);
      const auto model = wrong.shuffle(one, lane);
      if (device && model && one.value[device->lane] != one.value[model->lane]) return true;
    }
    return false;
  };
  ShuffleCase one;
  one.mode = ShuffleMode::kIndex;
  one.control = 24 << 8 | 31;
  for (unsigned lane = 0; lane < 32; ++lane) {
    one.value[lane] = 100 + lane;
    one.lane[lane] = 5;
  }
  ASSERT_TRUE(*shows(one));
  const auto smaller = [](const ShuffleCase& c) { return smaller_cases(c); };
  const auto smallest = shrink_case(one, smaller, one_by_one(shows)).value();
  EXPECT_TRUE(*shows(smallest));
  EXPECT_LE(std::count_if(std::begin(smallest.value),
                          std::end(smallest.value),
                          [](std::uint32_t value) { return value != 0; }),
            1);
}

TEST(Lanes, WorkedExamples) {
  ShuffleCase one;
  one.mode = ShuffleMode::kUp;
  one.control = (32 - 8) << 8;  // width 8
  std::fill_n(one.lane, 32, 3);
  EXPECT_EQ(shuffled(one, 13)->lane, 10U);
  EXPECT_TRUE(shuffled(one, 13)->is_in_segment);
  EXPECT_EQ(shuffled(one, 10)->lane, 10U);  // lane 7 is in another segment
  EXPECT_FALSE(shuffled(one, 10)->is_in_segment);
  EXPECT_EQ(permuted({PermuteMode::kDefault, 0x33221100, 0x77665544, 0x7610}), 0x77661100U);
  EXPECT_EQ(permuted({PermuteMode::kF4e, 0x33221100, 0x77665544, 1}), 0x44332211U);
}

}  // namespace
}  // namespace tileproof::oracles
