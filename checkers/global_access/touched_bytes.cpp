#include "checkers/global_access/touched_bytes.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tileproof {
namespace {

// So many are compared with an instruction before its lanes are taken to lie as none before.
constexpr std::ptrdiff_t kMostCompared = 16;

// Requires: none of the stretches begins behind this one.
void append(std::vector<Stretch>& stretches, const Stretch& next, bool may_continue) {
  if (may_continue && next.first <= stretches.back().last + 1) {
    stretches.back().last = std::max(stretches.back().last, next.last);
  } else {
    stretches.push_back(next);
  }
}

Touch behind(const Touch& touch, const Touch& first) {
  return {touch.row - first.row, touch.first_byte - first.first_byte};
}

}  // namespace

Word count_pieces(std::span<const Stretch> stretches, std::int64_t begin, Word size) {
  const unsigned shift = log2_exact(size);
  std::int64_t before = std::numeric_limits<std::int64_t>::min();
  Word count = 0;
  for (const Stretch& stretch : stretches) {
    const std::int64_t first = std::max(before + 1, (stretch.first + begin) >> shift);
    const std::int64_t last = (stretch.last + begin) >> shift;
    if (last >= first) count += static_cast<Word>(last - first + 1);
    before = last;
  }
  return count;
}

TouchedBytes::Alike TouchedBytes::new_alike(std::span<const Touch> touches) {
  Alike made;
  for (const Touch& touch : touches) made.lanes.push_back(behind(touch, touches.front()));
  made.first_shared = static_cast<std::uint32_t>(shared_.size());
  std::vector<Touch> sorted(touches.begin(), touches.end());
  std::ranges::sort(sorted);
  const Touch* before = nullptr;
  for (const Touch& touch : sorted) {
    const bool is_new = before == nullptr || before->row != touch.row;
    const auto [rows, byte] = behind(touch, touches.front());
    const auto at = static_cast<std::uint32_t>(stretches_.size());
    if (is_new) shared_.push_back({rows, at, at, {}, {}});
    append(stretches_, {byte, byte + bytes_ - 1}, !is_new);
    shared_.back().end_stretch = static_cast<std::uint32_t>(stretches_.size());
    before = &touch;
  }
  made.end_shared = static_cast<std::uint32_t>(shared_.size());
  return made;
}

const TouchedBytes::Alike& TouchedBytes::alike(std::span<const Touch> touches) {
  const auto lies_alike = [&](const Alike& other) {
    return std::ranges::equal(touches, other.lanes, [&](const Touch& touch, const Touch& lane) {
      return behind(touch, touches.front()) == lane;
    });
  };
  const auto end = alike_.rbegin() + std::min(std::ssize(alike_), kMostCompared);
  if (const auto found = std::find_if(alike_.rbegin(), end, lies_alike); found != end) {
    return *found;
  }
  return alike_.emplace_back(new_alike(touches));
}

void TouchedBytes::add(std::uint32_t instruction, std::span<const Touch> touches) {
  const Alike& found = alike(touches);
  const auto [row, byte] = touches.front();
  for (std::uint32_t i = found.first_shared; i < found.end_shared; ++i) {
    parts_.push_back({row + shared_[i].rows_behind, instruction, i, byte});
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

Word TouchedBytes::count(const Shared& shared, Counted& last, std::int64_t begin, Word size) const {
  // Moved by whole pieces, stretches lie in as many.
  begin &= static_cast<std::int64_t>(size - 1);
  if (last.begin != begin) last = {begin, count_pieces(stretches(shared), begin, size)};
  return last.pieces;
}

Word TouchedBytes::sectors(const RowInInstruction& part, Word begin) {
  Shared& shared = shared_[part.shared];
  const std::int64_t at = static_cast<std::int64_t>(begin) + part.moved;
  return count(shared, shared.sectors, at, rule_.sector_bytes);
}

Word TouchedBytes::lines(const RowInInstruction& part, Word begin) {
  Shared& shared = shared_[part.shared];
  const std::int64_t at = static_cast<std::int64_t>(begin) + part.moved;
  return count(shared, shared.lines, at, rule_.line_bytes);
}

std::vector<Stretch> TouchedBytes::together(std::span<const RowInInstruction> parts) const {
  std::vector<Stretch> all;
  for (const RowInInstruction& part : parts) {
    for (const Stretch& own : stretches(shared_[part.shared])) {
      all.push_back({own.first + part.moved, own.last + part.moved});
    }
  }
  const auto by_first = [](const Stretch& a, const Stretch& b) { return a.first < b.first; };
  if (!std::is_sorted(all.begin(), all.end(), by_first))
    std::sort(all.begin(), all.end(), by_first);
  std::vector<Stretch> merged;
  for (const Stretch& stretch : all) append(merged, stretch, !merged.empty());
  return merged;
}

}  // namespace tileproof
