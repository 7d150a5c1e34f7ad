// The rule of global memory against the counters of an H100, and hand-made cases with known
// answers.
#include "core/global_memory.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/support/json_lines.hpp"

namespace tileproof {
namespace {

using Addresses = std::vector<std::optional<Word>>;

GlobalRule rule_of(const char* target) { return *global_rule(Target::parse(target).value()); }

GlobalCost cost_of(Word bytes, const std::function<std::optional<Word>(Word)>& address) {
  Addresses addresses;
  for (Word lane = 0; lane < 32; ++lane) addresses.push_back(address(lane));
  return count_global_access(rule_of("cuda:90"), bytes, addresses);
}

TEST(CountGlobalAccess, OfNeighboursTakesTheirBytes) {
  EXPECT_EQ(cost_of(4, [](Word lane) { return 4 * lane; }), (GlobalCost{1, 4, 1}));
  EXPECT_EQ(cost_of(16, [](Word lane) { return 16 * lane; }), (GlobalCost{1, 16, 4}));
}

TEST(CountGlobalAccess, OfAStrideTakesASectorForEachLane) {
  EXPECT_EQ(cost_of(4, [](Word lane) { return 128 * lane; }), (GlobalCost{1, 32, 32}));
}

TEST(CountGlobalAccess, CountsASectorOnceWhicheverLanesShareIt) {
  EXPECT_EQ(cost_of(16, [](Word) { return 0; }), (GlobalCost{1, 1, 1}));
  EXPECT_EQ(cost_of(16, [](Word lane) { return lane % 2 * 16; }), (GlobalCost{1, 1, 1}));
}

TEST(CountGlobalAccess, CountsWhatAVectorReachesInto) {
  EXPECT_EQ(cost_of(16, [](Word lane) { return 16 * lane + 24; }), (GlobalCost{1, 17, 5}));
}

TEST(CountGlobalAccess, WithoutAnActiveLaneIsNoRequest) {
  EXPECT_EQ(cost_of(4, [](Word) { return std::nullopt; }), (GlobalCost{0, 0, 0}));
  EXPECT_EQ(
      cost_of(4, [](Word lane) { return lane == 7 ? std::optional<Word>(64) : std::nullopt; }),
      (GlobalCost{1, 1, 1}));
}

TEST(CountGlobalAccess, GivesWhatAnH100CountedOfAllLoadsAndStores) {
  std::size_t compared = 0;
  for (const auto& row : read_json_lines("h100/global_access.jsonl.gz")) {
    const std::string instruction = row.at("instruction");
    if (instruction.find(".global.b") == std::string::npos) continue;  // copies have other rules
    const Word bytes = std::stoul(instruction.substr(instruction.find(".b") + 2)) / 8;
    Addresses addresses;
    for (const auto& entry : row.at("byte_address")) {
      addresses.push_back(entry.is_null() ? std::nullopt : std::optional(entry.get<Word>()));
    }
    const GlobalCost cost = count_global_access(rule_of("cuda:90"), bytes, addresses);
    EXPECT_EQ(cost.requests, row.at("requests").get<Word>()) << row;
    EXPECT_EQ(cost.sectors, row.at("sectors").get<Word>()) << row;
    ++compared;
  }
  EXPECT_EQ(compared, 1000u);
}

TEST(GlobalRule, SaysHowItIsKnown) {
  EXPECT_EQ(rule_of("cuda:90").evidence.level, Evidence::Level::kMeasured);
  EXPECT_EQ(rule_of("cuda:80").evidence.level, Evidence::Level::kAssumed);
}

TEST(GlobalRule, IsNotKnownOfAmd) {
  const auto rule = global_rule(Target::parse("gfx942").value());
  ASSERT_FALSE(rule);
  EXPECT_EQ(rule.error().message,
            "what an access of global memory costs on hip:gfx942 is not known");
}

}  // namespace
}  // namespace tileproof
