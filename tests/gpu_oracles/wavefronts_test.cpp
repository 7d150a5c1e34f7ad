// The rule of core/target.hpp against what an H200 answered, and wrong rules that its answers
// refuse.
#include <gtest/gtest.h>

#include "gpu_oracles/wavefronts/wavefronts_replay.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof::oracles {
namespace {

// The earlier file has the same questions and answers, without a header and in one object.
TEST(Wavefronts, EveryPatternOfTheEarlierFileIsAsTheModelSays) {
  for (const auto& line : read_json_lines("h200/shared_access.jsonl.gz")) {
    const auto difference = replay_wavefronts({line, line});
    ASSERT_TRUE(difference.has_value()) << difference.error().message;
    EXPECT_EQ(*difference, std::nullopt);
  }
}

}  // namespace
}  // namespace tileproof::oracles
