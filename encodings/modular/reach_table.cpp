#include "encodings/modular/reach_table.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace tileproof::modular {
namespace {

constexpr std::uint8_t kNever = 255;
constexpr std::uint8_t kStart = 254;  // the sum of no columns

}  // namespace

ReachTable::ReachTable(const Sums& sums) : sums_(sums) {
  TP_CHECK(sums.group.bits() <= kTableBits, "a group too large for a table");
  first_.assign(std::size_t{1} << sums.group.bits(), kNever);
  first_[0] = kStart;
  reached_.push_back(0);
  for (unsigned i = 0; i < sums.columns.size() && !(covers() && collision_); ++i) add(i);
}

void ReachTable::add(unsigned column) {
  const std::size_t before = reached_.size();
  for (std::size_t i = 0; i < before; ++i) {
    const Word from = reached_[i];
    const Word to = sums_.group.add(from, sums_.columns[column]);
    if (first_[to] == kNever) {
      first_[to] = static_cast<std::uint8_t>(column);
      reached_.push_back(static_cast<std::uint32_t>(to));
    } else if (!collision_) {
      // `to` was reached without this column, since sums with it differ where they did before.
      collision_ = Collision{*find(to), *find(from) | Word{1} << column};
    }
  }
}

Word ReachTable::smallest_missing() const {
  for (Word number = 0; number < sums_.group.size(); ++number) {
    const Word element = sums_.group.element(number);
    if (first_[element] == kNever) return element;
  }
  TP_CHECK(false, "nothing is missing");
}

std::optional<Word> ReachTable::find(Word element) const {
  if (first_[element] == kNever) return std::nullopt;
  Word index = 0;
  while (first_[element] != kStart) {
    const unsigned column = first_[element];
    index |= Word{1} << column;
    element = sums_.group.subtract(element, sums_.columns[column]);
  }
  return index;
}

}  // namespace tileproof::modular
