#include "encodings/cute/composition.hpp"

#include <algorithm>
#include <bit>

#include "encodings/cute/by_mode.hpp"
#include "encodings/cute/composition_law.hpp"

namespace tileproof::cute {
namespace {

Result<Mode> compose_modes(const FlatLayout& a, const Mode& b) {
  if (!b.is_leaf()) {
    std::vector<Mode> modes;
    for (const Mode& inner : b.modes) {
      TP_TRY(mode, compose_modes(a, inner));
      modes.push_back(std::move(mode));
    }
    return tuple(std::move(modes));
  }
  if (b.stride == 0) return b;
  TP_TRY(parts, compose_leaf(a, {b.size, b.stride}));
  FlatLayout result;
  for (const ComposedPart& part : parts) {
    TP_TRY(stride, times(part.stride, a[part.mode].stride, "stride"));
    result.push_back({part.size, stride});
  }
  return unflatten(result);
}

// R keeps each leaf of B as a mode of that size, so that B's coordinates are R's.
bool is_compatible(const Mode& b, const Mode& r) {
  if (b.is_leaf()) return size(r) == b.size;
  if (r.modes.size() != b.modes.size()) return false;
  for (std::size_t i = 0; i < b.modes.size(); ++i) {
    if (!is_compatible(b.modes[i], r.modes[i])) return false;
  }
  return true;
}

// A(x) for every x that B reaches, within 63 bits?
std::optional<Error> require_range(const Mode& a, const Layout& b) {
  const OffsetRange range = unswizzled_range(b);
  const Int farthest = std::max(range.highest, range.lowest < 0 ? -range.lowest : 0);
  const FlatLayout flat = flatten(a);
  // Sizes that exceed what A is asked for bound what the last mode is asked for.
  const Int past = farthest / (size(a) / flat.back().size) + 1;
  Layout open{std::nullopt, 0, a};
  Mode* last = &open.mode;
  while (!last->is_leaf()) last = &last->modes.back();
  last->size = std::max(last->size, past);
  if (!check(open)) return std::nullopt;
  return Error{ErrorCode::kOverflow,
               print(a) + " at " + std::to_string(farthest) + " exceeds 63 bits"};
}

// For any size: R is CuTe's composition, and the law says that this one is right.
bool is_composition_by_law(const Layout& a, const Layout& b, const Layout& r) {
  if (b.swizzle || r.swizzle != a.swizzle || r.offset != a.offset) return false;
  const FlatLayout flat = coalesced_beyond_size(flatten(a.mode));
  const auto law = composition_law(flat, flatten(b.mode));
  if (!law.applies || !law.holds) return false;
  const auto computed = compose_modes(flat, b.mode);
  return computed && *computed == r.mode;
}

Obligation equals_both(const Layout& a, const Layout& b, const Layout& r) {
  const Int count = size(b.mode);
  std::string text = "R(i) = A(B(i)) for all i < " + std::to_string(count);
  if (count > kMaxTried && is_composition_by_law(a, b, r)) return {std::move(text), Holds::kYes};
  const IndexFunction outer(a);
  const IndexFunction inner(b);
  const IndexFunction result(r);
  return for_each_index(std::move(text), 0, count, [&](Int i) {
    const Int wanted = outer(inner(i));
    return result(i) == wanted
               ? std::string()
               : "where A(" + std::to_string(inner(i)) + ") = " + std::to_string(wanted) +
                     " but R(i) = " + std::to_string(result(i));
  });
}

}  // namespace

Result<Swizzle> make_swizzle(Word sources, Word targets) {
  const auto bits = static_cast<unsigned>(std::popcount(sources));
  Swizzle swizzle;
  if (sources != 0 && targets != 0) {
    const int source = std::countr_zero(sources);
    const int target = std::countr_zero(targets);
    swizzle = {bits, static_cast<unsigned>(std::min(source, target)), source - target};
  }
  if (swizzle.source_mask() == sources && swizzle.target_mask() == targets && !check(swizzle)) {
    return swizzle;
  }
  return Error{ErrorCode::kNotSolvable,
               "no swizzle XORs the bits " + std::to_string(sources) + " into the bits " +
                   std::to_string(targets)};
}

Result<Swizzle> move_to_front(const Mode& a, const Swizzle& swizzle) {
  const IndexFunction function(a);
  const auto image = [&](Word mask) { return static_cast<Word>(function(static_cast<Int>(mask))); };
  return make_swizzle(image(swizzle.source_mask()), image(swizzle.target_mask()));
}

Result<Layout> compose(const Layout& a, const Layout& b) {
  if (b.offset != 0) {
    return Error{ErrorCode::kUnsupported,
                 "composition with " + print(b) + ": CuTe requires offset 0 on the right"};
  }
  if (b.swizzle && (a.swizzle || a.offset != 0)) {
    return Error{ErrorCode::kUnsupported,
                 "composition of " + print(a) + " and " + print(b) +
                     ": CuTe requires a plain layout left of a swizzle"};
  }
  if (auto error = require_range(a.mode, b)) return *error;
  TP_TRY(mode, compose_modes(coalesced_beyond_size(flatten(a.mode)), b.mode));
  Layout r{a.swizzle, a.offset, std::move(mode)};
  if (b.swizzle) {
    TP_TRY(moved, move_to_front(a.mode, *b.swizzle));
    if (moved.bits > 0) r.swizzle = moved;
  }
  if (auto error = check(r)) return *error;
  return r;
}

std::vector<Obligation> composition_obligations(const Layout& a, const Layout& b, const Layout& r) {
  return {holds_if(is_compatible(b.mode, r.mode), "compatible(B, R): R has B's coordinates"),
          equals_both(a, b, r)};
}

Result<Answer> composition(const Layout& a, const Layout& b) {
  TP_TRY(r, compose(a, b));
  auto obligations = composition_obligations(a, b, r);
  return Answer{std::move(r), std::move(obligations)};
}

Result<Answer> composition(const Layout& a, const Tiler& tiler) {
  if (!tiler.by_mode) return composition(a, tiler.layouts.front());
  return apply_by_mode(a, tiler, /*keeps_rest=*/false, [](const Layout& mode, const Layout& tile) {
    return composition(mode, tile);
  });
}

}  // namespace tileproof::cute
