// Skewed rows: row r starts r * skew places further to the right, and what leaves it on the right
// comes in on the left, so that a column does not fall into one bank.
//
//   offset = row * columns + (col + row * skew) % columns
//
// Written skewed<32x32, 1>.
#pragma once

#include <string>
#include <string_view>

#include "encodings/index_map/index_map.hpp"

namespace tileproof::example {

struct Skewed {
  Word rows = 1;
  Word columns = 1;
  Word skew = 0;
};

// The definition.
template <Algebra A>
Words<A> evaluate(const A& a, const Skewed& e, std::span<const typename A::Word> at) {
  const auto& row = at[0];
  const auto& col = at[1];
  const auto shifted = a.urem(a.add(col, a.mul(row, e.skew)), e.columns);
  return {a.add(a.mul(row, e.columns), shifted)};
}

inline std::vector<Axis> axes(const Skewed& e) { return {{"row", e.rows}, {"col", e.columns}}; }
inline std::vector<OutAxis> out_axes(const Skewed& /*e*/) { return {{"offset", std::nullopt}}; }

// Fails if there is no element, or a number has more than 31 bits.
Result<Skewed> parse_skewed(std::string_view text);
std::string print(const Skewed& e);

}  // namespace tileproof::example
