// Which slot has a value, of all that were visited?  Values are keys: one number each.  Where keys
// are dense the slots are the keys, with a bit for each that was taken; else a hash table.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/bits.hpp"
#include "core/check.hpp"
#include "core/int128.hpp"

namespace tileproof {

struct Freed {
  void operator()(Word* words) const { std::free(words); }
};
// Zeros, of which only those take memory that are written.
using ZeroedWords = std::unique_ptr<Word[], Freed>;
ZeroedWords zeroed_words(std::size_t count);

class KeySlots {
 public:
  // For keys below `values`, of which `wanted` are to be kept, in so many bytes, when whoever keeps
  // something for each slot has so many for that.
  KeySlots(UInt128 values, Word wanted, std::size_t memory_bytes, std::size_t bytes_each = 0);

  // Are the slots the keys?
  static bool is_dense(UInt128 values,
                       Word wanted,
                       std::size_t memory_bytes,
                       std::size_t bytes_each = 0);

  // What that takes.
  static UInt128 dense_bytes(UInt128 values, std::size_t bytes_each = 0) {
    return values / 8 + values * bytes_each + 8;
  }

  // How many keys can be taken: `wanted`, or fewer where there is no memory for more.
  [[nodiscard]] Word room() const { return room_; }
  // Slots are below it.
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  // The different keys that were taken.
  [[nodiscard]] Word size() const { return size_; }

  // The key's slot, and was it free before?  Requires: size() < room(), or the key was taken.
  std::pair<std::size_t, bool> take(Word key) {
    if (!is_hashed_) {
      const Word bit = Word{1} << (key & 63);
      Word& bits = words_[key >> 6];
      const bool is_new = (bits & bit) == 0;
      bits |= bit;
      size_ += is_new ? 1 : 0;
      return {key, is_new};
    }
    const std::size_t slot = slot_of(key);
    const bool is_new = words_[slot] == 0;
    if (is_new) {
      TP_CHECK(size_ < room_, "more keys than there is room for");
      words_[slot] = key == ~Word{0} ? 1 : key + 1;
      ++size_;
    }
    return {slot, is_new};
  }
  // Takes keys up to the first that was taken before, whose place it gives; their number if all
  // were free.
  std::size_t take_until_taken(std::span<const Word> keys);
  void take_all(std::span<const Word> keys);
  // False if both have taken a key.  Requires: both are dense, for the same values.
  bool take_those_of(const KeySlots& other);
  [[nodiscard]] std::optional<std::size_t> find(Word key) const;
  [[nodiscard]] Word first_free() const;
  // Brings what take() of keys will read nearer to the processor.
  void prefetch(std::span<const Word> keys) const;
  void clear();

 private:
  [[nodiscard]] std::size_t first_slot(Word key) const {
    return static_cast<std::size_t>((key ^ key >> 32) * 0x9e3779b97f4a7c15 >> shift_);
  }
  // Linear probing; a slot is free (0) or has the key and 1.  The last key has a slot of its own.
  [[nodiscard]] std::size_t slot_of(Word key) const {
    if (key == ~Word{0}) return capacity_ - 1;
    const std::size_t mask = capacity_ - 2;
    std::size_t slot = first_slot(key);
    while (words_[slot] != 0 && words_[slot] != key + 1) slot = (slot + 1) & mask;
    return slot;
  }

  bool is_hashed_;
  Word room_;
  std::size_t capacity_ = 0;
  unsigned shift_ = 0;
  Word size_ = 0;
  std::size_t word_count_ = 0;
  ZeroedWords words_;
};

}  // namespace tileproof
