// A value of several outputs as one number, its key: the digits of a number in a mixed radix, from
// the lowest to the highest value that each output can have.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "checkers/engines/enumerate/block_program.hpp"
#include "core/interval_algebra.hpp"

namespace tileproof {

class KeySpace {
 public:
  // Of outputs that lie in these ranges, where `places` lists them by their digits, the lowest
  // first.  nullopt if the keys would have more than 64 bits.
  static std::optional<KeySpace> of(std::span<const IntervalWord> ranges,
                                    const std::vector<std::size_t>& places);
  static std::optional<KeySpace> of(std::span<const IntervalWord> ranges);

  // Keys are below it.
  [[nodiscard]] UInt128 values() const { return values_; }

  // The keys of a block of values, of which the outputs are given by their places.
  // Requires: the values lie in the ranges.
  using Outputs = std::function<std::span<const Word>(std::size_t)>;
  std::span<const Word> keys_of(const Outputs& outputs);
  [[nodiscard]] std::vector<Word> value_of(Word key) const;

 private:
  struct Digit {
    std::size_t place;
    Word low;
    Word size;  // 0 is 2^64
    Word stride;
  };
  std::vector<Digit> digits_;
  UInt128 values_ = 1;
  std::vector<Word> keys_;
};

}  // namespace tileproof
