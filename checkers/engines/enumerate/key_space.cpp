#include "checkers/engines/enumerate/key_space.hpp"

#include <numeric>
#include <utility>

#include "core/check.hpp"

namespace tileproof {

std::optional<KeySpace> KeySpace::of(std::span<const IntervalWord> ranges) {
  std::vector<std::size_t> places(ranges.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  return of(ranges, places);
}

std::optional<KeySpace> KeySpace::of(std::span<const IntervalWord> ranges,
                                     const std::vector<std::size_t>& places) {
  constexpr UInt128 kMost = UInt128{1} << 64;
  TP_CHECK(!places.empty(), "a value has outputs");
  KeySpace space;
  for (const std::size_t place : places) {
    const IntervalWord& range = ranges[place];
    const auto size = static_cast<UInt128>(range.high() - range.low() + 1);
    // Where all keys are used up, another output may have one value alone.
    if (size > 1 && space.values_ > kMost / size) return std::nullopt;
    space.digits_.push_back({place,
                             static_cast<Word>(range.low()),
                             static_cast<Word>(size),
                             static_cast<Word>(space.values_)});
    space.values_ *= size;
  }
  return space;
}

std::span<const Word> KeySpace::keys_of(const Outputs& outputs) {
  if (digits_.size() == 1 && digits_[0].low == 0) {
    const auto values = outputs(digits_[0].place);
    if (digits_[0].size != 0) {
      Word beyond = 0;
      for (const Word value : values) beyond |= value >= digits_[0].size ? Word{1} : Word{0};
      TP_CHECK(beyond == 0, "a value is not in the range that it was said to have");
    }
    return values;
  }
  for (bool is_first = true; const Digit& digit : digits_) {
    const auto values = outputs(digit.place);
    if (std::exchange(is_first, false)) keys_.assign(values.size(), Word{0});
    Word beyond = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Word value = values[i] - digit.low;
      beyond |= value >= digit.size ? Word{1} : Word{0};
      keys_[i] += value * digit.stride;
    }
    TP_CHECK(beyond == 0 || digit.size == 0,
             "a value is not in the range that it was said to have");
  }
  return keys_;
}

std::vector<Word> KeySpace::value_of(Word key) const {
  std::vector<Word> value(digits_.size());
  for (const Digit& digit : digits_) {
    Word part = digit.size == 1 ? 0 : key / digit.stride;
    if (digit.size > 1) part %= digit.size;
    value[digit.place] = digit.low + part;
  }
  return value;
}

}  // namespace tileproof
