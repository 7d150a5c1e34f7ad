#include "checkers/sat/aig_algebra.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "core/check.hpp"

namespace tileproof::sat {
namespace {

using Value = std::uint64_t;

// The digits of `value` in base 2 that are 1 and -1, lowest first, with no two neighbours set:
// 7 = 8 - 1.
struct SignedDigits {
  Value plus = 0;
  Value minus = 0;
};

// Requires: value < 2^62.
SignedDigits signed_digits(Value value) {
  const Value triple = 3 * value;
  return {(triple & ~value) >> 1, (value & ~triple) >> 1};
}

}  // namespace

AigWord::AigWord(std::uint64_t value) {
  for (; value != 0; value >>= 1) bits_.push_back(Lit((value & 1) != 0));
}

std::optional<std::uint64_t> AigWord::constant() const {
  if (bits_.size() > 64) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    if (!bits_[i].is_constant()) return std::nullopt;
    value |= std::uint64_t{bits_[i].code()} << i;
  }
  return value;
}

void AigWord::truncate(unsigned width) {
  if (bits_.size() > width) bits_.resize(width);
  trim();
}

Aig::Aig(Graph& graph, unsigned width) : graph_(&graph), width_(width) {
  TP_CHECK(width >= 64 && width <= 128, "words of " + std::to_string(width) + " bits");
}

Aig::Word Aig::input(unsigned width) const {
  TP_CHECK(width <= width_, "an input of " + std::to_string(width) + " bits");
  Word word;
  for (unsigned i = 0; i < width; ++i) word.push(graph_->input());
  return word;
}

Aig::Word Aig::sum(const Word& x, const Word& y, unsigned width) const {
  Word result;
  Lit carry;
  const unsigned longest = std::max(x.width(), y.width());
  for (unsigned i = 0; i < std::min(longest, width); ++i) {
    const Lit a = x.bit(i);
    const Lit b = y.bit(i);
    result.push(graph_->xor_(graph_->xor_(a, b), carry));
    carry = graph_->majority(a, b, carry);
  }
  if (longest < width) result.push(carry);
  result.trim();
  return result;
}

Aig::Word Aig::difference(const Word& x, const Word& y, unsigned width) const {
  Word result;
  Lit borrow;
  const unsigned longest = std::max(x.width(), y.width());
  for (unsigned i = 0; i < std::min(longest, width); ++i) {
    const Lit a = x.bit(i);
    const Lit b = y.bit(i);
    result.push(graph_->xor_(graph_->xor_(a, b), borrow));
    borrow = graph_->majority(!a, b, borrow);
  }
  // Below zero all higher bits are 1.
  while (borrow != kFalse && result.width() < width) result.push(borrow);
  result.trim();
  return result;
}

Aig::Word Aig::add(const Word& x, const Word& y) const { return sum(x, y, width_); }

Aig::Word Aig::sub(const Word& x, const Word& y) const { return difference(x, y, width_); }

Aig::Word Aig::shifted_up(const Word& x, unsigned count) const {
  Word result;
  if (x.width() == 0 || count >= width_) return result;
  result.bits_.resize(count);
  result.bits_.insert(result.bits_.end(), x.bits_.begin(), x.bits_.end());
  result.truncate(width_);
  return result;
}

Aig::Word Aig::shifted_down(const Word& x, unsigned count) {
  Word result;
  if (count < x.width()) result.bits_.assign(x.bits_.begin() + count, x.bits_.end());
  return result;
}

// A sum of shifted x.  7 * x = 8 * x - x needs one adder where x + 2 * x + 4 * x needs two; since
// the product is not negative, computing modulo its own width loses nothing.
Aig::Word Aig::mul_by_constant(const Word& x, Value factor) const {
  if (factor == 0) return 0;
  const unsigned width =
      std::min(width_, x.width() + static_cast<unsigned>(std::bit_width(factor)));
  SignedDigits digits{factor, 0};
  if (factor >> 62 == 0) {
    const SignedDigits fewer = signed_digits(factor);
    if (std::popcount(fewer.plus) + std::popcount(fewer.minus) < std::popcount(factor)) {
      digits = fewer;
    }
  }
  Word product;
  for (Value rest = digits.plus; rest != 0; rest &= rest - 1) {
    const auto shift = static_cast<unsigned>(std::countr_zero(rest));
    product = sum(product, shifted_up(x, shift), width);
  }
  for (Value rest = digits.minus; rest != 0; rest &= rest - 1) {
    const auto shift = static_cast<unsigned>(std::countr_zero(rest));
    product = difference(product, shifted_up(x, shift), width);
  }
  product.truncate(width);
  return product;
}

Aig::Word Aig::mul(const Word& x, const Word& y) const {
  if (const auto factor = y.constant()) return mul_by_constant(x, *factor);
  if (const auto factor = x.constant()) return mul_by_constant(y, *factor);
  const unsigned width = std::min(width_, x.width() + y.width());
  Word product;
  for (unsigned i = 0; i < y.width(); ++i) {
    Word row;
    for (unsigned k = 0; k < i; ++k) row.push(kFalse);
    for (unsigned k = 0; k < x.width() && i + k < width; ++k) {
      row.push(graph_->and_(x.bit(k), y.bit(i)));
    }
    product = sum(product, row, width);
  }
  return product;
}

// Long division, one bit of the quotient per step from the highest: the rest takes in a bit of x,
// and the divisor is taken off where it fits.
std::pair<Aig::Word, Aig::Word> Aig::divide(const Word& x, const Word& y) const {
  TP_CHECK(y.width() != 0, "division by zero in a definition");
  // Low zeros of the divisor leave the low bits of x to the remainder: x / 24 = (x / 8) / 3.
  unsigned zeros = 0;
  while (y.bit(zeros) == kFalse) ++zeros;
  const Word divisor = shifted_down(y, zeros);
  const Word high = shifted_down(x, zeros);
  Word quotient;
  Word rest;
  if (divisor.width() == 1 && divisor.bit(0) == kTrue) {
    quotient = high;
  } else {
    quotient.bits_.resize(high.width());
    for (unsigned i = high.width(); i-- > 0;) {
      rest.bits_.insert(rest.bits_.begin(), high.bit(i));
      rest.trim();
      const Lit fits = !ult(rest, divisor);
      if (fits == kFalse) continue;
      quotient.bits_[i] = fits;
      rest = ite(fits, difference(rest, divisor, rest.width()), rest);
      // Less than the divisor now.
      rest.truncate(divisor.width());
    }
    quotient.trim();
  }
  Word remainder = x;
  remainder.bits_.resize(std::min(zeros, x.width()));
  if (rest.width() != 0) {
    remainder.bits_.resize(zeros);
    remainder.bits_.insert(remainder.bits_.end(), rest.bits_.begin(), rest.bits_.end());
  }
  remainder.trim();
  return {std::move(quotient), std::move(remainder)};
}

template <typename Gate>
Aig::Word Aig::bitwise(const Word& x, const Word& y, const Gate& gate) {
  Word result;
  const unsigned longest = std::max(x.width(), y.width());
  for (unsigned i = 0; i < longest; ++i) result.push(gate(x.bit(i), y.bit(i)));
  result.trim();
  return result;
}

Aig::Word Aig::bit_and(const Word& x, const Word& y) const {
  return bitwise(x, y, [&](Lit a, Lit b) { return graph_->and_(a, b); });
}

Aig::Word Aig::bit_or(const Word& x, const Word& y) const {
  return bitwise(x, y, [&](Lit a, Lit b) { return graph_->or_(a, b); });
}

Aig::Word Aig::bit_xor(const Word& x, const Word& y) const {
  return bitwise(x, y, [&](Lit a, Lit b) { return graph_->xor_(a, b); });
}

Aig::Word Aig::ite(Bool p, const Word& x, const Word& y) const {
  return bitwise(x, y, [&](Lit a, Lit b) { return graph_->mux(p, a, b); });
}

template <typename Shift>
Aig::Word Aig::shifted_by_word(const Word& x, const Word& y, const Shift& shift) const {
  Word result = x;
  for (unsigned i = 0; i < y.width(); ++i) {
    const unsigned count = i < 8 ? 1u << i : width_;
    result = ite(y.bit(i), shift(result, count), result);
  }
  return result;
}

Aig::Word Aig::shl(const Word& x, const Word& y) const {
  const auto shift = [this](const Word& w, unsigned count) { return shifted_up(w, count); };
  return shifted_by_word(x, y, shift);
}

Aig::Word Aig::lshr(const Word& x, const Word& y) const {
  return shifted_by_word(x, y, &Aig::shifted_down);
}

Aig::Bool Aig::eq(const Word& x, const Word& y) const {
  const unsigned longest = std::max(x.width(), y.width());
  for (unsigned i = 0; i < longest; ++i) {
    if (x.bit(i) == !y.bit(i)) return kFalse;
  }
  Lit equal = kTrue;
  for (unsigned i = 0; i < longest; ++i) {
    equal = graph_->and_(equal, !graph_->xor_(x.bit(i), y.bit(i)));
  }
  return equal;
}

// The borrow of x - y.  Below a bit in which the words always differ nothing matters.
Aig::Bool Aig::ult(const Word& x, const Word& y) const {
  const unsigned longest = std::max(x.width(), y.width());
  unsigned first = longest;
  while (first > 0 && x.bit(first - 1) != !y.bit(first - 1)) --first;
  Lit below = first > 0 ? y.bit(first - 1) : kFalse;
  for (unsigned i = first; i < longest; ++i) {
    below = graph_->majority(!x.bit(i), y.bit(i), below);
  }
  return below;
}

}  // namespace tileproof::sat
