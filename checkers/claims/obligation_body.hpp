// The body of fails_at(), for the files that compile it for one algebra each.
#pragma once

#include "checkers/claims/lane_groups.hpp"
#include "checkers/claims/obligation.hpp"
#include "checkers/claims/watched_algebra.hpp"
#include "core/check.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof::obligation {

template <typename A>
using Span = std::span<const typename A::Word>;

// Lexicographic order, the most significant digit first.
template <Algebra A>
typename A::Bool before(const A& a, Span<A> x, Span<A> y) {
  typename A::Bool less(false);
  for (std::size_t i = x.size(); i-- > 0;) {
    less = a.bool_or(a.ult(x[i], y[i]), a.bool_and(a.eq(x[i], y[i]), less));
  }
  return less;
}

template <Algebra A>
typename A::Bool all_equal(const A& a, Span<A> x, Span<A> y) {
  typename A::Bool equal(true);
  for (std::size_t i = 0; i < x.size(); ++i) equal = a.bool_and(equal, a.eq(x[i], y[i]));
  return equal;
}

template <Algebra A>
Span<A> span_of(const Words<A>& words) {
  return {words.data(), words.size()};
}

// Variables are in the order of `variables`: the map's axes from the last to the first, so that the
// slowest is the most significant.
template <Algebra A>
Words<A> in_axis_order(Span<A> at) {
  return Words<A>(at.rbegin(), at.rend());
}

// Parameters, then the larger point, then the smaller.
template <Algebra A>
typename A::Bool fails(const A& a, const Injective& claim, Span<A> at) {
  Words<A> x;
  Words<A> y;
  const auto axes = claim.map.axes();
  std::size_t parameters = 0;
  for (const Axis& axis : axes) parameters += axis.is_parameter ? 1 : 0;
  const std::size_t own = axes.size() - parameters;
  std::size_t next_parameter = parameters;
  std::size_t next = own;
  for (const Axis& axis : axes) {
    if (axis.is_parameter) {
      --next_parameter;
      x.push_back(at[next_parameter]);
      y.push_back(at[next_parameter]);
    } else {
      --next;
      y.push_back(at[parameters + next]);
      x.push_back(at[parameters + own + next]);
    }
  }
  const auto distinct = before(a, at.subspan(parameters + own), at.subspan(parameters, own));
  return a.bool_and(distinct,
                    all_equal<A>(a,
                                 span_of<A>(evaluate(a, claim.map, span_of<A>(x))),
                                 span_of<A>(evaluate(a, claim.map, span_of<A>(y)))));
}

template <Algebra A>
typename A::Bool fails(const A& a, const InBounds& claim, Span<A> at) {
  const auto x = in_axis_order<A>(at);
  return a.bool_not(a.ult(evaluate(a, claim.map, span_of<A>(x)).front(), claim.allocation));
}

template <Algebra A>
typename A::Bool fails(const A& a, const NoWrap& claim, Span<A> at) {
  typename A::Bool left(false);
  const Watched<A> watched(a, claim.bits, claim.is_signed, &left);
  Words<Watched<A>> x;
  for (std::size_t i = at.size(); i-- > 0;) x.push_back(watched.watch(at[i]));
  for (const auto& output : evaluate(watched, claim.map, span_of<Watched<A>>(x))) {
    watched.watch(output);
  }
  return left;
}

// The variable of the axis `along` counts vectors.
template <Algebra A>
typename A::Bool fails(const A& a, const Aligned& claim, Span<A> at) {
  auto x = in_axis_order<A>(at);
  x[claim.along] = a.mul(x[claim.along], claim.vector);
  const auto offset = evaluate(a, claim.map, span_of<A>(x)).front();
  const auto bits = a.mul(offset, claim.element_bits);
  return a.bool_not(a.eq(a.urem(bits, 8 * claim.bytes), 0));
}

template <Algebra A>
typename A::Bool fails(const A& a, const Equal& claim, Span<A> at) {
  const auto x = in_axis_order<A>(at);
  return a.bool_not(all_equal<A>(a,
                                 span_of<A>(evaluate(a, claim.a, span_of<A>(x))),
                                 span_of<A>(evaluate(a, claim.b, span_of<A>(x)))));
}

// Variables: the other inputs of the access; the group; two lanes of it, the second earlier; which
// word of each lane's vector.
template <Algebra A>
typename A::Bool fails(const A& a, const ConflictFree& claim, Span<A> at) {
  using W = typename A::Word;
  const auto axes = claim.access.axes();
  const LaneGroups groups(*claim.rule);
  const std::size_t others = axes.size() - 1;
  const W& group = at[others];
  typename A::Bool starts(true);
  Words<A> x(axes.size(), W(0));
  for (std::size_t i = axes.size(), next = 0; i-- > 0;) {
    if (i == claim.lane_axis) continue;
    x[i] = at[next++];
    if (claim.zero_bits[i] != 0) {
      starts = a.bool_and(starts, a.eq(a.bit_and(x[i], claim.zero_bits[i]), 0));
    }
  }
  const auto byte_of = [&](const W& member) {
    x[claim.lane_axis] = groups.lane(a, group, member);
    const auto element = evaluate(a, claim.access, span_of<A>(x));
    const auto offset = evaluate(a, claim.memory, span_of<A>(element)).front();
    return a.udiv(a.mul(offset, claim.element_bits), 8);
  };
  const W byte_1 = byte_of(at[others + 1]);
  const W byte_2 = byte_of(at[others + 2]);
  const W word_1 = a.add(a.udiv(byte_1, 4), at[others + 3]);
  const W word_2 = a.add(a.udiv(byte_2, 4), at[others + 4]);
  const Word banks = claim.rule->banks;
  const auto conflict = a.bool_and(a.eq(a.urem(word_1, banks), a.urem(word_2, banks)),
                                   a.bool_not(a.eq(word_1, word_2)));
  const auto aligned = a.eq(a.urem(byte_1, claim.rule->alignment()), 0);
  const auto ordered = a.ult(at[others + 2], at[others + 1]);
  return a.bool_and(starts, a.bool_or(a.bool_not(aligned), a.bool_and(ordered, conflict)));
}

// Variables: a place of the destination, then one of the source.  Fails if the destination's
// element is not written where it is read, or another element is written there.
template <Algebra A>
typename A::Bool fails(const A& a, const Converts& claim, Span<A> at) {
  const std::size_t own = claim.destination.axes().size();
  const auto q = in_axis_order<A>(at.subspan(0, own));
  const auto p = in_axis_order<A>(at.subspan(own));
  const auto wanted = evaluate(a, claim.destination, span_of<A>(q));
  const auto other = evaluate(a, claim.source, span_of<A>(p));
  const auto cell = evaluate(a, claim.read, span_of<A>(wanted));
  const auto moved = a.bool_not(all_equal<A>(
      a, span_of<A>(evaluate(a, claim.written, span_of<A>(wanted))), span_of<A>(cell)));
  const auto same_cell =
      all_equal<A>(a, span_of<A>(evaluate(a, claim.written, span_of<A>(other))), span_of<A>(cell));
  const auto other_element = a.bool_not(all_equal<A>(a, span_of<A>(wanted), span_of<A>(other)));
  return a.bool_or(moved, a.bool_and(same_cell, other_element));
}

}  // namespace tileproof::obligation

namespace tileproof {

template <Algebra A>
typename A::Bool fails_at(const A& a, const Claim& claim, std::span<const typename A::Word> at) {
  return std::visit(
      [&](const auto& which) -> typename A::Bool {
        if constexpr (requires { obligation::fails(a, which, at); }) {
          return obligation::fails(a, which, at);
        } else {
          TP_CHECK(false, "surjectivity is no statement about single points");
        }
      },
      claim);
}

}  // namespace tileproof
