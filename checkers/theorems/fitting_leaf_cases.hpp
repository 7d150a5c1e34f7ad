// Why CuTe's composition is right for every leaf that fits (cute_composition.hpp), and wrong for
// every other, over all integers. Z3 does not see it at once; it does in the cases of leaf_fits, if
// the numbers that exist by "divides" are variables and if it is told which instances of two lemmas
// matter. The lemmas are statements of their own, proved along with the cases.
#pragma once

#include "checkers/theorems/cute_composition.hpp"

namespace tileproof::theorems {

// m < n gives floor((q n + m) / n) = q ...
inline Statement quotient_is_unique() {
  return over_integers(
      wherever({natural("n", 1), natural("q"), natural("m")}, [](const auto& a, auto at) {
        const auto x = a.add(a.mul(at[1], at[0]), at[2]);
        return Implication{a.ult(at[2], at[0]), a.eq(a.udiv(x, at[0]), at[1])};
      }));
}

// ... and then (q n + m) mod n = m.
inline Statement remainder_is_unique() {
  return over_integers(
      wherever({natural("n", 1), natural("q"), natural("m")}, [](const auto& a, auto at) {
        const auto x = a.add(a.mul(at[1], at[0]), at[2]);
        return Implication{a.bool_and(a.ult(at[2], at[0]), a.eq(a.udiv(x, at[0]), at[1])),
                           a.eq(a.urem(x, at[0]), at[2])};
      }));
}

// Both for x = q n + m, as a hint that excludes nothing.
template <Algebra A>
typename A::Bool division_hint(const A& a,
                               const typename A::Word& x,
                               const typename A::Word& n,
                               const typename A::Word& q,
                               const typename A::Word& m) {
  const auto applies = all(a, a.ult(0, n), a.ult(m, n), a.eq(x, a.add(a.mul(q, n), m)));
  return implies(a, applies, a.bool_and(a.eq(a.udiv(x, n), q), a.eq(a.urem(x, n), m)));
}

// x <= y gives x p <= y p: gaps_grow() of padding_growth.hpp, as a hint.
template <Algebra A>
typename A::Bool product_hint(const A& a,
                              const typename A::Word& x,
                              const typename A::Word& y,
                              const typename A::Word& p) {
  return implies(a, at_most(a, x, y), at_most(a, a.mul(x, p), a.mul(y, p)));
}

// n divides r: r = n t.
inline Statement leaf_over_rows_composes() {
  const std::vector<Axis> variables = {
      natural("n", 1), natural("stride / n", 1), natural("size", 1), natural("index")};
  return over_integers(wherever(variables, [](const auto& a, auto at) {
    using W = WordOf<decltype(a)>;
    const W n = at[0];
    const W t = at[1];
    const W i = at[3];
    const Leaf<W> leaf = {at[2], a.mul(n, t)};
    const W n_less_1 = a.sub(n, 1);
    return Implication{all(a,
                           a.ult(i, leaf.size),
                           division_hint(a, a.mul(i, leaf.stride), n, a.mul(i, t), 0),
                           division_hint(a, a.add(leaf.stride, n_less_1), n, t, n_less_1)),
                       composes_at(a, n, leaf, i)};
  }));
}

// The leaf ends within the first row, s <= c = ceil(n / r): n = c r - e with e < r.
inline Statement leaf_in_row_composes() {
  const std::vector<Axis> variables = {natural("stride", 1),
                                       natural("ceil(n / stride)", 1),
                                       natural("gap"),
                                       natural("size", 1),
                                       natural("index")};
  return over_integers(wherever(variables, [](const auto& a, auto at) {
    using W = WordOf<decltype(a)>;
    const W r = at[0];
    const W c = at[1];
    const W e = at[2];
    const W i = at[4];
    const Leaf<W> leaf = {at[3], r};
    const W n = a.sub(a.mul(c, r), e);
    const W r_less_1 = a.sub(r, 1);
    return Implication{all(a,
                           a.ult(e, r),
                           at_most(a, leaf.size, c),
                           a.ult(i, leaf.size),
                           product_hint(a, i, a.sub(c, 1), r),
                           division_hint(a, a.add(n, r_less_1), r, c, a.sub(r_less_1, e)),
                           division_hint(a, a.mul(i, r), n, 0, a.mul(i, r))),
                       composes_at(a, n, leaf, i)};
  }));
}

// r divides n and n / r divides s: n = r v and s = v y.  Where v = 1, n divides r; so v > 1 here.
// The index is j v + k with k < v.
inline Statement leaf_through_rows_composes() {
  const std::vector<Axis> variables = {natural("stride", 1),
                                       natural("n / stride", 2),
                                       natural("size / (n / stride)", 1),
                                       natural("index / (n / stride)"),
                                       natural("index mod (n / stride)")};
  return over_integers(wherever(variables, [](const auto& a, auto at) {
    using W = WordOf<decltype(a)>;
    const W r = at[0];
    const W v = at[1];
    const W y = at[2];
    const W j = at[3];
    const W k = at[4];
    const W n = a.mul(r, v);
    const Leaf<W> leaf = {a.mul(v, y), r};
    const W i = a.add(a.mul(j, v), k);
    const W r_less_1 = a.sub(r, 1);
    return Implication{all(a,
                           a.ult(i, leaf.size),
                           a.ult(k, v),
                           product_hint(a, 1, y, v),
                           product_hint(a, 2, v, r),
                           product_hint(a, a.add(k, 1), v, r),
                           division_hint(a, a.add(n, r_less_1), r, v, r_less_1),
                           division_hint(a, i, v, j, k),
                           division_hint(a, leaf.size, v, y, 0),
                           division_hint(a, a.mul(i, r), n, j, a.mul(k, r))),
                       composes_at(a, n, leaf, i)};
  }));
}

// What does not fit, over rows: r >= n.
inline Statement other_leaf_over_rows_does_not() {
  const std::vector<Axis> variables = {natural("n", 1), natural("size", 1), natural("stride", 1)};
  return over_integers(wherever(variables, [](const auto& a, auto at) {
    const auto other = other_leaf<LeafFits>(a, at[0], Leaf<WordOf<decltype(a)>>{at[1], at[2]});
    return Implication{a.bool_and(other.given, at_most(a, at[0], at[2])), other.then};
  }));
}

// And within rows: n = c r - e with e < r and c = ceil(n / r) > 1.
inline Statement other_leaf_within_rows_does_not() {
  const std::vector<Axis> variables = {
      natural("stride", 1), natural("ceil(n / stride)", 2), natural("gap"), natural("size", 1)};
  return over_integers(wherever(variables, [](const auto& a, auto at) {
    using W = WordOf<decltype(a)>;
    const W r = at[0];
    const W c = at[1];
    const W e = at[2];
    const W n = a.sub(a.mul(c, r), e);
    const W r_less_1 = a.sub(r, 1);
    const auto other = other_leaf<LeafFits>(a, n, Leaf<W>{at[3], r});
    return Implication{all(a,
                           other.given,
                           a.ult(e, r),
                           product_hint(a, 2, c, r),
                           division_hint(a, a.add(n, r_less_1), r, c, a.sub(r_less_1, e)),
                           division_hint(a, a.add(r, a.sub(n, 1)), n, 1, r_less_1),
                           division_hint(a, n, r, c, 0),
                           division_hint(a, n, r, a.sub(c, 1), a.sub(r, e)),
                           division_hint(a, c, c, 1, 0),
                           division_hint(a, a.mul(c, r), n, 1, e)),
                       other.then};
  }));
}

}  // namespace tileproof::theorems
