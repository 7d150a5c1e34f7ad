// Does 'conflict-free' say of Triton's layouts what counting the wavefronts of each instruction
// says?  The engines for claims share one definition; the count is another.
#include <gtest/gtest.h>

#include "checkers/claims/lane_groups.hpp"
#include "checkers/claims/vector_access.hpp"
#include "checkers/shared_access/bank_conflicts.hpp"
#include "encodings/index_map/triton_instance.hpp"
#include "tests/checkers/claims/claims.hpp"
#include "tests/checkers/claims/random_layouts.hpp"

namespace tileproof {
namespace {

using testing::LayoutText;
using testing::RandomNumbers;

const LinearLayout& form(const IndexMap& map) { return map.as<triton::Instance>()->form(); }

// 32x32 elements in shared memory, swizzled or padded, and in the registers of warps of 32 lanes.
LayoutText memory(RandomNumbers& random) {
  if (random.one_in(2)) {
    return {swizzle(random.power(3), random.power(2), random.power(4)), {32, 32}};
  }
  return {"#ttg.padded_shared<[" + std::to_string(8 * random.power(4)) + ":+" +
              std::to_string(random.power(3)) + "] {order = [1, 0], shape = [32, 32]}>",
          {32, 32}};
}

LayoutText registers(RandomNumbers& random) {
  const std::string lanes = random.of({"[1, 32]", "[2, 16]", "[4, 8]", "[8, 4]", "[32, 1]"});
  const std::string order = random.of({"[1, 0]", "[0, 1]"});
  return {"#ttg.blocked<{sizePerThread = [" + std::to_string(random.power(1)) + ", " +
              std::to_string(random.power(3)) + "], threadsPerWarp = " + lanes +
              ", warpsPerCTA = [2, 1], order = " + order + "}>",
          {32, 32}};
}

TEST(CountedConflicts, AgreeWithTheClaimOnRandomStoresAndLoads) {
  const Target target = *Target::parse("cuda:90");
  RandomNumbers random(20261120);
  int free = 0;
  int conflicting = 0;
  for (int i = 0; i < 600; ++i) {
    const LayoutText shared_text = memory(random);
    const LayoutText register_text = registers(random);
    const auto shared = parse_index_map(shared_text.text, shared_text.shape);
    if (!shared) continue;
    const IndexMap access = testing::map_of(register_text.text, register_text.shape);
    const Direction direction = random.one_in(2) ? Direction::kStore : Direction::kLoad;
    const unsigned element_bits = random.of({8U, 16U, 32U});
    const auto vector = vector_access(*shared, access, element_bits, target, direction);
    ASSERT_TRUE(vector.has_value()) << vector.error().message;
    const AccessRule& rule = **target.find_rule(vector->instruction);
    Claim claim = testing::claim_of(make_conflict_free(*shared, access, element_bits, rule));
    std::get<ConflictFree>(claim).zero_bits = vector->zero_bits;
    const Verdict verdict = prove(claim, {});
    const auto count = bank_conflicts({form(access),
                                       form(*shared),
                                       element_bits,
                                       target,
                                       direction,
                                       triton::paddings(shared->as<triton::Instance>()->layout())});
    ASSERT_TRUE(count.has_value()) << count.error().message;
    ASSERT_EQ(count->rule->instruction, vector->instruction);
    const bool is_free = count->worst_instruction_wavefronts <= LaneGroups(rule).groups();
    const std::string both = shared_text.text + "\n" + register_text.text + "\n" +
                             rule.instruction + ": " + words_of(verdict);
    // Loads of 8 bytes and more may serve two groups as one, and hide a conflict of both by that.
    if (!rule.merges_equal_pairs || is_proved(verdict)) {
      ASSERT_EQ(is_proved(verdict), is_free) << both;
    }
    ++(is_free ? free : conflicting);
  }
  EXPECT_GT(free, 100);
  EXPECT_GT(conflicting, 100);
}

}  // namespace
}  // namespace tileproof
