// The body of breaks(), for the files that compile it for one algebra each.
#pragma once

#include <set>

#include "checkers/claims/meaning.hpp"
#include "core/check.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof::meaning {

template <Algebra A>
std::vector<typename A::Word> values(const A& a, const Maps& maps, At<A> at) {
  std::vector words(at.begin(), at.end());
  for (const IndexMap& map : maps) {
    const Words<A> next = evaluate(a, map, At<A>(words));
    words.assign(next.begin(), next.end());
  }
  return words;
}

template <Algebra A>
typename A::Bool differ(const A& a, At<A> x, At<A> y) {
  typename A::Bool any(x.size() != y.size());
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    any = a.bool_or(any, a.bool_not(a.eq(x[i], y[i])));
  }
  return any;
}

// The algebra A with a note of numbers that are none of the machine's.  A computes modulo 2^64,
// which is exact for the first: it comes from numbers of at most 32 bits.  Masks may be wider.
// Compilers evaluate arguments in different orders: the notes are a set.
template <Algebra A>
struct Machine : A {
  using W = typename A::Word;
  Word numbers;
  Word negative;  // so many of them
  std::set<typename A::Bool>& left;

  W seen(const W& x) const {
    left.insert(A::bool_not(A::ult(A::add(x, negative), numbers)));
    return x;
  }
  W add(const W& x, const W& y) const { return seen(A::add(seen(x), seen(y))); }
  W sub(const W& x, const W& y) const { return seen(A::sub(seen(x), seen(y))); }
  W mul(const W& x, const W& y) const { return seen(A::mul(seen(x), seen(y))); }
  W udiv(const W& x, const W& y) const { return A::udiv(seen(x), seen(y)); }
  W urem(const W& x, const W& y) const { return A::urem(seen(x), seen(y)); }
  W shl(const W& x, const W& y) const {
    const W shifted = A::shl(x, y);
    left.insert(A::bool_not(A::eq(A::lshr(shifted, y), x)));
    return seen(shifted);
  }
};

template <Algebra A>
struct Breaks {
  using Bool = typename A::Bool;
  const A& a;
  At<A> at;

  Bool operator()(const Within& all) const {
    Bool beyond(false);
    const auto value = values(a, all.maps, at);
    for (std::size_t k = 0; k < value.size(); ++k) {
      const auto& bound = all.bounds[k];
      if (bound) beyond = a.bool_or(beyond, a.bool_not(a.ult(value[k], *bound)));
    }
    return beyond;
  }

  Bool operator()(const Same& both) const {
    return differ<A>(a, values(a, both.one, at), values(a, both.two, at));
  }

  // Of two points with one value, one is before the other in the order of the last input that
  // differs.
  Bool operator()(const Distinct& points) const {
    if (points.count != points.maps[0].points()) return false;
    const auto axes = points.maps[0].axes();
    const At<A> one = at.first(axes.size());
    std::vector two(one.begin(), one.end());
    auto other = at.begin() + std::ssize(axes);
    Bool before(false);
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (!axes[i].is_parameter) two[i] = *other++;
      before = a.bool_or(a.ult(one[i], two[i]), a.bool_and(a.eq(one[i], two[i]), before));
    }
    const auto value = values(a, points.maps, one);
    return a.bool_and(before, a.bool_not(differ<A>(a, value, values<A>(a, points.maps, two))));
  }

  Bool operator()(const NoWrap& claim) const {
    const Word numbers = Word{1} << claim.bits;
    std::set<Bool> left;
    const Machine<A> machine{a, numbers, claim.is_signed ? numbers / 2 : 0, left};
    for (const auto& input : at) machine.seen(input);
    for (const auto& output : evaluate(machine, claim.map, at)) machine.seen(output);
    Bool any(false);
    for (const auto& number : left) any = a.bool_or(any, number);
    return any;
  }

  Bool operator()(const Aligned& claim) const {
    std::vector start(at.begin(), at.end());
    start[claim.along] = a.mul(start[claim.along], claim.vector);
    const auto bits = a.mul(evaluate(a, claim.map, At<A>(start))[0], claim.element_bits);
    return a.bool_not(a.eq(a.urem(bits, 8 * claim.bytes), 0));
  }

  // Two lanes of one group want two words of one bank, or one is not aligned.  The other lane is
  // the lane XOR a member of the group's space.  Vectors start where certain bits of the inputs are
  // 0.
  Bool operator()(const ConflictFree& claim) const {
    const AccessRule& rule = *claim.rule;
    const std::size_t inputs = claim.zero_bits.size();
    const std::size_t lane = claim.lane_axis;
    std::vector one(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(inputs));
    for (std::size_t i = 0; i < inputs; ++i) {
      if (claim.zero_bits[i] != 0) one[i] = a.bit_and(one[i], ~claim.zero_bits[i]);
    }
    std::vector two = one;
    for (std::size_t i = 0; i < rule.group_basis.size(); ++i) {
      const auto is_in = a.bit_and(a.lshr(at[inputs], i), 1);
      two[lane] = a.bit_xor(two[lane], a.mul(is_in, rule.group_basis[i]));
    }
    const auto byte = [&](At<A> place) {
      const Words<A> element = evaluate(a, claim.access, place);
      const auto offset = evaluate(a, claim.memory, At<A>(element.data(), element.size()))[0];
      return a.udiv(a.mul(offset, claim.element_bits), 8);
    };
    const auto word = a.add(a.udiv(byte(one), 4), at[inputs + 1]);
    const auto other = a.add(a.udiv(byte(two), 4), at[inputs + 2]);
    const auto one_bank = a.eq(a.urem(word, rule.banks), a.urem(other, rule.banks));
    const auto is_aligned = a.eq(a.urem(byte(one), rule.alignment()), 0);
    const auto clash = a.bool_and(one_bank, a.bool_not(a.eq(word, other)));
    return a.bool_or(clash, a.bool_not(is_aligned));
  }

  // A place of the destination reads elsewhere than where its element is written, or a place of the
  // source writes another element there.
  Bool operator()(const Converts& claim) const {
    const std::size_t read = claim.destination.axes().size();
    const Words<A> wanted = evaluate(a, claim.destination, at.first(read));
    const Words<A> other = evaluate(a, claim.source, at.subspan(read));
    const auto differs = [&](const Words<A>& x, const Words<A>& y) {
      return differ<A>(a, {x.data(), x.size()}, {y.data(), y.size()});
    };
    const auto at_element = [&](const IndexMap& memory, const Words<A>& element) {
      return evaluate(a, memory, {element.data(), element.size()});
    };
    const Words<A> cell = at_element(claim.read, wanted);
    const auto is_elsewhere = differs(at_element(claim.written, wanted), cell);
    const auto is_overwritten = a.bool_not(differs(at_element(claim.written, other), cell));
    return a.bool_or(is_elsewhere, a.bool_and(is_overwritten, differs(wanted, other)));
  }
};

template <Algebra A>
typename A::Bool breaks(const A& a, const Question& question, At<A> at) {
  return std::visit(Breaks<A>{a, at}, question.statement);
}

}  // namespace tileproof::meaning
