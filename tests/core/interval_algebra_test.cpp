// The algebra Interval against Exact and U64: no value of a point lies outside of the range.
#include "core/interval_algebra.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/algebra.hpp"
#include "core/check.hpp"
#include "tests/core/random_program.hpp"
#include "tests/support/exact_algebra.hpp"

namespace tileproof {
namespace {

static_assert(Algebra<Interval>);

const Interval kInterval;
const Int128 kInfinity = IntervalWord::kInfinity;

IntervalWord between(Int128 low, Int128 high) { return IntervalWord::between(low, high); }

TEST(IntervalAlgebra, WorkedExample) {
  const auto row = between(0, 63);
  EXPECT_EQ(kInterval.mul(row, 72), between(0, 4536));
  EXPECT_EQ(kInterval.sub(row, 8), between(-8, 55));
  EXPECT_EQ(kInterval.bit_and(row, 7), between(0, 7));
  EXPECT_EQ(kInterval.sub(row, row), between(-63, 63));
}

TEST(IntervalAlgebra, IsTightForConstants) {
  EXPECT_EQ(kInterval.udiv(between(5, 63), 8), between(0, 7));
  EXPECT_EQ(kInterval.udiv(between(64, 71), 8), 8);
  EXPECT_EQ(kInterval.urem(between(64, 70), 8), between(0, 6));
  EXPECT_EQ(kInterval.urem(between(3, 5), 8), between(3, 5));
  EXPECT_EQ(kInterval.urem(between(7, 8), 8), between(0, 7));
  EXPECT_EQ(kInterval.urem(between(0, 4), between(3, 9)), between(0, 4));
  // -1 is 2^64 - 1, whose remainder is 31.
  EXPECT_EQ(kInterval.urem(between(-7, 0), 32), between(0, 31));
  EXPECT_EQ(kInterval.bit_or(between(0, 7), 64), between(64, 71));
  EXPECT_EQ(kInterval.bit_and(between(64, 71), 64), 64);
  EXPECT_EQ(kInterval.bit_xor(between(64, 71), 64), between(0, 7));
  // A complement in 3 bits, and in all of them.
  EXPECT_EQ(kInterval.bit_xor(between(2, 4), 7), between(3, 5));
  EXPECT_EQ(kInterval.bit_xor(~Word{0}, between(2, 4)), between(~Word{4}, ~Word{2}));
  EXPECT_EQ(kInterval.shl(between(1, 3), between(0, 4)), between(1, 48));
  EXPECT_EQ(kInterval.lshr(between(16, 64), between(1, 2)), between(4, 32));
  EXPECT_EQ(kInterval.mul(between(-3, 2), between(-5, 7)), between(-21, 15));
}

TEST(IntervalAlgebra, KnowsWhatAllPointsShare) {
  EXPECT_EQ(kInterval.ult(between(0, 3), 4), IntervalBool(true));
  EXPECT_EQ(kInterval.ult(between(4, 9), between(0, 4)), IntervalBool(false));
  EXPECT_EQ(kInterval.ult(between(0, 4), 4), IntervalBool::unknown());
  EXPECT_EQ(kInterval.eq(5, 5), IntervalBool(true));
  EXPECT_EQ(kInterval.eq(between(0, 3), 4), IntervalBool(false));
  EXPECT_EQ(kInterval.eq(between(0, 4), 4), IntervalBool::unknown());
  EXPECT_EQ(kInterval.bool_and(IntervalBool::unknown(), false), IntervalBool(false));
  EXPECT_EQ(kInterval.bool_or(IntervalBool::unknown(), true), IntervalBool(true));
  EXPECT_EQ(kInterval.bool_not(IntervalBool::unknown()), IntervalBool::unknown());
  EXPECT_EQ(kInterval.ite(true, 3, 9), 3);
  EXPECT_EQ(kInterval.ite(IntervalBool::unknown(), 3, 9), between(3, 9));
}

TEST(IntervalAlgebra, NotesTheFirstStepThatLeavesWhatIsAllowed) {
  IntervalLog log;
  const Interval a{&log};
  const auto row = a.add(between(0, 63), 0);
  EXPECT_EQ(log.first, "");
  EXPECT_EQ(a.sub(row, 64), between(-64, -1));
  EXPECT_EQ(log.first, "difference can be -64");
  EXPECT_EQ(a.add(row, ~Word{0}).low(), ~Word{0});
  EXPECT_EQ(log.first, "difference can be -64");

  const auto noted = [&row](const auto& step, IntervalWord allowed = between(0, ~Word{0})) {
    IntervalLog first{allowed, {}};
    static_cast<void>(step(Interval{&first}, row));
    return first.first;
  };
  EXPECT_EQ(noted([](auto i, auto x) { return i.mul(x, 72); }, between(0, 4095)),
            "product can be 4536");
  EXPECT_EQ(noted([](auto i, auto) { return i.mul(between(0, kInfinity), 2); }),
            "product can be 2^125 or more in size");
  EXPECT_EQ(noted([](auto i, auto x) { return i.udiv(x, between(0, 3)); }), "divisor can be 0");
  EXPECT_EQ(noted([](auto i, auto x) { return i.urem(x, between(0, 3)); }), "divisor can be 0");
}

TEST(IntervalAlgebra, RefusesAnEmptyRange) {
  EXPECT_THROW(static_cast<void>(between(1, 0)), InternalError);
}

Exact::Word exact_of(Int128 value) { return Exact::Word(value); }

bool holds(const IntervalWord& range, const Exact::Word& value) {
  return (range.low() == -kInfinity || exact_of(range.low()) <= value) &&
         (range.high() == kInfinity || value <= exact_of(range.high()));
}

// All pairs of ranges in [-3, 12], all pairs of their values.
TEST(IntervalAlgebra, HoldsEveryValueOfSmallRanges) {
  using testing::Op;
  const Exact exact;
  long checked = 0;
  for (int a = -3; a <= 12; ++a)
    for (int b = a; b <= 12; b += 1 + (b - a) / 3)
      for (int c = -3; c <= 12; c += 2)
        for (int d = c; d <= 12; d += 3)
          for (int op = 0; op <= static_cast<int>(Op::kLshr); ++op) {
            const testing::Step step{static_cast<Op>(op), {false, 0, 0}, {false, 0, 1}, 0};
            testing::Run<Interval> ranges{{between(a, b), between(c, d)}, {}};
            run_step(kInterval, step, ranges);
            const bool has_sign = op <= static_cast<int>(Op::kMul);
            const bool divides = step.op == Op::kUdiv || step.op == Op::kUrem;
            for (int x = has_sign ? a : std::max(a, 0); x <= b; ++x)
              for (int y = has_sign ? c : std::max(c, divides ? 1 : 0); y <= d; ++y) {
                testing::Run<Exact> values{{x, y}, {}};
                run_step(exact, step, values);
                ASSERT_TRUE(holds(ranges.words[2], values.words[2]))
                    << "op " << op << " on [" << a << ", " << b << "] and [" << c << ", " << d
                    << "] at " << x << ", " << y;
                ++checked;
              }
          }
  EXPECT_GT(checked, 100'000);
}

// Runs a program over ranges and over points of them, and compares step by step until a point's
// value goes below 0.  Returns how many words were compared.
int compare(const testing::Program& program,
            const std::vector<IntervalWord>& ranges,
            const std::vector<Word>& at) {
  const Exact exact;
  const auto bounds = testing::run(kInterval, program, ranges);
  testing::Run<Exact> values{{at.begin(), at.end()}, {}};
  for (const auto& step : program.steps) {
    const auto bools = values.bools.size();
    run_step(exact, step, values);
    if (values.bools.size() > bools) {
      EXPECT_TRUE(bounds.bools[bools].can_be(values.bools.back())) << to_string(program);
      continue;
    }
    const auto k = values.words.size() - 1;
    EXPECT_TRUE(holds(bounds.words[k], values.words[k]))
        << to_string(program) << " word " << k << " = " << values.words[k];
    if (values.words.back() < 0) return static_cast<int>(k);
  }
  return static_cast<int>(values.words.size());
}

TEST(IntervalAlgebra, HoldsEveryValueOfRandomPrograms) {
  std::mt19937_64 random(20261120);
  for (const Word limit : {~Word{0}, Word{1} << 20, Word{0}}) {
    int compared = 0;
    for (int i = 0; i < 3'000; ++i) {
      testing::ProgramShape shape{{1 + random() % 100, 64, Word{1} << random() % 60}, 8, limit, {}};
      // Without a limit shifts may go far, which Exact refuses.
      if (limit == 0) {
        using enum testing::Op;
        shape.ops = {kAdd, kSub, kMul, kUdiv, kUrem, kBitAnd, kBitOr, kBitXor, kEq, kUlt, kIte};
      }
      const auto program = testing::draw_program(random, shape);
      for (int j = 0; j < 4; ++j) {
        const auto at = testing::draw_point(random, shape);
        // Each input is somewhere between two numbers around it.
        std::vector<IntervalWord> ranges;
        for (const Word value : at) {
          ranges.push_back(between(value - std::min(value, Word{random() % 9}),
                                   Int128{value} + Int128{random() % 9}));
        }
        compared += compare(program, ranges, at);
        if (::testing::Test::HasFailure()) return;
      }
    }
    EXPECT_GT(compared, 40'000) << limit;
  }
}

TEST(IntervalAlgebra, NotesNothingWhereNothingCanWrap) {
  std::mt19937_64 random(3);
  const testing::ProgramShape shape{
      {64, 128},
      6,
      1 << 20,
      {testing::Op::kAdd, testing::Op::kMul, testing::Op::kBitAnd, testing::Op::kUrem}};
  for (int i = 0; i < 1'000; ++i) {
    IntervalLog log{between(0, 1 << 20), {}};
    const auto program = testing::draw_program(random, shape);
    testing::run(Interval{&log}, program, {between(0, 63), between(0, 127)});
    ASSERT_EQ(log.first, "") << to_string(program);
  }
}

}  // namespace
}  // namespace tileproof
