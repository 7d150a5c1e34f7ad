// Where does an operation on a tensor's shape send an element?  Functions from its coordinates in
// one shape to those in another, or back: they compose with layouts.
#pragma once

#include <vector>

#include "checkers/layout/maps.hpp"

namespace tileproof {

// out[i] = in[order[i]]: a transposition.  Requires: `order` is a permutation.
struct Permuted {
  const triton::Shape& from;
  const triton::Shape& to;
  std::vector<unsigned> order;
};

// The element with the same row-major number: a reshape.  Requires: as many elements.
struct Renumbered {
  const triton::Shape& from;
  const triton::Shape& to;
};

// out[i] = in[i] + by[i]: from a slice to the whole.
struct Shifted {
  const triton::Shape& from;
  const triton::Shape& to;
  std::vector<Word> by;
};

template <typename Move>
concept ElementMove = requires(const Move& move) {
  move.from;
  move.to;
};

template <ElementMove Move>
std::vector<Axis> axes(const Move& move) {
  return axes(Elements{move.from});
}
template <ElementMove Move>
std::vector<OutAxis> out_axes(const Move& move) {
  return out_axes(Elements{move.to});
}

template <Algebra A>
Words<A> evaluate(const A& /*a*/, const Permuted& move, std::span<const typename A::Word> at) {
  Words<A> to;
  for (const unsigned dim : move.order) to.push_back(at[dim]);
  return to;
}

template <Algebra A>
Words<A> evaluate(const A& a, const Renumbered& move, std::span<const typename A::Word> at) {
  using W = typename A::Word;
  W number(0);
  for (std::size_t d = 0; d < move.from.size(); ++d) {
    number = a.add(a.mul(number, move.from[d]), at[d]);
  }
  Words<A> to(move.to.size(), W(0));
  for (std::size_t d = move.to.size(); d-- > 0;) {
    to[d] = a.urem(number, move.to[d]);
    number = a.udiv(number, move.to[d]);
  }
  return to;
}

template <Algebra A>
Words<A> evaluate(const A& a, const Shifted& move, std::span<const typename A::Word> at) {
  Words<A> to;
  for (std::size_t d = 0; d < move.from.size(); ++d) to.push_back(a.add(at[d], move.by[d]));
  return to;
}

}  // namespace tileproof
