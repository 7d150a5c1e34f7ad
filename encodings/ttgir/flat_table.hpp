// A table of texts that only grows.  Its entries stand side by side, so that a new one allocates
// nothing most of the time, where std::unordered_map allocates for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace tileproof::ttgir {

// `Key` is std::string or a std::string_view of a text that lives as long.
template <typename Key, typename Value>
class FlatTable {
 public:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  FlatTable() = default;
  // With room for so many, a power of two.
  explicit FlatTable(std::size_t entries) : first_slots_(2 * entries) {}

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  // The place of a key, which never changes; kNone if the table lacks it.
  [[nodiscard]] std::size_t find(std::string_view key) const {
    if (empty()) return kNone;
    const std::uint32_t place = slots_[slot_of(key, hash_of(key))];
    return place == kNoPlace ? kNone : place;
  }
  // The place of a key, and whether it is new and got this value.
  std::pair<std::size_t, bool> try_emplace(Key key, const Value& value) {
    // Half of the slots stay empty, so that a search soon meets one.
    if (2 * entries_.size() >= slots_.size()) add_slots();
    const auto hash = hash_of(key);
    auto& place = slots_[slot_of(key, hash)];
    if (place != kNoPlace) return {place, false};
    place = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({std::move(key), hash, value});
    return {place, true};
  }
  Value& operator[](std::size_t place) { return entries_[place].value; }
  const Value& operator[](std::size_t place) const { return entries_[place].value; }

 private:
  static constexpr std::uint32_t kNoPlace = std::numeric_limits<std::uint32_t>::max();

  struct Entry {
    Key key;
    std::size_t hash;
    Value value;
  };

  static std::size_t hash_of(std::string_view key) { return std::hash<std::string_view>{}(key); }
  // The slot that has the key, or the empty one where it would be.
  [[nodiscard]] std::size_t slot_of(std::string_view key, std::size_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
      if (slots_[slot] == kNoPlace) return slot;
      const Entry& entry = entries_[slots_[slot]];
      if (entry.hash == hash && entry.key == key) return slot;
    }
  }
  void add_slots() {
    slots_.assign(slots_.empty() ? first_slots_ : 2 * slots_.size(), kNoPlace);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t place = 0; place < entries_.size(); ++place) {
      std::size_t slot = entries_[place].hash & mask;
      while (slots_[slot] != kNoPlace) slot = (slot + 1) & mask;
      slots_[slot] = static_cast<std::uint32_t>(place);
    }
    entries_.reserve(slots_.size() / 2);
  }

  std::size_t first_slots_ = 32;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // the places of entries; their number is a power of two
};

}  // namespace tileproof::ttgir
