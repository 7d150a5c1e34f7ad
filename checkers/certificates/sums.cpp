#include "checkers/certificates/sums.hpp"

#include <algorithm>

namespace tileproof::certificates {
namespace {

constexpr Int128 kLimit = Int128{1} << 62;
constexpr std::size_t kMaxTerms = 256;

constexpr Int128 magnitude(Int128 value) { return value < 0 ? -value : value; }

constexpr Word power(unsigned k) { return Word{1} << k; }

// The parity of input bits, inverted or not; a constant where it is of none.
struct Parity {
  Word inputs = 0;
  bool inverted = false;

  [[nodiscard]] bool is(bool value) const { return inputs == 0 && inverted == value; }
  friend bool operator==(const Parity&, const Parity&) = default;
};

std::optional<Parity> both(Parity p, Parity q) {
  if (p.is(false) || q.is(false)) return Parity{};
  if (p.is(true) || p == q) return q;
  return q.is(true) ? std::optional(p) : std::nullopt;
}

std::optional<Parity> exclusive(Parity p, Parity q) {
  return Parity{p.inputs ^ q.inputs, p.inverted != q.inverted};
}

// Bit by bit; poison where the result is no parity.
template <typename Combine>
Sum bitwise(const Sum& x, const Sum& y, const Combine& combine) {
  const auto a = x.as_bits();
  const auto b = y.as_bits();
  if (!a || !b) return Sum::poison();
  Sum::Bits bits;
  for (unsigned k = 0; k < 64; ++k) {
    const auto result = combine(Parity{a->parity[k], (a->constant >> k & 1) != 0},
                                Parity{b->parity[k], (b->constant >> k & 1) != 0});
    if (!result) return Sum::poison();
    bits.parity[k] = result->inputs;
    if (result->inverted) bits.constant |= power(k);
  }
  return Sum::from_bits(bits);
}

}  // namespace

Sum::Sum(Word value) : constant_(static_cast<std::int64_t>(value)) {
  is_known_ = magnitude(constant_) < kLimit;
}

Sum Sum::bits(unsigned first, unsigned count) {
  Bits bits;
  for (unsigned k = 0; k < count; ++k) bits.parity[k] = power(first + k);
  return from_bits(bits);
}

Sum Sum::digit(std::size_t number, Word size) {
  Sum digit;
  if (size > 1) digit.terms_.push_back({0, number, size - 1, 1});
  return size - 1 < kLimit ? digit : poison();
}

Sum Sum::poison() {
  Sum sum;
  sum.is_known_ = false;
  return sum;
}

Sum Sum::plus(const Sum& x, const Sum& y, Int128 factor) {
  if (!x.is_known_ || !y.is_known_ || magnitude(factor) >= kLimit) return poison();
  Sum sum;
  // All stays below 2^126: |constant| and coefficients are below 2^62, and so is the factor.
  sum.constant_ = x.constant_ + factor * y.constant_;
  Int128 reach = magnitude(sum.constant_);
  const auto push = [&](Term term, Int128 coefficient) {
    if (coefficient == 0 || !sum.is_known_) return;
    // A coefficient is bounded before it is multiplied with the atom's largest value.
    if (magnitude(coefficient) < kLimit) reach += magnitude(coefficient) * term.largest;
    sum.is_known_ = magnitude(coefficient) < kLimit && reach < kLimit;
    term.coefficient = static_cast<std::int64_t>(coefficient);
    sum.terms_.push_back(term);
  };
  auto a = x.terms_.begin();
  auto b = y.terms_.begin();
  while (a != x.terms_.end() || b != y.terms_.end()) {
    if (a != x.terms_.end() && b != y.terms_.end() && a->same_atom(*b)) {
      push(*a, a->coefficient + factor * b->coefficient);
      ++a, ++b;
    } else if (b == y.terms_.end() || (a != x.terms_.end() && *a < *b)) {
      push(*a, a->coefficient);
      ++a;
    } else {
      push(*b, factor * b->coefficient);
      ++b;
    }
  }
  return sum.is_known_ && reach < kLimit && sum.terms_.size() <= kMaxTerms ? sum : poison();
}

std::int64_t Sum::smallest() const {
  std::int64_t value = constant();
  for (const Term& term : terms_) {
    if (term.coefficient < 0) value += term.coefficient * static_cast<std::int64_t>(term.largest);
  }
  return value;
}

std::int64_t Sum::largest() const {
  std::int64_t value = constant();
  for (const Term& term : terms_) {
    if (term.coefficient > 0) value += term.coefficient * static_cast<std::int64_t>(term.largest);
  }
  return value;
}

std::optional<Sum::Bits> Sum::as_bits() const {
  if (!is_known_) return std::nullopt;
  Bits bits;
  Int128 rest = constant_;
  for (const Term& term : terms_) {
    const Word weight = static_cast<Word>(magnitude(term.coefficient));
    if (term.parity == 0) return std::nullopt;
    for (Word left = weight; left != 0; left &= left - 1) {
      Word& parity = bits.parity[log2_exact(left & -left)];
      if (parity != 0) return std::nullopt;
      parity = term.parity;
    }
    // -weight * p = weight * (1 - p) - weight
    if (term.coefficient < 0) {
      bits.constant |= weight;
      rest -= weight;
    }
  }
  if (rest < 0) return std::nullopt;
  for (unsigned k = 0; k < 64; ++k) {
    if ((rest >> k & 1) != 0 && bits.parity[k] != 0) return std::nullopt;
  }
  bits.constant |= static_cast<Word>(rest);
  return bits;
}

Sum Sum::from_bits(const Bits& bits) {
  Sum sum(bits.constant);
  for (unsigned k = 0; k < 62; ++k) {
    if (bits.parity[k] == 0) continue;
    const auto weight = static_cast<std::int64_t>(power(k));
    sum.terms_.push_back(
        {bits.parity[k], 0, 1, (bits.constant & power(k)) != 0 ? -weight : weight});
  }
  std::ranges::sort(sum.terms_);
  // Equal parities in two bits become one term.
  Sum merged(bits.constant);
  merged.is_known_ = sum.is_known_ && bits.parity[62] == 0 && bits.parity[63] == 0;
  for (const Term& term : sum.terms_) {
    if (!merged.terms_.empty() && merged.terms_.back().same_atom(term)) {
      merged.terms_.back().coefficient += term.coefficient;
    } else {
      merged.terms_.push_back(term);
    }
  }
  return plus(merged, Sum(0), 1);
}

Sum Sum::without_digits(const std::vector<std::size_t>& digits) const {
  Sum sum = *this;
  std::erase_if(sum.terms_, [&](const Term& term) {
    return term.parity == 0 && std::ranges::find(digits, term.digit) != digits.end();
  });
  return sum;
}

std::array<Sum, 2> Sum::divided(const Sum& x, const Sum& divisor) {
  if (!x.is_known_ || !divisor.is_constant() || divisor.constant() <= 0 || x.smallest() < 0) {
    return {poison(), poison()};
  }
  const std::int64_t m = divisor.constant();
  Sum quotient;
  Sum rest;
  for (const Term& term : x.terms_) {
    for (auto& [part, value] :
         {std::pair(&quotient, term.coefficient / m), std::pair(&rest, term.coefficient % m)}) {
      if (value == 0) continue;
      part->terms_.push_back(term);
      part->terms_.back().coefficient = value;
    }
  }
  // The constant goes where it brings the smallest rest to 0 .. m-1.
  const Int128 base = x.constant_ + rest.smallest();
  const Int128 whole = base / m - (base % m < 0 ? 1 : 0);
  quotient.constant_ = whole;
  rest.constant_ = x.constant_ - whole * m;
  if (rest.largest() >= m) return {poison(), poison()};
  return {plus(quotient, 0, 1), plus(rest, 0, 1)};
}

Sum Sums::mul(const Sum& x, const Sum& y) const {
  if (x.is_constant()) return Sum::plus(0, y, x.constant());
  return y.is_constant() ? Sum::plus(0, x, y.constant()) : Sum::poison();
}

Sum Sums::bit_and(const Sum& x, const Sum& y) const { return bitwise(x, y, both); }

Sum Sums::bit_xor(const Sum& x, const Sum& y) const { return bitwise(x, y, exclusive); }

// x | y = (x & y) ^ x ^ y
Sum Sums::bit_or(const Sum& x, const Sum& y) const { return bit_xor(bit_and(x, y), bit_xor(x, y)); }

Sum Sums::shl(const Sum& x, const Sum& y) const {
  if (!y.is_constant() || y.constant() < 0 || y.constant() >= 62) return Sum::poison();
  return mul(x, power(static_cast<unsigned>(y.constant())));
}

Sum Sums::lshr(const Sum& x, const Sum& y) const {
  if (!y.is_constant() || y.constant() < 0 || y.constant() >= 62) return Sum::poison();
  return udiv(x, power(static_cast<unsigned>(y.constant())));
}

// Integers that are equal modulo 2^64 are equal: both are below 2^62.
Truth Sums::eq(const Sum& x, const Sum& y) const {
  const Sum difference = sub(x, y);
  if (!difference.is_known()) return {true, true};
  if (difference.smallest() > 0 || difference.largest() < 0) return false;
  return {true, !difference.is_constant()};
}

Truth Sums::ult(const Sum& x, const Sum& y) const {
  if (!x.is_known() || !y.is_known() || x.smallest() < 0 || y.smallest() < 0) return {true, true};
  const Sum difference = sub(x, y);
  if (!difference.is_known()) return {true, true};
  return {difference.smallest() < 0, difference.largest() >= 0};
}

Sum Sums::ite(const Truth& p, const Sum& x, const Sum& y) const {
  if (!p.can_be_false) return x;
  return p.can_be_true ? Sum::poison() : y;
}

}  // namespace tileproof::certificates
