#include "checkers/engines/enumerate/positions.hpp"

namespace tileproof {

Word positions_of(std::span<const Axis> axes) {
  Word product = 1;
  for (const Axis& axis : axes) {
    if (__builtin_mul_overflow(product, axis.size, &product)) return ~Word{0};
  }
  return product;
}

std::vector<Word> values_at_position(std::span<const Axis> axes, Word position) {
  std::vector<Word> values(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    values[i] = axes[i].first + position % axes[i].size;
    position /= axes[i].size;
  }
  return values;
}

}  // namespace tileproof
