// Where do random subjects get their numbers?  From a list of choices: each asks for a number below
// an end, and 0 is the simplest.  A generator is a function of the choices alone, so one text
// serves four ways of making them:
//
//   RandomChoices     from a seed: the same subject on every machine
//   ReplayedChoices   from a list: a case that was kept, or one that shrink() proposes
//   AllChoices        one list after the other: every subject of a small generator, each once
//   RapidCheck's      in tests (tests/properties/rapidcheck_choices.hpp)
//
// Why choices and not values?  What shrinks is then the user's own parameters, each drawn from a
// small range, and what is built from them is valid at every step: nothing is filtered or repaired.
#pragma once

#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "core/bits.hpp"

namespace tileproof::gen {

class Choices {
 public:
  Choices() = default;
  virtual ~Choices() = default;
  Choices(const Choices&) = delete;
  Choices& operator=(const Choices&) = delete;

  // A number in [0, end).  Requires: end > 0.
  Word below(Word end);
  // low .. high
  Word between(Word low, Word high) { return low + below(high - low + 1); }
  // True once in n draws; false is simpler for n > 1.
  bool one_in(Word n) { return below(n) == n - 1; }
  // 1, 2, 4 ... 2^max_bits
  Word power(unsigned max_bits) { return Word{1} << below(max_bits + 1); }
  // The first of the values is the simplest.
  template <typename T>
  T of(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }
  template <typename T>
  const T& of(const std::vector<T>& values) {
    return values[below(values.size())];
  }
  // The order that it was in is the simplest.
  template <typename T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
      std::swap(values[i], values[i + below(values.size() - i)]);
    }
  }

 private:
  virtual Word next(Word end) = 0;
};

// The same numbers for the same seed, uniform in [0, end) but for a bias of end / 2^64.
class RandomChoices final : public Choices {
 public:
  explicit RandomChoices(Word seed) : state_(seed) {}

 private:
  Word next(Word end) override;

  Word state_;
};

// The choices of a list; a number that is too large counts as the largest that there is, and
// beyond the list each is 0.
class ReplayedChoices final : public Choices {
 public:
  explicit ReplayedChoices(std::vector<Word> given) : given_(std::move(given)) {}

  // What was chosen, so far.
  [[nodiscard]] const std::vector<Word>& taken() const { return taken_; }

 private:
  Word next(Word end) override;

  std::vector<Word> given_;
  std::vector<Word> taken_;
};

// Passes another's choices on and keeps them.
class RecordedChoices final : public Choices {
 public:
  explicit RecordedChoices(Choices& from) : from_(from) {}

  [[nodiscard]] const std::vector<Word>& taken() const { return taken_; }

 private:
  Word next(Word end) override;

  Choices& from_;
  std::vector<Word> taken_;
};

// Every list of choices, in lexicographic order:
//
//   AllChoices all;
//   do { use(draw(all)); } while (all.advance());
class AllChoices final : public Choices {
 public:
  // False after the last list.
  bool advance();

 private:
  Word next(Word end) override;

  struct Digit {
    Word value;
    Word end;
  };
  std::vector<Digit> digits_;
  std::size_t at_ = 0;
};

}  // namespace tileproof::gen
