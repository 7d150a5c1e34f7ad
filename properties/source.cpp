#include "properties/source.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace tileproof::gen {
namespace {

// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u;

std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

}  // namespace

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return scrambled(scrambled(a + kStep) + scrambled(b ^ kStep));
}

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

Source Source::enumerating() {
  Source source = replaying({});
  source.enumerates_ = true;
  return source;
}

bool Source::advance() {
  TP_CHECK(enumerates_, "only a source that enumerates has a next list");
  replayed_ = std::move(choices_);
  ends_.resize(replayed_.size());
  while (!replayed_.empty() && replayed_.back() + 1 == ends_.back()) {
    replayed_.pop_back();
    ends_.pop_back();
  }
  choices_.clear();
  subject_.clear();
  kind_ = nullptr;
  if (replayed_.empty()) return false;
  ++replayed_.back();
  return true;
}

std::uint64_t Source::next() {
  state_ += kStep;
  return scrambled(state_);
}

Word Source::below(Word end) {
  TP_CHECK(end > 0, "no number is below 0");
  Word choice = 0;
  if (replays_) {
    const std::size_t at = choices_.size();
    if (at < replayed_.size()) choice = std::min(replayed_[at], end - 1);
    if (enumerates_ && at >= ends_.size()) ends_.push_back(end);
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
