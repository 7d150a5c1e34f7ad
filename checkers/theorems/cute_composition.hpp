// What does CuTe's composition really require?  A = (n, m):(d0, d1) has two modes; A o B is to be
// A(B(i)) for every i.  CuTe computes it leaf by leaf of B, from s:r (s elements of stride r):
//
//   r >= n                        s : ceil(r / n) d1
//   r <  n and c = ceil(n / r):   (min(c, s), floor(s / min(c, s))) : (r d0, d1)
//
// A's strides enter linearly, so the result is right for all strides just if both *coordinates* in
// A agree: x = B(i) has x mod n and floor(x / n) (A's last mode does not end).  Being right is
// therefore stated of coordinates, without strides: where they differ, strides (1, 0) or (0, 1)
// tell them apart.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "checkers/theorems/claim.hpp"

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
ModeCoords<typename A::Word> coords_of(const A& a, typename A::Word n, typename A::Word x) {
  return {a.urem(x, n), a.udiv(x, n)};
}

template <Algebra A>
typename A::Word ceil_div(const A& a, typename A::Word x, typename A::Word y) {
  return a.udiv(a.add(x, a.sub(y, 1)), y);
}

template <Algebra A>
typename A::Word smaller(const A& a, typename A::Word x, typename A::Word y) {
  return a.ite(a.ult(x, y), x, y);
}

// What CuTe's result computes at index i, as coordinates in A.
template <Algebra A>
ModeCoords<typename A::Word> composed_coords(const A& a,
                                             typename A::Word n,
                                             const Leaf<typename A::Word>& leaf,
                                             typename A::Word i) {
  const auto reaches_over = at_most(a, n, leaf.stride);
  const auto part = smaller(a, ceil_div(a, n, leaf.stride), leaf.size);
  return {a.ite(reaches_over, 0, a.mul(a.urem(i, part), leaf.stride)),
          a.ite(reaches_over, a.mul(i, ceil_div(a, leaf.stride, n)), a.udiv(i, part))};
}

// The number of elements of CuTe's result; it must be the leaf's.
template <Algebra A>
typename A::Word composed_size(const A& a, typename A::Word n, const Leaf<typename A::Word>& leaf) {
  const auto part = smaller(a, ceil_div(a, n, leaf.stride), leaf.size);
  return a.ite(at_most(a, n, leaf.stride), leaf.size, a.mul(part, a.udiv(leaf.size, part)));
}

// When a leaf fits: it steps over whole rows of n, or ends within the first row, or steps evenly
// through rows and ends with one.
struct LeafFits {
  template <Algebra A>
  static typename A::Bool holds(const A& a,
                                typename A::Word n,
                                const Leaf<typename A::Word>& leaf) {
    const auto divides = [&](const auto& x, const auto& y) { return a.eq(a.urem(y, x), 0); };
    const auto per_row = a.udiv(n, smaller(a, leaf.stride, n));
    return a.bool_or(divides(n, leaf.stride),
                     a.bool_or(a.ult(a.mul(a.sub(leaf.size, 1), leaf.stride), n),
                               all(a, divides(leaf.stride, n), divides(per_row, leaf.size))));
  }
};

// What CuTe itself checks: of the stride, that n divides it unless it is below n; of the size, that
// it is a multiple of ceil(n / r) unless it is smaller.
struct CuteChecks {
  template <Algebra A>
  static typename A::Bool holds(const A& a,
                                typename A::Word n,
                                const Leaf<typename A::Word>& leaf) {
    const auto part = smaller(a, ceil_div(a, n, leaf.stride), leaf.size);
    return a.bool_or(a.eq(a.urem(leaf.stride, n), 0),
                     all(a, a.ult(leaf.stride, n), a.eq(a.urem(leaf.size, part), 0)));
  }
};

template <Algebra A>
typename A::Bool are_equal(const A& a,
                           const ModeCoords<typename A::Word>& x,
                           const ModeCoords<typename A::Word>& y) {
  return all(a, a.eq(x.inner, y.inner), a.eq(x.outer, y.outer));
}

// If the leaf meets the condition, the result is right at each index and has the leaf's size.
template <typename Condition = LeafFits>
struct FittingLeafComposes {
  Word bound;  // of n, the leaf's size and its stride

  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"n", 1, bound}, {"size", 1, bound}, {"stride", 1, bound}, {"index", 0, bound}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const Leaf<typename A::Word> leaf = {in[1], in[2]};
    return {all(a, a.ult(in[3], in[1]), Condition::holds(a, in[0], leaf)),
            all(a,
                a.eq(composed_size(a, in[0], leaf), leaf.size),
                are_equal(a,
                          composed_coords(a, in[0], leaf, in[3]),
                          coords_of(a, in[0], a.mul(in[3], leaf.stride))))};
  }
};

enum class Steps { kAny, kWithinRows, kOverRows };

// If it does not, the size is wrong or the result is, at index ceil(n / r).
template <typename Condition = LeafFits>
struct OtherLeafDoesNot {
  std::optional<Word> bound;  // without: all numbers
  Steps steps = Steps::kAny;

  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"n", 1, bound}, {"size", 1, bound}, {"stride", 1, bound}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const Leaf<typename A::Word> leaf = {in[1], in[2]};
    const auto index = ceil_div(a, in[0], leaf.stride);
    const auto composed = composed_coords(a, in[0], leaf, index);
    const auto is_right = are_equal(a, composed, coords_of(a, in[0], a.mul(index, leaf.stride)));
    const auto over_rows = at_most(a, in[0], leaf.stride);
    const auto has_steps = steps == Steps::kAny        ? typename A::Bool(true)
                           : steps == Steps::kOverRows ? over_rows
                                                       : a.bool_not(over_rows);
    return {all(a, a.bool_not(Condition::holds(a, in[0], leaf)), has_steps),
            a.bool_or(a.bool_not(a.eq(composed_size(a, in[0], leaf), leaf.size)),
                      all(a, a.ult(index, leaf.size), a.bool_not(is_right)))};
  }
};

// The largest coordinate in A's first mode that a leaf that fits reaches.
template <Algebra A>
typename A::Word reach(const A& a, typename A::Word n, const Leaf<typename A::Word>& leaf) {
  const auto part = smaller(a, ceil_div(a, n, leaf.stride), leaf.size);
  return a.ite(at_most(a, n, leaf.stride), 0, a.mul(a.sub(part, 1), leaf.stride));
}

// Two leaves that fit, joined by their modes: right if what they reach adds up to less than n.
struct NoCarry {
  template <Algebra A>
  static typename A::Bool holds(const A& a, typename A::Word n, typename A::Word reached) {
    return a.ult(reached, n);
  }
};
struct CarryOrNot {
  template <Algebra A>
  static typename A::Bool holds(const A&, typename A::Word, typename A::Word) {
    return true;
  }
};

template <typename Condition = NoCarry>
struct TwoLeavesCompose {
  Word bound;

  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"n", 1, bound},
            {"size", 1, bound},
            {"stride", 1, bound},
            {"other size", 1, bound},
            {"other stride", 1, bound},
            {"index", 0, bound},
            {"other index", 0, bound}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const Leaf<typename A::Word> leaf = {in[1], in[2]};
    const Leaf<typename A::Word> other = {in[3], in[4]};
    const auto here = composed_coords(a, in[0], leaf, in[5]);
    const auto there = composed_coords(a, in[0], other, in[6]);
    const auto reached = a.add(reach(a, in[0], leaf), reach(a, in[0], other));
    const auto x = a.add(a.mul(in[5], leaf.stride), a.mul(in[6], other.stride));
    return {all(a,
                a.ult(in[5], in[1]),
                a.ult(in[6], in[3]),
                LeafFits::holds(a, in[0], leaf),
                LeafFits::holds(a, in[0], other),
                Condition::holds(a, in[0], reached)),
            are_equal(a,
                      {a.add(here.inner, there.inner), a.add(here.outer, there.outer)},
                      coords_of(a, in[0], x))};
  }
};

// And wrong otherwise: at the indices that reach furthest.
struct CarryingLeavesDoNot {
  Word bound;

  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"n", 1, bound},
            {"size", 1, bound},
            {"stride", 1, bound},
            {"other size", 1, bound},
            {"other stride", 1, bound}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    using W = typename A::Word;
    const W n = in[0];
    const Leaf<W> leaf = {in[1], in[2]};
    const Leaf<W> other = {in[3], in[4]};
    const auto furthest = [&](const Leaf<W>& l) {
      return a.sub(smaller(a, ceil_div(a, n, l.stride), l.size), 1);
    };
    const W i = furthest(leaf);
    const W k = furthest(other);
    const auto here = composed_coords(a, n, leaf, i);
    const auto there = composed_coords(a, n, other, k);
    const W x = a.add(a.mul(i, leaf.stride), a.mul(k, other.stride));
    return {all(a,
                LeafFits::holds(a, n, leaf),
                LeafFits::holds(a, n, other),
                at_most(a, n, a.add(reach(a, n, leaf), reach(a, n, other)))),
            a.bool_not(are_equal(a,
                                 {a.add(here.inner, there.inner), a.add(here.outer, there.outer)},
                                 coords_of(a, n, x)))};
  }
};

// A(x + y) = A(x) + A(y) for all strides of A if the coordinates in the first mode do not carry,
// and not if they do.
struct SumComposes {
  bool carries = false;

  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"n", 1, {}}, {"x", 0, {}}, {"y", 0, {}}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const auto x = coords_of(a, in[0], in[1]);
    const auto y = coords_of(a, in[0], in[2]);
    const auto no_carry = a.ult(a.add(x.inner, y.inner), in[0]);
    const auto is_right = are_equal(a,
                                    {a.add(x.inner, y.inner), a.add(x.outer, y.outer)},
                                    coords_of(a, in[0], a.add(in[1], in[2])));
    if (carries) return {a.bool_not(no_carry), a.bool_not(is_right)};
    return {no_carry, is_right};
  }
};

}  // namespace tileproof::theorems
