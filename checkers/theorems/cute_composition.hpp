// What does CuTe's composition really require?  A = (n, m):(d0, d1) has two modes; A o B is to be
// A(B(i)) for every i.  CuTe computes it leaf by leaf of B (encodings/cute/leaf_step.hpp).
//
// A's strides enter linearly, so the result is right for all strides just if both *coordinates* in
// A agree: x = B(i) has x mod n and floor(x / n) (A's last mode does not end).  Being right is
// therefore stated of coordinates, without strides: where they differ, strides (1, 0) or (0, 1)
// tell them apart.
#pragma once

#include "checkers/theorems/statement.hpp"
#include "encodings/cute/leaf_step.hpp"

namespace tileproof::theorems {

template <typename W>
struct ModeCoords {
  W inner, outer;  // in A's first and last mode
};

// s elements of stride r.
template <typename W>
struct Leaf {
  W size, stride;
};

// Where A finds the index x.
template <Algebra A>
ModeCoords<typename A::Word> coords_of(const A& a,
                                       const typename A::Word& n,
                                       const typename A::Word& x) {
  return {a.urem(x, n), a.udiv(x, n)};
}

// What CuTe's result computes at index i, as coordinates in A: what is taken of the leaf are digits
// of the first mode, and the rest are digits of the last.
template <Algebra A>
ModeCoords<typename A::Word> composed_coords(const A& a,
                                             const typename A::Word& n,
                                             const Leaf<typename A::Word>& leaf,
                                             const typename A::Word& i) {
  const auto step = cute::leaf_step(a, n, leaf.size, leaf.stride);
  return {a.mul(a.urem(i, step.taken), leaf.stride), a.mul(a.udiv(i, step.taken), step.stride)};
}

// The number of elements of CuTe's result; it must be the leaf's.
template <Algebra A>
typename A::Word composed_size(const A& a,
                               const typename A::Word& n,
                               const Leaf<typename A::Word>& leaf) {
  const auto step = cute::leaf_step(a, n, leaf.size, leaf.stride);
  return a.mul(step.taken, step.left);
}

// Which leaves?
struct LeafFits {
  template <Algebra A>
  static typename A::Bool holds(const A& a,
                                const typename A::Word& n,
                                const Leaf<typename A::Word>& leaf) {
    return cute::leaf_fits(a, n, leaf.size, leaf.stride);
  }
};
struct CuteChecks {
  template <Algebra A>
  static typename A::Bool holds(const A& a,
                                const typename A::Word& n,
                                const Leaf<typename A::Word>& leaf) {
    return a.bool_and(cute::stride_divides(a, n, leaf.stride),
                      cute::shape_divides(a, n, leaf.size, leaf.stride));
  }
};

template <Algebra A>
typename A::Bool are_equal(const A& a,
                           const ModeCoords<typename A::Word>& x,
                           const ModeCoords<typename A::Word>& y) {
  return a.bool_and(a.eq(x.inner, y.inner), a.eq(x.outer, y.outer));
}
template <Algebra A>
ModeCoords<typename A::Word> sum_of(const A& a,
                                    const ModeCoords<typename A::Word>& x,
                                    const ModeCoords<typename A::Word>& y) {
  return {a.add(x.inner, y.inner), a.add(x.outer, y.outer)};
}

// The result is right at an index and has the leaf's size.
template <Algebra A>
typename A::Bool composes_at(const A& a,
                             const typename A::Word& n,
                             const Leaf<typename A::Word>& leaf,
                             const typename A::Word& i) {
  return a.bool_and(
      a.eq(composed_size(a, n, leaf), leaf.size),
      are_equal(a, composed_coords(a, n, leaf, i), coords_of(a, n, a.mul(i, leaf.stride))));
}

// If a leaf meets the condition, the result is right at each index; n, its size and its stride up
// to a bound.
template <typename Condition = LeafFits>
Statement fitting_leaf_composes(Word bound) {
  const std::vector<Axis> variables = {
      {"n", bound, 1}, {"size", bound, 1}, {"stride", bound, 1}, {"index", bound}};
  return by_cases(2, wherever(variables, [](const auto& a, auto at) {
                    const Leaf<WordOf<decltype(a)>> leaf = {at[1], at[2]};
                    return Implication{
                        a.bool_and(a.ult(at[3], at[1]), Condition::holds(a, at[0], leaf)),
                        composes_at(a, at[0], leaf, at[3])};
                  }));
}

// If it does not, the size is wrong or the result is, at index ceil(n / r).
template <typename Condition, Algebra A>
Implication<typename A::Bool> other_leaf(const A& a,
                                         const typename A::Word& n,
                                         const Leaf<typename A::Word>& leaf) {
  const auto index = cute::ceil_div(a, n, leaf.stride);
  return {
      a.bool_not(Condition::holds(a, n, leaf)),
      a.bool_or(a.bool_not(a.eq(composed_size(a, n, leaf), leaf.size)),
                a.bool_and(a.ult(index, leaf.size), a.bool_not(composes_at(a, n, leaf, index))))};
}
template <typename Condition = LeafFits>
Statement other_leaf_does_not(Word bound) {
  const std::vector<Axis> variables = {{"n", bound, 1}, {"size", bound, 1}, {"stride", bound, 1}};
  return wherever(variables, [](const auto& a, auto at) {
    return other_leaf<Condition>(a, at[0], Leaf<WordOf<decltype(a)>>{at[1], at[2]});
  });
}

// The largest coordinate in A's first mode that a leaf that fits reaches.
template <Algebra A>
typename A::Word reach(const A& a, const typename A::Word& n, const Leaf<typename A::Word>& leaf) {
  return a.mul(a.sub(cute::leaf_step(a, n, leaf.size, leaf.stride).taken, 1), leaf.stride);
}

// Two leaves that fit, joined by their modes: right if what they reach adds up to less than n.
enum class Carry { kNone, kAny };

inline Statement two_leaves_compose(Word bound, Carry carry = Carry::kNone) {
  const std::vector<Axis> variables = {{"n", bound, 1},
                                       {"size", bound, 1},
                                       {"stride", bound, 1},
                                       {"other size", bound, 1},
                                       {"other stride", bound, 1},
                                       {"index", bound},
                                       {"other index", bound}};
  return by_cases(
      4, wherever(variables, [carry](const auto& a, auto at) {
        using W = WordOf<decltype(a)>;
        const Leaf<W> leaf = {at[1], at[2]};
        const Leaf<W> other = {at[3], at[4]};
        const auto are_leaves = all(a,
                                    a.ult(at[5], at[1]),
                                    a.ult(at[6], at[3]),
                                    LeafFits::holds(a, at[0], leaf),
                                    LeafFits::holds(a, at[0], other));
        const auto no_carry = a.ult(a.add(reach(a, at[0], leaf), reach(a, at[0], other)), at[0]);
        const W x = a.add(a.mul(at[5], leaf.stride), a.mul(at[6], other.stride));
        return Implication{carry == Carry::kAny ? are_leaves : a.bool_and(are_leaves, no_carry),
                           are_equal(a,
                                     sum_of(a,
                                            composed_coords(a, at[0], leaf, at[5]),
                                            composed_coords(a, at[0], other, at[6])),
                                     coords_of(a, at[0], x))};
      }));
}

// And wrong otherwise: at the indices that reach furthest.
inline Statement carrying_leaves_do_not(Word bound) {
  const std::vector<Axis> variables = {{"n", bound, 1},
                                       {"size", bound, 1},
                                       {"stride", bound, 1},
                                       {"other size", bound, 1},
                                       {"other stride", bound, 1}};
  return by_cases(
      2, wherever(variables, [](const auto& a, auto at) {
        using W = WordOf<decltype(a)>;
        const W n = at[0];
        const Leaf<W> leaf = {at[1], at[2]};
        const Leaf<W> other = {at[3], at[4]};
        const W i = a.sub(cute::leaf_step(a, n, leaf.size, leaf.stride).taken, 1);
        const W k = a.sub(cute::leaf_step(a, n, other.size, other.stride).taken, 1);
        const W x = a.add(a.mul(i, leaf.stride), a.mul(k, other.stride));
        return Implication{
            all(a,
                LeafFits::holds(a, n, leaf),
                LeafFits::holds(a, n, other),
                at_most(a, n, a.add(reach(a, n, leaf), reach(a, n, other)))),
            a.bool_not(are_equal(
                a,
                sum_of(a, composed_coords(a, n, leaf, i), composed_coords(a, n, other, k)),
                coords_of(a, n, x)))};
      }));
}

// A(x + y) = A(x) + A(y) for all strides of A if the coordinates in the first mode do not carry,
// and not if they do.
inline Statement sum_composes(bool carries) {
  const std::vector<Axis> variables = {natural("n", 1), natural("x"), natural("y")};
  return over_integers(wherever(variables, [carries](const auto& a, auto at) {
    const auto sum = sum_of(a, coords_of(a, at[0], at[1]), coords_of(a, at[0], at[2]));
    const auto no_carry = a.ult(sum.inner, at[0]);
    const auto is_right = are_equal(a, sum, coords_of(a, at[0], a.add(at[1], at[2])));
    if (carries) return Implication{a.bool_not(no_carry), a.bool_not(is_right)};
    return Implication{no_carry, is_right};
  }));
}

}  // namespace tileproof::theorems
