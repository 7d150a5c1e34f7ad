// Which elements of a small group are sums of columns, and of which?  A table with an entry for
// each element: the first column that completes a sum to it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "encodings/modular/decision.hpp"
#include "encodings/modular/subset_sums.hpp"

namespace tileproof::modular {

// Groups of at most this many bits have a table: 4 MB, and a fraction of a second.
inline constexpr unsigned kTableBits = 22;

class ReachTable {
 public:
  // Requires: sums.group.bits() <= kTableBits.  Stops when everything is reached and a collision
  // is known.
  explicit ReachTable(const Sums& sums);

  [[nodiscard]] bool covers() const { return reached_.size() == sums_.group.size(); }
  // Requires: !covers().
  [[nodiscard]] Word smallest_missing() const;
  [[nodiscard]] const std::optional<Collision>& collision() const { return collision_; }
  // The smallest index with this sum.
  [[nodiscard]] std::optional<Word> find(Word element) const;

 private:
  void add(unsigned column);

  const Sums& sums_;
  std::vector<std::uint8_t> first_;     // by element; kNever where it is not reached
  std::vector<std::uint32_t> reached_;  // the elements in the order of discovery
  std::optional<Collision> collision_;
};

}  // namespace tileproof::modular
