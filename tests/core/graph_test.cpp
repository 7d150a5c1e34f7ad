// What does the recorder write down?  The steps as they were made, equal ones once; and run over
// U64 they give what the definition gives.
#include "core/graph.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/recorder.hpp"
#include "tests/core/random_program.hpp"

namespace tileproof {
namespace {

static_assert(Algebra<Recorder>);

// "n0 = input 0; n1 = constant 72; n2 = mul n0 n1; t0 = less n2 n1"
std::string text(const Graph& graph) {
  static constexpr const char* kNames[] = {"input",
                                           "constant",
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
  std::string list;
  unsigned numbers = 0;
  unsigned truths = 0;
  for (const GraphStep& step : graph.steps) {
    if (!list.empty()) list += "; ";
    list += gives_truth(step.op) ? "t" + std::to_string(truths++) : "n" + std::to_string(numbers++);
    list += std::string(" = ") + kNames[static_cast<unsigned>(step.op)];
    const auto operand = [&](char kind, unsigned k) {
      list += std::string(" ") + kind + std::to_string(step.operands[k]);
    };
    switch (step.op) {
      case StepOp::kInput:
      case StepOp::kConstant:
      case StepOp::kTruth:
        list += " " + std::to_string(step.constant);
        break;
      case StepOp::kChoose:
        operand('t', 0), operand('n', 1), operand('n', 2);
        break;
      case StepOp::kBoth:
      case StepOp::kEither:
        operand('t', 0), operand('t', 1);
        break;
      case StepOp::kNot:
        operand('t', 0);
        break;
      default:
        operand('n', 0), operand('n', 1);
    }
  }
  EXPECT_EQ(numbers, graph.numbers);
  EXPECT_EQ(truths, graph.truths);
  return list;
}

// The graph of a definition of two inputs.
template <typename Definition>
Graph recorded(const Definition& definition) {
  Steps steps;
  const Recorder a{steps};
  const Recorded x = steps.input(0);
  const Recorded y = steps.input(1);
  const std::vector<Recorded> results = {definition(a, x, y)};
  return std::move(steps).graph(results);
}

TEST(Recorder, WritesTheWorkedExample) {
  Steps steps;
  const Recorder a{steps};
  const Recorded x = steps.input(0);
  const Recorded row = a.mul(x, 72);
  const std::vector<Recorded> results = {a.add(row, a.bit_and(x, 7))};
  const Graph graph = std::move(steps).graph(results);
  EXPECT_EQ(text(graph),
            "n0 = input 0; n1 = constant 72; n2 = mul n0 n1; n3 = constant 7; n4 = and n0 n3; "
            "n5 = add n2 n4");
  EXPECT_EQ(graph.results, std::vector<std::uint32_t>{5});
  EXPECT_EQ(graph.inputs, 1u);
}

TEST(Recorder, SharesEqualSteps) {
  const Graph graph = recorded([](const Recorder& a, const Recorded& x, const Recorded& y) {
    const auto row = [&] { return a.urem(a.add(x, y), 8); };
    const RecordedTruth is_small = a.ult(row(), 4);
    return a.ite(is_small, row(), a.mul(row(), row()));
  });
  EXPECT_EQ(text(graph),
            "n0 = input 0; n1 = input 1; n2 = add n0 n1; n3 = constant 8; n4 = rem n2 n3; "
            "n5 = constant 4; t0 = less n4 n5; n6 = mul n4 n4; n7 = choose t0 n4 n6");
}

TEST(Recorder, TellsStepsApartByOperationOperandsAndConstant) {
  const Graph graph = recorded([](const Recorder& a, const Recorded& x, const Recorded& y) {
    std::vector<Recorded> all = {a.add(x, y), a.add(y, x), a.sub(x, y), a.sub(y, x)};
    const RecordedTruth same = a.eq(x, y);
    all.push_back(a.ite(same, x, y));
    all.push_back(a.ite(same, y, x));
    all.push_back(a.add(x, 1));
    all.push_back(a.add(x, 2));
    all.push_back(a.add(1, x));
    Recorded sum = x;
    for (const Recorded& word : all) sum = a.bit_xor(sum, word);
    return sum;
  });
  EXPECT_EQ(text(graph),
            "n0 = input 0; n1 = input 1; n2 = add n0 n1; n3 = add n1 n0; n4 = sub n0 n1; "
            "n5 = sub n1 n0; t0 = equal n0 n1; n6 = choose t0 n0 n1; n7 = choose t0 n1 n0; "
            "n8 = constant 1; n9 = add n0 n8; n10 = constant 2; n11 = add n0 n10; "
            "n12 = add n8 n0; n13 = xor n0 n2; n14 = xor n13 n3; n15 = xor n14 n4; "
            "n16 = xor n15 n5; n17 = xor n16 n6; n18 = xor n17 n7; n19 = xor n18 n9; "
            "n20 = xor n19 n11; n21 = xor n20 n12");
}

TEST(Recorder, FoldsNothing) {
  const Graph graph = recorded([](const Recorder& a, const Recorded& x, const Recorded& y) {
    const Recorded same = a.mul(a.add(x, 0), 1);
    const Recorded nothing = a.bit_xor(same, same);
    const Recorded five = a.add(2, 3);
    const Recorded quotient = a.udiv(y, 1);
    return a.ite(true, a.bit_or(nothing, five), quotient);
  });
  EXPECT_EQ(text(graph),
            "n0 = input 0; n1 = input 1; n2 = constant 0; n3 = add n0 n2; n4 = constant 1; "
            "n5 = mul n3 n4; n6 = xor n5 n5; n7 = constant 2; n8 = constant 3; n9 = add n7 n8; "
            "n10 = div n1 n4; n11 = or n6 n9; t0 = truth 1; n12 = choose t0 n11 n10");
}

// Of steps that differ in one number alone, many lie side by side in the table.
TEST(Recorder, TellsManyLikeStepsApart) {
  constexpr std::uint32_t kMany = 1000;
  for (int number = 0; number < 4; ++number) {
    Steps steps;
    const Recorder a{steps};
    std::vector<Recorded> inputs;
    for (std::uint32_t i = 0; i < kMany; ++i) inputs.push_back(steps.input(i));
    std::vector<RecordedTruth> truths;
    for (std::uint32_t i = 0; i < kMany; ++i) truths.push_back(a.eq(inputs[i], inputs[0]));
    std::vector<Recorded> results;
    for (std::uint32_t i = 0; i < kMany; ++i) {
      results.push_back(number == 0   ? a.ite(truths[i], inputs[0], inputs[0])
                        : number == 1 ? a.ite(truths[0], inputs[i], inputs[0])
                        : number == 2 ? a.ite(truths[0], inputs[0], inputs[i])
                                      : Recorded(i));
    }
    const Graph graph = std::move(steps).graph(results);
    EXPECT_EQ(graph.numbers, 2 * kMany) << number;
    EXPECT_EQ(graph.truths, kMany) << number;
  }
}

TEST(Recorder, PutsConstantsBeforeTheirUsersInTheOrderOfOperands) {
  const Graph graph = recorded([](const Recorder& a, const Recorded& x, const Recorded&) {
    [[maybe_unused]] const Recorded unused = 77;
    const Recorded late = 5;
    const Recorded moved = a.shl(x, 3);
    const Recorded one = a.sub(9, 8);
    return a.ite(a.ult(late, moved), one, late);
  });
  EXPECT_EQ(text(graph),
            "n0 = input 0; n1 = input 1; n2 = constant 3; n3 = shl n0 n2; n4 = constant 9; "
            "n5 = constant 8; n6 = sub n4 n5; n7 = constant 5; t0 = less n7 n3; "
            "n8 = choose t0 n6 n7");
}

TEST(Recorder, GivesConstantsAndInputsAsResults) {
  Steps steps;
  const Recorded x = steps.input(2);
  const std::vector<Recorded> results = {7, x, 7};
  const std::vector<RecordedTruth> truths = {true};
  const Graph graph = std::move(steps).graph(results, truths);
  EXPECT_EQ(text(graph), "n0 = input 2; n1 = constant 7; t0 = truth 1");
  EXPECT_EQ(graph.inputs, 3u);
  EXPECT_EQ(graph.results, (std::vector<std::uint32_t>{1, 0, 1}));
  EXPECT_EQ(graph.truth_results, std::vector<std::uint32_t>{0});
  const std::vector<Word> at = {0, 0, 9};
  const auto values = results_of(U64{}, graph, at);
  EXPECT_EQ(std::vector<Word>(values.begin(), values.end()), (std::vector<Word>{7, 9, 7}));
}

std::vector<std::string> origins(const Graph& graph) {
  std::vector<std::string> list;
  for (const GraphStep& step : graph.steps) list.push_back(graph.origin_of(step).text());
  return list;
}

TEST(Recorder, NotesWhereEachStepWasMadeFirst) {
  Steps steps;
  const Recorder a{steps};
  const Recorded x = steps.input(0);
  a.come_from("1:5");
  const Recorded row = a.udiv(x, 8);
  a.come_from("2:7");
  const std::vector<Recorded> results = {a.add(a.udiv(x, 8), row)};
  a.come_from({});
  a.mul(x, x);
  const Graph graph = std::move(steps).graph(results);
  const std::vector<std::string> expected = {"", "1:5", "1:5", "2:7", ""};
  EXPECT_EQ(origins(graph), expected);
  EXPECT_EQ(graph.origins.size(), 2u);
}

TEST(Recorder, TakesOverTheStepsOfAGraphWithTheirOrigins) {
  const Graph graph = [] {
    Steps steps;
    const Recorder a{steps};
    const Recorded x = steps.input(0);
    a.come_from("1:5");
    a.constant(99);  // that nothing uses
    const Recorded row = a.udiv(x, a.constant(8));
    a.come_from("2:7");
    return std::move(steps).graph(std::vector<Recorded>{a.add(x, row)});
  }();
  Steps steps;
  const Recorder a{steps};
  const std::vector<Recorded> at = {a.mul(steps.input(0), 3)};
  const auto results = results_of(a, graph, at);
  const Graph taken = std::move(steps).graph({results.data(), results.size()});
  EXPECT_EQ(text(taken),
            "n0 = input 0; n1 = constant 3; n2 = mul n0 n1; n3 = constant 99; n4 = constant 8; "
            "n5 = div n2 n4; n6 = add n2 n5");
  const std::vector<std::string> expected = {"", "", "", "1:5", "1:5", "1:5", "2:7"};
  EXPECT_EQ(origins(taken), expected);
}

// ---- On random programs

struct RecordedProgram {
  Graph graph;
  std::size_t made = 0;  // how many steps the program has
};

RecordedProgram record(const testing::Program& program) {
  Steps steps;
  const Recorder a{steps};
  std::vector<Recorded> at;
  for (std::uint32_t i = 0; i < program.inputs; ++i) at.push_back(steps.input(i));
  const auto run = testing::run(a, program, at);
  return {std::move(steps).graph(run.words, run.bools), program.steps.size()};
}

// Short programs and some that fill the table of equal steps more than once.
const testing::ProgramShape kShapes[] = {
    {.input_sizes = {64, 64}, .steps = 12, .limit = 0, .ops = {}},
    {.input_sizes = {1 << 20, 7, 3}, .steps = 40, .limit = ~Word{0}, .ops = {}},
    {.input_sizes = {16, 1 << 10}, .steps = 700, .limit = 0, .ops = {}}};

TEST(Graph, OverU64IsTheProgramOnRandomPrograms) {
  std::mt19937_64 random(20261122);
  for (int i = 0; i < 3000; ++i) {
    const auto& shape = kShapes[i % 30 == 0 ? 2 : i % 2];
    const testing::Program program = testing::draw_program(random, shape);
    const Graph graph = record(program).graph;
    for (int k = 0; k < 8; ++k) {
      const auto at = testing::draw_point(random, shape);
      const auto expected = testing::run(U64{}, program, at);
      const auto frame = run(U64{}, graph, at);
      for (std::size_t r = 0; r < expected.words.size(); ++r) {
        ASSERT_EQ(frame.numbers[graph.results[r]], expected.words[r]) << to_string(program);
      }
      for (std::size_t r = 0; r < expected.bools.size(); ++r) {
        ASSERT_EQ(frame.truths[graph.truth_results[r]], expected.bools[r]) << to_string(program);
      }
    }
  }
}

TEST(Graph, HasNoTwoEqualStepsOnRandomPrograms) {
  std::mt19937_64 random(20261122);
  std::size_t shared = 0;
  for (int i = 0; i < 300; ++i) {
    const auto recorded = record(testing::draw_program(random, kShapes[i % 10 == 0 ? 2 : i % 2]));
    const auto& steps = recorded.graph.steps;
    std::size_t made = 0;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      made += steps[k].op != StepOp::kInput && steps[k].op != StepOp::kConstant &&
              steps[k].op != StepOp::kTruth;
      for (std::size_t j = 0; j < k; ++j) {
        ASSERT_FALSE(steps[j].op == steps[k].op && steps[j].constant == steps[k].constant &&
                     std::ranges::equal(steps[j].operands, steps[k].operands));
      }
    }
    ASSERT_LE(made, recorded.made);
    shared += recorded.made - made;
  }
  EXPECT_GT(shared, 100u);
}

}  // namespace
}  // namespace tileproof
