#include "checkers/moves/affine_tokens.hpp"

#include <algorithm>
#include <bit>

namespace tileproof::moves {

Word largest(const Affine& value) {
  // Greedily, by a basis with different highest bits.
  std::array<Word, 64> pivots{};
  for (Word column : value.columns) {
    while (column != 0) {
      Word& pivot = pivots[63 - static_cast<unsigned>(std::countl_zero(column))];
      if (pivot == 0) {
        pivot = column;
        break;
      }
      column ^= pivot;
    }
  }
  Word most = value.constant;
  for (unsigned bit = 64; bit-- > 0;) {
    if (pivots[bit] != 0 && (most >> bit & 1) == 0) most ^= pivots[bit];
  }
  return most;
}

std::optional<Meeting> meeting(const Affine& one, const Affine& two) {
  Affine::Columns all = one.columns;
  all.insert(all.end(), two.columns.begin(), two.columns.end());
  const std::span<const Word> columns(all.data(), all.size());
  const auto at = f2::Solver(columns).solve(one.constant ^ two.constant);
  if (!at) return std::nullopt;
  return Meeting{*at, f2::kernel(columns)};
}

std::optional<Affine> chosen(const Affine& condition,
                             unsigned bit,
                             const Affine& first,
                             const Affine& second) {
  const auto asked = [&](Word word) { return (word >> bit & 1) != 0; };
  const bool starts_true = asked(condition.constant);
  if (std::ranges::none_of(condition.columns, asked)) return starts_true ? first : second;
  // What both differ in must be one number wherever the condition is true.
  std::optional<Word> step;
  for (std::size_t v = 0; v < first.columns.size(); ++v) {
    const Word difference = first.columns[v] ^ second.columns[v];
    if (!asked(condition.columns[v])) {
      if (difference != 0) return std::nullopt;
    } else if (step && *step != difference) {
      return std::nullopt;
    } else {
      step = difference;
    }
  }
  const Word where_true =
      first.constant ^ second.constant ^ (starts_true ? Word{0} : step.value_or(0));
  Affine result = second;
  if (starts_true) result.constant ^= where_true;
  for (std::size_t v = 0; v < result.columns.size(); ++v) {
    if (asked(condition.columns[v])) result.columns[v] ^= where_true;
  }
  return result;
}

}  // namespace tileproof::moves
