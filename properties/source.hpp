// Where do the numbers come from that a random subject is drawn from?  A source gives them one by
// one and keeps them, so a case is the list of its choices.  Replaying a list draws the same
// subject on every machine; a list that is shorter or has smaller numbers draws a simpler one,
// since generators are written so that 0 is the simplest choice.  That is how failures shrink,
// whatever they are made of.
//
// Why not RapidCheck's generators?  They keep a tree of all that a value might shrink to, for every
// number drawn: 10 to 100 times the price of the draw.  Of a million cases almost none fails.  So
// cases are drawn here, and RapidCheck walks through the smaller lists of the few that fail
// (campaign/shrink_case.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bits.hpp"

namespace tileproof::gen {

// One seed of two numbers, which has nothing to do with that of any others.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b);

class Source {
 public:
  // Random choices.  The same seed gives the same ones everywhere.
  static Source random(std::uint64_t seed);
  // These choices, then 0 for ever.  A choice that is too large for its draw is the largest.
  static Source replaying(std::vector<Word> choices);

  // All lists of choices, in lexicographic order, each once:
  //   Source all = Source::enumerating();
  //   do { use(draw(all)); } while (all.advance());
  static Source enumerating();
  // The next list; false after the last one.  Requires: it enumerates.
  bool advance();

  Source(Source&&) = default;
  Source& operator=(Source&&) = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  ~Source() = default;

  // A number in [0, end), all alike.  Requires: end > 0.
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
  // The order that they were in is the simplest.
  template <typename T>
  void shuffle(std::span<T> values) {
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
      std::swap(values[i], values[i + below(values.size() - i)]);
    }
  }
  template <typename T>
  void shuffle(std::vector<T>& values) {
    shuffle(std::span<T>(values));
  }

  // The choices so far, as they were taken: replaying them draws the same subject.
  [[nodiscard]] const std::vector<Word>& choices() const { return choices_; }

  // Names a part of the subject, for people: `text` is called if somebody wants to read it.
  template <typename Text>
  void say(std::string_view name, Text text) {
    if (tells_) subject_.emplace_back(name, text());
  }
  // Names the kind of the subject, for counts of what was tried.
  void classify(const char* kind) { kind_ = kind; }

  // From now on, keep the texts of say().
  void tell() { tells_ = true; }
  // "name = text", a line each.
  [[nodiscard]] std::string subject() const;
  // The last kind that was given, or null.
  [[nodiscard]] const char* kind() const { return kind_; }

 private:
  Source() = default;
  std::uint64_t next();

  std::uint64_t state_ = 0;
  bool replays_ = false;
  std::vector<Word> ends_;  // of the choices, where it enumerates
  bool enumerates_ = false;
  bool tells_ = false;
  const char* kind_ = nullptr;
  std::vector<Word> replayed_;
  std::vector<Word> choices_;
  std::vector<std::pair<std::string, std::string>> subject_;
};

}  // namespace tileproof::gen
