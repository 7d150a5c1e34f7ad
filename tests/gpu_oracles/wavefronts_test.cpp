// The rules of core/target.hpp against what an H200 answered, by its counters and by its clock, and
// wrong rules that its answers refuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "gpu_oracles/wavefronts/clock.hpp"
#include "gpu_oracles/wavefronts/draw_patterns.hpp"
#include "gpu_oracles/wavefronts/wavefronts_device.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof::oracles {
namespace {

constexpr const char* kFile = TILEPROOF_TEST_DATA "/h200/wavefronts.jsonl.gz";

const std::vector<Observation>& observations() {
  static const std::vector<Observation> kObservations = [] {
    std::vector<Observation> all;
    const auto header = read_observations(kFile, [&](const Observation& one) {
      all.push_back(one);
      return std::optional<Error>();
    });
    EXPECT_TRUE(header) << header.error().message;
    EXPECT_EQ(header->device, "NVIDIA H200");
    EXPECT_EQ(header->compute_capability, "9.0");
    return all;
  }();
  return kObservations;
}

std::size_t differences(const CostModel& model) {
  std::size_t count = 0;
  for (const Observation& observation : observations()) {
    count += replay_wavefronts(observation, model).value() ? 1u : 0u;
  }
  return count;
}

std::size_t differences_if(const std::function<void(AccessRule&)>& change) {
  return differences(with_changed_rules(change));
}

std::vector<ClockReading> readings() {
  std::vector<ClockReading> all;
  for (const Observation& one : observations()) {
    all.push_back({parse_pattern(one.in).value(),
                   one.out.at("wavefronts").get<std::uint64_t>(),
                   one.out.at("latency_cycles").get<double>()});
  }
  return all;
}

TEST(Wavefronts, AreAsTheModelSaysOnEveryObservedPattern) {
  EXPECT_GE(observations().size(), 5000u);
  const auto summary = replay_file(kFile, [](const auto& one) { return replay_wavefronts(one); });
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->differences, 0u) << summary->first_differences[0];
}

TEST(Wavefronts, AreTheEvidenceOfTheTargetsRows) {
  const std::size_t patterns = observations().size();
  const Target hopper = Target::parse("cuda:90").value();
  for (const AccessRule& rule : hopper.access_rules()) {
    EXPECT_EQ(rule.evidence.to_string(),
              "measured: NVIDIA H200, tests/data/h200/wavefronts.jsonl.gz (" +
                  std::to_string(patterns / 1000) + "," + std::to_string(patterns).substr(1) +
                  " patterns)")
        << rule.instruction;
  }
}

// Another file, of another program and day, with the same questions and answers in one object.
TEST(Wavefronts, AreAsTheModelSaysOnEveryPatternOfTheEarlierFile) {
  for (const auto& line : read_json_lines("h200/shared_access.jsonl.gz")) {
    const auto difference = replay_wavefronts({line, line});
    ASSERT_TRUE(difference.has_value()) << difference.error().message;
    EXPECT_EQ(*difference, std::nullopt);
  }
}

TEST(Wavefronts, WereObservedWithAllInstructionsDuplicatesAndInactiveLanes) {
  std::map<std::string, std::size_t> of_instruction;
  std::size_t with_duplicates = 0;
  std::size_t with_inactive_lanes = 0;
  for (const ClockReading& reading : readings()) {
    ++of_instruction[reading.pattern.instruction];
    auto sorted = reading.pattern.byte_address;
    std::sort(sorted.begin(), sorted.end());
    if (!sorted[0]) {
      ++with_inactive_lanes;
    } else if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
      ++with_duplicates;
    }
  }
  for (const auto instruction : kInstructions) {
    EXPECT_GE(of_instruction[std::string(instruction)], 200u) << instruction;
  }
  EXPECT_GE(with_duplicates, 1000u);
  EXPECT_GE(with_inactive_lanes, 900u);
}

// The clock knows neither the counters nor the model.
TEST(Wavefronts, AreCountedAlikeByTheCountersAndByTheClock) {
  const auto all = readings();
  const auto agreement = compare_with_clock(all);
  EXPECT_GE(agreement.compared, 5000u);
  for (const std::size_t i : agreement.contradictions) {
    ADD_FAILURE() << to_json(all[i].pattern) << " took " << all[i].latency_cycles << " cycles";
  }
}

TEST(Clock, ContradictsACounterThatIsOffByOne) {
  auto all = readings();
  const auto compared = std::find_if(all.begin(), all.end(), [](const ClockReading& reading) {
    return reading.pattern.instruction == "ld.shared.b32" && reading.wavefronts == 4;
  });
  ASSERT_NE(compared, all.end());
  ++compared->wavefronts;
  EXPECT_EQ(compare_with_clock(all).contradictions,
            std::vector{static_cast<std::size_t>(compared - all.begin())});
}

TEST(Wavefronts, RefuseARuleWithOtherBanks) {
  EXPECT_EQ(differences_if([](AccessRule&) {}), 0u);
  EXPECT_GT(differences_if([](AccessRule& rule) { rule.banks = 16; }), 0u);
  EXPECT_GT(differences_if([](AccessRule& rule) { rule.banks = 31; }), 0u);
  EXPECT_GT(differences_if([](AccessRule& rule) { rule.banks = 64; }), 0u);
}

TEST(Wavefronts, RefuseARuleThatServesOtherLanesTogether) {
  for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    EXPECT_GT(differences_if([&](AccessRule& rule) {
                if (rule.bytes_per_lane == bytes) rule.group_basis.pop_back();
              }),
              0u)
        << "half the lanes, " << bytes << " bytes";
  }
  for (const unsigned bytes : {8u, 16u}) {
    const auto is_changed = [&](const AccessRule& rule) {
      return rule.bytes_per_lane == bytes && rule.matrices == 0;
    };
    EXPECT_GT(differences_if([&](AccessRule& rule) {
                if (is_changed(rule)) rule.group_basis[0] = 16;
              }),
              0u)
        << "lanes that are not consecutive, " << bytes << " bytes";
    EXPECT_GT(differences_if([&](AccessRule& rule) {
                if (is_changed(rule)) rule.group_basis = rule.merged_group_basis();
              }),
              0u)
        << "twice the lanes, " << bytes << " bytes";
  }
}

TEST(Wavefronts, RefuseARuleThatMergesOtherwise) {
  for (const unsigned bytes : {8u, 16u}) {
    for (const Direction direction : {Direction::kLoad, Direction::kStore}) {
      EXPECT_GT(differences_if([&](AccessRule& rule) {
                  if (rule.bytes_per_lane != bytes || rule.matrices != 0) return;
                  if (rule.direction == direction) {
                    rule.merges_equal_pairs = !rule.merges_equal_pairs;
                  }
                }),
                0u)
          << bytes << " bytes, " << to_string(direction);
    }
  }
}

TEST(Wavefronts, RefuseARuleThatTakesRowsFromOtherLanes) {
  EXPECT_GT(differences_if([](AccessRule& rule) {
              if (rule.matrices == 1 || rule.matrices == 2) rule.matrices *= 2;
            }),
            0u);
}

// 32 lanes that add to one word cost 32, not 1.
TEST(Wavefronts, RefuseAtomicsThatServeEqualAddressesTogether) {
  const AccessPattern one_word{std::string(kAtomicAdd), ByteAddresses(32, Word{64})};
  EXPECT_EQ(hopper_cost(one_word)->wavefronts, 32u);
  const Target hopper = Target::parse("cuda:90").value();
  const AccessRule& load = **hopper.find_rule("ld.shared.b32");
  EXPECT_GT(differences([&](const AccessPattern& pattern) -> Result<AccessCost> {
              if (pattern.instruction != kAtomicAdd) return hopper_cost(pattern);
              return count_wavefronts(load, pattern.byte_address);
            }),
            0u);
}

TEST(Wavefronts, RefuseEveryAnswerThatIsOffByOne) {
  for (std::size_t i = 0; i < observations().size(); i += 100) {
    Observation changed = observations()[i];
    changed.out["wavefronts"] = changed.out["wavefronts"].get<unsigned>() + 1;
    EXPECT_TRUE(replay_wavefronts(changed).value().has_value()) << changed.in;
  }
}

TEST(DrawPatterns, AreTheSameForTheSameSeedAndLegal) {
  const auto patterns = draw_patterns(2000, 5);
  EXPECT_EQ(patterns, draw_patterns(2000, 5));
  EXPECT_NE(patterns, draw_patterns(2000, 6));
  for (const AccessPattern& pattern : patterns) {
    EXPECT_TRUE(hopper_cost(pattern).has_value()) << to_json(pattern);
    EXPECT_EQ(parse_pattern(to_json(pattern)).value(), pattern);
    for (const auto& address : pattern.byte_address) EXPECT_LT(address.value_or(0), kSharedBytes);
  }
}

}  // namespace
}  // namespace tileproof::oracles
