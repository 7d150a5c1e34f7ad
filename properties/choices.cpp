#include "properties/choices.hpp"

#include <algorithm>
#include <string>

#include "core/check.hpp"
#include "core/int128.hpp"

namespace tileproof::gen {

Word Choices::below(Word end) {
  TP_CHECK(end > 0, "no number is below 0");
  const Word chosen = next(end);
  TP_CHECK(chosen < end, "the choice " + std::to_string(chosen) + " is not below its end");
  return chosen;
}

// SplitMix64 (Steele, Lea and Flood, 2014): a seed costs nothing, and a case has a seed of its own.
Word RandomChoices::next(Word end) {
  Word z = state_ += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  z ^= z >> 31;
  return static_cast<Word>((UInt128{z} * end) >> 64);
}

Word ReplayedChoices::next(Word end) {
  const Word given = taken_.size() < given_.size() ? given_[taken_.size()] : 0;
  taken_.push_back(std::min(given, end - 1));
  return taken_.back();
}

Word RecordedChoices::next(Word end) {
  taken_.push_back(from_.below(end));
  return taken_.back();
}

Word AllChoices::next(Word end) {
  if (at_ == digits_.size()) digits_.push_back({0, end});
  const Digit& digit = digits_[at_++];
  TP_CHECK(digit.end == end, "a generator that is no function of its choices");
  return digit.value;
}

bool AllChoices::advance() {
  digits_.resize(at_);
  at_ = 0;
  while (!digits_.empty() && digits_.back().value + 1 == digits_.back().end) digits_.pop_back();
  if (digits_.empty()) return false;
  ++digits_.back().value;
  return true;
}

}  // namespace tileproof::gen
