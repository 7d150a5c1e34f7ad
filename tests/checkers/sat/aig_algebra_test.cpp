// Does a circuit compute what U64 computes?  On all values of narrow words, and on random programs.
#include "checkers/sat/aig_algebra.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>

#include "core/bits.hpp"
#include "core/check.hpp"

namespace tileproof::sat {
namespace {

const U64 kU64;

// The value of a word in case `k` of a simulation.
std::uint64_t value_of(const std::vector<std::uint64_t>& values, const AigWord& word, unsigned k) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < std::min(word.width(), 64u); ++i) {
    value |= (value_in(values, word.bit(i)) >> k & 1) << i;
  }
  return value;
}

struct Operation {
  const char* name;
  std::function<AigWord(const Aig&, const AigWord&, const AigWord&)> circuit;
  std::function<std::uint64_t(std::uint64_t, std::uint64_t)> value;
  bool divides = false;
};

template <typename A>
typename A::Word as_word(const A& a, const typename A::Bool& p) {
  return a.ite(p, 1, 0);
}

#define OPERATION(name, divides)                                                                   \
  {                                                                                                \
#name, [](const Aig& a,                                                                        \
              const AigWord& x,                                                                    \
              const AigWord& y) { return a.name(x, y); },                                          \
                                                       [](std::uint64_t x,                         \
                                                          std::uint64_t                            \
                                                              y) { return kU64.name(x, y); },      \
                                                                                           divides \
  }
#define RELATION(name)                                                                         \
  {                                                                                            \
#name,                                                                                       \
        [](const Aig& a, const AigWord& x, const AigWord& y) { return as_word(a, a.name(x, y)); }, \
        [](std::uint64_t x, std::uint64_t y) { return as_word(kU64, kU64.name(x, y)); }, false \
  }
const std::vector<Operation> kOperations{OPERATION(add, false),
                                         OPERATION(sub, false),
                                         OPERATION(mul, false),
                                         OPERATION(udiv, true),
                                         OPERATION(urem, true),
                                         OPERATION(bit_and, false),
                                         OPERATION(bit_or, false),
                                         OPERATION(bit_xor, false),
                                         OPERATION(shl, false),
                                         OPERATION(lshr, false),
                                         RELATION(eq),
                                         RELATION(ult)};
#undef OPERATION
#undef RELATION

// All pairs of values of `x_bits` and `y_bits` bits, 64 at a time.
void expect_as_u64(const Operation& op, unsigned x_bits, unsigned y_bits) {
  Graph graph;
  const Aig a(graph);
  const AigWord x = a.input(x_bits);
  const AigWord y = a.input(y_bits);
  const AigWord result = op.circuit(a, x, y);
  std::vector<std::uint64_t> values;
  const Word cases = Word{1} << (x_bits + y_bits);
  for (Word first = 0; first < cases; first += 64) {
    std::vector<std::uint64_t> inputs(x_bits + y_bits);
    for (unsigned k = 0; k < 64; ++k) {
      for (unsigned i = 0; i < inputs.size(); ++i) inputs[i] |= ((first + k) >> i & 1) << k;
    }
    graph.simulate(inputs, values);
    for (unsigned k = 0; k < 64 && first + k < cases; ++k) {
      const Word at = (first + k) & low_mask(x_bits);
      const Word by = (first + k) >> x_bits;
      if (op.divides && by == 0) continue;
      ASSERT_EQ(value_of(values, result, k), op.value(at, by))
          << op.name << " of " << at << " and " << by << ", bits " << x_bits << " " << y_bits;
    }
  }
}

TEST(AigAlgebra, NarrowWordsAreAsInU64) {
  for (const Operation& op : kOperations) {
    for (unsigned x_bits = 0; x_bits <= 6; ++x_bits) {
      for (unsigned y_bits = op.divides ? 1 : 0; y_bits <= 6; ++y_bits) {
        expect_as_u64(op, x_bits, y_bits);
      }
    }
    expect_as_u64(op, 3, 8);
    expect_as_u64(op, 8, 3);
  }
}

TEST(AigAlgebra, ConstantOperandsAreAsInU64) {
  const std::vector<Word> constants{0,
                                    1,
                                    2,
                                    3,
                                    5,
                                    6,
                                    7,
                                    8,
                                    9,
                                    12,
                                    15,
                                    24,
                                    31,
                                    63,
                                    64,
                                    65,
                                    100,
                                    Word{1} << 40,
                                    Word{0xdeadbeefcafe},
                                    ~Word{0} / 3,
                                    ~Word{0}};
  for (const Operation& op : kOperations) {
    for (const Word constant : constants) {
      for (const bool constant_first : {false, true}) {
        if (op.divides && !constant_first && constant == 0) continue;
        Graph graph;
        const Aig a(graph);
        const AigWord x = a.input(6);
        const AigWord result =
            constant_first ? op.circuit(a, constant, x) : op.circuit(a, x, constant);
        std::vector<std::uint64_t> values;
        std::vector<std::uint64_t> inputs(6);
        for (unsigned k = 0; k < 64; ++k) {
          for (unsigned i = 0; i < 6; ++i) inputs[i] |= (std::uint64_t{k} >> i & 1) << k;
        }
        graph.simulate(inputs, values);
        for (unsigned k = 0; k < 64; ++k) {
          if (op.divides && constant_first && k == 0) continue;
          const Word expected = constant_first ? op.value(constant, k) : op.value(k, constant);
          ASSERT_EQ(value_of(values, result, k), expected)
              << op.name << " of " << k << " and constant " << constant << " first "
              << constant_first;
        }
      }
      for (const Word other : constants) {
        if (op.divides && other == 0) continue;
        Graph graph;
        const auto folded = op.circuit(Aig(graph), constant, other).constant();
        ASSERT_EQ(folded, op.value(constant, other)) << op.name << " " << constant << " " << other;
        ASSERT_EQ(graph.nodes().size(), 1u) << op.name << " of constants makes gates";
      }
    }
  }
}

TEST(AigAlgebra, PowersOfTwoAreWires) {
  Graph graph;
  const Aig a(graph);
  const AigWord x = a.input(10);
  const std::size_t size = graph.nodes().size();
  EXPECT_EQ(a.mul(x, 8).width(), 13u);
  EXPECT_EQ(a.mul(x, 8).bit(3), x.bit(0));
  EXPECT_EQ(a.udiv(x, 8).width(), 7u);
  EXPECT_EQ(a.urem(x, 8).width(), 3u);
  EXPECT_EQ(a.add(a.mul(a.udiv(x, 8), 8), a.urem(x, 8)).bit(5), x.bit(5));
  EXPECT_EQ(a.bit_and(x, 0b1010).width(), 4u);
  EXPECT_EQ(a.lshr(x, 10).width(), 0u);
  EXPECT_EQ(a.shl(x, 60).width(), 64u);
  EXPECT_EQ(a.sub(7, a.urem(x, 8)).bit(1), !x.bit(1));
  EXPECT_EQ(a.ult(x, 1024), kTrue);
  EXPECT_EQ(a.udiv(x, 1025).width(), 0u);
  EXPECT_EQ(graph.nodes().size(), size);
}

// The examples of the header.
TEST(AigAlgebra, WorkedExample) {
  Graph graph;
  const Aig a(graph);
  const AigWord x = a.input(3);
  const AigWord sum = a.add(a.mul(8, x), 5);
  ASSERT_EQ(sum.width(), 6u);
  EXPECT_EQ(sum.bit(0), kTrue);
  EXPECT_EQ(sum.bit(1), kFalse);
  EXPECT_EQ(sum.bit(2), kTrue);
  EXPECT_EQ(sum.bit(3), x.bit(0));
  EXPECT_EQ(sum.bit(5), x.bit(2));
  EXPECT_EQ(graph.nodes().size(), 4u) << "no gate";
  EXPECT_EQ(a.add(x, 5).width(), 4u);
}

TEST(AigAlgebra, WordsOf128BitsDoNotWrapAt64) {
  Graph graph;
  const Aig a(graph, 128);
  const Word most = ~Word{0};
  EXPECT_EQ(a.lshr(a.add(most, 1), 64).constant(), 1u);
  EXPECT_EQ(a.lshr(a.mul(most, most), 64).constant(), most - 1);
  EXPECT_EQ(a.urem(a.mul(most, most), AigWord(most)).constant(), 0u);
  EXPECT_EQ(a.udiv(a.mul(most, most), AigWord(most)).constant(), most);
  EXPECT_EQ(a.sub(0, 1).width(), 128u);
  EXPECT_EQ(a.mul(a.shl(1, 100), 1 << 20).width(), 121u);
  EXPECT_EQ(a.mul(a.shl(1, 100), 1 << 28).width(), 0u) << "beyond 128 bits";
  EXPECT_THROW(Aig(graph, 63), InternalError);
  EXPECT_THROW(Aig(graph, 129), InternalError);
  EXPECT_THROW(static_cast<void>(a.udiv(1, 0)), InternalError);
}

// Straight-line programs: each step takes two earlier words and an operation.
TEST(AigAlgebra, RandomProgramsAreAsInU64) {
  std::mt19937_64 random(20261120);
  for (int round = 0; round < 300; ++round) {
    Graph graph;
    const Aig a(graph);
    std::vector<AigWord> words;
    std::vector<std::array<std::uint64_t, 64>> expected;
    std::vector<std::uint64_t> inputs;
    for (int i = 0; i < 3; ++i) {
      const auto width = static_cast<unsigned>(random() % (round % 5 == 0 ? 65 : 12));
      words.push_back(a.input(width));
      auto& values = expected.emplace_back();
      for (auto& value : values) value = random() & low_mask(width);
      for (unsigned bit = 0; bit < width; ++bit) {
        auto& input = inputs.emplace_back(0);
        for (unsigned k = 0; k < 64; ++k) input |= (values[k] >> bit & 1) << k;
      }
    }
    std::string program;
    for (int step = 0; step < 8; ++step) {
      const Operation& op = kOperations[random() % kOperations.size()];
      const std::size_t x = random() % words.size();
      std::size_t y = random() % words.size();
      if (random() % 3 == 0 || op.divides) {
        y = words.size();
        const Word constant = 1 + random() % (Word{1} << (random() % 40));
        words.emplace_back(constant);
        expected.emplace_back().fill(constant);
      }
      program += std::string(op.name) + " " + std::to_string(x) + " " + std::to_string(y) + "; ";
      words.push_back(op.circuit(a, words[x], words[y]));
      auto& values = expected.emplace_back();
      for (unsigned k = 0; k < 64; ++k) values[k] = op.value(expected[x][k], expected[y][k]);
      const Lit p = a.ult(words[x], words[y]);
      words.push_back(a.ite(a.bool_not(p), words[x], words.back()));
      auto& chosen = expected.emplace_back(expected.back());
      for (unsigned k = 0; k < 64; ++k) {
        if (expected[x][k] >= expected[y][k]) chosen[k] = expected[x][k];
      }
    }
    std::vector<std::uint64_t> values;
    graph.simulate(inputs, values);
    for (std::size_t w = 0; w < words.size(); ++w) {
      for (unsigned k = 0; k < 64; ++k) {
        ASSERT_EQ(value_of(values, words[w], k), expected[w][k])
            << "word " << w << " of " << program;
      }
    }
  }
}

}  // namespace
}  // namespace tileproof::sat
