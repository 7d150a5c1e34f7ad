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

TouchedBytes::Alike TouchedBytes::new_alike(std::span<const Word> addresses) {
  const Word first = addresses.front();
  Alike made;
  made.lanes.reserve(addresses.size());
  for (const Word address : addresses) made.lanes.push_back(address - first);
  made.first_shared = static_cast<std::uint32_t>(shared_.size());
  std::vector<Word> sorted(addresses.begin(), addresses.end());
  std::ranges::sort(sorted);
  const Word* before = nullptr;
  for (const Word& address : sorted) {
    const bool is_new = before == nullptr || row_of(*before) != row_of(address);
    const std::int64_t byte = byte_of(address) - byte_of(first);
    const auto at = static_cast<std::uint32_t>(stretches_.size());
    if (is_new) shared_.push_back({row_of(address) - row_of(first), at, at, {}, {}});
    append(stretches_, {byte, byte + bytes_ - 1}, !is_new);
    shared_.back().end_stretch = static_cast<std::uint32_t>(stretches_.size());
    before = &address;
  }
  made.end_shared = static_cast<std::uint32_t>(shared_.size());
  return made;
}

const TouchedBytes::Alike& TouchedBytes::alike(std::span<const Word> addresses) {
  const auto lies_alike = [addresses, first = addresses.front()](const Alike& other) {
    return std::equal(addresses.begin(),
                      addresses.end(),
                      other.lanes.begin(),
                      other.lanes.end(),
                      [first](Word address, Word behind) { return address - first == behind; });
  };
  const auto end = alike_.rbegin() + std::min(std::ssize(alike_), kMostCompared);
  if (const auto found = std::find_if(alike_.rbegin(), end, lies_alike); found != end) {
    return *found;
  }
  return alike_.emplace_back(new_alike(addresses));
}

void TouchedBytes::add(std::uint32_t instruction, std::span<const Word> addresses) {
  const Alike& found = alike(addresses);
  const std::uint32_t row = row_of(addresses.front());
  const std::int64_t byte = byte_of(addresses.front());
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

std::span<const Stretch> TouchedBytes::together(std::span<const RowInInstruction> parts) {
  together_.clear();
  for (const RowInInstruction& part : parts) {
    for (const Stretch& own : stretches(shared_[part.shared])) {
      together_.push_back({own.first + part.moved, own.last + part.moved});
    }
  }
  const auto by_first = [](const Stretch& a, const Stretch& b) { return a.first < b.first; };
  if (!std::ranges::is_sorted(together_, by_first)) std::ranges::sort(together_, by_first);
  std::size_t kept = 0;
  for (const Stretch& next : together_) {
    if (kept > 0 && next.first <= together_[kept - 1].last + 1) {
      together_[kept - 1].last = std::max(together_[kept - 1].last, next.last);
    } else {
      together_[kept++] = next;
    }
  }
  together_.resize(kept);
  return together_;
}

}  // namespace tileproof
