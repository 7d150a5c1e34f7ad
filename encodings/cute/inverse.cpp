#include "encodings/cute/inverse.hpp"

#include <utility>

#include "encodings/cute/composition.hpp"
#include "encodings/cute/composition_law.hpp"
#include "encodings/cute/offsets.hpp"

namespace tileproof::cute {
namespace {

// A coalesced mode and the index that its coordinate 1 stands for.
struct Place {
  FlatMode mode;
  Int unit = 1;
};

std::vector<Place> places_by_stride(const Mode& a) {
  std::vector<Place> places;
  Int unit = 1;
  for (const FlatMode& mode : coalesced(flatten(a))) {
    places.push_back({mode, unit});
    unit *= mode.size;
  }
  // CuTe's exchange sort, which decides the order of equal strides.
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      if (places[j].mode.stride < places[i].mode.stride) std::swap(places[i], places[j]);
    }
  }
  return places;
}

// (swizzle o A)^-1 = A^-1 o swizzle, with the swizzle moved to the front.
Result<Layout> invert_swizzle(const Layout& a, Mode inverse) {
  Layout r{std::nullopt, 0, std::move(inverse)};
  if (!a.swizzle) return r;
  TP_TRY(moved, move_to_front(r.mode, *a.swizzle));
  if (moved.bits > 0) r.swizzle = moved;
  return r;
}

std::optional<Error> require_no_offset(const Layout& a, const char* operation) {
  if (a.offset == 0) return std::nullopt;
  return Error{ErrorCode::kUnsupported,
               std::string(operation) + " of " + print(a) +
                   ": CuTe's answer is no layout unless the offset is 0"};
}

// For any size, by the composition's law: outer o inner coalesces to size(inner):1.
bool is_identity_by_law(const Layout& outer, const Layout& inner) {
  if (outer.swizzle || inner.swizzle) return false;
  const auto law = composition_law(coalesced_beyond_size(flatten(outer.mode)), flatten(inner.mode));
  if (!law.applies || !law.holds) return false;
  const auto identity = compose(outer, inner);
  return identity && coalesced(flatten(identity->mode)) == FlatLayout{{size(inner.mode), 1}};
}

std::string unless_element(const Layout& a, Int index) {
  if (index >= 0 && index < size(a.mode)) return {};
  return std::to_string(index) + " is no element of A";
}

Obligation is_onto_inverse(const Layout& a, const Layout& r) {
  std::string text =
      "size(R) = size(A), if A's offsets are 0 .. " + std::to_string(size(a.mode) - 1);
  if (size(r.mode) == size(a.mode)) return {std::move(text), Holds::kYes};
  const OffsetRange range = unswizzled_range(a);
  if (!a.swizzle && (range.lowest != 0 || range.highest != size(a.mode) - 1)) {
    return {std::move(text), Holds::kYes};
  }
  const auto taken = taken_offsets(a);
  if (!taken) return undecided(std::move(text), size(a.mode));
  return holds_if(taken->first_free != size(a.mode), std::move(text));
}

}  // namespace

std::vector<Obligation> right_inverse_obligations(const Layout& a, const Layout& r) {
  Obligation inverse{"R(i) < size(A) and A(R(i)) = i for all i < " + std::to_string(size(r.mode)),
                     Holds::kYes};
  const OffsetRange range = unswizzled_range(r);
  const bool is_inside = range.lowest >= 0 && range.highest < size(a.mode);
  if (size(r.mode) <= kMaxTried || !is_inside || !is_identity_by_law(a, r)) {
    const IndexFunction given(a);
    const IndexFunction result(r);
    inverse = for_each_index(std::move(inverse.text), 0, size(r.mode), [&](Int i) {
      const std::string outside = unless_element(a, result(i));
      return outside.empty() ? unless_equal("A(R(i))", given(result(i)), i) : outside;
    });
  }
  return {std::move(inverse), is_onto_inverse(a, r)};
}

Result<Answer> right_inverse(const Layout& a) {
  if (auto error = require_no_offset(a, "right_inverse")) return *error;
  FlatLayout inverse;
  Int next = 1;
  for (const Place& place : places_by_stride(a.mode)) {
    if (place.mode.stride != next) continue;
    inverse.push_back({place.mode.size, place.unit});
    TP_TRY(end, times(place.mode.size, place.mode.stride, "right_inverse: stride"));
    next = end;
  }
  TP_TRY(r, invert_swizzle(a, unflatten(coalesced(inverse))));
  if (auto error = check(r)) return *error;
  auto obligations = right_inverse_obligations(a, r);
  return Answer{std::move(r), std::move(obligations)};
}

std::vector<Obligation> left_inverse_obligations(const Layout& a, const Layout& r) {
  Obligation inverse{
      "R(A(i)) < size(A) and A(R(A(i))) = A(i) for all i < " + std::to_string(size(a.mode)),
      Holds::kYes};
  if (size(a.mode) <= kMaxTried || !is_identity_by_law(r, a)) {
    const IndexFunction given(a);
    const IndexFunction result(r);
    inverse = for_each_index(std::move(inverse.text), 0, size(a.mode), [&](Int i) {
      const Int element = result(given(i));
      const std::string outside = unless_element(a, element);
      return outside.empty() ? unless_equal("A(R(A(i)))", given(element), given(i)) : outside;
    });
  }
  return {std::move(inverse)};
}

Result<Answer> left_inverse(const Layout& a) {
  if (auto error = require_no_offset(a, "left_inverse")) return *error;
  FlatLayout inverse;
  Int filled = 1;  // the product of the sizes so far
  Int unit = 0;    // of the mode before
  for (const Place& place : places_by_stride(a.mode)) {
    const Int stride = place.mode.stride;
    if (stride < 0) {
      return Error{ErrorCode::kUnsupported,
                   "left_inverse of " + print(a.mode) + ": CuTe gives none for negative strides"};
    }
    if (stride == 0) continue;
    if (stride % filled != 0) {
      return Error{ErrorCode::kNotSolvable,
                   "left_inverse: divisibility, stride " + std::to_string(stride) +
                       " must be a multiple of " + std::to_string(filled)};
    }
    inverse.push_back({stride / filled, unit});
    filled = stride;
    unit = place.unit;
  }
  const auto places = places_by_stride(a.mode);
  inverse.push_back({places.empty() ? 1 : places.back().mode.size, unit});
  TP_TRY(r, invert_swizzle(a, unflatten(coalesced(inverse))));
  if (auto error = check(r)) return *error;
  auto obligations = left_inverse_obligations(a, r);
  return Answer{std::move(r), std::move(obligations)};
}

}  // namespace tileproof::cute
