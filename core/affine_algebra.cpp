#include "core/affine_algebra.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/check.hpp"

namespace tileproof {
namespace {

// Sums of at most 64 terms of this size stay within 63 bits.
constexpr std::int64_t kLargestPart = std::int64_t{1} << 56;

const AffineWord* first_poisoned(const AffineWord& x, const AffineWord& y) {
  if (!x.is_affine()) return &x;
  if (!y.is_affine()) return &y;
  return nullptr;
}

bool is_number(const AffineWord& x) { return x.terms().empty(); }

// Are all values of the word in [0, limit)?
bool is_within(const AffineWord& x, std::int64_t limit) {
  return x.smallest() >= 0 && x.largest() < limit;
}

}  // namespace

// Bit k of the word is parity[k] ^ (ones >> k & 1).
struct AffineWord::Bits {
  std::array<tileproof::Word, 62> parity{};
  tileproof::Word ones = 0;
};

AffineWord::AffineWord(std::uint64_t value) : constant_(static_cast<std::int64_t>(value)) {
  if (constant_ < 0) *this = poison("constant beyond 63 bits");
}

AffineWord AffineWord::bits(unsigned first, unsigned count) {
  TP_CHECK(first + count <= 64 && count < 56, "too many input bits");
  AffineWord word;
  for (unsigned i = 0; i < count; ++i) {
    word.terms_.push_back({std::int64_t{1} << i, tileproof::Word{1} << (first + i), 0, 1});
  }
  return word;
}

AffineWord AffineWord::digit(unsigned number, tileproof::Word size) {
  TP_CHECK(size > 0, "a digit of size 0");
  AffineWord word;
  if (size - 1 > static_cast<tileproof::Word>(kLargestPart)) {
    return poison("digit beyond 56 bits");
  }
  if (size > 1) word.terms_.push_back({1, 0, number, size - 1});
  return word;
}

AffineWord AffineWord::poison(std::string reason) {
  AffineWord word;
  word.reason_ = std::move(reason);
  return word;
}

std::int64_t AffineWord::smallest() const {
  std::int64_t sum = constant_;
  for (const Term& term : terms_) {
    if (term.coefficient < 0) sum += term.coefficient * static_cast<std::int64_t>(term.largest);
  }
  return sum;
}

std::int64_t AffineWord::largest() const {
  std::int64_t sum = constant_;
  for (const Term& term : terms_) {
    if (term.coefficient > 0) sum += term.coefficient * static_cast<std::int64_t>(term.largest);
  }
  return sum;
}

// Is every term, and the constant, small enough that no sum of them leaves 63 bits?
bool AffineWord::fits() const {
  if (terms_.size() > 64 || constant_ > kLargestPart || constant_ < -kLargestPart) return false;
  return std::all_of(terms_.begin(), terms_.end(), [](const Term& term) {
    std::int64_t part = 0;
    return !__builtin_mul_overflow(
               term.coefficient, static_cast<std::int64_t>(term.largest), &part) &&
           part <= kLargestPart && part >= -kLargestPart;
  });
}

void AffineWord::add_term(const Term& term) {
  const auto before = [](const Term& a, const Term& b) {
    return std::pair(a.parity, a.digit) < std::pair(b.parity, b.digit);
  };
  const auto at = std::lower_bound(terms_.begin(), terms_.end(), term, before);
  if (at == terms_.end() || !at->same_atom(term)) {
    terms_.insert(at, term);
    return;
  }
  at->coefficient += term.coefficient;
  if (at->coefficient == 0) terms_.erase(at);
}

std::optional<AffineWord::Bits> AffineWord::as_bits() const {
  Bits bits;
  std::int64_t ones = constant_;
  tileproof::Word taken = 0;
  for (const Term& term : terms_) {
    const auto size = static_cast<tileproof::Word>(std::abs(term.coefficient));
    if (term.parity == 0 || !is_power_of_two(size) || (taken & size) != 0) return std::nullopt;
    const unsigned bit = log2_exact(size);
    if (bit >= bits.parity.size()) return std::nullopt;
    taken |= size;
    bits.parity[bit] = term.parity;
    // -2^k * p is 2^k * (1 - p) - 2^k: the complement of p.
    if (term.coefficient < 0) ones += term.coefficient;
  }
  if (ones < 0 || (static_cast<tileproof::Word>(ones) & taken) != 0) return std::nullopt;
  bits.ones = static_cast<tileproof::Word>(ones);
  for (const Term& term : terms_) {
    if (term.coefficient < 0) bits.ones |= static_cast<tileproof::Word>(-term.coefficient);
  }
  if (bits.ones >> bits.parity.size() != 0) return std::nullopt;
  return bits;
}

AffineWord AffineWord::from_bits(const Bits& bits) {
  AffineWord word;
  for (unsigned k = 0; k < bits.parity.size(); ++k) {
    const std::int64_t weight = std::int64_t{1} << k;
    const bool one = (bits.ones >> k & 1) != 0;
    if (one) word.constant_ += weight;
    if (bits.parity[k] != 0) word.add_term({one ? -weight : weight, bits.parity[k], 0, 1});
  }
  return word;
}

Affine::Word Affine::add(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  const bool x_longer = x.terms_.size() >= y.terms_.size();
  Word sum = x_longer ? x : y;
  const Word& other = x_longer ? y : x;
  sum.constant_ += other.constant_;
  for (const Word::Term& term : other.terms_) sum.add_term(term);
  return sum.fits() ? sum : Word::poison("sum beyond 56 bits");
}

Affine::Word Affine::sub(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  Word difference = x;
  difference.constant_ -= y.constant_;
  for (Word::Term term : y.terms_) {
    term.coefficient = -term.coefficient;
    difference.add_term(term);
  }
  return difference.fits() ? difference : Word::poison("difference beyond 56 bits");
}

Affine::Word Affine::mul(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (is_number(x) && !is_number(y)) return mul(y, x);
  if (!is_number(y)) return Word::poison("product of two inputs");
  const std::int64_t factor = y.constant_;
  if (factor == 0) return 0;
  Word product = x;
  bool overflow = __builtin_mul_overflow(x.constant_, factor, &product.constant_);
  for (Word::Term& term : product.terms_) {
    overflow = overflow || __builtin_mul_overflow(term.coefficient, factor, &term.coefficient);
  }
  return !overflow && product.fits() ? product : Word::poison("product beyond 56 bits");
}

// x = divisor * quotient + rest, where the rest takes the terms that the divisor does not divide;
// it is the quotient if the rest is always in [0, divisor).
Affine::Word Affine::udiv(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (!is_number(y)) return Word::poison("division by an input");
  const std::int64_t divisor = y.constant_;
  TP_CHECK(divisor != 0, "division by zero in a definition");
  if (x.smallest() < 0 || divisor < 0) return Word::poison("division of what can be negative");
  Word quotient;
  Word rest;
  quotient.constant_ = x.constant_ / divisor - (x.constant_ % divisor < 0 ? 1 : 0);
  rest.constant_ = x.constant_ - quotient.constant_ * divisor;
  for (const Word::Term& term : x.terms_) {
    if (term.coefficient % divisor != 0) {
      rest.terms_.push_back(term);
    } else {
      quotient.terms_.push_back(term);
      quotient.terms_.back().coefficient /= divisor;
    }
  }
  if (is_within(rest, divisor)) return quotient;
  return Word::poison("division by " + std::to_string(divisor) + " of a sum that carries into it");
}

Affine::Word Affine::urem(const Word& x, const Word& y) const {
  const Word quotient = udiv(x, y);
  if (!quotient.is_affine()) return quotient;
  return sub(x, mul(quotient, y));
}

Affine::Word Affine::bit_xor(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (is_number(y) && y.constant_ == 0) return x;
  if (is_number(x) && x.constant_ == 0) return y;
  const auto a = x.as_bits();
  const auto b = y.as_bits();
  if (!a || !b) return Word::poison("bit-xor of a sum with carries");
  Word::Bits bits;
  bits.ones = a->ones ^ b->ones;
  for (unsigned k = 0; k < bits.parity.size(); ++k) bits.parity[k] = a->parity[k] ^ b->parity[k];
  return Word::from_bits(bits);
}

Affine::Word Affine::bit_and(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (is_number(x) && !is_number(y)) return bit_and(y, x);
  if (is_number(y) && is_power_of_two(static_cast<tileproof::Word>(y.constant_) + 1)) {
    return urem(x, static_cast<tileproof::Word>(y.constant_) + 1);
  }
  const auto a = x.as_bits();
  const auto b = y.as_bits();
  if (!a || !b) return Word::poison("bit-and of a sum with carries");
  Word::Bits bits;
  for (unsigned k = 0; k < bits.parity.size(); ++k) {
    const bool one_a = (a->ones >> k & 1) != 0;
    const bool one_b = (b->ones >> k & 1) != 0;
    const bool zero = (a->parity[k] == 0 && !one_a) || (b->parity[k] == 0 && !one_b);
    const bool same = a->parity[k] == b->parity[k];
    if (zero || (same && one_a != one_b)) continue;
    if (!same && a->parity[k] != 0 && b->parity[k] != 0) {
      return Word::poison("bit-and of two inputs");
    }
    const bool take_b = a->parity[k] == 0;
    bits.parity[k] = take_b ? b->parity[k] : a->parity[k];
    if (take_b ? one_b : one_a) bits.ones |= tileproof::Word{1} << k;
  }
  return Word::from_bits(bits);
}

// x | y = x + y - (x & y)
Affine::Word Affine::bit_or(const Word& x, const Word& y) const {
  return sub(add(x, y), bit_and(x, y));
}

Affine::Word Affine::shl(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (!is_number(y)) return Word::poison("shift by an input");
  if (y.constant_ < 0 || y.constant_ > 62) return Word::poison("shift by more than 62");
  return mul(x, tileproof::Word{1} << y.constant_);
}

Affine::Word Affine::lshr(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (!is_number(y)) return Word::poison("shift by an input");
  if (x.smallest() < 0) return Word::poison("shift of what can be negative");
  if (y.constant_ < 0 || y.constant_ > 62) return 0;
  return udiv(x, tileproof::Word{1} << y.constant_);
}

Affine::Bool Affine::eq(const Word& x, const Word& y) const {
  const Word difference = sub(x, y);
  if (!difference.is_affine()) return Bool::poison(difference.reason());
  if (is_number(difference)) return difference.constant_ == 0;
  if (difference.smallest() > 0 || difference.largest() < 0) return false;
  return Bool::poison("comparison of an input");
}

Affine::Bool Affine::ult(const Word& x, const Word& y) const {
  const Word difference = sub(x, y);
  if (!difference.is_affine()) return Bool::poison(difference.reason());
  if (x.smallest() < 0 || y.smallest() < 0)
    return Bool::poison("comparison of what can be negative");
  if (difference.largest() < 0) return true;
  if (difference.smallest() >= 0) return false;
  return Bool::poison("comparison of an input");
}

Affine::Word Affine::ite(const Bool& p, const Word& x, const Word& y) const {
  if (!p.is_known()) return Word::poison("choice by a " + p.reason());
  return p.value() ? x : y;
}

}  // namespace tileproof
