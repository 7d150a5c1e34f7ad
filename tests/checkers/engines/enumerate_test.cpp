// Does a block of lanes compute what the steps say, and is what was visited kept as it was?
#include "checkers/engines/enumerate/block_program.hpp"
#include "checkers/engines/enumerate/key_slots.hpp"
#include "checkers/engines/enumerate/key_space.hpp"
#include "tests/checkers/claims/claims.hpp"
#include "tests/core/random_program.hpp"

namespace tileproof::testing {
namespace {

constexpr std::size_t kBlock = BlockProgram::kBlock;

// The numbers and, last, one truth value of a program of one input.
Graph graph_of(const Program& program) {
  Steps steps;
  const Recorder a{steps};
  const auto done = run(a, program, {steps.input(0)});
  Graph graph =
      std::move(steps).graph({done.words.data(), done.words.size()},
                             {done.bools.data() + done.bools.size() - (done.bools.empty() ? 0 : 1),
                              done.bools.empty() ? std::size_t{0} : 1});
  graph.inputs = 1;
  return graph;
}

void expect_lanes(const Program& program, Word end, Word first) {
  BlockProgram block(graph_of(program), end);
  block.run(first);
  std::size_t first_true = kBlock;
  const std::size_t lanes = std::min<Word>(kBlock, end - first);
  for (std::size_t i = 0; i < kBlock; ++i) {
    const auto point = run(U64{}, program, {first + std::min<Word>(i, end - 1 - first)});
    for (std::size_t k = 0; k < point.words.size(); ++k) {
      ASSERT_LE(lanes, block.numbers(k).size());
      if (i >= block.numbers(k).size()) continue;
      ASSERT_EQ(block.numbers(k)[i], point.words[k]) << "number " << k << " at " << first + i;
    }
    if (first_true == kBlock && !point.bools.empty() && point.bools.back()) first_true = i;
  }
  const auto truth = run(U64{}, program, {0}).bools;
  if (!truth.empty()) {
    EXPECT_EQ(block.first_true(), first_true);
  }
}

TEST(BlockProgram, ComputesWhatTheStepsSayInThirtyTwoBitsAndInSixtyFour) {
  std::mt19937_64 random(3);
  for (const Word limit : {(Word{1} << 31) - 1, ~Word{0}, Word{0}}) {
    for (int i = 0; i < 300; ++i) {
      const Word end = 1 + random() % (i % 2 == 0 ? 3000 : (Word{1} << 31) - 1);
      const Program program = draw_program(
          random, {.input_sizes = {end}, .steps = 12, .limit = limit, .ops = {}, .near = {end}});
      expect_lanes(program, end, random() % end / kBlock * kBlock);
    }
  }
}

// 0, 7, ..., 7 * 99 modulo 101, of which 7 * 43 is 99 and 7 * 72 is 100.
TEST(BlockProgram, KnowsTheLeastAndTheMostOfFewValues) {
  const Operand input{false, 0, 0};
  const Operand product{false, 0, 1};
  const Program program{
      1, {{Op::kMul, input, {true, 7, 0}, 0}, {Op::kUrem, product, {true, 101, 0}, 0}}};
  const BlockProgram all(graph_of(program), 100);
  EXPECT_EQ(all.range(2).low(), 0);
  EXPECT_EQ(all.range(2).high(), 100);
  const BlockProgram few(graph_of(program), 72);
  EXPECT_EQ(few.range(2).high(), 99);
  const BlockProgram many(graph_of(program), 1000);  // in no block
  EXPECT_EQ(many.range(2).high(), 100);
}

Program quotient_and_remainder(Word divisor) {
  const Operand input{false, 0, 0};
  const Operand by{true, divisor, 0};
  return {1, {{Op::kUdiv, input, by, 0}, {Op::kUrem, input, by, 0}}};
}

TEST(BlockProgram, DividesTheLargestNumbersByAnyConstant) {
  std::mt19937_64 random(4);
  std::vector<Word> divisors = {1, 2, 3, 5, 6, 7, 9, 10, 641, 65535, 65537, 6700417};
  for (unsigned bits = 2; bits <= 63; ++bits) {
    for (const Word near : {Word{1} << bits, random() >> (64 - bits)}) {
      for (Word d = near - 1; d <= near + 1; ++d) divisors.push_back(std::max<Word>(d, 1));
    }
  }
  for (const Word divisor : divisors) {
    for (const unsigned bits : {31U, 32U, 62U, 63U, 64U}) {
      const Word end = bits == 64 ? ~Word{0} : Word{1} << bits;
      expect_lanes(quotient_and_remainder(divisor), end, end - kBlock);
      // Around multiples a quotient that is rounded wrongly shows.
      const Word multiple = (end - 1) / divisor * divisor;
      expect_lanes(quotient_and_remainder(divisor), end, multiple - std::min(multiple, Word{9}));
    }
  }
}

TEST(KeySlots, AreFoundAgainDenseAndHashed) {
  for (const UInt128 values : {UInt128{1000}, UInt128{1} << 64}) {
    KeySlots slots(values, 100, std::size_t{1} << 20);
    EXPECT_EQ(slots.room(), 100U);
    const std::vector<Word> keys = {0, 7, 8, 999, 63, 64};
    EXPECT_EQ(slots.take_until_taken(keys), keys.size());
    EXPECT_EQ(slots.take_until_taken(std::vector<Word>{5, 8, 6}), 1U);
    EXPECT_EQ(slots.size(), 7U);
    slots.take_all(std::vector<Word>{5, 1, 1, 2});
    EXPECT_EQ(slots.size(), 9U);
    EXPECT_EQ(slots.first_free(), 3U);
    EXPECT_TRUE(slots.find(999).has_value());
    EXPECT_FALSE(slots.find(6).has_value());
    const auto [slot, is_new] = slots.take(999);
    EXPECT_FALSE(is_new);
    EXPECT_EQ(slots.find(999), slot);
    EXPECT_LT(slot, slots.capacity());
    slots.clear();
    EXPECT_EQ(slots.size(), 0U);
    EXPECT_EQ(slots.first_free(), 0U);
  }
}

TEST(KeySlots, HaveAPlaceForTheLastKeyOfAll) {
  KeySlots slots(UInt128{1} << 64, 4, std::size_t{1} << 20);
  EXPECT_FALSE(slots.find(~Word{0}).has_value());
  EXPECT_TRUE(slots.take(~Word{0}).second);
  EXPECT_FALSE(slots.take(~Word{0}).second);
  EXPECT_TRUE(slots.take(0).second);
  EXPECT_TRUE(slots.find(~Word{0}).has_value());
}

TEST(KeySlots, KeepFewerKeysInLessMemory) {
  const KeySlots slots(UInt128{1} << 64, 1 << 20, 1 << 16);
  EXPECT_LT(slots.room(), Word{1} << 13);
  EXPECT_GT(slots.room(), Word{1} << 10);
}

TEST(KeySpace, GivesEachValueAKeyOfItsOwn) {
  const std::vector<IntervalWord> ranges = {
      IntervalWord::between(3, 5), IntervalWord::between(0, 0), IntervalWord::between(10, 13)};
  const auto space = KeySpace::of(ranges);
  ASSERT_TRUE(space);
  EXPECT_EQ(space->values(), UInt128{12});
  for (Word key = 0; key < 12; ++key) {
    EXPECT_EQ(space->value_of(key), (std::vector<Word>{3 + key % 3, 0, 10 + key / 3}));
  }
}

TEST(KeySpace, HasNoMoreThanSixtyFourBits) {
  const IntervalWord word = IntervalWord::between(0, ~Word{0});
  const IntervalWord one = IntervalWord::between(7, 7);
  const IntervalWord two = IntervalWord::between(0, 1);
  EXPECT_TRUE(KeySpace::of(std::vector<IntervalWord>{word, one}));
  EXPECT_TRUE(KeySpace::of(std::vector<IntervalWord>{one, word}));
  EXPECT_FALSE(KeySpace::of(std::vector<IntervalWord>{word, two}));
}

// The points that break a claim are far behind the first blocks, and are the smallest.
TEST(Enumeration, FindsTheFirstOfLatePairs) {
  const auto enumerated = [](const std::string& text) {
    return summary(prove_by(EngineName::kEnumerate, Injective{map_of(text)}, {}));
  };
  EXPECT_EQ(enumerated("f(x: 100000) = x < 70001 ? x : max(x, 60000) - 60000"),
            "refuted: (x 10001) and (x 70001) both have f 10001");
  EXPECT_EQ(enumerated("f(x: 100000) = (x < 70001 ? x : max(x, 60000) - 60000) * 1000000007"),
            "refuted: (x 10001) and (x 70001) both have f 10001000070007");
}

// So many points are visited in parts, where there are processors.
TEST(Enumeration, FindsTheFirstPairOfTwoPartsAndTheFirstBrokenPointOfAny) {
  const auto enumerated = [](const Claim& claim) {
    return summary(prove_by(EngineName::kEnumerate, claim, {}));
  };
  // Two threads may visit both points of a pair in one part, but not again and again.
  for (int round = 0; round < 20; ++round) {
    EXPECT_EQ(enumerated(
                  Injective{map_of("f(x: 4000000) = x < 3999999 ? x : max(x, 3999999) - 3999994")}),
              "refuted: (x 5) and (x 3999999) both have f 5");
  }
  EXPECT_EQ(enumerated(Injective{map_of("f(x: 4000000) = x < 3999999 ? x : x + 1")}), "proved");
  const auto within = [&](Word allocation) {
    return enumerated(claim_of(make_in_bounds(
        map_of("f(x: 4000000) = x % 1000003 == 1000001 ? x % 7 + 4000000 : x"), allocation)));
  };
  // Three points have x % 1000003 == 1000001: 1000001, 2000004, 3000007, of remainders 2, 6, 3.
  EXPECT_EQ(within(4000006), "refuted: (x 2000004) has f 4000006, not below 4000006");
  EXPECT_EQ(within(4000000), "refuted: (x 1000001) has f 4000002, not below 4000000");
  EXPECT_EQ(within(4000007), "proved");
}

}  // namespace
}  // namespace tileproof::testing
