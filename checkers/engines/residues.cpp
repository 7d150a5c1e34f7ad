// Is every value of a modular linear layout taken?  Its out-dims add modulo a size, so that ranks
// say nothing about them.  Each step is exact:
//
//   1. Bases that move XOR coordinates alone span a space; values are taken modulo it, which leaves
//      some bits of those coordinates.
//   2. What is left falls into parts that share no basis.
//   3. Sums modulo one number reach it all if its sorted bases leave no gap (1, 2, 3, 7 reach
//      0 .. 13); of other parts a table of all values is filled.
//
// Example: {in = [[1, 0], [2, 0], [1, 1], [0, 2], [0, 4]]} -> {x = 4, y = 6}.  The first two bases
// span all of x; what is left is y, with the bases 1, 2, 4.
#include <algorithm>
#include <numeric>

#include "checkers/engines/engines.hpp"
#include "checkers/limits/deadline.hpp"
#include "core/f2.hpp"
#include "encodings/modular/layout.hpp"

namespace tileproof {
namespace {

using modular::Group;

// Groups of so many bits have a table: 17 MB, and a fraction of a second.
constexpr unsigned kTableBits = 22;

// A coordinate that adds, or a bit of one that XORs, as bits of a layout's values.
struct Field {
  Word mask;
  Word modulus;

  [[nodiscard]] int shift() const { return std::countr_zero(mask); }
};

struct Part {
  std::vector<Field> fields;  // one for each coordinate of the group, the lowest first
  Group group;
  std::vector<Word> bases;

  [[nodiscard]] Word project(Word value) const {
    Word element = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      element |= group.unit(i, (value & fields[i].mask) >> fields[i].shift());
    }
    return element;
  }
  // The value that is this in the part, and 0 elsewhere.
  [[nodiscard]] Word lift(Word element) const {
    Word value = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      value |= group.coordinate(element, i) << fields[i].shift();
    }
    return value;
  }
};

std::vector<Field> fields_left_by(const f2::Subspace& space, const Group& group) {
  Word leading = 0;
  for (const Word vector : space.basis()) leading |= std::bit_floor(vector);
  std::vector<Field> fields;
  for (std::size_t i = 0; i < group.rank(); ++i) {
    const Word mask = group.unit(i, low_mask(log2_ceil(group.modulus(i))));
    if ((mask & group.xor_mask()) == 0 && mask != 0) fields.push_back({mask, group.modulus(i)});
    for (Word bits = mask & group.xor_mask() & ~leading; bits != 0; bits &= bits - 1) {
      fields.push_back({bits & (~bits + 1), 2});
    }
  }
  return fields;
}

std::vector<Part> parts_of(const Group& group, std::span<const Word> bases) {
  std::vector<Word> rest(bases.begin(), bases.end());
  const auto others =
      std::ranges::partition(rest, [&](Word basis) { return (basis & ~group.xor_mask()) == 0; });
  const f2::Subspace space(std::span<const Word>(rest.begin(), others.begin()));
  rest.erase(rest.begin(), others.begin());
  for (Word& basis : rest) basis = space.reduce(basis);

  const auto fields = fields_left_by(space, group);
  std::vector<Word> sets;  // of bits of values, which share no basis
  for (const Field& field : fields) sets.push_back(field.mask);
  for (const Word basis : rest) {
    Word together = 0;
    std::erase_if(sets, [&](Word set) {
      if ((set & basis) == 0) return false;
      together |= set;
      return true;
    });
    sets.push_back(together);
  }
  std::vector<Part> parts;
  for (const Word set : sets) {
    Part& part = parts.emplace_back();
    std::vector<Word> sizes;
    for (const Field& field : fields) {
      if ((field.mask & set) == 0) continue;
      part.fields.push_back(field);
      sizes.push_back(field.modulus);
    }
    part.group = Group(sizes);
    for (const Word basis : rest) {
      if ((basis & set) != 0) part.bases.push_back(part.project(basis));
    }
  }
  return parts;
}

// Neither a value that is missing nor why it is open: every value is taken.
struct Cover {
  std::optional<Word> missing;
  std::string open;
};

// Up to where do sums of numbers reach without a gap?
struct Climb {
  std::optional<Word> gap;  // the first number below the modulus that is no sum
  bool wraps = false;       // sums reach the modulus
};

Climb climb(Word modulus, std::vector<Word> numbers) {
  std::ranges::sort(numbers);
  Climb found;
  Word sum = 0;
  for (const Word number : numbers) {
    if (!found.gap && number > sum + 1) found.gap = sum + 1;
    sum += number;
    if (sum >= modulus) return {found.gap, true};
  }
  if (!found.gap && sum + 1 < modulus) found.gap = sum + 1;
  return found;
}

// By sums modulo one number, if they do not need a table.
std::optional<Cover> cover_by_climbing(const Part& part) {
  const Word modulus = part.group.modulus(0);
  if (part.group.rank() != 1 || is_power_of_two(modulus)) return std::nullopt;
  const Climb plain = climb(modulus, part.bases);
  if (!plain.wraps || !plain.gap) return Cover{plain.gap, ""};
  // One that is taken backwards moves all sums by the same amount.
  std::vector<Word> steps = part.bases;
  for (Word& step : steps) step = std::min(step, modulus - step);
  if (!climb(modulus, std::move(steps)).gap) return Cover{};
  return std::nullopt;
}

Cover cover_by_table(const Part& part, const Limits& limits) {
  const Group& group = part.group;
  Deadline deadline(limits);
  std::vector<bool> is_taken(std::size_t{1} << group.bits(), false);
  std::vector<std::uint32_t> taken = {0};
  is_taken[0] = true;
  for (const Word basis : part.bases) {
    const std::size_t before = taken.size();
    for (std::size_t i = 0; i < before && before < group.size(); ++i) {
      const Word sum = group.add(taken[i], basis);
      if (!is_taken[sum]) taken.push_back(static_cast<std::uint32_t>(sum));
      is_taken[sum] = true;
      if (deadline.is_over())
        return {{}, "out of time after " + std::to_string(limits.seconds) + " s"};
    }
  }
  if (taken.size() == group.size()) return {};
  Word number = 1;
  while (is_taken[group.element(number)]) ++number;
  return {group.element(number), ""};
}

Cover cover_of(const Part& part, const Limits& limits) {
  const Group& group = part.group;
  if (const auto cover = cover_by_climbing(part)) return *cover;
  if (group.bits() <= kTableBits) return cover_by_table(part, limits);
  for (std::size_t i = 0; i < group.rank(); ++i) {
    Word divisor = group.modulus(i);
    for (const Word basis : part.bases) divisor = std::gcd(divisor, group.coordinate(basis, i));
    if (divisor != 1 && !is_power_of_two(group.modulus(i))) return {group.unit(i, 1), ""};
  }
  return {{},
          std::to_string(part.bases.size()) + " bits of the index onto " +
              std::to_string(group.size()) + " values: a table has up to 2^22"};
}

// The missing value is the smallest, the first coordinate counting lowest, unless a part is open.
Cover cover_of(const Group& group, std::span<const Word> bases, const Limits& limits) {
  Cover all;
  for (const Part& part : parts_of(group, bases)) {
    const Cover cover = cover_of(part, limits);
    if (!cover.open.empty()) all.open = cover.open;
    if (!cover.missing) continue;
    const Word value = part.lift(*cover.missing);
    if (!all.missing || group.number(value) < group.number(*all.missing)) all.missing = value;
  }
  return all;
}

Answer covers(const IndexMap& map, const modular::Layout& layout, const Limits& limits) {
  const Cover cover = cover_of(layout.group(), layout.columns(), limits);
  if (!cover.missing) {
    return cover.open.empty() ? Answer(Yes{}) : Open{"residues: " + cover.open};
  }
  Missing missing{layout.group().unpack(*cover.missing), std::nullopt, {}, {}};
  // The bases are taken anew from single points of the definition.
  missing.argument = [map, limits, value = *cover.missing] {
    const auto& written = *map.as<modular::Layout>();
    std::vector<Word> bases;
    for (unsigned bit = 0; bit < written.total_in_bits(); ++bit) {
      bases.push_back(written.group().pack(value_at(map, written.split(Word{1} << bit))));
    }
    return cover_of(written.group(), bases, limits).missing == value;
  };
  return missing;
}

}  // namespace

Answer decide_by_residues(const Question& question, const Limits& limits) {
  const auto* asked = std::get_if<Covers>(&question.form);
  const auto* layout = asked == nullptr ? nullptr : asked->map.as<modular::Layout>();
  const auto is_own = [](const std::optional<Word>& size, const OutAxis& out) {
    return size == out.size;
  };
  if (layout == nullptr || asked->image ||
      !std::ranges::equal(asked->sizes, asked->map.out_axes(), is_own)) {
    return Open{"residues is for the values of modular linear layouts"};
  }
  return covers(asked->map, *layout, limits);
}

}  // namespace tileproof
