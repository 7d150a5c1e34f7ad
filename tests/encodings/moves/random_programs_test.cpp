// Is a program that was printed the same when it is read again?
#include "properties/moves/random_programs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <tuple>

#include "core/algebra.hpp"
#include "encodings/moves/parse_program.hpp"
#include "encodings/moves/print_program.hpp"

namespace tileproof::moves {
namespace {

// Dividing by 0 and shifting too far give something, the same for the same steps.
struct Guarded : U64 {
  static Word udiv(Word x, Word y) { return y == 0 ? 11 : x / y; }
  static Word urem(Word x, Word y) { return y == 0 ? 12 : x % y; }
  static Word shl(Word x, Word y) { return y < 64 ? x << y : 13; }
  static Word lshr(Word x, Word y) { return y < 64 ? x >> y : 14; }
};

// Have they the same value at some points?  Their steps may differ: a condition is printed as a
// number.
bool is_same(const IndexExpression& x, const IndexExpression& y) {
  std::mt19937_64 random(1);
  for (int point = 0; point < 12; ++point) {
    std::vector<Word> at(16);
    for (Word& input : at) input = random() % 70;
    const std::span<const Word> span(at);
    if (results_of(Guarded{}, x, span)[0] != results_of(Guarded{}, y, span)[0]) return false;
  }
  return true;
}

bool is_same(const std::optional<IndexExpression>& x, const std::optional<IndexExpression>& y) {
  return x.has_value() == y.has_value() && (!x || is_same(*x, *y));
}

bool is_same(const std::vector<Register>& x, const std::vector<Register>& y) {
  return std::ranges::equal(x, y, [](const Register& a, const Register& b) {
    return a.array == b.array && is_same(a.index, b.index);
  });
}

bool is_same(const Move& x, const Move& y) {
  return x.op == y.op && is_same(x.to, y.to) && is_same(x.from, y.from) &&
         is_same(x.value, y.value) && is_same(x.block, y.block) &&
         is_same(x.predicate, y.predicate) && x.bits == y.bits &&
         x.is_transposed == y.is_transposed && x.shuffle == y.shuffle && x.scope == y.scope;
}

bool is_same(const std::vector<Statement>& x, const std::vector<Statement>& y) {
  return std::ranges::equal(x, y, [](const Statement& a, const Statement& b) {
    if (a.what.index() != b.what.index()) return false;
    const auto* loop = std::get_if<Loop>(&a.what);
    if (loop == nullptr) return is_same(std::get<Move>(a.what), std::get<Move>(b.what));
    const auto& other = std::get<Loop>(b.what);
    return loop->name == other.name && loop->first == other.first && loop->end == other.end &&
           is_same(loop->body, other.body);
  });
}

bool is_same(const Program& x, const Program& y) {
  const auto head = [](const Program& p) {
    return std::tuple(p.target.name(),
                      p.warps,
                      p.lanes,
                      p.blocks,
                      p.element_bits,
                      p.in_a_register,
                      p.shared_bytes);
  };
  const auto is_same_array = [](const Array& a, const Array& b) {
    return a.name == b.name && a.size == b.size;
  };
  return head(x) == head(y) && std::ranges::equal(x.arrays, y.arrays, is_same_array) &&
         is_same(x.statements, y.statements);
}

TEST(RandomPrograms, ArePrintedAsTheyAreRead) {
  gen::Source choices = gen::Source::random(20261125);
  gen::RandomPrograms random(choices);
  for (int i = 0; i < 2'000; ++i) {
    const std::string text = random.text();
    const auto program = parse_program(text);
    ASSERT_TRUE(program) << program.error().message << "\n" << text;
    const std::string printed = print_program(*program);
    const auto again = parse_program(printed);
    ASSERT_TRUE(again) << again.error().message << "\n" << printed;
    ASSERT_TRUE(is_same(*program, *again)) << text << "\n" << printed;
    ASSERT_EQ(print_program(*again), printed);
  }
}

// Whatever is read of a text that was cut or mixed up prints back.
TEST(RandomPrograms, WithMistakesAreRefusedWithAPlaceOrRead) {
  gen::Source choices = gen::Source::random(20261126);
  gen::RandomPrograms random(choices);
  int refused = 0;
  int read = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = random.mutated_text();
    const auto program = parse_program(text);
    if (!program) {
      ++refused;
      const std::string& message = program.error().message;
      ASSERT_LT(message.find(':'), message.find(": ")) << message << "\n" << text;
      continue;
    }
    ++read;
    const std::string printed = print_program(*program);
    const auto again = parse_program(printed);
    ASSERT_TRUE(again) << again.error().message << "\n" << text << "\n" << printed;
    ASSERT_EQ(print_program(*again), printed) << text;
  }
  EXPECT_GT(refused, 4'000);
  EXPECT_GT(read, 1'000);
}

}  // namespace
}  // namespace tileproof::moves
