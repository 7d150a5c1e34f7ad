#include "encodings/modular/subset_sums.hpp"

#include <algorithm>
#include <numeric>

#include "encodings/modular/halves.hpp"
#include "encodings/modular/ladder.hpp"
#include "encodings/modular/reach_table.hpp"

namespace tileproof::modular {
namespace {

constexpr std::size_t kVisitedColumns = 24;

std::vector<Word> coordinates(const Sums& sums, std::size_t i) {
  std::vector<Word> result;
  for (const Word column : sums.columns) result.push_back(sums.group.coordinate(column, i));
  return result;
}

bool adds(const Group& group, std::size_t i) { return !is_power_of_two(group.modulus(i)); }
// The group is the residues modulo one number.
bool is_cyclic(const Group& group) { return group.rank() == 1 && adds(group, 0); }

std::string bits_text(const Sums& sums) {
  return std::to_string(sums.columns.size()) + " bits of the index";
}
std::string values_text(const Sums& sums) { return std::to_string(sums.group.size()) + " values"; }

// The common divisor of a coordinate of all columns and its modulus: sums are multiples of it.
Word common_divisor(const Sums& sums, std::size_t i) {
  Word divisor = sums.group.modulus(i);
  for (const Word value : coordinates(sums, i)) divisor = std::gcd(divisor, value);
  return divisor;
}

std::string divisor_text(const Sums& sums, std::size_t i, Word divisor) {
  return "every sum modulo " + std::to_string(sums.group.modulus(i)) + " is a multiple of " +
         std::to_string(divisor);
}

// The smallest element that is no sum, by visiting all indices: 2^n sums leave one of the first
// 2^n + 1 elements.
std::optional<Word> smallest_missing_by_visit(const Sums& sums) {
  const Word bound = std::min(sums.group.size(), (Word{1} << sums.columns.size()) + 1);
  std::vector<bool> is_reached(static_cast<std::size_t>(bound), false);
  visit_sums(sums.group, sums.columns, [&](Word, Word sum) {
    const Word number = sums.group.number(sum);
    if (number < bound) is_reached[static_cast<std::size_t>(number)] = true;
    return true;
  });
  const auto missing = std::find(is_reached.begin(), is_reached.end(), false);
  if (missing == is_reached.end()) return std::nullopt;
  return sums.group.element(static_cast<Word>(missing - is_reached.begin()));
}

// Two columns that are equal, or one that is 0.
std::optional<Collision> trivial_collision(const Sums& sums) {
  for (std::size_t i = 0; i < sums.columns.size(); ++i) {
    if (sums.columns[i] == 0) return Collision{0, Word{1} << i};
    for (std::size_t j = 0; j < i; ++j) {
      if (sums.columns[i] == sums.columns[j]) return Collision{Word{1} << j, Word{1} << i};
    }
  }
  return std::nullopt;
}

}  // namespace

Decision<Word> covers(const Sums& sums) {
  using D = Decision<Word>;
  const Group& group = sums.group;
  const std::size_t bits = sums.columns.size();
  if (group.size() == 1) return D::yes("there is one value");
  if (is_cyclic(group) && Ladder::covering(group.modulus(0), coordinates(sums, 0))) {
    return D::yes("the bases modulo " + std::to_string(group.modulus(0)) +
                  " form a ladder without gaps");
  }
  for (std::size_t i = 0; i < group.rank(); ++i) {
    const Word divisor = adds(group, i) ? common_divisor(sums, i) : 1;
    if (divisor != 1) return D::no(divisor_text(sums, i, divisor), group.unit(i, 1));
  }
  if (group.bits() <= kTableBits) {
    const ReachTable table(sums);
    const auto how = "a table of " + values_text(sums);
    return table.covers() ? D::yes(how) : D::no(how, table.smallest_missing());
  }
  if (bits <= kVisitedColumns) {
    const auto missing = smallest_missing_by_visit(sums);
    const auto how = "all sums of " + bits_text(sums);
    return missing ? D::no(how, missing) : D::yes(how);
  }
  const auto too_few = Word{1} << bits < group.size();
  if (is_cyclic(group)) {
    const auto gap = first_gap(group.modulus(0), coordinates(sums, 0));
    if (gap) return D::no("the sums of the bases do not wrap and leave a gap", gap);
  }
  if (too_few) {
    return D::no(bits_text(sums) + " are too few for " + values_text(sums));
  }
  return D::undecided(bits_text(sums) + " onto " + values_text(sums) +
                      ": more than 2^24 sums and a table of more than 2^22 values");
}

Decision<Collision> distinct(const Sums& sums) {
  using D = Decision<Collision>;
  const Group& group = sums.group;
  const std::size_t bits = sums.columns.size();
  if (const auto collision = trivial_collision(sums)) {
    return D::no("a basis is 0 or two are equal", collision);
  }
  for (std::size_t i = 0; i < group.rank(); ++i) {
    if (adds(group, i) && Ladder::distinct(group.modulus(i), coordinates(sums, i))) {
      return D::yes("the bases modulo " + std::to_string(group.modulus(i)) +
                    " form a ladder without repeats");
    }
  }
  if (group.bits() <= kTableBits) {
    const ReachTable table(sums);
    const auto how = "a table of " + values_text(sums);
    return table.collision() ? D::no(how, table.collision()) : D::yes(how);
  }
  if (is_cyclic(group)) {
    const auto set = wrapping_set(group.modulus(0), coordinates(sums, 0));
    if (set) return D::no("bases add up to the modulus", Collision{0, *set});
  }
  const std::size_t searched = std::min(bits, kSignedColumns);
  const auto collision = collision_by_halves(group, {sums.columns.data(), searched});
  if (collision) return D::no("two sums of the halves of the bases are equal", collision);
  if (searched == bits) return D::yes("no two sums of the halves of the bases are equal");
  if (Word{1} << bits > group.size()) {
    return D::no(bits_text(sums) + " are too many for " + values_text(sums));
  }
  return D::undecided(bits_text(sums) + " into " + values_text(sums) + ": more than " +
                      std::to_string(kSignedColumns) +
                      " bits and a table of more than 2^22 values");
}

Decision<Word> find(const Sums& sums, Word element) {
  using D = Decision<Word>;
  const Group& group = sums.group;
  if (is_cyclic(group)) {
    const Word modulus = group.modulus(0);
    const auto bases = coordinates(sums, 0);
    auto ladder = Ladder::covering(modulus, bases);
    if (!ladder) ladder = Ladder::distinct(modulus, bases);
    if (ladder) {
      const auto index = ladder->find(element);
      const auto how = "the bases modulo " + std::to_string(modulus) + " form a ladder";
      return index ? D::yes(how, index) : D::no(how);
    }
  }
  if (group.bits() <= kTableBits) {
    const auto index = ReachTable(sums).find(element);
    const auto how = "a table of " + values_text(sums);
    return index ? D::yes(how, index) : D::no(how);
  }
  for (std::size_t i = 0; i < group.rank(); ++i) {
    const Word divisor = adds(group, i) ? common_divisor(sums, i) : 1;
    if (group.coordinate(element, i) % divisor != 0) return D::no(divisor_text(sums, i, divisor));
  }
  if (sums.columns.size() <= kSubsetColumns) {
    const auto index = sum_by_halves(group, sums.columns, element);
    const auto how = "the sums of the halves of the bases";
    return index ? D::yes(how, index) : D::no(how);
  }
  return D::undecided(bits_text(sums) + ": more than " + std::to_string(kSubsetColumns) +
                      " and a table of more than 2^22 values");
}

}  // namespace tileproof::modular
