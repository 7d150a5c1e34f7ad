#include "encodings/modular/halves.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/check.hpp"

namespace tileproof::modular {
namespace {

struct HalfSum {
  Word sum;
  std::uint32_t plus;   // the columns that are added
  std::uint32_t minus;  // the columns that are subtracted

  friend bool operator<(const HalfSum& a, const HalfSum& b) { return a.sum < b.sum; }
};

std::vector<HalfSum> half_sums(const Group& group, std::span<const Word> columns, bool is_signed) {
  std::vector<HalfSum> sums = {{0, 0, 0}};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::uint32_t bit = std::uint32_t{1} << i;
    const Word negative = group.negate(columns[i]);
    const std::size_t before = sums.size();
    for (std::size_t j = 0; j < before; ++j) {
      const HalfSum half = sums[j];
      sums.push_back({group.add(half.sum, columns[i]), half.plus | bit, half.minus});
      if (is_signed) sums.push_back({group.add(half.sum, negative), half.plus, half.minus | bit});
    }
  }
  return sums;
}

// Calls found(low, high) for halves with low.sum + high.sum = element, until it returns true.
template <typename Found>
void match_halves(const Group& group,
                  std::vector<HalfSum> low,
                  const std::vector<HalfSum>& high,
                  Word element,
                  Found found) {
  std::sort(low.begin(), low.end());
  for (const HalfSum& half : high) {
    const Word rest = group.subtract(element, half.sum);
    for (auto [at, end] = std::equal_range(low.begin(), low.end(), HalfSum{rest, 0, 0}); at != end;
         ++at) {
      if (found(*at, half)) return;
    }
  }
}

}  // namespace

std::optional<Word> sum_by_halves(const Group& group, std::span<const Word> columns, Word element) {
  TP_CHECK(columns.size() <= kSubsetColumns, "too many columns");
  const std::size_t half = columns.size() / 2;
  std::optional<Word> index;
  match_halves(group,
               half_sums(group, columns.first(half), /*is_signed=*/false),
               half_sums(group, columns.subspan(half), /*is_signed=*/false),
               element,
               [&](const HalfSum& low, const HalfSum& high) {
                 index = low.plus | Word{high.plus} << half;
                 return true;
               });
  return index;
}

std::optional<Collision> collision_by_halves(const Group& group, std::span<const Word> columns) {
  TP_CHECK(columns.size() <= kSignedColumns, "too many columns");
  const std::size_t half = columns.size() / 2;
  std::optional<Collision> collision;
  match_halves(group,
               half_sums(group, columns.first(half), /*is_signed=*/true),
               half_sums(group, columns.subspan(half), /*is_signed=*/true),
               0,
               [&](const HalfSum& low, const HalfSum& high) {
                 const Word plus = low.plus | Word{high.plus} << half;
                 const Word minus = low.minus | Word{high.minus} << half;
                 if (plus == minus) return false;  // both empty
                 collision = Collision{std::min(plus, minus), std::max(plus, minus)};
                 return true;
               });
  return collision;
}

}  // namespace tileproof::modular
