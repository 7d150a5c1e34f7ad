#include "checkers/engines/point_table.hpp"

#include "core/check.hpp"

namespace tileproof {

PointTable::PointTable(const IndexMap& map, Word points) : slots_(output_slots(map)) {
  TP_CHECK(points < kNone, "too many points for a table");
  const std::size_t capacity = std::bit_ceil(points + points / 2 + 1);
  keys_.resize(capacity);
  points_.resize(capacity, kNone);
}

std::optional<Word> PointTable::key_of(std::span<const Word> value) const {
  Word key = 0;
  for (std::size_t k = 0; k < value.size(); ++k) {
    if ((value[k] & ~low_mask(slots_[k].width)) != 0) return std::nullopt;
    if (slots_[k].width != 0) key |= value[k] << slots_[k].shift;
  }
  return key;
}

// Linear probing; a place is free or has the key.
std::size_t PointTable::place_of(Word key) const {
  const std::size_t mask = keys_.size() - 1;
  std::size_t place = static_cast<std::size_t>((key ^ key >> 32) * 0x9e3779b97f4a7c15 >> 20) & mask;
  while (points_[place] != kNone && keys_[place] != key) place = (place + 1) & mask;
  return place;
}

std::optional<std::uint32_t> PointTable::insert(Word key, std::uint32_t point) {
  const std::size_t place = place_of(key);
  if (points_[place] != kNone) return points_[place];
  TP_CHECK(size_ + 1 < keys_.size(), "more points than were announced");
  keys_[place] = key;
  points_[place] = point;
  ++size_;
  return std::nullopt;
}

std::optional<std::uint32_t> PointTable::find(Word key) const {
  const std::uint32_t point = points_[place_of(key)];
  if (point == kNone) return std::nullopt;
  return point;
}

}  // namespace tileproof
