// Does a graph compute what its gates were asked for, whatever was folded on the way?
#include "checkers/sat/aig.hpp"

#include <gtest/gtest.h>

#include "core/check.hpp"

namespace tileproof::sat {
namespace {

// Bit k is the value of input i in case k, for up to six inputs.
constexpr std::array<std::uint64_t, 6> kAllCases{0xaaaaaaaaaaaaaaaa,
                                                 0xcccccccccccccccc,
                                                 0xf0f0f0f0f0f0f0f0,
                                                 0xff00ff00ff00ff00,
                                                 0xffff0000ffff0000,
                                                 0xffffffff00000000};

// A literal and the function that it was asked to be.
struct Known {
  Lit lit;
  std::uint64_t truth;
};

void expect_right(const Graph& graph, const std::vector<Known>& all) {
  std::vector<std::uint64_t> values;
  graph.simulate(kAllCases, values);
  for (const Known& known : all) ASSERT_EQ(value_in(values, known.lit), known.truth);
}

// The gates over each pair and triple of the given literals.
std::vector<Known> one_level_more(Graph& graph, const std::vector<Known>& in) {
  std::vector<Known> out = in;
  for (const auto& [a, ta] : in) {
    for (const auto& [b, tb] : in) {
      out.push_back({graph.and_(a, b), ta & tb});
      out.push_back({graph.or_(a, b), ta | tb});
      out.push_back({graph.xor_(a, b), ta ^ tb});
      for (const auto& [c, tc] : in) {
        out.push_back({graph.mux(a, b, c), (ta & tb) | (~ta & tc)});
        out.push_back({graph.majority(a, b, c), (ta & tb) | (ta & tc) | (tb & tc)});
      }
    }
  }
  return out;
}

std::vector<Known> with_complements(const std::vector<Known>& in) {
  std::vector<Known> out = in;
  for (const auto& [lit, truth] : in) out.push_back({!lit, ~truth});
  return out;
}

TEST(AigGraph, ConstantsAndInputsHaveTheirValues) {
  Graph graph;
  const Lit a = graph.input();
  const Lit b = graph.input();
  expect_right(graph, {{kFalse, 0}, {kTrue, ~0ull}, {a, kAllCases[0]}, {!b, ~kAllCases[1]}});
  EXPECT_EQ(graph.inputs().size(), 2u);
  EXPECT_FALSE(kFalse.is_complemented());
  EXPECT_EQ(!kFalse, kTrue);
  EXPECT_EQ((!a).regular(), a);
}

TEST(AigGraph, EveryGateOfTwoLevelsIsRight) {
  Graph graph;
  std::vector<Known> all{{kFalse, 0}};
  for (std::size_t i = 0; i < 3; ++i) all.push_back({graph.input(), kAllCases[i]});
  const auto first = one_level_more(graph, with_complements(all));
  expect_right(graph, first);
  // All pairs of gates with all of their foldings; triples would be too many.
  std::vector<Known> gates;
  std::vector<bool> seen;
  for (const Known& known : with_complements(first)) {
    if (known.lit.code() >= seen.size()) seen.resize(known.lit.code() + 1, false);
    if (!seen[known.lit.code()]) gates.push_back(known);
    seen[known.lit.code()] = true;
  }
  ASSERT_GT(gates.size(), 60u);
  std::vector<Known> second;
  for (const auto& [a, ta] : gates) {
    for (const auto& [b, tb] : gates) {
      second.push_back({graph.and_(a, b), ta & tb});
      second.push_back({graph.xor_(a, b), ta ^ tb});
      for (const auto& [c, tc] : all) {
        second.push_back({graph.mux(c, a, b), (tc & ta) | (~tc & tb)});
        second.push_back({graph.mux(a, b, c), (ta & tb) | (~ta & tc)});
        second.push_back({graph.majority(a, c, b), (ta & tb) | (ta & tc) | (tb & tc)});
      }
    }
  }
  expect_right(graph, second);
}

TEST(AigGraph, GatesWithTheSameInputsAreOne) {
  Graph graph;
  const Lit a = graph.input();
  const Lit b = graph.input();
  const Lit c = graph.input();
  EXPECT_EQ(graph.and_(a, !b), graph.and_(!b, a));
  EXPECT_EQ(graph.or_(a, b), !graph.and_(!a, !b));
  EXPECT_EQ(graph.xor_(a, b), !graph.xor_(b, !a));
  EXPECT_EQ(graph.mux(a, b, c), graph.mux(!a, c, b));
  EXPECT_EQ(graph.mux(a, !b, !c), !graph.mux(a, b, c));
  EXPECT_EQ(graph.majority(a, b, c), graph.majority(c, a, b));
  EXPECT_EQ(graph.majority(!a, !b, !c), !graph.majority(a, b, c));
  const std::size_t size = graph.nodes().size();
  EXPECT_EQ(graph.xor_(a, graph.xor_(a, b)), b);
  EXPECT_EQ(graph.and_(graph.and_(a, !b), a), graph.and_(a, !b));
  EXPECT_EQ(graph.and_(graph.and_(a, !b), b), kFalse);
  EXPECT_EQ(graph.and_(!graph.and_(a, !b), !a), !a);
  EXPECT_EQ(graph.nodes().size(), size) << "identities need no gate";
}

TEST(AigGraph, ManyGatesAreFoundAgain) {
  Graph graph;
  std::vector<Lit> inputs;
  for (int i = 0; i < 100; ++i) inputs.push_back(graph.input());
  std::vector<Lit> first;
  for (const Lit a : inputs) {
    for (const Lit b : inputs) first.push_back(graph.and_(a, !b));
  }
  const std::size_t size = graph.nodes().size();
  EXPECT_EQ(size, 1u + 100 + 100 * 99);
  std::size_t at = 0;
  for (const Lit a : inputs) {
    for (const Lit b : inputs) ASSERT_EQ(graph.and_(a, !b), first[at++]);
  }
  EXPECT_EQ(graph.nodes().size(), size);
}

TEST(AigGraph, AClearedGraphIsEmpty) {
  Graph graph;
  for (int round = 0; round < 3; ++round) {
    const Lit a = graph.input();
    const Lit b = graph.input();
    expect_right(graph, {{graph.and_(a, b), kAllCases[0] & kAllCases[1]}});
    EXPECT_EQ(graph.nodes().size(), 4u);
    graph.clear();
    EXPECT_EQ(graph.nodes().size(), 1u);
    EXPECT_TRUE(graph.inputs().empty());
  }
}

}  // namespace
}  // namespace tileproof::sat
