// The body of breaks().
#pragma once

#include "core/check.hpp"

namespace tileproof {
namespace detail {

template <typename A>
using At = std::span<const typename A::Word>;

template <Algebra A>
Words<A> in_axis_order(At<A> at) {
  return Words<A>(at.rbegin(), at.rend());
}

template <Algebra A>
Words<A> values(const A& a, const IndexMap& map, const Words<A>& at) {
  return evaluate(a, map, At<A>(at.data(), at.size()));
}

template <Algebra A>
typename A::Bool all_equal(const A& a, const Words<A>& x, const Words<A>& y) {
  typename A::Bool equal(true);
  for (std::size_t i = 0; i < x.size(); ++i) equal = a.bool_and(equal, a.eq(x[i], y[i]));
  return equal;
}

// Lexicographic order, the most significant first.
template <Algebra A>
typename A::Bool before(const A& a, At<A> x, At<A> y) {
  typename A::Bool less(false);
  for (std::size_t i = x.size(); i-- > 0;) {
    less = a.bool_or(a.ult(x[i], y[i]), a.bool_and(a.eq(x[i], y[i]), less));
  }
  return less;
}

// The points of both sides, as points_at() gives them.
template <Algebra A>
std::pair<Words<A>, Words<A>> sides_at(const Determines& asked, At<A> at) {
  const auto axes = asked.f.axes();
  Words<A> one(axes.size(), typename A::Word(0));
  if (asked.other) {
    const auto first = in_axis_order<A>(at.first(axes.size()));
    auto next = at.end();
    Words<A> two;
    for (const Axis& axis : asked.other->f.axes()) {
      if (!axis.is_parameter) {
        two.push_back(*--next);
        continue;
      }
      std::size_t same = 0;
      while (axes[same] != axis) ++same;
      two.push_back(first[same]);
    }
    return {first, std::move(two)};
  }
  std::size_t parameters = 0;
  for (const Axis& axis : axes) parameters += axis.is_parameter ? 1 : 0;
  const std::size_t own = axes.size() - parameters;
  Words<A> two = one;
  std::size_t parameter = parameters;
  std::size_t next = own;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].is_parameter) {
      --parameter;
      one[i] = two[i] = at[parameter];
    } else {
      --next;
      one[i] = at[parameters + next];
      two[i] = at[parameters + own + next];
    }
  }
  return {std::move(one), std::move(two)};
}

template <Algebra A>
typename A::Bool breaks(const A& a, const Below& asked, At<A> at) {
  const auto value = values(a, asked.map, in_axis_order<A>(at));
  typename A::Bool beyond(false);
  for (std::size_t k = 0; k < value.size(); ++k) {
    if (asked.bounds[k]) beyond = a.bool_or(beyond, a.bool_not(a.ult(value[k], *asked.bounds[k])));
  }
  return beyond;
}

template <Algebra A>
typename A::Bool breaks(const A& a, const Same& asked, At<A> at) {
  const auto point = in_axis_order<A>(at);
  return a.bool_not(all_equal(a, values(a, asked.one, point), values(a, asked.two, point)));
}

template <Algebra A>
typename A::Bool breaks(const A& a, const Multiple& asked, At<A> at) {
  const auto value = values(a, asked.map, in_axis_order<A>(at))[0];
  return a.bool_not(a.eq(a.urem(value, asked.unit), 0));
}

template <Algebra A>
typename A::Bool breaks(const A& a, const Everywhere& asked, At<A> at) {
  return a.bool_not(asked.formula.truth(a, at));
}

template <Algebra A>
typename A::Bool breaks(const A& a, const OverIntegers& asked, At<A> at) {
  return a.bool_not(asked.formula.truth(a, at));
}

// Of two points on one side, the second is the earlier one.
template <Algebra A>
typename A::Bool breaks(const A& a, const Determines& asked, At<A> at) {
  const auto [one, two] = sides_at<A>(asked, at);
  const IndexMap& f = asked.other ? asked.other->f : asked.f;
  // In an order in which solvers are quick: which is the later point, then the values of each.
  typename A::Bool differs(true);
  if (!asked.other) {
    std::size_t own = 0;
    for (const Axis& axis : asked.f.axes()) own += axis.is_parameter ? 0 : 1;
    const At<A> points = at.subspan(at.size() - 2 * own);
    differs = before<A>(a, points.subspan(own), points.first(own));
  }
  const auto of_one = values(a, asked.f, one);
  const auto of_two = values(a, f, two);
  const auto same = all_equal(a, of_one, of_two);
  if (asked.g) {
    const IndexMap& g = asked.other ? asked.other->g : *asked.g;
    differs =
        a.bool_and(differs, a.bool_not(all_equal(a, values(a, *asked.g, one), values(a, g, two))));
  }
  return a.bool_and(differs, same);
}

template <Algebra A>
typename A::Bool breaks(const A& /*a*/, const Covers& /*asked*/, At<A> /*at*/) {
  TP_CHECK(false, "no single point breaks 'covers'");
}

}  // namespace detail

template <Algebra A>
typename A::Bool breaks(const A& a,
                        const Question& question,
                        std::span<const typename A::Word> at) {
  return std::visit([&](const auto& asked) { return detail::breaks<A>(a, asked, at); },
                    question.form);
}

}  // namespace tileproof
