// A linear layout as a function: the value at a point is the XOR of the bases of its bits.  This is
// the form that compilers build, and the second derivation of what a definition says.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/algebra.hpp"
#include "core/axis.hpp"
#include "core/linear_layout.hpp"

namespace tileproof {

// Inputs and outputs are found by their names; an input that the form lacks changes nothing, and an
// output that it lacks is 0.
struct ByBases {
  LinearLayout form;
  Names ins;
  Names outs;

  // With the inputs and outputs of the form.
  static ByBases of(LinearLayout form);
};

std::vector<Axis> axes(const ByBases& map);
std::vector<OutAxis> out_axes(const ByBases& map);
inline std::string_view origin_of(const ByBases& /*map*/) { return "the linear form"; }

template <Algebra A>
Words<A> evaluate(const A& a, const ByBases& map, std::span<const typename A::Word> at) {
  using W = typename A::Word;
  Words<A> values(map.outs.size(), W(0));
  for (std::size_t i = 0; i < map.ins.size(); ++i) {
    const auto in = map.form.find_in(map.ins[i]);
    if (!in) continue;
    const auto bases = map.form.field_bases(*in);
    for (std::size_t bit = 0; bit < bases.size(); ++bit) {
      const W digit = a.urem(a.udiv(at[i], Word{1} << bit), 2);
      for (std::size_t k = 0; k < map.outs.size(); ++k) {
        for (std::size_t d = 0; d < map.form.out_dims().size(); ++d) {
          if (map.form.out_dims()[d].name != map.outs[k]) continue;
          const Word basis = map.form.field(bases[bit], d);
          if (basis != 0) values[k] = a.bit_xor(values[k], a.mul(digit, basis));
        }
      }
    }
  }
  return values;
}

}  // namespace tileproof
