// Tilted rows: each row starts `tilt` places further to the right than the one above it, and what
// leaves it on the right comes in on the left, so that a column does not fall into one bank.
//
//   offset = row * columns + (col + row * tilt) % columns
#pragma once

#include <tileproof/encoding.hpp>

namespace mine {

using tileproof::Word;

// The parameters.
struct Tilted {
  Word rows = 1;
  Word columns = 1;
  Word tilt = 0;
};

// The definition, over any algebra.
template <tileproof::Algebra A>
tileproof::Words<A> evaluate(const A& a, const Tilted& e, std::span<const typename A::Word> at) {
  const auto& row = at[0];
  const auto& col = at[1];
#ifdef TILTED_FORGETS_THE_ROW  // a mistake, to see how it is found
  return {a.add(a.mul(row, e.tilt), a.urem(a.add(col, a.mul(row, e.tilt)), e.columns))};
#else
  return {a.add(a.mul(row, e.columns), a.urem(a.add(col, a.mul(row, e.tilt)), e.columns))};
#endif
}

inline std::vector<tileproof::Axis> axes(const Tilted& e) {
  return {{"row", e.rows}, {"col", e.columns}};
}
inline std::vector<tileproof::OutAxis> out_axes(const Tilted& /*e*/) { return {{"offset", {}}}; }
inline Word allocation(const Tilted& e) { return e.rows * e.columns; }

// The notation, what random cases draw, and what is promised.
inline tileproof::Result<tileproof::Family> tilted() {
  return tileproof::Family::make<Tilted>("tilted<{rows}x{columns}, {tilt}>",
                                         {{"rows", &Tilted::rows, {1, 64}},
                                          {"columns", &Tilted::columns, {1, 64}},
                                          {"tilt", &Tilted::tilt, {0, 16}}},
                                         {.is_injective = true, .is_surjective = true});
}

}  // namespace mine
