// Does a simplified graph give what the graph gives, and is it as short as is said?
#include "core/simplify.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/ranges.hpp"
#include "core/recorder.hpp"
#include "tests/core/random_program.hpp"
#include "tests/support/exact_algebra.hpp"

namespace tileproof {
namespace {

using R = Recorded;

// The graph of a definition of inputs below these sizes.
template <typename Definition>
Graph recorded(std::size_t inputs, const Definition& definition) {
  Steps steps;
  const Recorder a{steps};
  std::vector<Recorded> at;
  for (std::uint32_t i = 0; i < inputs; ++i) at.push_back(steps.input(i));
  const std::vector<Recorded> results = {definition(a, at)};
  return std::move(steps).graph(results);
}

std::vector<IntervalWord> below(const std::vector<Word>& sizes) {
  std::vector<IntervalWord> boxes;
  for (const Word size : sizes) boxes.push_back(IntervalWord::between(0, size - 1));
  return boxes;
}

std::size_t operations(const Graph& graph) {
  std::size_t count = 0;
  for (const GraphStep& step : graph.steps) count += arity(step.op) != 0 ? 1U : 0U;
  return count;
}

// "and shl xor" for the operations of a simplified definition, which is compared with it at all
// points.
template <typename Definition>
std::string operations(const std::vector<Word>& sizes, const Definition& definition) {
  static constexpr const char* kNames[] = {"input",
                                           "",
                                           "add",
                                           "sub",
                                           "mul",
                                           "div",
                                           "rem",
                                           "and",
                                           "or",
                                           "xor",
                                           "shl",
                                           "shr",
                                           "choose",
                                           "truth",
                                           "equal",
                                           "less",
                                           "both",
                                           "either",
                                           "not"};
  const Graph graph = recorded(sizes.size(), definition);
  const Graph simple = simplify(graph, below(sizes));
  EXPECT_EQ(simple.inputs, sizes.size());
  std::vector<Word> at(sizes.size(), 0);
  for (std::size_t k = 0; k < at.size();) {
    EXPECT_EQ(results_of(U64{}, simple, at), results_of(U64{}, graph, at));
    for (k = 0; k < at.size(); ++k) {
      if (++at[k] < sizes[k]) break;
      at[k] = 0;
    }
  }
  std::string text;
  for (const GraphStep& step : simple.steps) {
    if (step.op == StepOp::kConstant || step.op == StepOp::kInput) continue;
    text += (text.empty() ? "" : " ") + std::string(kNames[static_cast<int>(step.op)]);
  }
  return text;
}

TEST(Simplify, MovesBits) {
  EXPECT_EQ(operations({64, 64},
                       [](const auto& a, const auto& at) {
                         return a.add(a.mul(at[0], 64),
                                      a.bit_xor(at[1], a.mul(a.urem(at[0], 8), 8)));
                       }),
            "shl xor and shl xor");
  // Down and up again.
  EXPECT_EQ(operations({64},
                       [](const auto& a, const auto& at) {
                         return a.add(a.mul(a.udiv(at[0], 8), 8), a.urem(at[0], 8));
                       }),
            "");
  EXPECT_EQ(operations({64},
                       [](const auto& a, const auto& at) {
                         return a.udiv(a.bit_or(a.mul(at[0], 256), a.bit_and(at[0], 3)), 256);
                       }),
            "");
  EXPECT_EQ(operations({64},
                       [](const auto& a, const auto& at) {
                         return a.lshr(a.shl(at[0], 60), a.add(2, 60));
                       }),
            "and shr");
  EXPECT_EQ(operations({64}, [](const auto& a, const auto& at) { return a.bit_xor(at[0], at[0]); }),
            "");
}

TEST(Simplify, LosesBitsThatLeave64) {
  EXPECT_EQ(operations({64}, [](const auto& a, const auto& at) { return a.shl(at[0], 60); }),
            "shl");
  EXPECT_EQ(operations({64}, [](const auto& a, const auto& at) { return a.shl(at[0], 64); }), "");
  EXPECT_EQ(operations({64}, [](const auto& a, const auto& at) { return a.lshr(at[0], 64); }), "");
  EXPECT_EQ(operations({64, 2},
                       [](const auto& a, const auto& at) {
                         return a.lshr(a.bit_xor(a.shl(at[0], 61), a.shl(at[1], 63)), 61);
                       }),
            "and shl xor");
}

TEST(Simplify, KeepsCarries) {
  EXPECT_EQ(operations({8, 9},
                       [](const auto& a, const auto& at) { return a.add(a.mul(at[0], 8), at[1]); }),
            "shl add");
  EXPECT_EQ(operations({8, 8},
                       [](const auto& a, const auto& at) { return a.add(a.mul(at[0], 8), at[1]); }),
            "shl xor");
  EXPECT_EQ(operations({8}, [](const auto& a, const auto& at) { return a.add(at[0], 1); }), "add");
  EXPECT_EQ(
      operations({8, 8}, [](const auto& a, const auto& at) { return a.bit_or(at[0], at[1]); }),
      "or");
}

TEST(Simplify, MovesBitsOfStepsToo) {
  EXPECT_EQ(operations({100},
                       [](const auto& a, const auto& at) {
                         const auto nine = a.mul(at[0], 9);
                         return a.add(a.mul(a.udiv(nine, 32), 32), a.urem(nine, 32));
                       }),
            "mul");
}

// Bits of an input, each moved by another distance, and a carry from the highest of them.
TEST(Simplify, WritesALongSumInParts) {
  std::mt19937_64 random(20261122);
  for (unsigned bits = 1; bits <= 20; ++bits) {
    const Graph graph = recorded(1, [bits](const auto& a, const auto& at) {
      R sum = 5;
      for (unsigned i = 0; i < bits; ++i) {
        sum = a.bit_xor(sum, a.shl(a.bit_and(at[0], Word{1} << i), 2 * i));
      }
      return a.add(sum, a.shl(a.bit_and(at[0], 1), 3 * (bits - 1)));
    });
    const Graph simple = simplify(graph, below({Word{1} << 20}));
    for (int i = 0; i < 100; ++i) {
      const std::vector<Word> at = {random() >> 44};
      EXPECT_EQ(results_of(U64{}, simple, at), results_of(U64{}, graph, at)) << bits;
    }
  }
}

// Takes time in proportion to the steps, or this would not end.
TEST(Simplify, TakesLongSums) {
  const Graph graph = recorded(1, [](const auto& a, const auto& at) {
    R sum = at[0];
    for (Word i = 0; i < 50'000; ++i) sum = a.bit_xor(sum, a.mul(at[0], 2 * i + 3));
    return sum;
  });
  const Graph simple = simplify(graph, below({100}));
  EXPECT_LE(operations(simple), operations(graph));
  const std::vector<Word> at = {77};
  EXPECT_EQ(results_of(U64{}, simple, at), results_of(U64{}, graph, at));
}

TEST(Simplify, TakesWhatRangesShow) {
  // A remainder that is what is divided, a quotient that is 0, a comparison that always holds.
  EXPECT_EQ(operations({60}, [](const auto& a, const auto& at) { return a.urem(at[0], 60); }), "");
  EXPECT_EQ(operations({60}, [](const auto& a, const auto& at) { return a.urem(at[0], 59); }),
            "rem");
  EXPECT_EQ(operations({60},
                       [](const auto& a, const auto& at) {
                         return a.add(at[0], a.mul(a.udiv(at[0], 60), 7));
                       }),
            "");
  EXPECT_EQ(operations({60},
                       [](const auto& a, const auto& at) {
                         return a.ite(a.bool_and(a.ult(at[0], 60), a.ult(at[0], 7)), at[0], 7);
                       }),
            "less choose");
  EXPECT_EQ(operations({60},
                       [](const auto& a, const auto& at) {
                         return a.ite(a.bool_or(a.ult(at[0], 60), a.ult(at[0], 7)), at[0], 7);
                       }),
            "");
}

TEST(Simplify, DropsWhatNoResultNeeds) {
  EXPECT_EQ(operations({60, 7},
                       [](const auto& a, const auto& at) {
                         a.mul(at[0], at[1]);
                         a.ite(a.ult(at[0], at[1]), 3, at[1]);
                         return at[1];
                       }),
            "");
}

// Bits that are moved become a step where it is used.
TEST(Simplify, KeepsOrigins) {
  Steps steps;
  const Recorder a{steps};
  const R x = steps.input(0);
  a.come_from("1:5");
  const R row = a.udiv(a.mul(x, 3), 8);
  a.come_from("2:7");
  const std::vector<R> results = {a.mul(row, 5)};
  const Graph simple = simplify(std::move(steps).graph(results), below({100}));
  std::vector<std::string> origins;
  for (const GraphStep& step : simple.steps) origins.push_back(simple.origin_of(step).text());
  const std::vector<std::string> expected = {"", "1:5", "1:5", "2:7", "2:7", "2:7"};
  EXPECT_EQ(origins, expected);
}

// ---- On random programs

struct Drawn {
  testing::Program program;
  Graph graph;
};

Drawn draw(std::mt19937_64& random, const testing::ProgramShape& shape) {
  Drawn drawn{testing::draw_program(random, shape), {}};
  Steps steps;
  const Recorder a{steps};
  std::vector<R> at;
  for (std::uint32_t i = 0; i < drawn.program.inputs; ++i) at.push_back(steps.input(i));
  const auto run = testing::run(a, drawn.program, at);
  // The last steps are results, so that some are dead.
  const std::size_t numbers = std::min<std::size_t>(run.words.size(), 3);
  const std::size_t truths = std::min<std::size_t>(run.bools.size(), 1);
  drawn.graph = std::move(steps).graph(
      {run.words.end() - static_cast<std::ptrdiff_t>(numbers), run.words.end()},
      {run.bools.end() - static_cast<std::ptrdiff_t>(truths), run.bools.end()});
  return drawn;
}

// Of inputs that are all moved bits, too.
using enum testing::Op;
const std::vector<testing::Op> kMoving = {
    kAdd, kUdiv, kUrem, kBitAnd, kBitOr, kBitXor, kShl, kLshr, kMul, kEq, kIte};
const testing::ProgramShape kShapes[] = {
    {.input_sizes = {64, 64}, .steps = 12, .limit = 0, .ops = {}},
    {.input_sizes = {1 << 20, 7, 3}, .steps = 25, .limit = ~Word{0}, .ops = {}},
    {.input_sizes = {256, 60}, .steps = 25, .limit = 0, .ops = kMoving},
    {.input_sizes = {1 << 30, 1 << 9}, .steps = 60, .limit = ~Word{0}, .ops = kMoving},
    {.input_sizes = {16, 1 << 10}, .steps = 400, .limit = 0, .ops = kMoving}};

TEST(Simplify, GivesTheSameOnRandomPrograms) {
  std::mt19937_64 random(20261122);
  std::size_t before = 0;
  std::size_t after = 0;
  for (int i = 0; i < 10'000; ++i) {
    const auto& shape = kShapes[i % 40 == 0 ? 4 : i % 4];
    const auto [program, graph] = draw(random, shape);
    const Graph simple = simplify(graph, below(shape.input_sizes));
    const auto plain = operations(without_dead_steps(graph));
    ASSERT_LE(operations(simple), plain) << to_string(program);
    before += plain;
    after += operations(simple);
    for (int k = 0; k < 12; ++k) {
      const auto at = testing::draw_point(random, shape);
      const auto expected = run(U64{}, graph, at);
      const auto found = run(U64{}, simple, at);
      for (std::size_t r = 0; r < graph.results.size(); ++r) {
        ASSERT_EQ(found.numbers[simple.results[r]], expected.numbers[graph.results[r]])
            << to_string(program);
      }
      for (std::size_t r = 0; r < graph.truth_results.size(); ++r) {
        ASSERT_EQ(found.truths[simple.truth_results[r]], expected.truths[graph.truth_results[r]])
            << to_string(program);
      }
    }
  }
  EXPECT_LT(after * 2, before);
}

TEST(Simplify, LeavesNo64BitsWhereTheGraphDoesNot) {
  std::mt19937_64 random(20261122);
  int within = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto& shape = kShapes[i % 2 == 0 ? 1 : 3];
    const auto [program, graph] = draw(random, shape);
    if (!ranges(graph, below(shape.input_sizes)).faults.empty()) continue;
    ++within;
    const Graph simple = simplify(graph, below(shape.input_sizes));
    for (int k = 0; k < 4; ++k) {
      const auto at = testing::draw_point(random, shape);
      const auto exact = run(Exact{}, simple, std::vector<Exact::Word>(at.begin(), at.end()));
      const auto found = run(U64{}, simple, at);
      for (std::size_t n = 0; n < simple.numbers; ++n) {
        ASSERT_EQ(exact.numbers[n], found.numbers[n]) << to_string(program);
      }
    }
  }
  EXPECT_GT(within, 1000);
}

TEST(WithoutDeadSteps, KeepsWhatAResultNeedsAlone) {
  std::mt19937_64 random(20261122);
  for (int i = 0; i < 500; ++i) {
    const auto& shape = kShapes[i % 4];
    const Graph graph = draw(random, shape).graph;
    const Graph live = without_dead_steps(graph);
    EXPECT_EQ(live.inputs, graph.inputs);
    std::vector<bool> numbers(live.numbers, false);
    std::vector<bool> truths(live.truths, false);
    for (const auto result : live.results) numbers[result] = true;
    for (const auto result : live.truth_results) truths[result] = true;
    for (const GraphStep& step : live.steps) {
      for (unsigned k = 0; k < arity(step.op); ++k) {
        (takes_truth(step.op, k) ? truths : numbers)[step.operands[k]] = true;
      }
    }
    EXPECT_EQ(std::ranges::count(numbers, false) + std::ranges::count(truths, false), 0);
    EXPECT_EQ(without_dead_steps(live), live);
    const auto at = testing::draw_point(random, shape);
    EXPECT_EQ(results_of(U64{}, live, at), results_of(U64{}, graph, at));
  }
}

}  // namespace
}  // namespace tileproof
