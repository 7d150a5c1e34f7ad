#include "checkers/global_access/touched_bytes.hpp"

#include <algorithm>
#include <limits>

namespace tileproof {

Word count_pieces(std::span<const Stretch> stretches, Word begin, Word size) {
  const unsigned shift = log2_exact(size);
  const auto from = static_cast<std::int64_t>(begin);
  std::int64_t before = std::numeric_limits<std::int64_t>::min();
  Word count = 0;
  for (const Stretch& stretch : stretches) {
    const std::int64_t first = std::max(before + 1, (stretch.first + from) >> shift);
    const std::int64_t last = (stretch.last + from) >> shift;
    if (last >= first) count += static_cast<Word>(last - first + 1);
    before = last;
  }
  return count;
}

void TouchedBytes::finish(Word bytes) {
  if (!std::is_sorted(touched_.begin(), touched_.end())) {
    std::sort(touched_.begin(), touched_.end());
  }
  const auto length = static_cast<std::int64_t>(bytes);
  for (const Touch& touch : touched_) {
    const bool is_new = parts_.empty() || parts_.back().row != touch.row ||
                        parts_.back().instruction != touch.instruction;
    const auto at = static_cast<std::uint32_t>(stretches_.size());
    if (is_new) parts_.push_back({touch.row, touch.instruction, at, at});
    const std::int64_t last = touch.first_byte + length - 1;
    if (!is_new && touch.first_byte <= stretches_.back().last + 1) {
      stretches_.back().last = std::max(stretches_.back().last, last);
    } else {
      stretches_.push_back({touch.first_byte, last});
      ++parts_.back().end_stretch;
    }
  }
}

}  // namespace tileproof
