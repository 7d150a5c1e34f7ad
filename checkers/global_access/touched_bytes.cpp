#include "checkers/global_access/touched_bytes.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tileproof {
namespace {

// Requires: none of the stretches begins behind this one.
void append(std::vector<Stretch>& stretches, const Stretch& next, bool may_continue) {
  if (may_continue && next.first <= stretches.back().last + 1) {
    stretches.back().last = std::max(stretches.back().last, next.last);
  } else {
    stretches.push_back(next);
  }
}

}  // namespace

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

bool TouchedBytes::are_in_order(std::span<const Touch> touches) const {
  if (order_.size() != touches.size()) return false;
  for (std::size_t i = 1; i < touches.size(); ++i) {
    if (touches[order_[i]] < touches[order_[i - 1]]) return false;
  }
  return true;
}

void TouchedBytes::add(std::uint32_t instruction, std::span<const Touch> touches) {
  if (!are_in_order(touches)) {
    order_.resize(touches.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::sort(order_, {}, [&](std::size_t i) { return touches[i]; });
  }
  const Touch* before = nullptr;
  for (const std::size_t i : order_) {
    const Touch& touch = touches[i];
    const bool is_new = before == nullptr || before->row != touch.row;
    const auto at = static_cast<std::uint32_t>(stretches_.size());
    if (is_new) parts_.push_back({touch.row, instruction, at, at});
    append(stretches_, {touch.first_byte, touch.first_byte + bytes_ - 1}, !is_new);
    parts_.back().end_stretch = static_cast<std::uint32_t>(stretches_.size());
    before = &touch;
  }
}

void TouchedBytes::finish(std::size_t rows) {
  std::vector<std::size_t> place(rows + 1, 0);  // of the next part of a row
  for (const RowInInstruction& part : parts_) ++place[part.row + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  std::vector<RowInInstruction> by_row(parts_.size());
  for (const RowInInstruction& part : parts_) by_row[place[part.row]++] = part;
  parts_ = std::move(by_row);
}

std::vector<Stretch> TouchedBytes::together(std::span<const RowInInstruction> parts) const {
  std::vector<Stretch> all;
  for (const RowInInstruction& part : parts) {
    const auto own = stretches(part);
    all.insert(all.end(), own.begin(), own.end());
  }
  const auto by_first = [](const Stretch& a, const Stretch& b) { return a.first < b.first; };
  if (!std::is_sorted(all.begin(), all.end(), by_first))
    std::sort(all.begin(), all.end(), by_first);
  std::vector<Stretch> merged;
  for (const Stretch& stretch : all) append(merged, stretch, !merged.empty());
  return merged;
}

}  // namespace tileproof
