// How are cases drawn so that a seed gives the same ones on every machine and with every compiler?
// SplitMix64, and no distribution of the standard library: their results are not prescribed.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace tileproof::oracles {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  // Of the case `index` of a seed: cases can be drawn in any order.  The state is drawn itself, or
  // one case's numbers would be those of the case before, one later.
  Draws(std::uint64_t seed, std::uint64_t index) : state_(seed) {
    state_ = next() + index * kStep;
    state_ = next();
  }

  std::uint64_t next() {
    state_ += kStep;
    std::uint64_t word = state_;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9U;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBU;
    return word ^ (word >> 31);
  }
  // 0 .. count-1.  The bias is below count / 2^64.
  std::uint64_t below(std::uint64_t count) { return next() % count; }
  // first .. last
  std::uint64_t between(std::uint64_t first, std::uint64_t last) {
    return first + below(last - first + 1);
  }
  bool flip() { return below(2) == 1; }
  template <typename T>
  const T& one_of(std::span<const T> values) {
    return values[below(values.size())];
  }
  template <typename List>
  void shuffle(List& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i)]);
  }

 private:
  static constexpr std::uint64_t kStep = 0x9E3779B97F4A7C15U;

  std::uint64_t state_;
};

}  // namespace tileproof::oracles
