// Which point had this value first?  A hash table of at most 24 bytes a point, since an enumeration
// keeps one entry for each point that it visits.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "encodings/index_map/linear_form.hpp"

namespace tileproof {

class PointTable {
 public:
  // For values of this map and at most so many of them, below 2^32.
  PointTable(const IndexMap& map, Word points);

  // The value as one number; nullopt if an output does not fit its part of it.
  [[nodiscard]] std::optional<Word> key_of(std::span<const Word> value) const;
  // Keeps the point, unless the value has one: then that is returned.
  std::optional<std::uint32_t> insert(Word key, std::uint32_t point);
  [[nodiscard]] std::optional<std::uint32_t> find(Word key) const;
  // The number of different values.
  [[nodiscard]] Word size() const { return size_; }

 private:
  [[nodiscard]] std::size_t place_of(Word key) const;

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<OutputSlot> slots_;
  std::vector<Word> keys_;
  std::vector<std::uint32_t> points_;
  Word size_ = 0;
};

}  // namespace tileproof
