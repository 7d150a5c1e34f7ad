// Questions about maps that are linear over GF(2): one run of the definition gives the matrix, and
// ranks and spans decide for all points at once.  Others can be refuted on their tangents.
#include <algorithm>

#include "checkers/engines/engines.hpp"
#include "checkers/engines/tangents.hpp"
#include "encodings/index_map/linear_form.hpp"

namespace tileproof {
namespace {

// The point's coordinates from the slowest axis to the fastest, as variables are ordered.
void append_point(std::vector<Word>& to, const IndexMap& map, Word point) {
  std::vector<Word> coordinates;
  coordinates.reserve(map.axes().size());
  for (const Axis& axis : map.axes()) {
    coordinates.push_back(point % axis.size);
    point /= axis.size;
  }
  to.insert(to.end(), coordinates.rbegin(), coordinates.rend());
}

std::vector<Word> point_of(const IndexMap& map, Word point) {
  std::vector<Word> at;
  append_point(at, map, point);
  return at;
}

Open not_linear(const LinearForm& form) {
  return {"the layout is not linear over GF(2): " + form.reason};
}

// The largest of constant ^ span.
Word largest_in(Word constant, std::span<const Word> generators) {
  const f2::Subspace space(generators);
  for (const Word vector : space.basis()) constant = std::max(constant, constant ^ vector);
  return constant;
}

Answer pair_at(const IndexMap& map, Word relation) {
  const Word later = std::bit_floor(relation);
  std::vector<Word> at = point_of(map, later);
  append_point(at, map, relation ^ later);
  return Broken{std::move(at)};
}

// Points with equal f differ by a member of its kernel.  The first point that repeats an earlier
// value is the highest bit of the smallest relation.
Answer on_one_side(const Determines& asked, const AffineMap& f) {
  if (f2::rank(f.columns) == f.columns.size()) return Yes{};
  const auto kernel = f2::kernel(f.columns);
  if (!asked.g) return pair_at(asked.f, *std::ranges::min_element(kernel));
  const auto g = linear_form(*asked.g);
  if (!g.map) return not_linear(g);
  for (const Word relation : kernel) {
    if (f2::apply(g.map->columns, relation) == 0) continue;
    Answer found = pair_at(asked.f, relation);
    std::get<Broken>(found).is_smallest = false;
    return found;
  }
  return Yes{};
}

// Pairs (x, y) with f(x) = f'(y) are a space moved by one of them; g(x) ^ g'(y) must be 0 on it.
Answer on_two_sides(const Determines& asked, const AffineMap& f) {
  const auto slots = output_slots(asked.f);
  const auto g_slots = output_slots(*asked.g);
  const auto other_f = linear_form(asked.other->f, slots);
  const auto g = linear_form(*asked.g, g_slots);
  const auto other_g = linear_form(asked.other->g, g_slots);
  for (const LinearForm* form : {&other_f, &g, &other_g}) {
    if (!form->map) return not_linear(*form);
  }
  const auto joined = [](const AffineMap& x, const AffineMap& y) {
    AffineMap both = x;
    both.columns.insert(both.columns.end(), y.columns.begin(), y.columns.end());
    both.constant ^= y.constant;
    return both;
  };
  const AffineMap equal = joined(f, *other_f.map);
  const AffineMap differ = joined(*g.map, *other_g.map);
  const auto bits = static_cast<unsigned>(f.columns.size());
  if (equal.columns.size() > 62) return Open{"two points have more than 62 bits"};
  const auto first = f2::Solver(equal.columns).solve(equal.constant);
  if (!first) return Yes{};
  const auto broken_at = [&](Word pair) {
    std::vector<Word> at = point_of(asked.f, pair & low_mask(bits));
    append_point(at, asked.other->f, pair >> bits);
    return Broken{std::move(at), false};
  };
  if (differ(*first) != 0) return broken_at(*first);
  for (const Word relation : f2::kernel(equal.columns)) {
    if (f2::apply(differ.columns, relation) != 0) return broken_at(*first ^ relation);
  }
  return Yes{};
}

// Is there a set of value bits whose parity is the same on all values, and different on this one?
bool parity_excludes(const AffineMap& affine, Word value) {
  const f2::Matrix rows = f2::transpose(f2::Matrix{64, affine.columns});
  for (const Word mask : f2::kernel(rows.columns)) {
    if ((std::popcount(mask & (value ^ affine.constant)) & 1) != 0) return true;
  }
  return false;
}

// The outputs that a packed value has, and how the definition says again that nothing has them.
Missing missing(const IndexMap& map,
                const AffineMap& affine,
                const OutputSlots& slots,
                Word value) {
  Missing gap;
  for (const OutputSlot& slot : slots) {
    gap.value.push_back(value >> slot.shift & low_mask(slot.width));
  }
  // The linear form is taken anew from single points of the definition.
  gap.argument = [map, slots, value, bits = affine.columns.size()] {
    const auto packed = [&](Word point) {
      auto at = point_of(map, point);
      std::reverse(at.begin(), at.end());
      const auto values = value_at(map, at);
      Word word = 0;
      for (std::size_t k = 0; k < values.size(); ++k) word |= values[k] << slots[k].shift;
      return word;
    };
    AffineMap replay{std::vector<Word>(bits), packed(0)};
    for (std::size_t i = 0; i < bits; ++i)
      replay.columns[i] = packed(Word{1} << i) ^ replay.constant;
    return parity_excludes(replay, value);
  };
  return gap;
}

// The largest value of one output.
Word largest_of(const OutputSlot& slot, const AffineMap& affine) {
  const auto part = [&](Word value) { return value >> slot.shift & low_mask(slot.width); };
  std::vector<Word> columns;
  columns.reserve(affine.columns.size());
  for (const Word column : affine.columns) columns.push_back(part(column));
  return largest_in(part(affine.constant), columns);
}

// Outputs lie in slots of the box's sizes, so that the first of its values is the smallest word.
Answer covers_box(const Covers& asked, const AffineMap& affine, const OutputSlots& slots) {
  const f2::Subspace image(affine.columns);
  const bool to_largest = !asked.sizes[0];
  const Word largest = to_largest ? largest_of(slots.front(), affine) : 0;
  Word values = 0;  // the largest value that must be taken
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (!asked.sizes[k]) continue;
    if (!is_power_of_two(*asked.sizes[k])) return Open{"a coordinate's size is no power of two"};
    values |= (*asked.sizes[k] - 1) << slots[k].shift;
  }
  // The offsets of every partition and CTA must fill the same interval, which has all bits below
  // the highest of the largest.
  if (to_largest) {
    values |= low_mask(static_cast<unsigned>(std::bit_width(largest))) << slots.front().shift;
  }
  if (image.dimension() < 64 && (Word{1} << image.dimension()) - 1 == values) return Yes{};
  // Sizes may leave bits between the outputs unused, so that the values are no interval of words.
  const bool is_full = std::ranges::all_of(slots, [&](const OutputSlot& slot) {
    const auto k = static_cast<std::size_t>(&slot - slots.data());
    return !asked.sizes[k] || (slot.width < 64 && *asked.sizes[k] == Word{1} << slot.width);
  });
  Word first_missing = 0;
  if (!is_full) {
    bool all = image.contains(affine.constant);
    for (Word rest = values; rest != 0 && all; rest &= rest - 1) {
      all = image.contains(rest & (~rest + 1));
      if (!all) first_missing = rest & (~rest + 1);
    }
    if (all) return Yes{};
  } else if (image.contains(affine.constant)) {
    // If 0 is a value, all values are a space, and the first that is missing is a power of two.
    first_missing = 1;
    while (image.contains(first_missing)) first_missing *= 2;
  }
  Missing gap = missing(asked.map, affine, slots, first_missing);
  if (to_largest) gap.largest = largest;
  return gap;
}

Answer covers_image(const Covers& asked, const AffineMap& affine) {
  const auto slots = output_slots(asked.map);
  const auto image = linear_form(*asked.image, slots);
  if (!image.map) return not_linear(image);
  const f2::Subspace space(affine.columns);
  const auto is_taken = [&](Word value) { return space.contains(value ^ affine.constant); };
  const auto bits = image.map->columns.size();
  for (std::size_t i = 0; i <= bits; ++i) {
    const Word point = i == 0 ? 0 : Word{1} << (i - 1);
    const Word value = (*image.map)(point);
    if (is_taken(value)) continue;
    Missing gap = missing(asked.map, affine, slots, value);
    gap.image_at = point_of(*asked.image, point);
    return gap;
  }
  return Yes{};
}

struct ByF2 {
  template <typename Decide>
  static Answer if_linear(const IndexMap& map, const Decide& decide) {
    const auto form = linear_form(map);
    if (!form.map) return not_linear(form);
    return decide(*form.map);
  }

  Answer operator()(const Determines& asked) const {
    return if_linear(asked.f, [&](const AffineMap& f) {
      return asked.other ? on_two_sides(asked, f) : on_one_side(asked, f);
    });
  }
  Answer operator()(const Covers& asked) const {
    if (asked.image) {
      return if_linear(asked.map,
                       [&](const AffineMap& affine) { return covers_image(asked, affine); });
    }
    const auto slots = output_slots(asked.sizes);
    const auto form = linear_form(asked.map, slots);
    return form.map ? covers_box(asked, *form.map, slots) : not_linear(form);
  }

  // The smallest point beyond a bound: each bit, from the highest, stays 0 as long as the bits
  // below can still reach that far.
  Answer operator()(const Below& asked) const {
    return if_linear(asked.map, [&](const AffineMap& affine) -> Answer {
      const auto slots = output_slots(asked.map);
      std::optional<Word> first;
      for (std::size_t k = 0; k < slots.size(); ++k) {
        if (!asked.bounds[k]) continue;
        const Word bound = *asked.bounds[k];
        const auto part = [&](Word value) {
          return value >> slots[k].shift & low_mask(slots[k].width);
        };
        std::vector<Word> columns;
        columns.reserve(affine.columns.size());
        for (const Word column : affine.columns) columns.push_back(part(column));
        Word constant = part(affine.constant);
        if (largest_in(constant, columns) < bound) continue;
        Word point = 0;
        for (std::size_t i = columns.size(); i-- > 0;) {
          const std::span<const Word> below(columns.data(), i);
          if (largest_in(constant, below) >= bound) continue;
          constant ^= columns[i];
          point |= Word{1} << i;
        }
        first = std::min(first.value_or(point), point);
      }
      if (!first) return Yes{};
      return Broken{point_of(asked.map, *first)};
    });
  }

  Answer operator()(const Same& asked) const {
    const auto slots = output_slots(asked.one, asked.two);
    const auto one = linear_form(asked.one, slots);
    if (!one.map) return Open{"the first layout is not linear: " + one.reason};
    const auto two = linear_form(asked.two, slots);
    if (!two.map) return Open{"the second layout is not linear: " + two.reason};
    if (one.map->constant != two.map->constant) return Broken{point_of(asked.one, 0)};
    for (std::size_t i = 0; i < one.map->columns.size(); ++i) {
      if (one.map->columns[i] == two.map->columns[i]) continue;
      return Broken{point_of(asked.one, Word{1} << i)};
    }
    return Yes{};
  }

  Answer operator()(const Multiple& asked) const {
    if (!is_power_of_two(asked.unit)) return Open{"the unit is no power of two"};
    return if_linear(asked.map, [&](const AffineMap& affine) -> Answer {
      const OutputSlot slot = output_slots(asked.map).front();
      const auto rest = [&](Word value) { return value >> slot.shift & (asked.unit - 1); };
      if (rest(affine.constant) != 0) return Broken{point_of(asked.map, 0)};
      for (std::size_t i = 0; i < affine.columns.size(); ++i) {
        if (rest(affine.columns[i]) != 0) return Broken{point_of(asked.map, Word{1} << i)};
      }
      return Yes{};
    });
  }

  template <typename Formulas>
  Answer operator()(const Formulas& /*asked*/) const {
    return Open{"f2 does not decide formulas"};
  }
};

}  // namespace

Answer decide_linear(const Question& question) { return std::visit(ByF2{}, question.form); }

Answer decide_by_f2(const Question& question) {
  Answer answer = decide_linear(question);
  if (!is_open(answer)) return answer;
  if (auto broken = broken_on_tangents(question)) return *std::move(broken);
  return answer;
}

}  // namespace tileproof
