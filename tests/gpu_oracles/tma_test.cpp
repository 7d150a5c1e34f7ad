// nvmma_shared against the boxes that an H200's copy engine left in shared memory and that wgmma
// read there, and wrong models that its answers refuse.
#include <gtest/gtest.h>

#include <set>

#include "gpu_oracles/tma/tma_replay.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof::oracles {
namespace {

const std::vector<Observation>& tma_observations() {
  static const auto kAll = [] {
    std::vector<Observation> all;
    const auto lines = read_json_lines("h200/tma.jsonl.gz");
    for (std::size_t i = 1; i < lines.size(); ++i) all.push_back({lines[i]["in"], lines[i]["out"]});
    return all;
  }();
  return kAll;
}

bool tma_agrees(const Observation& observation, const TmaModels& models) {
  const auto difference = replay_tma(observation, models);
  EXPECT_TRUE(difference.has_value()) << difference.error().message;
  return difference.has_value() && !difference->has_value();
}

Word swizzle_of(const Observation& observation) {
  return observation.in["swizzle_bytes"].get<Word>();
}

bool is_described(const Observation& observation) {
  return tma_models().nvmma_shared(parse_box(observation.in).value())->has_value();
}

TEST(Tma, EveryObservationIsAsTheModelsSay) {
  for (const Observation& observation : tma_observations()) {
    const auto difference = replay_tma(observation);
    ASSERT_TRUE(difference.has_value()) << difference.error().message;
    EXPECT_EQ(*difference, std::nullopt);
  }
}

TEST(Tma, ObservationsCoverEverySwizzleSizeAndRank) {
  std::set<std::tuple<Word, Word, std::size_t>> boxes;
  std::set<std::tuple<Word, Word, bool>> described;
  std::set<std::tuple<Word, Word, std::string>> tiles;
  for (const Observation& observation : tma_observations()) {
    const auto bytes = observation.in["element_bytes"].get<Word>();
    if (observation.in["kind"] == "box") {
      boxes.insert({swizzle_of(observation), bytes, observation.in["box"].size()});
      if (is_described(observation)) described.insert({swizzle_of(observation), bytes, true});
    } else {
      tiles.insert(
          {swizzle_of(observation), bytes, observation.in["filled_by"].get<std::string>()});
    }
  }
  EXPECT_EQ(boxes.size(), 4u * 4u * 5u);
  EXPECT_EQ(described.size(), 4u * 4u);
  EXPECT_EQ(tiles.size(), 4u * 3u * 2u);
}

// nvmma_shared with one swizzle bit flipped: the second bit of the phase does not reach its group.
Result<std::optional<std::vector<Word>>> without_second_phase_bit(const SharedBox& box) {
  TP_TRY(starts, tma_models().nvmma_shared(box));
  if (!starts) return starts;
  for (Word& start : *starts) {
    // The address bit 8 is the phase's second bit, which is XORed into bit 5.
    if (box.swizzle_bytes >= 64) start ^= start >> 8 << 5 & 32;
  }
  return starts;
}

TEST(Tma, OneWrongSwizzleBitIsRefusedByEveryBoxAndTileThatHasIt) {
  const TmaModels wrong{without_second_phase_bit, tma_models().swizzled_rows};
  std::size_t refused = 0;
  for (const Observation& observation : tma_observations()) {
    const bool filled_by_tma = observation.in.value("filled_by", "") == "tma";
    const bool has_the_bit =
        is_described(observation) && swizzle_of(observation) >= 64 && !filled_by_tma;
    EXPECT_EQ(tma_agrees(observation, wrong), !has_the_bit) << observation.in;
    if (has_the_bit) ++refused;
  }
  EXPECT_GE(refused, 40u);
}

// The second model with another swizzle, for the boxes that nvmma_shared does not describe.
TEST(Tma, ABoxOfRowsWithoutItsSwizzleIsRefusedWhereRowsHaveAPhase) {
  const TmaModels wrong{tma_models().nvmma_shared, [](const SharedBox& box) {
                          SharedBox without = box;
                          without.swizzle_bytes = 0;
                          return tma_models().swizzled_rows(without);
                        }};
  std::size_t refused = 0;
  for (const Observation& observation : tma_observations()) {
    if (observation.in["kind"] != "box") continue;
    const bool is_agreed = tma_agrees(observation, wrong);
    if (swizzle_of(observation) == 0) {
      EXPECT_TRUE(is_agreed);
    }
    if (!is_agreed) ++refused;
  }
  EXPECT_GE(refused, 140u);
}

TEST(Tma, OneElementInAWrongPlaceIsADifference) {
  Observation observation = tma_observations().front();
  auto& element_at = observation.out["element_at"];
  std::swap(element_at[3], element_at[4]);
  EXPECT_EQ(
      **replay_tma(observation),
      "box 64 of 1 bytes, swizzle 0, base 0: at byte 3 the box of swizzled rows has element 3, the "
      "device 4 (-1: none)");
}

TEST(Tma, ObservationsThatLackAnAnswerAreRefused) {
  Observation observation = tma_observations().front();
  observation.out.erase("element_at");
  EXPECT_EQ(replay_tma(observation).error().message, "no list of integers 'element_at'");
  observation.in["swizzle_bytes"] = 16;
  EXPECT_EQ(replay_tma(observation).error().message,
            "no box has elements of 1 bytes and a swizzle of 16");
  observation.in["kind"] = "im2col";
  EXPECT_EQ(replay_tma(observation).error().message, "neither a box nor a descriptor");
}

}  // namespace
}  // namespace tileproof::oracles
