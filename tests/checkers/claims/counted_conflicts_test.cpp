// Does 'conflict-free' say of Triton's layouts what counting the wavefronts of each instruction
// says?  The engines for claims share one definition; the count is another.
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "checkers/claims/vector_access.hpp"
#include "checkers/shared_access/bank_conflicts.hpp"
#include "core/wavefronts.hpp"
#include "encodings/index_map/triton_instance.hpp"
#include "properties/maps/layout_families.hpp"
#include "tests/checkers/claims/claims.hpp"

namespace tileproof {
namespace {

const LinearLayout& form(const IndexMap& map) { return map.as<triton::Instance>()->form(); }

// 32x32 elements in shared memory, swizzled or padded, and in the registers of warps of 32 lanes.
LayoutText memory(gen::Source& random) {
  if (random.one_in(2)) {
    return {swizzle(random.power(3), random.power(2), random.power(4)), {32, 32}};
  }
  return {"#ttg.padded_shared<[" + std::to_string(8 * random.power(4)) + ":+" +
              std::to_string(random.power(3)) + "] {order = [1, 0], shape = [32, 32]}>",
          {32, 32}};
}

LayoutText registers(gen::Source& random) {
  const std::string lanes = random.of({"[1, 32]", "[2, 16]", "[4, 8]", "[8, 4]", "[32, 1]"});
  const std::string order = random.of({"[1, 0]", "[0, 1]"});
  return {"#ttg.blocked<{sizePerThread = [" + std::to_string(random.power(1)) + ", " +
              std::to_string(random.power(3)) + "], threadsPerWarp = " + lanes +
              ", warpsPerCTA = [2, 1], order = " + order + "}>",
          {32, 32}};
}

TEST(CountedConflicts, AgreeWithTheClaimOnRandomStoresAndLoads) {
  const Target target = *Target::parse("cuda:90");
  gen::Source random = gen::Source::random(20261120);
  int free = 0;
  int conflicting = 0;
  for (int i = 0; i < 600; ++i) {
    const LayoutText shared_text = memory(random);
    const LayoutText register_text = registers(random);
    const auto shared = parse_index_map(shared_text.text, shared_text.shape);
    if (!shared) continue;
    const IndexMap access = testing::map_of(register_text.text, register_text.shape);
    const Direction direction = random.one_in(2) ? Direction::kStore : Direction::kLoad;
    const unsigned element_bits = random.of({1U, 8U, 16U, 32U});
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
    const bool is_free = count->conflicts() == 0;
    ASSERT_EQ(is_proved(verdict), is_free)
        << shared_text.text << "\n"
        << register_text.text << "\n"
        << element_bits << " bits, " << rule.instruction << ": " << words_of(verdict);
    ++(is_free ? free : conflicting);
  }
  EXPECT_GT(free, 100);
  EXPECT_GT(conflicting, 100);
}

// Is each instruction served without conflicts, counted one by one?
bool is_counted_free(const AccessRule& rule,
                     const IndexMap& memory,
                     const IndexMap& access,
                     Word element_bits) {
  const Word lanes = access.axes()[0].size;
  const Word stored = element_bits == 1 ? 8 : element_bits;
  for (Word step = 0; step < access.axes()[1].size; ++step) {
    std::vector<std::optional<Word>> addresses(rule.lanes);
    for (Word lane = 0; lane < std::min<Word>(lanes, rule.addresses()); ++lane) {
      const auto element = value_at(access, std::vector<Word>{lane, step});
      if (element[0] >= memory.axes()[0].size) return false;
      const Word bit = value_at(memory, element)[0] * stored;
      if (bit % (8 * rule.alignment()) != 0) return false;
      addresses[lane] = bit / 8;
    }
    if (count_wavefronts(rule, addresses)->conflicts() != 0) return false;
  }
  return true;
}

// Every rule of these targets, elements of any width, and warps that are not full.
TEST(CountedConflicts, AgreeWithTheClaimOnRandomAccesses) {
  gen::Source random = gen::Source::random(20261122);
  std::map<std::string, std::array<int, 2>> verdicts;
  for (const char* name : {"cuda:80", "cuda:90", "hip:gfx942", "hip:gfx1100"}) {
    const Target target = *Target::parse(name);
    for (const AccessRule& rule : target.access_rules()) {
      if (rule.counts_each_lane) continue;
      for (int i = 0; i < 40; ++i) {
        const Word bits = random.of<Word>({1, 4, 8, 16, 16, 32, 32, 64});
        const Word unit = std::max<Word>(1, 8 * rule.alignment() / (bits == 1 ? 8 : bits));
        const Word lanes =
            random.one_in(2)
                ? rule.lanes
                : rule.addresses() - (rule.matrices != 0 ? 0 : random.below(rule.lanes));
        const std::string scale = std::to_string(random.one_in(8) ? 1 : unit);
        const std::string lane = random.of({"lane",
                                            "(lane ^ 1)",
                                            "lane / 2",
                                            "lane % 8 * 8 + lane / 8",
                                            "(lane ^ lane / 8)",
                                            "lane / 4 * 4",
                                            "lane * 3",
                                            "lane % 4 * 16 + lane / 4",
                                            "lane * 8"});
        const IndexMap memory = testing::map_of(
            "offset(x: 65536) = x" + random.of<std::string>({"", "", " + x / 512 * " + scale}));
        const IndexMap access =
            testing::map_of("x(lane: " + std::to_string(lanes) + ", step: 2) = (" + lane +
                            " + step * 4) * " + scale);
        const Claim claim = testing::claim_of(make_conflict_free(memory, access, bits, rule));
        const bool is_free = is_counted_free(rule, memory, access, bits);
        const Verdict verdict = prove(claim, {});
        ASSERT_FALSE(is_unknown(verdict)) << words_of(verdict);
        ASSERT_EQ(is_proved(verdict), is_free)
            << name << " " << rule.instruction << ", " << lanes << " lanes, " << bits << " bits, "
            << lane << " * " << scale << ": " << words_of(verdict);
        ++verdicts[name][is_free ? 0 : 1];
      }
    }
  }
  for (const auto& [name, count] : verdicts) {
    EXPECT_GT(count[0], 50) << name;
    EXPECT_GT(count[1], 50) << name;
  }
}

}  // namespace
}  // namespace tileproof
