// How does CuTe compose one mode of A, of n elements, with a leaf s:r of B?  In words of any
// algebra, so that theorems are about all numbers; the walk through A's modes is in
// composition_law.cpp.
#pragma once

#include "core/algebra.hpp"

namespace tileproof::cute {

template <Algebra A>
typename A::Word ceil_div(const A& a, const typename A::Word& x, const typename A::Word& y) {
  return a.udiv(a.add(x, a.sub(y, 1)), y);
}

template <typename W>
struct LeafStep {
  W taken;   // elements of the leaf that are in this mode, every r-th of it
  W left;    // how many times as many are in the modes that follow ...
  W stride;  // ... and at which stride
};

template <Algebra A>
LeafStep<typename A::Word> leaf_step(const A& a,
                                     const typename A::Word& n,
                                     const typename A::Word& s,
                                     const typename A::Word& r) {
  const auto in_mode = ceil_div(a, n, r);
  const auto taken = a.ite(a.ult(in_mode, s), in_mode, s);
  return {taken, a.udiv(s, taken), ceil_div(a, r, n)};
}

// CuTe's conditions of the stride and of the shape.
template <Algebra A>
typename A::Bool stride_divides(const A& a, const typename A::Word& n, const typename A::Word& r) {
  return a.bool_or(a.eq(a.urem(r, n), 0), a.ult(r, n));
}
template <Algebra A>
typename A::Bool shape_divides(const A& a,
                               const typename A::Word& n,
                               const typename A::Word& s,
                               const typename A::Word& r) {
  return a.eq(a.urem(s, leaf_step(a, n, s, r).taken), 0);
}

// What they should be, condition (1) of composition_law.hpp: the leaf steps over whole rows of n,
// or ends within the first one, or steps evenly through rows and ends with one.
template <Algebra A>
typename A::Bool leaf_fits(const A& a,
                           const typename A::Word& n,
                           const typename A::Word& s,
                           const typename A::Word& r) {
  const auto per_row = a.udiv(n, a.ite(a.ult(r, n), r, n));
  const auto is_even = a.bool_and(a.eq(a.urem(n, r), 0), a.eq(a.urem(s, per_row), 0));
  const auto in_row = a.bool_not(a.ult(ceil_div(a, n, r), s));
  return a.bool_or(a.eq(a.urem(r, n), 0), a.bool_or(in_row, is_even));
}

}  // namespace tileproof::cute
