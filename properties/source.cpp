#include "properties/source.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace tileproof::gen {

Source Source::random(std::uint64_t seed) {
  Source source;
  source.state_ = seed;
  return source;
}

Source Source::replaying(std::vector<Word> choices) {
  Source source;
  source.replays_ = true;
  source.replayed_ = std::move(choices);
  return source;
}

// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
std::uint64_t Source::next() {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t x = state_;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

Word Source::below(Word end) {
  TP_CHECK(end > 0, "no number is below 0");
  Word choice = 0;
  if (replays_) {
    const std::size_t at = choices_.size();
    if (at < replayed_.size()) choice = std::min(replayed_[at], end - 1);
  } else {
    // Of the highest multiple of `end` that fits, so that all numbers are alike.
    const Word unfair = -end % end;
    Word drawn = next();
    while (drawn < unfair) drawn = next();
    choice = drawn % end;
  }
  choices_.push_back(choice);
  return choice;
}

std::string Source::subject() const {
  std::string text;
  for (const auto& [name, value] : subject_) text += name + " = " + value + "\n";
  return text;
}

}  // namespace tileproof::gen
