#include "checkers/engines/enumerate/key_slots.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace tileproof {
namespace {

// In so many bytes for each key that is kept, or in all, slots that are the keys cost less than
// hashing.
constexpr Word kDenseEach = 16;
constexpr Word kDenseInAll = Word{1} << 12;
// Of hashed keys no more are kept: 256 MB.
constexpr Word kMostHashed = Word{1} << 24;

}  // namespace

ZeroedWords zeroed_words(std::size_t count) {
  auto* words = static_cast<Word*>(std::calloc(count, sizeof(Word)));
  if (words == nullptr) throw std::bad_alloc();
  return ZeroedWords(words);
}

bool KeySlots::is_dense(UInt128 values,
                        Word wanted,
                        std::size_t memory_bytes,
                        std::size_t bytes_each) {
  const UInt128 bytes = dense_bytes(values, bytes_each);
  const bool costs_less = bytes <= UInt128{kDenseEach + bytes_each} * wanted + kDenseInAll;
  return bytes <= memory_bytes && (costs_less || wanted > kMostHashed);
}

KeySlots::KeySlots(UInt128 values, Word wanted, std::size_t memory_bytes, std::size_t bytes_each)
    : is_hashed_(true), room_(wanted) {
  if (is_dense(values, wanted, memory_bytes, bytes_each)) {
    is_hashed_ = false;
    capacity_ = static_cast<std::size_t>(values);
    word_count_ = capacity_ / 64 + 1;
  } else {
    const Word most = std::max<Word>(memory_bytes / (2 * (sizeof(Word) + bytes_each)), 64);
    // At least a third of the slots is free.
    const Word slots =
        std::min(std::bit_ceil(std::min(wanted, kMostHashed) * 3 / 2 + 2), std::bit_floor(most));
    room_ = std::min({wanted, kMostHashed, slots / 3 * 2});
    // One more for the last key.
    capacity_ = static_cast<std::size_t>(slots + 1);
    shift_ = 64 - static_cast<unsigned>(std::bit_width(slots - 1));
    word_count_ = capacity_;
  }
  words_ = zeroed_words(word_count_);
}

std::size_t KeySlots::take_until_taken(std::span<const Word> keys) {
  std::size_t taken = 0;
  if (is_hashed_) {
    prefetch(keys);
    while (taken < keys.size() && take(keys[taken]).second) ++taken;
    return taken;
  }
  Word* const words = words_.get();
  for (; taken < keys.size(); ++taken) {
    const Word bit = Word{1} << (keys[taken] & 63);
    Word& bits = words[keys[taken] >> 6];
    if ((bits & bit) != 0) break;
    bits |= bit;
  }
  size_ += taken;
  return taken;
}

void KeySlots::take_all(std::span<const Word> keys) {
  if (is_hashed_) {
    prefetch(keys);
    for (const Word key : keys) take(key);
    return;
  }
  Word* const words = words_.get();
  Word repeated = 0;
  for (const Word key : keys) {
    Word& bits = words[key >> 6];
    repeated += bits >> (key & 63) & 1;
    bits |= Word{1} << (key & 63);
  }
  size_ += keys.size() - repeated;
}

bool KeySlots::take_those_of(const KeySlots& other) {
  TP_CHECK(!is_hashed_ && !other.is_hashed_ && capacity_ == other.capacity_,
           "only dense slots of the same values are joined");
  Word both = 0;
  for (std::size_t i = 0; i < word_count_; ++i) {
    both |= words_[i] & other.words_[i];
    words_[i] |= other.words_[i];
  }
  size_ += other.size_;
  return both == 0;
}

void KeySlots::prefetch(std::span<const Word> keys) const {
  if (!is_hashed_) return;
  for (const Word key : keys) __builtin_prefetch(&words_[first_slot(key)]);
}

std::optional<std::size_t> KeySlots::find(Word key) const {
  if (!is_hashed_) {
    const bool is_taken = key < capacity_ && (words_[key >> 6] >> (key & 63) & 1) != 0;
    return is_taken ? std::optional<std::size_t>(key) : std::nullopt;
  }
  const std::size_t slot = slot_of(key);
  return words_[slot] != 0 ? std::optional(slot) : std::nullopt;
}

Word KeySlots::first_free() const {
  Word key = 0;
  if (!is_hashed_) {
    while (key / 64 + 1 < word_count_ && words_[key / 64] == ~Word{0}) key += 64;
  }
  while (find(key)) ++key;
  return key;
}

void KeySlots::clear() {
  std::memset(words_.get(), 0, word_count_ * sizeof(Word));
  size_ = 0;
}

}  // namespace tileproof
