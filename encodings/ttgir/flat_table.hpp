// A table of texts that only grows.  Its entries stand side by side, so that a new one allocates
// nothing most of the time, where std::unordered_map allocates for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
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
    std::uint64_t hash;
    Value value;
  };

  // Of eight bytes at a time, without a loop over those that are left: most keys are short names.
  static std::uint64_t hash_of(std::string_view key) {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;  // 2^64 divided by the golden ratio
    std::uint64_t hash = key.size();
    const auto mix = [&](std::uint64_t part) {
      hash = (hash ^ part) * kOdd;
      hash ^= hash >> 32;
    };
    for (; key.size() >= sizeof hash; key.remove_prefix(sizeof hash)) {
      std::uint64_t part = 0;
      std::memcpy(&part, key.data(), sizeof part);
      mix(part);
    }
    // Bytes that are taken twice do no harm.
    if (key.size() >= sizeof(std::uint32_t)) {
      std::uint32_t first = 0;
      std::uint32_t last = 0;
      std::memcpy(&first, key.data(), sizeof first);
      std::memcpy(&last, key.data() + key.size() - sizeof last, sizeof last);
      mix(std::uint64_t{first} << 32 | last);
    } else if (!key.empty()) {
      const auto byte = [&](std::size_t at) -> std::uint64_t {
        return static_cast<unsigned char>(key[at]);
      };
      mix(byte(0) << 16 | byte(key.size() / 2) << 8 | byte(key.size() - 1));
    }
    return hash;
  }
  // The slot that has the key, or the empty one where it would be.
  [[nodiscard]] std::size_t slot_of(std::string_view key, std::uint64_t hash) const {
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
