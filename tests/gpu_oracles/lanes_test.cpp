// Shuffles, byte permutes and distributed shared memory on an H200 against the models, and wrong
// models that its answers refuse.
#include <gtest/gtest.h>

#include <map>

#include "gpu_oracles/lanes/lanes_replay.hpp"
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

TEST(Lanes, APredicateThatIgnoresTheSegmentIsRefused) {
  LaneModels models;
  models.shuffle = [](const ShuffleCase& one, unsigned lane) {
    ShuffleCase whole = one;
    whole.control &= 31;
    return shuffled(whole, lane);
  };
  EXPECT_GT(lane_differences(models), 50U);
}

TEST(Lanes, AShuffleUpThatIncludesOneLaneMoreIsRefused) {
  LaneModels models;
  models.shuffle = [](const ShuffleCase& one, unsigned lane) {
    auto answer = shuffled(one, lane);
    if (answer && one.mode == ShuffleMode::kUp && lane == 0) answer->predicate = true;
    return answer;
  };
  EXPECT_GT(lane_differences(models), 10U);
}

TEST(Lanes, APermuteWithoutSignBytesIsRefused) {
  LaneModels models;
  models.permute = [](const PermuteCase& one) {
    PermuteCase plain = one;
    if (one.mode == PermuteMode::kDefault) plain.selector &= 0x7777;
    return permuted(plain);
  };
  EXPECT_EQ(lane_differences(models), 1U);
}

TEST(Lanes, RanksThatCountYFirstAreRefused) {
  LaneModels models;
  models.cluster = [](const ClusterCase& one) {
    ClusterCase turned = one;
    const auto& [x, y, z] = one.size;
    for (auto* list : {&turned.rank, &turned.store_rank}) {
      for (std::uint32_t& rank : *list)
        rank = rank / y % x + x * (rank % y) + rank / (x * y) * x * y;
    }
    return exchanged(turned);
  };
  EXPECT_GT(lane_differences(models), 2U);
}

TEST(Lanes, WorkedExamples) {
  ShuffleCase one;
  one.mode = ShuffleMode::kUp;
  one.control = (32 - 8) << 8;  // width 8
  for (unsigned i = 0; i < 32; ++i) {
    one.value[i] = 100 + i;
    one.lane[i] = 3;
  }
  EXPECT_EQ(shuffled(one, 13)->value, 110U);
  EXPECT_TRUE(shuffled(one, 13)->predicate);
  EXPECT_EQ(shuffled(one, 10)->value, 110U);  // lane 7 is in another segment
  EXPECT_FALSE(shuffled(one, 10)->predicate);
  EXPECT_EQ(permuted({PermuteMode::kDefault, 0x33221100, 0x77665544, 0x7610}), 0x77661100U);
  EXPECT_EQ(permuted({PermuteMode::kF4e, 0x33221100, 0x77665544, 1}), 0x44332211U);
}

}  // namespace
}  // namespace tileproof::oracles
