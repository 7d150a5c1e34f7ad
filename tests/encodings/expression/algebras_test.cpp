// Do all algebras agree on the one definition?  On random functions U64 and Exact give the same
// values, Interval's ranges hold them, and F2's forms have them where there are forms.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/f2_algebra.hpp"
#include "core/interval_algebra.hpp"
#include "encodings/expression/function.hpp"
#include "properties/expressions/random_text.hpp"
#include "tests/encodings/expression/bound.hpp"
#include "tests/properties/random_check.hpp"
#include "tests/support/exact_algebra.hpp"

namespace tileproof::expression {
namespace {

using testing::bound;

// Input bits as F2 numbers them: those of the first axis lowest.
std::vector<F2Word> input_forms(const Function& f) {
  std::vector<F2Word> forms;
  unsigned first = 0;
  for (const Axis& axis : axes(f)) {
    const unsigned bits = log2_ceil(axis.size);
    forms.push_back(F2Word::inputs(first, bits));
    first += bits;
  }
  return forms;
}

Word value_at(const F2Word& word, Word inputs) {
  Word value = word.constant();
  for (unsigned bit = 0; bit < 64; ++bit) {
    value ^= static_cast<Word>(std::popcount(word.inputs_of(bit) & inputs) & 1) << bit;
  }
  return value;
}

template <Algebra A>
Words<A> over(const A& a, const Function& f, const std::vector<typename A::Word>& at) {
  return evaluate(a, f, std::span<const typename A::Word>(at));
}

// Empty if all algebras agree at the point.
std::string disagreement(const Function& f, const std::vector<Word>& at) {
  const auto expected = over(U64(), f, at);
  const auto exact = over(Exact(), f, {at.begin(), at.end()});
  std::vector<IntervalWord> ranges;
  for (const Axis& axis : axes(f)) {
    ranges.push_back(IntervalWord::between(axis.first, axis.first + axis.size - 1));
  }
  const auto intervals = over(Interval(), f, ranges);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (exact[i] != expected[i]) return "Exact";
    if (!intervals[i].holds(expected[i])) return "Interval";
    if (expected[i] > *f.largest_value) return "largest_value";
  }
  return {};
}

TEST(ExpressionAlgebras, AgreeOnRandomFunctions) {
  int linear = 0, poisoned = 0;
  const auto outcome = testing::check_randomly(
      [&](gen::Source& source) {
        const std::string text = gen::draw_function_text(source);
        const auto f = bind(parse(text).value());
        if (!f) return laws::LawResult::not_applicable();
        std::vector<Word> at;
        for (const Axis& axis : axes(*f)) {
          at.push_back(axis.first + source.below(axis.size));
        }
        const std::string who = disagreement(*f, at);
        if (!who.empty()) return laws::LawResult::broken(who + " differs from U64: " + text);
        if (!f->parameters.empty()) return laws::LawResult::kept();
        const auto forms = over(F2(), *f, input_forms(*f));
        const auto expected = over(U64(), *f, at);
        for (std::size_t i = 0; i < forms.size(); ++i) {
          ++(forms[i].is_linear() ? linear : poisoned);
          if (!forms[i].is_linear()) continue;
          if (value_at(forms[i], at[0] | at[1] << 4) != expected[i]) {
            return laws::LawResult::broken("F2 differs from U64: " + text);
          }
        }
        return laws::LawResult::kept();
      },
      3'000);
  EXPECT_FALSE(outcome.failed) << outcome.message;
  EXPECT_GT(outcome.applied, 2'000);
  EXPECT_GT(linear, 300);
  EXPECT_GT(poisoned, 300);
}

TEST(ExpressionAlgebras, F2FindsTheSwizzleLinear) {
  const Function f = bound("offset(row: 64, col: 64) = row*64 + (col ^ ((row & 7) << 3))");
  const auto form = over(F2(), f, input_forms(f))[0];
  ASSERT_TRUE(form.is_linear()) << form.reason();
  for (Word row = 0; row < 64; ++row) {
    for (Word col = 0; col < 64; ++col) {
      ASSERT_EQ(value_at(form, row | col << 6), row * 64 + (col ^ ((row & 7) << 3)));
    }
  }
}

TEST(ExpressionAlgebras, F2NamesTheStepThatIsNotLinear) {
  const auto reason = [](std::string_view text) {
    const Function f = bound(text);
    return over(F2(), f, input_forms(f))[0].reason();
  };
  EXPECT_EQ(reason("offset(row: 64, col: 64) = row*72 + (col ^ ((row & 7) << 3))"), "times 72");
  EXPECT_EQ(reason("offset(row: 64, col: 64) = row*32 + col"), "carry at bit 5");
  EXPECT_EQ(reason("offset(row: 64, col: 64) = row < col ? row : col"),
            "choice by a comparison of an input");
}

}  // namespace
}  // namespace tileproof::expression
