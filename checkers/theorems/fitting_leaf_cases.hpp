// Why CuTe's composition is right for every leaf that fits (cute_composition.hpp), over all
// integers. Z3 does not see it at once; it does in the three cases of LeafFits, if the numbers that
// exist by "divides" are inputs and if it is told which instances of two lemmas matter.  The lemmas
// are claims of their own, proved along with the cases.
#pragma once

#include <span>
#include <vector>

#include "checkers/theorems/cute_composition.hpp"

namespace tileproof::theorems {

// m < n gives floor((q n + m) / n) = q ...
struct QuotientIsUnique {
  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"n", 1, {}}, {"q", 0, {}}, {"m", 0, {}}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const auto x = a.add(a.mul(in[1], in[0]), in[2]);
    return {a.ult(in[2], in[0]), a.eq(a.udiv(x, in[0]), in[1])};
  }
};

// ... and then (q n + m) mod n = m.
struct RemainderIsUnique {
  [[nodiscard]] std::vector<Input> inputs() const { return QuotientIsUnique{}.inputs(); }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const auto x = a.add(a.mul(in[1], in[0]), in[2]);
    const auto [given, quotient] = QuotientIsUnique{}.claim(a, in);
    return {a.bool_and(given, quotient), a.eq(a.urem(x, in[0]), in[2])};
  }
};

// Both for x = q n + m, as a hint that excludes nothing.
template <Algebra A>
typename A::Bool division_hint(
    const A& a, typename A::Word x, typename A::Word n, typename A::Word q, typename A::Word m) {
  const auto applies = all(a, a.ult(0, n), a.ult(m, n), a.eq(x, a.add(a.mul(q, n), m)));
  return implies(a, applies, a.bool_and(a.eq(a.udiv(x, n), q), a.eq(a.urem(x, n), m)));
}

// x <= y gives x p <= y p: the claim GapsGrow of padding_growth.hpp, as a hint.
template <Algebra A>
typename A::Bool product_hint(const A& a,
                              typename A::Word x,
                              typename A::Word y,
                              typename A::Word p) {
  return implies(a, at_most(a, x, y), at_most(a, a.mul(x, p), a.mul(y, p)));
}

template <Algebra A>
typename A::Bool composes_at(const A& a,
                             typename A::Word n,
                             const Leaf<typename A::Word>& leaf,
                             typename A::Word i) {
  return all(a,
             a.eq(composed_size(a, n, leaf), leaf.size),
             are_equal(a, composed_coords(a, n, leaf, i), coords_of(a, n, a.mul(i, leaf.stride))));
}

// n divides r: r = n t.
struct LeafOverRowsComposes {
  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"n", 1, {}}, {"stride / n", 1, {}}, {"size", 1, {}}, {"index", 0, {}}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    using W = typename A::Word;
    const W n = in[0];
    const W t = in[1];
    const W i = in[3];
    const Leaf<W> leaf = {in[2], a.mul(n, t)};
    const W n_less_1 = a.sub(n, 1);
    return {all(a,
                a.ult(i, leaf.size),
                division_hint(a, a.mul(i, leaf.stride), n, a.mul(i, t), W(0)),
                division_hint(a, a.add(leaf.stride, n_less_1), n, t, n_less_1)),
            composes_at(a, n, leaf, i)};
  }
};

// The leaf ends within the first row: (s - 1) r < n.
struct LeafInRowComposes {
  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"n", 1, {}}, {"size", 1, {}}, {"stride", 1, {}}, {"index", 0, {}}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    using W = typename A::Word;
    const W n = in[0];
    const Leaf<W> leaf = {in[1], in[2]};
    const W i = in[3];
    const W last = a.sub(leaf.size, 1);
    const W x = a.mul(i, leaf.stride);
    return {all(a,
                a.ult(i, leaf.size),
                a.ult(a.mul(last, leaf.stride), n),
                product_hint(a, i, last, leaf.stride),
                division_hint(a, x, n, W(0), x)),
            composes_at(a, n, leaf, i)};
  }
};

// r divides n and n / r divides s: n = r v and s = v y.  Where v = 1, n divides r; so v > 1 here.
// The index is j v + k with k < v.
struct LeafThroughRowsComposes {
  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"stride", 1, {}},
            {"n / stride", 2, {}},
            {"size / (n / stride)", 1, {}},
            {"index / (n / stride)", 0, {}},
            {"index mod (n / stride)", 0, {}}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    using W = typename A::Word;
    const W r = in[0];
    const W v = in[1];
    const W y = in[2];
    const W j = in[3];
    const W k = in[4];
    const W n = a.mul(r, v);
    const Leaf<W> leaf = {a.mul(v, y), r};
    const W i = a.add(a.mul(j, v), k);
    const W r_less_1 = a.sub(r, 1);
    return {all(a,
                a.ult(i, leaf.size),
                a.ult(k, v),
                product_hint(a, W(1), y, v),
                product_hint(a, W(2), v, r),
                product_hint(a, a.add(k, 1), v, r),
                division_hint(a, a.add(n, r_less_1), r, v, r_less_1),
                division_hint(a, i, v, j, k),
                division_hint(a, leaf.size, v, y, W(0)),
                division_hint(a, a.mul(i, r), n, j, a.mul(k, r))),
            composes_at(a, n, leaf, i)};
  }
};

}  // namespace tileproof::theorems
