// Claims about maps that are linear over GF(2): one run of the definition gives the matrix, and
// ranks and spans decide for all points at once.  Others can be refuted on their tangents.
#include <algorithm>

#include "checkers/claims/counterexample.hpp"
#include "checkers/claims/engines.hpp"
#include "checkers/claims/linear_form.hpp"
#include "checkers/claims/obligation.hpp"
#include "checkers/claims/tangents.hpp"

namespace tileproof {
namespace {

const std::string kEngine = "f2";

// The point's coordinates from the slowest axis to the fastest, as variables are ordered.
void append_point(std::vector<Word>& to, const IndexMap& map, Word point) {
  std::vector<Word> coordinates;
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

// The largest of constant ^ span.
Word largest_in(Word constant, std::span<const Word> generators) {
  const f2::Subspace space(generators);
  for (const Word vector : space.basis()) constant = std::max(constant, constant ^ vector);
  return constant;
}

Verdict injective(const IndexMap& map, const AffineMap& affine, const Claim& claim) {
  if (f2::rank(affine.columns) == affine.columns.size()) return Proved{kEngine, scope(claim)};
  const auto kernel = f2::kernel(affine.columns);
  // The first point that repeats an earlier value is the highest bit of the smallest relation.
  const Word relation = *std::min_element(kernel.begin(), kernel.end());
  const Word later = std::bit_floor(relation);
  std::vector<Word> at = point_of(map, later);
  append_point(at, map, relation ^ later);
  return refuted(Injective{map}, kEngine, at);
}

// Is there a set of value bits whose parity is the same on all values, and different on this one?
bool parity_excludes(const AffineMap& affine, Word value) {
  const f2::Matrix rows = f2::transpose(f2::Matrix{64, affine.columns});
  for (const Word mask : f2::kernel(rows.columns)) {
    if ((std::popcount(mask & (value ^ affine.constant)) & 1) != 0) return true;
  }
  return false;
}

Verdict missing(const IndexMap& map, const AffineMap& affine, Word value, Word last) {
  std::vector<Word> coordinates;
  const auto slots = output_slots(map);
  for (std::size_t k = 0; k < slots.size(); ++k) {
    const Word rest = value >> slots[k].shift;
    coordinates.push_back(map.out_axes()[k].size ? rest & low_mask(slots[k].width) : rest);
  }
  const auto largest = map.gives_offset() ? std::optional(last) : std::nullopt;
  // The linear form is taken anew from single points of the definition.
  return refuted_missing(map, kEngine, coordinates, largest, [&] {
    AffineMap replay = affine;
    const auto packed = [&](Word point) {
      auto at = point_of(map, point);
      std::reverse(at.begin(), at.end());
      const auto values = value_at(map, at);
      Word word = 0;
      for (std::size_t k = 0; k < values.size(); ++k) word |= values[k] << slots[k].shift;
      return word;
    };
    replay.constant = packed(0);
    for (std::size_t i = 0; i < replay.columns.size(); ++i) {
      replay.columns[i] = packed(Word{1} << i) ^ replay.constant;
    }
    return parity_excludes(replay, value);
  });
}

Verdict surjective(const IndexMap& map, const AffineMap& affine, const Claim& claim) {
  if (map.gives_unsized_coordinates()) return Unknown{"the coordinates have no sizes"};
  const f2::Subspace image(affine.columns);
  const Word largest = largest_in(affine.constant, affine.columns);
  Word values = largest;  // the largest value that must be taken
  if (!map.gives_offset()) {
    unsigned bits = 0;
    for (const OutAxis& out : map.out_axes()) {
      if (!is_power_of_two(*out.size)) return Unknown{"a coordinate's size is no power of two"};
      bits += log2_exact(*out.size);
    }
    values = low_mask(bits);
  } else if (map.out_axes().size() > 1) {
    // The offsets of every partition and CTA must fill the same interval.
    const unsigned shift = output_slots(map).front().shift;
    values = largest | low_mask(shift);
  }
  if (image.dimension() < 64 && (Word{1} << image.dimension()) - 1 == values) {
    return Proved{kEngine, scope(claim)};
  }
  // If 0 is a value, all values are a space, and the first that is missing is a power of two.
  Word first_missing = 0;
  if (image.contains(affine.constant)) {
    first_missing = 1;
    while (image.contains(first_missing)) first_missing *= 2;
  }
  return missing(map, affine, first_missing, largest >> output_slots(map).front().shift);
}

// The smallest point whose offset is not below the allocation: each bit, from the highest, stays 0
// as long as the bits below can still reach that far.
Verdict in_bounds(const InBounds& claim, const AffineMap& affine, unsigned shift) {
  std::vector<Word> columns;
  for (const Word column : affine.columns) columns.push_back(column >> shift);
  Word constant = affine.constant >> shift;
  if (largest_in(constant, columns) < claim.allocation) return Proved{kEngine, scope(claim)};
  Word point = 0;
  for (std::size_t i = columns.size(); i-- > 0;) {
    const std::span<const Word> below(columns.data(), i);
    if (largest_in(constant, below) >= claim.allocation) continue;
    constant ^= columns[i];
    point |= Word{1} << i;
  }
  return refuted(claim, kEngine, point_of(claim.map, point));
}

Verdict equal(const Equal& claim) {
  // The second layout's outputs are put where the first one's are.
  const auto slots = output_slots(claim.a);
  const auto a = linear_form(claim.a, slots);
  if (!a.map) return Unknown{"the first layout is not linear: " + a.reason};
  const auto b = linear_form(claim.b, slots);
  if (!b.map) return Unknown{"the second layout is not linear: " + b.reason};
  if (a.map->constant != b.map->constant) return refuted(claim, kEngine, point_of(claim.a, 0));
  for (std::size_t i = 0; i < a.map->columns.size(); ++i) {
    if (a.map->columns[i] != b.map->columns[i]) {
      return refuted(claim, kEngine, point_of(claim.a, Word{1} << i));
    }
  }
  return Proved{kEngine, scope(claim)};
}

template <typename Decide>
Verdict if_linear(const IndexMap& map, Decide decide) {
  const auto form = linear_form(map);
  if (!form.map) return Unknown{"the layout is not linear over GF(2): " + form.reason};
  return decide(*form.map);
}

struct ByF2 {
  const Claim& whole;

  Verdict operator()(const Injective& claim) const {
    return if_linear(claim.map, [&](const auto& map) { return injective(claim.map, map, whole); });
  }
  Verdict operator()(const Surjective& claim) const {
    return if_linear(claim.map, [&](const auto& map) { return surjective(claim.map, map, whole); });
  }
  Verdict operator()(const Bijective& claim) const {
    return if_linear(claim.map, [&](const auto& map) {
      Verdict first = injective(claim.map, map, whole);
      return is_proved(first) ? surjective(claim.map, map, whole) : first;
    });
  }
  Verdict operator()(const InBounds& claim) const {
    return if_linear(claim.map, [&](const auto& map) {
      return in_bounds(claim, map, output_slots(claim.map).front().shift);
    });
  }
  Verdict operator()(const Equal& claim) const { return equal(claim); }
  template <typename T>
  Verdict operator()(const T&) const {
    return Unknown{"f2 does not decide '" + std::string(name(whole)) + "'"};
  }
};

}  // namespace

Verdict decide_linear(const Claim& claim) { return std::visit(ByF2{claim}, claim); }

Verdict prove_by_f2(const Claim& claim) {
  Verdict verdict = decide_linear(claim);
  if (!is_unknown(verdict)) return verdict;
  if (auto refuted = refuted_on_tangents(claim, kEngine)) return *std::move(refuted);
  return verdict;
}

}  // namespace tileproof
