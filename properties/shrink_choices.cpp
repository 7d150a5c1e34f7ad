#include "properties/shrink_choices.hpp"

#include <tuple>
#include <utility>

namespace tileproof::gen {
namespace {

class Shrinker {
 public:
  Shrinker(ChoiceList failing, const StillFails& still_fails, std::size_t max_tries)
      : best_(std::move(failing)), still_fails_(still_fails), tries_left_(max_tries) {}

  ChoiceList run() {
    while (one_pass()) {
    }
    return std::move(best_);
  }

 private:
  // Whether anything became smaller.
  bool one_pass() {
    bool is_smaller = false;
    for (std::size_t i = 0; i < best_.size(); ++i) {
      while (i < best_.size() && (without(i, 1) || lowered(i))) is_smaller = true;
    }
    return is_smaller;
  }

  bool lowered(std::size_t i) {
    const Word value = best_[i];
    if (value == 0) return false;
    if (with(i, 0) || (value > 2 && with(i, value / 2)) || with(i, value - 1)) return true;
    for (std::size_t count = 1; count <= 4; ++count) {
      for (std::size_t first = i + 1; first + count <= best_.size(); ++first) {
        ChoiceList next = best_;
        --next[i];
        erase(next, first, count);
        if (accepted(next)) return true;
      }
    }
    return false;
  }

  bool with(std::size_t i, Word value) {
    ChoiceList next = best_;
    next[i] = value;
    return accepted(next);
  }

  bool without(std::size_t i, std::size_t count) {
    ChoiceList next = best_;
    erase(next, i, count);
    return accepted(next);
  }

  static void erase(ChoiceList& list, std::size_t first, std::size_t count) {
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(first);
    list.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
  }

  bool accepted(const ChoiceList& next) {
    if (tries_left_ == 0) return false;
    --tries_left_;
    auto taken = still_fails_(next);
    if (!taken || !is_smaller(*taken, best_)) return false;
    best_ = *std::move(taken);
    return true;
  }

  static bool is_smaller(const ChoiceList& a, const ChoiceList& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  }

  ChoiceList best_;
  const StillFails& still_fails_;
  std::size_t tries_left_;
};

}  // namespace

ChoiceList shrink(ChoiceList failing, const StillFails& still_fails, std::size_t max_tries) {
  return Shrinker(std::move(failing), still_fails, max_tries).run();
}

}  // namespace tileproof::gen
