// Do the ranges of a graph hold every value, and are the faults those that can happen?
#include "core/ranges.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/recorder.hpp"
#include "tests/core/random_program.hpp"
#include "tests/support/exact_algebra.hpp"

namespace tileproof {
namespace {

// What is found of a definition of x in [0, 7] and y in [2, 9].
template <typename Definition>
Ranges found(const Definition& definition) {
  Steps steps;
  const Recorder a{steps};
  const Recorded x = steps.input(0);
  const Recorded y = steps.input(1);
  const std::vector<Recorded> results = {definition(a, x, y)};
  const Graph graph = std::move(steps).graph(results);
  const std::vector<IntervalWord> at = {IntervalWord::between(0, 7), IntervalWord::between(2, 9)};
  Ranges all = ranges(graph, at);
  EXPECT_EQ(all.numbers.size(), graph.numbers);
  // The result's comes last.
  std::swap(all.numbers[graph.results[0]], all.numbers.back());
  return all;
}

template <typename Definition>
std::string range(const Definition& definition) {
  const Ranges all = found(definition);
  EXPECT_TRUE(all.faults.empty());
  return to_string(all.numbers.back().low()) + ".." + to_string(all.numbers.back().high());
}

TEST(Ranges, SeeMinimaMaximaAndWhatIsNoMore) {
  using R = Recorded;
  const auto min = [](const Recorder& a, R x, R y) { return a.ite(a.ult(x, y), x, y); };
  const auto max = [](const Recorder& a, R x, R y) { return a.ite(a.ult(x, y), y, x); };
  EXPECT_EQ(range([&](const auto& a, R x, R y) { return min(a, x, y); }), "0..7");
  EXPECT_EQ(range([&](const auto& a, R x, R y) { return max(a, x, y); }), "2..9");
  EXPECT_EQ(range([&](const auto& a, R x, R y) { return min(a, y, x); }), "0..7");
  EXPECT_EQ(range([&](const auto& a, R x, R y) { return max(a, y, x); }), "2..9");
  // A choice by another comparison is no minimum.
  EXPECT_EQ(range([](const auto& a, R x, R y) { return a.ite(a.ult(x, 5), x, y); }), "0..9");
  EXPECT_EQ(range([](const auto& a, R x, R y) { return a.ite(a.eq(x, y), x, y); }), "0..9");
  EXPECT_EQ(range([](const auto& a, R x, R) { return a.sub(x, a.urem(x, 4)); }), "0..7");
  EXPECT_EQ(range([](const auto& a, R x, R y) { return a.sub(x, a.udiv(x, y)); }), "0..7");
  EXPECT_EQ(range([](const auto& a, R x, R) { return a.sub(x, a.lshr(x, 1)); }), "0..7");
  EXPECT_EQ(range([](const auto& a, R x, R y) { return a.sub(x, a.bit_and(y, x)); }), "0..7");
  EXPECT_EQ(range([](const auto& a, R x, R y) { return a.sub(x, a.bit_and(x, y)); }), "0..7");
  EXPECT_EQ(range([&](const auto& a, R x, R y) { return a.sub(x, min(a, y, x)); }), "0..7");
  EXPECT_EQ(range([&](const auto& a, R x, R y) { return a.sub(x, min(a, x, y)); }), "0..7");
  EXPECT_EQ(range([](const auto& a, R x, R) { return a.sub(x, x); }), "0..7");
}

std::string faults(const Ranges& all) {
  static constexpr const char* kRules[] = {"divisor", "shift", "below", "beyond"};
  std::string text;
  for (const RangeFault& fault : all.faults) {
    text += std::string(text.empty() ? "" : "; ") + kRules[static_cast<int>(fault.rule)] + " n" +
            std::to_string(fault.number) + " " + to_string(fault.bound) + " at " +
            std::to_string(fault.step);
  }
  return text;
}

TEST(Ranges, AreBelow0WhereMoreIsTakenOff) {
  using R = Recorded;
  const auto is_below = [](const auto& definition) {
    return faults(found(definition)).starts_with("below");
  };
  EXPECT_TRUE(is_below([](const auto& a, R x, R y) { return a.sub(x, a.bit_or(x, y)); }));
  EXPECT_TRUE(is_below([](const auto& a, R x, R y) { return a.sub(x, a.bit_xor(x, y)); }));
  EXPECT_TRUE(is_below([](const auto& a, R x, R y) { return a.sub(x, a.add(x, y)); }));
  EXPECT_FALSE(is_below([](const auto& a, R x, R y) { return a.sub(x, a.bit_and(x, y)); }));
}

TEST(Ranges, NameEachStepThatIsNotShownToBeRight) {
  using R = Recorded;
  EXPECT_EQ(faults(found([](const auto& a, R x, R y) { return a.udiv(y, x); })),
            "divisor n0 0 at 2");
  EXPECT_EQ(faults(found([](const auto& a, R x, R y) { return a.urem(y, a.mul(x, x)); })),
            "divisor n2 0 at 3");
  EXPECT_EQ(faults(found([](const auto& a, R x, R y) { return a.lshr(x, a.mul(y, 8)); })),
            "shift n3 72 at 4");
  EXPECT_EQ(faults(found([](const auto& a, R x, R) { return a.lshr(x, 64); })), "shift n2 64 at 3");
  EXPECT_EQ(faults(found([](const auto& a, R x, R) { return a.lshr(x, 63); })), "");
  EXPECT_EQ(faults(found([](const auto& a, R x, R y) { return a.sub(x, y); })), "below n2 -9 at 2");
  EXPECT_EQ(faults(found([](const auto& a, R x, R) { return a.sub(x, a.urem(9, 5)); })),
            "below n5 -4 at 5");
  EXPECT_EQ(faults(found([](const auto& a, R x, R) { return a.shl(x, 62); })),
            "beyond n3 32281802128991715328 at 3");
  // What is made of a wrong number can be any.
  EXPECT_EQ(faults(found([](const auto& a, R x, R y) { return a.udiv(9, a.sub(x, y)); })),
            "below n2 -9 at 2; divisor n2 0 at 4");
}

TEST(Ranges, HoldEveryValueOfRandomPrograms) {
  const testing::ProgramShape shapes[] = {
      {.input_sizes = {64, 64}, .steps = 12, .limit = 0, .ops = {}},
      {.input_sizes = {1 << 20, 7, 3}, .steps = 20, .limit = ~Word{0}, .ops = {}}};
  std::mt19937_64 random(20261122);
  int faultless = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto& shape = shapes[i % 2];
    const testing::Program program = testing::draw_program(random, shape);
    Steps steps;
    const Recorder a{steps};
    std::vector<Recorded> inputs;
    std::vector<IntervalWord> boxes;
    for (std::uint32_t k = 0; k < program.inputs; ++k) {
      inputs.push_back(steps.input(k));
      boxes.push_back(IntervalWord::between(0, shape.input_sizes[k] - 1));
    }
    const auto recorded = testing::run(a, program, inputs);
    const Graph graph = std::move(steps).graph(recorded.words, recorded.bools);
    const Ranges all = ranges(graph, boxes);
    faultless += all.faults.empty() ? 1 : 0;
    for (int k = 0; k < 8; ++k) {
      const auto at = testing::draw_point(random, shape);
      const auto frame = run(U64{}, graph, at);
      for (std::size_t n = 0; n < graph.numbers; ++n) {
        ASSERT_TRUE(all.numbers[n].holds(frame.numbers[n])) << to_string(program);
      }
      for (std::size_t t = 0; t < graph.truths; ++t) {
        ASSERT_TRUE(all.truths[t].can_be(frame.truths[t])) << to_string(program);
      }
      if (!all.faults.empty()) continue;
      const auto exact = run(Exact{}, graph, std::vector<Exact::Word>(at.begin(), at.end()));
      for (std::size_t n = 0; n < graph.numbers; ++n) {
        ASSERT_EQ(exact.numbers[n], frame.numbers[n]) << to_string(program);
      }
    }
  }
  EXPECT_GT(faultless, 500);
}

}  // namespace
}  // namespace tileproof
