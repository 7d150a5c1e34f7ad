// The rules of core/target.hpp for AMD's LDS on clocks that are made up to follow them, and wrong
// rules that these refuse.  No AMD device has answered yet.
#include <gtest/gtest.h>

#include "gpu_oracles/amd_bank_conflicts/amd_bank_conflicts_replay.hpp"
#include "gpu_oracles/amd_bank_conflicts/draw_lds_patterns.hpp"
#include "gpu_oracles/amd_bank_conflicts/fit_cycles.hpp"

namespace tileproof::oracles {
namespace {

// 32 banks with waves of 64 and of 32, and 64 banks.
constexpr const char* kTargets[] = {
    "hip:gfx90a", "hip:gfx942", "hip:gfx950", "hip:gfx1100", "hip:gfx1201", "hip:gfx1250"};

// A device that follows its rule: 60 cycles and 4 for each wavefront, give or take one.
Observation made_up(const Target& target, const LdsInstruction& instruction, std::uint64_t seed) {
  const AccessRule& rule = **target.find_rule(instruction.name);
  Draws draws(seed);
  std::vector<LdsAddresses> patterns;
  std::vector<double> cycles;
  for (int i = 0; i < 200; ++i) {
    patterns.push_back(draw_lds_pattern(draws, rule));
    const unsigned wavefronts = count_wavefronts(rule, patterns.back())->wavefronts;
    cycles.push_back(60 + 4.0 * wavefronts + static_cast<double>(draws.below(3)) - 1);
  }
  return to_observation(instruction.name, target, patterns, cycles);
}

TEST(AmdBankConflicts, AClockThatFollowsTheRuleAgrees) {
  for (const char* name : kTargets) {
    const Target target = Target::parse(name).value();
    for (const LdsInstruction& instruction : kLdsInstructions) {
      const auto difference = replay_amd_bank_conflicts(made_up(target, instruction, 1));
      ASSERT_TRUE(difference.has_value()) << difference.error().message;
      EXPECT_EQ(*difference, std::nullopt);
    }
  }
}

TEST(AmdBankConflicts, EveryPlantedErrorIsRefusedByEveryInstructionOfEveryTarget) {
  for (const auto& wrong : lds_cost_model_choice().planted) {
    for (const char* name : kTargets) {
      const Target target = Target::parse(name).value();
      for (const LdsInstruction& instruction : kLdsInstructions) {
        const auto difference =
            replay_amd_bank_conflicts(made_up(target, instruction, 1), wrong.model);
        ASSERT_TRUE(difference.has_value()) << difference.error().message;
        EXPECT_TRUE(difference->has_value())
            << wrong.name << ": " << instruction.name << " of " << name;
      }
    }
  }
}

TEST(AmdBankConflicts, ADifferenceShowsThePatternWithTheFewestLanes) {
  const Target target = Target::parse("hip:gfx942").value();
  Observation observation = made_up(target, {"ds_read_b32", 4}, 2);
  const auto lanes = observation.in["byte_address"][0].size();
  auto lone = nlohmann::json(std::vector<nlohmann::json>(lanes, nullptr));
  lone[5] = 128U;
  observation.in["byte_address"].push_back(lone);
  observation.out["cycles"].push_back(70);
  observation.out["cycles"][3] = 500;
  const auto difference = replay_amd_bank_conflicts(observation);
  ASSERT_TRUE(difference.has_value()) << difference.error().message;
  EXPECT_NE((*difference)->find("ds_read_b32 of hip:gfx942: 2 of 201 patterns contradict"),
            std::string::npos)
      << **difference;
  EXPECT_NE((*difference)->find("at [null,null,null,null,null,128,null"), std::string::npos);
  EXPECT_NE((*difference)->find("the model says 1 wavefronts, the clock 70 cycles"),
            std::string::npos);
}

TEST(AmdBankConflicts, ObservationsThatCannotBeReadAreErrors) {
  const Target target = Target::parse("hip:gfx942").value();
  const Observation right = made_up(target, {"ds_read_b64", 8}, 1);
  Observation observation = right;
  observation.out["cycles"].erase(0);
  EXPECT_EQ(replay_amd_bank_conflicts(observation).error().message,
            "not an observation of bank conflicts: no cycles of 200 patterns");
  observation = right;
  observation.in["byte_address"][0][0] = -8;
  EXPECT_FALSE(replay_amd_bank_conflicts(observation).has_value());
  observation = right;
  observation.in["byte_address"][0][0] = 4;  // not aligned
  EXPECT_FALSE(replay_amd_bank_conflicts(observation).has_value());
  observation = right;
  observation.in["target"] = "hip:gfx1";
  EXPECT_EQ(replay_amd_bank_conflicts(observation).error().code, ErrorCode::kUnsupported);
  observation = right;
  observation.in["instruction"] = "ds_read_b256";
  EXPECT_EQ(replay_amd_bank_conflicts(observation).error().code, ErrorCode::kUnsupported);
}

TEST(FitCycles, FindsTheStepAndTheReadingBesideIt) {
  const std::vector<CycleReading> readings = {
      {1, 64}, {2, 66}, {4, 70}, {4, 70}, {8, 78}, {8, 80}, {16, 94}};
  const auto fit = fit_cycles(readings);
  ASSERT_TRUE(fit.has_value()) << fit.error().message;
  EXPECT_EQ(fit->step, 2);
  EXPECT_EQ(fit->base, 62);
  EXPECT_EQ(fit->beside, std::vector<std::size_t>{5});
}

TEST(FitCycles, CannotDecideOnOneCountOfWavefronts) {
  const std::vector<CycleReading> readings = {{2, 64}, {2, 64}, {2, 90}};
  EXPECT_EQ(fit_cycles(readings).error().message,
            "readings of 1 counts of wavefronts show no step between counts");
}

TEST(FitCycles, AClockThatIsTheSameForAllCountsContradictsAll) {
  const std::vector<CycleReading> readings = {{1, 64}, {2, 64}, {4, 64}};
  EXPECT_EQ(fit_cycles(readings)->beside.size(), 3U);
}

TEST(DrawLdsPatterns, AreLegalAndTheSameForASeed) {
  for (const char* name : kTargets) {
    const Target target = Target::parse(name).value();
    for (const LdsInstruction& instruction : kLdsInstructions) {
      const AccessRule& rule = **target.find_rule(instruction.name);
      Draws draws(9);
      Draws again(9);
      for (int i = 0; i < 50; ++i) {
        const LdsAddresses addresses = draw_lds_pattern(draws, rule);
        EXPECT_EQ(addresses, draw_lds_pattern(again, rule));
        const auto cost = count_wavefronts(rule, addresses);
        ASSERT_TRUE(cost.has_value()) << cost.error().message;
        EXPECT_GT(cost->wavefronts, 0U);
        for (const auto& address : addresses) {
          EXPECT_LE(address.value_or(0) + rule.bytes_per_lane, kLdsWindow);
        }
      }
    }
  }
}

}  // namespace
}  // namespace tileproof::oracles
