// The profiler's table as costs of patterns, and how a disagreement shrinks: all that a device run
// does without the device.
#include "gpu_oracles/wavefronts/counters.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "gpu_oracles/wavefronts/draw_patterns.hpp"
#include "gpu_oracles/wavefronts/shrink.hpp"

namespace tileproof::oracles {
namespace {

// What a device of which the model is right would count in each launch.
std::vector<LaunchSums> sums_of(std::span<const AccessPattern> patterns,
                                std::span<const CounterLaunch> launches) {
  std::vector<LaunchSums> sums(launches.size());
  for (std::size_t i = 0; i < launches.size(); ++i) {
    for (std::size_t kind = 0; kind < kCounterKinds; ++kind) {
      std::uint64_t repeats = 1;
      for (const auto& position : launches[i][kind]) {
        if (position) {
          const auto cost = hopper_cost(patterns[*position]).value();
          sums[i][kind].wavefronts += repeats * cost.wavefronts;
          sums[i][kind].bank_conflicts += repeats * cost.conflicts();
        }
        repeats *= kCounterBase;
      }
    }
  }
  return sums;
}

TEST(Counters, AreTheDigitsOfALaunchsSums) {
  const auto patterns = draw_patterns(500, 3);
  for (std::size_t digits = 1; digits <= kMaxDigits; ++digits) {
    const auto launches = plan_launches(patterns, digits);
    const auto counters =
        split_sums(launches, sums_of(patterns, launches), patterns.size()).value();
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      const auto cost = hopper_cost(patterns[i]).value();
      EXPECT_EQ(counters[i], (Counters{cost.wavefronts, cost.conflicts()}));
    }
  }
}

TEST(Counters, AreRefusedWhereThePatternsCannotHaveCausedThem) {
  const auto patterns = draw_patterns(50, 3);
  const auto launches = plan_launches(patterns, 2);
  auto sums = sums_of(patterns, launches);
  sums.back()[kLoads].wavefronts += kCounterBase * kCounterBase;
  EXPECT_EQ(split_sums(launches, sums, patterns.size()).error().code, ErrorCode::kInvalid);
}

std::string table(const std::vector<std::string>& rows) {
  std::string text = "==PROF== Connected to process 7\n\"ID\",\"Kernel Name\"";
  for (const char* op : {"ld", "st", "atom"}) {
    const std::string suffix = std::string("_mem_shared_op_") + op + ".sum\"";
    text += ",\"l1tex__data_bank_conflicts_pipe_lsu" + suffix;
    text += ",\"l1tex__data_pipe_lsu_wavefronts" + suffix;
  }
  text += "\n\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"\n";
  for (const std::string& row : rows) text += "\"0\",\"count(int, int)\"," + row + "\n";
  return text;
}

constexpr Events kAll = Events::kAll;

TEST(CounterTable, IsReadByTheNamesOfItsColumns) {
  const auto sums =
      parse_counter_table(
          table({R"("1","2","3","4","5","6")", R"("0","1,024","0","0","0","0")"}), 2, kAll)
          .value();
  EXPECT_EQ(sums[0], (LaunchSums{{{2, 1}, {4, 3}, {6, 5}}}));
  EXPECT_EQ(sums[1], (LaunchSums{{{1024, 0}, {0, 0}, {0, 0}}}));
}

TEST(CounterTable, OfLoadsAndStoresAloneIsReadWhereNoMoreIsAskedFor) {
  const std::string event = ",\"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_";
  const std::string text =
      "\"ID\"" + event + "ld.sum\"" + event + "st.sum\"\n\"\",\"\",\"\"\n\"0\",\"2\",\"4\"\n";
  EXPECT_EQ(parse_counter_table(text, 1, Events::kWavefrontsOfLoadsAndStores).value()[0],
            (LaunchSums{{{2, 0}, {4, 0}, {0, 0}}}));
  EXPECT_FALSE(parse_counter_table(text, 1, kAll));
}

TEST(CounterTable, IsRefusedWhereLaunchesOrCountersAreMissing) {
  const std::string row = R"("1","2","3","4","5","6")";
  EXPECT_EQ(parse_counter_table(table({row}), 2, kAll).error().message,
            "the profiler saw 1 of 2 launches");
  EXPECT_FALSE(parse_counter_table("", 1, kAll));
  EXPECT_FALSE(parse_counter_table(table({R"("1","2","3","4","5","n/a")"}), 1, kAll));
  EXPECT_FALSE(parse_counter_table(table({R"("1","2","3","4","5","6.5")"}), 1, kAll));
  EXPECT_FALSE(parse_counter_table(table({R"("1","2","3")"}), 1, kAll));
}

// A device that serves b64 stores in groups of 32 lanes where the model says 16: the smallest
// access that tells is two lanes of different halves and one bank.
TEST(Shrinking, LeavesTheSmallestAccessThatTells) {
  const auto device_differs = [](const AccessPattern& pattern) {
    AccessRule wrong = **Target::parse("cuda:90").value().find_rule("st.shared.b64");
    wrong.group_basis.push_back(16);
    return count_wavefronts(wrong, pattern.byte_address).value() != hopper_cost(pattern).value();
  };
  const Shows shows = [&](std::span<const AccessPattern> patterns) -> Result<std::vector<bool>> {
    std::vector<bool> shown;
    for (const AccessPattern& pattern : patterns) shown.push_back(device_differs(pattern));
    return shown;
  };
  AccessPattern pattern{"st.shared.b64", {}};
  for (Word lane = 0; lane < 32; ++lane) pattern.byte_address.emplace_back(8 * (lane * 5 % 97));
  ASSERT_TRUE(device_differs(pattern));
  const auto smallest = shrink_pattern(pattern, shows).value();
  EXPECT_TRUE(device_differs(smallest));
  EXPECT_EQ(std::count_if(smallest.byte_address.begin(),
                          smallest.byte_address.end(),
                          [](const auto& address) { return address.has_value(); }),
            2);
  for (const AccessPattern& smaller : smaller_patterns(smallest)) {
    EXPECT_FALSE(device_differs(smaller)) << to_json(smaller);
  }
}

TEST(Shrinking, KeepsTheLanesOfMatricesActive) {
  AccessPattern pattern{"ldmatrix.x2", {}};
  for (Word lane = 0; lane < 32; ++lane) pattern.byte_address.emplace_back(48 * lane);
  const auto smaller = smaller_patterns(pattern);
  EXPECT_GT(smaller.size(), 10u);
  for (const AccessPattern& one : smaller) {
    EXPECT_TRUE(hopper_cost(one).has_value()) << to_json(one);
    EXPECT_NE(one, pattern);
  }
}

}  // namespace
}  // namespace tileproof::oracles
