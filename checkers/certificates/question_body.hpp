// What must not happen, over an algebra: over U64 at one assignment, over Sums and Circuit for all.
#pragma once

#include "checkers/certificates/question.hpp"
#include "core/check.hpp"
#include "encodings/index_map/evaluate.hpp"

namespace tileproof::certificates {

// The algebra A with a note of each step that leaves the machine's integers.  A computes modulo
// 2^64, which is exact for the first such step: its operands have at most 32 bits.
template <Algebra A>
class Machine {
 public:
  using Word = typename A::Word;
  using Bool = typename A::Bool;

  Machine(const A& a, unsigned bits, bool is_signed, Bool& left)
      : a_(a),
        values_(std::uint64_t{1} << bits),
        below_zero_(is_signed ? values_ / 2 : 0),
        left_(left) {}

  Word seen(const Word& value) const {
    const Bool fits = a_.ult(a_.add(value, Word(below_zero_)), Word(values_));
    left_ = a_.bool_or(left_, a_.bool_not(fits));
    return value;
  }
  Word add(const Word& x, const Word& y) const { return seen(a_.add(seen(x), seen(y))); }
  Word sub(const Word& x, const Word& y) const { return seen(a_.sub(seen(x), seen(y))); }
  Word mul(const Word& x, const Word& y) const { return seen(a_.mul(seen(x), seen(y))); }
  Word udiv(const Word& x, const Word& y) const { return a_.udiv(seen(x), seen(y)); }
  Word urem(const Word& x, const Word& y) const { return a_.urem(seen(x), seen(y)); }
  // Bits that are shifted out are lost.
  Word shl(const Word& x, const Word& y) const {
    const Word shifted = seen(a_.shl(seen(x), y));
    left_ = a_.bool_or(left_, a_.bool_not(a_.eq(a_.lshr(shifted, y), x)));
    return shifted;
  }
  Word lshr(const Word& x, const Word& y) const { return a_.lshr(x, y); }
  Word bit_and(const Word& x, const Word& y) const { return a_.bit_and(x, y); }
  Word bit_or(const Word& x, const Word& y) const { return a_.bit_or(x, y); }
  Word bit_xor(const Word& x, const Word& y) const { return a_.bit_xor(x, y); }
  Bool eq(const Word& x, const Word& y) const { return a_.eq(x, y); }
  Bool ult(const Word& x, const Word& y) const { return a_.ult(x, y); }
  Bool bool_and(const Bool& p, const Bool& q) const { return a_.bool_and(p, q); }
  Bool bool_or(const Bool& p, const Bool& q) const { return a_.bool_or(p, q); }
  Bool bool_not(const Bool& p) const { return a_.bool_not(p); }
  Word ite(const Bool& p, const Word& x, const Word& y) const { return a_.ite(p, x, y); }

 private:
  const A& a_;
  std::uint64_t values_;
  std::uint64_t below_zero_;
  Bool& left_;
};

// The statements, for values of the variables in their order.
template <Algebra A>
class Statement {
 public:
  using W = typename A::Word;
  using B = typename A::Bool;
  using At = std::span<const W>;
  using What = Question::What;

  Statement(const A& a, const Question& question) : a_(a), q_(question) {}

  B happens(At at) const {
    switch (q_.what) {
      case What::kInjective:
        return repeats(at);
      case What::kWithin:
        return leaves_bounds(at);
      case What::kNoWrap: {
        B left(false);
        const Machine<A> machine(a_, q_.bits, q_.is_signed, left);
        for (const W& value : at) machine.seen(value);
        evaluate(machine, q_.map, at);
        return left;
      }
      case What::kAligned:
        return is_misaligned(at);
      case What::kEqual:
        return a_.bool_not(same(evaluate(a_, q_.map, at), evaluate(a_, *q_.other, at)));
      case What::kConflictFree:
        return conflicts(at);
      case What::kRoundTrip:
        return reads_another(at);
      case What::kOnto:
      case What::kConverts:
        break;
    }
    TP_CHECK(false, "this question is not about single assignments");
  }

 private:
  B same(const Words<A>& x, const Words<A>& y) const {
    B all(true);
    for (std::size_t i = 0; i < x.size(); ++i) all = a_.bool_and(all, a_.eq(x[i], y[i]));
    return all;
  }

  // Of two points with one value, one is before the other in the order of the last axis that
  // differs.
  B repeats(At at) const {
    const auto axes = q_.map.axes();
    Words<A> other(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(axes.size()));
    std::size_t next = axes.size();
    B before(false);
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i].is_parameter) continue;
      other[i] = at[next++];
      before = a_.bool_or(a_.ult(at[i], other[i]), a_.bool_and(a_.eq(at[i], other[i]), before));
    }
    return a_.bool_and(before,
                       same(evaluate(a_, q_.map, at.first(axes.size())),
                            evaluate(a_, q_.map, At(other.data(), other.size()))));
  }

  B leaves_bounds(At at) const {
    B beyond(false);
    const auto values = evaluate(a_, q_.map, at);
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (!q_.bounds[k]) continue;
      beyond = a_.bool_or(beyond, a_.bool_not(a_.ult(values[k], W(*q_.bounds[k]))));
    }
    return beyond;
  }

  // The variable of the axis along vectors counts them.
  B is_misaligned(At at) const {
    Words<A> start(at.begin(), at.end());
    start[q_.along] = a_.mul(start[q_.along], W(q_.vector));
    const auto values = evaluate(a_, q_.map, At(start.data(), start.size()));
    const W bits = a_.mul(values.front(), W(q_.element_bits));
    return a_.bool_not(a_.eq(a_.urem(bits, W(8 * q_.bytes)), W(0)));
  }

  // The other lane of a group is the lane XOR a member of the group's space.
  B conflicts(At at) const {
    const std::size_t inputs = q_.other->axes().size();
    Words<A> one(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(inputs));
    B starts(true);
    for (std::size_t i = 0; i < inputs; ++i) {
      starts = a_.bool_and(starts, a_.eq(a_.bit_and(one[i], W(q_.zero_bits[i])), W(0)));
    }
    Words<A> two = one;
    for (std::size_t i = 0; i < q_.rule->group_basis.size(); ++i) {
      const W bit = a_.bit_and(a_.lshr(at[inputs], W(i)), W(1));
      two[q_.along] = a_.bit_xor(two[q_.along], a_.mul(bit, W(q_.rule->group_basis[i])));
    }
    const auto byte = [&](const Words<A>& point) {
      const auto element = evaluate(a_, *q_.other, At(point.data(), point.size()));
      const auto offset = evaluate(a_, q_.map, At(element.data(), element.size()));
      return a_.udiv(a_.mul(offset.front(), W(q_.element_bits)), W(8));
    };
    const W byte_one = byte(one);
    const W word_one = a_.add(a_.udiv(byte_one, W(4)), at[inputs + 1]);
    const W word_two = a_.add(a_.udiv(byte(two), W(4)), at[inputs + 2]);
    const W banks(q_.rule->banks);
    const B one_bank = a_.eq(a_.urem(word_one, banks), a_.urem(word_two, banks));
    const B clash = a_.bool_and(one_bank, a_.bool_not(a_.eq(word_one, word_two)));
    const B aligned = a_.eq(a_.urem(byte_one, W(q_.rule->alignment())), W(0));
    return a_.bool_and(starts, a_.bool_or(clash, a_.bool_not(aligned)));
  }

  // An element is not written where it is read, or another is written there.
  B reads_another(At at) const {
    const std::size_t places = q_.destination->axes().size();
    const auto wanted = evaluate(a_, *q_.destination, at.first(places));
    const auto put = evaluate(a_, *q_.source, at.subspan(places));
    const auto offset = [&](const IndexMap& memory, const Words<A>& element) {
      return evaluate(a_, memory, At(element.data(), element.size()));
    };
    const auto cell = offset(*q_.other, wanted);
    const B moved = a_.bool_not(same(offset(q_.map, wanted), cell));
    const B overwritten =
        a_.bool_and(same(offset(q_.map, put), cell), a_.bool_not(same(wanted, put)));
    return a_.bool_or(moved, overwritten);
  }

  const A& a_;
  const Question& q_;
};

}  // namespace tileproof::certificates
