#include "core/affine_algebra.hpp"

#include <algorithm>
#include <limits>

#include "core/check.hpp"

namespace tileproof {
namespace {

constexpr Int128 kLimit = Int128{1} << 62;
const Affine kAffine;

// How many of the lowest bits are all 0, or all 1, whatever the inputs?
int equal_low_bits(const AffineWord& x) {
  std::int64_t bits = (x.constant() & 1) == 0 ? x.constant() : ~x.constant();
  for (const AffineWord::Term& term : x.terms()) bits |= term.coefficient;
  return std::countr_zero(static_cast<Word>(bits));
}

// The operations on a run of bits: on words from 0 to `ones` = 2^k - 1, or on any where it is -1.
AffineWord both(const AffineWord& x, const AffineWord& y, std::int64_t ones) {
  if (x.is(0) || y.is(ones)) return x;
  if (y.is(0) || x.is(ones) || x == y) return y;
  return kAffine.add(x, y).is(ones) ? 0 : AffineWord::poison("bit-and of two inputs");
}

AffineWord exclusive(const AffineWord& x, const AffineWord& y, std::int64_t ones) {
  if (x.is(0) || y.is(ones)) return kAffine.sub(y, x);
  if (y.is(0) || x.is(ones)) return kAffine.sub(x, y);
  const Word p = x.terms().front().parity, q = y.terms().front().parity;
  if (p == 0 || q == 0) return AffineWord::poison("bit-xor of a digit");
  const AffineWord parity = AffineWord::parity(p ^ q);
  return x.constant() == y.constant() ? parity : kAffine.sub(1, parity);
}

Affine::Bool unknown(const AffineWord& difference) {
  if (!difference.is_affine()) return Affine::Bool::poison(difference.reason());
  return Affine::Bool::poison("comparison of an input");
}

}  // namespace

AffineWord::AffineWord(std::uint64_t value) : constant_(static_cast<std::int64_t>(value)) {
  keep();
}

AffineWord AffineWord::parity(tileproof::Word inputs) {
  AffineWord word;
  if (inputs != 0) word.terms_.push_back({1, inputs, 0, 1});
  return word;
}

AffineWord AffineWord::bits(unsigned first, unsigned count) {
  TP_CHECK(first + count <= 64 && count <= 62, "too many input bits");
  AffineWord word;
  for (unsigned i = 0; i < count; ++i) {
    word.terms_.push_back({std::int64_t{1} << i, tileproof::Word{1} << (first + i), 0, 1});
  }
  return word;
}

AffineWord AffineWord::digit(unsigned number, tileproof::Word size) {
  TP_CHECK(size > 0, "a digit of size 0");
  AffineWord word;
  if (size > 1) word.terms_.push_back({1, 0, number, size - 1});
  word.keep();
  return word;
}

AffineWord AffineWord::poison(std::string reason) {
  AffineWord word;
  word.reason_ = std::move(reason);
  return word;
}

// No sum leaves 127 bits: what the terms of a kept word can add up to has 63 bits, a factor too.
std::pair<Int128, Int128> AffineWord::bounds() const {
  Int128 low = constant_, high = constant_;
  for (const Term& term : terms_) {
    const Int128 part = Int128{term.coefficient} * term.largest;
    (part < 0 ? low : high) += part;
  }
  return {low, high};
}

void AffineWord::keep() {
  const auto [low, high] = bounds();
  if (low <= -kLimit || high >= kLimit) *this = poison("number beyond 62 bits");
}

void AffineWord::add(const AffineWord& x, std::int64_t factor) {
  const auto add_product = [factor](std::int64_t& sum, std::int64_t value) {
    using Range = std::numeric_limits<std::int64_t>;
    const Int128 exact = sum + Int128{factor} * value;
    sum = static_cast<std::int64_t>(std::clamp<Int128>(exact, Range::min(), Range::max()));
  };
  add_product(constant_, x.constant_);
  auto at = terms_.begin();
  for (const Term& term : x.terms_) {
    while (at != terms_.end() && at->atom() < term.atom()) ++at;
    if (at == terms_.end() || at->atom() != term.atom()) at = terms_.insert(at, term.with(0));
    add_product(at->coefficient, term.coefficient);
    if (at->coefficient == 0) at = terms_.erase(at);
  }
}

AffineWord AffineWord::divide(std::int64_t divisor) {
  AffineWord rest;
  auto kept = terms_.begin();
  for (const Term& term : terms_) {
    const std::int64_t part = term.coefficient / divisor;
    const std::int64_t left = term.coefficient - part * divisor;
    if (left != 0) rest.terms_.push_back(term.with(left));
    if (part != 0) *kept++ = term.with(part);
  }
  terms_.erase(kept, terms_.end());
  const auto lowest = static_cast<std::int64_t>(constant_ + rest.bounds().first);
  const std::int64_t quotient = lowest / divisor - (lowest % divisor < 0 ? 1 : 0);
  rest.constant_ = constant_ - quotient * divisor;
  constant_ = quotient;
  if (rest.bounds().second < divisor) return rest;
  *this = poison("division by " + std::to_string(divisor) + " of a sum that carries into it");
  return *this;
}

Affine::Word Affine::plus(const Word& x, const Word& y, std::int64_t factor) {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  Word sum = x;
  sum.add(y, factor);
  sum.keep();
  return sum;
}

Affine::Word Affine::mul(const Word& x, const Word& y) const {
  if (y.is_number()) return plus(0, x, y.constant_);
  if (x.is_number()) return plus(0, y, x.constant_);
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  return Word::poison("product of two inputs");
}

// The quotient becomes the word, and the rest is given; both are poison where it is no sum.
Affine::Word Affine::divide(Word& word, const Word& by) {
  if (const Word* bad = first_poisoned(word, by)) return word = *bad;
  if (!by.is_number()) return word = Word::poison("division by an input");
  TP_CHECK(by.constant_ != 0, "division by zero in a definition");
  if (word.smallest() < 0 || by.constant_ < 0) {
    return word = Word::poison("division of what can be negative");
  }
  return word.divide(by.constant_);
}

Affine::Word Affine::udiv(const Word& x, const Word& y) const {
  Word quotient = x;
  divide(quotient, y);
  return quotient;
}

Affine::Word Affine::urem(const Word& x, const Word& y) const {
  Word quotient = x;
  return divide(quotient, y);
}

// Run by run of bits: either one of the words has only zeros or only ones there, or the run is a
// single bit.  What is left in the end is 0 or, in all its bits, 1: the number -1.
Affine::Word Affine::bitwise(Word x, Word y, Combine combine) {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  Word result;
  for (std::int64_t weight = 1;;) {
    const int count = std::max({equal_low_bits(x), equal_low_bits(y), 1});
    if (count == 64) return plus(result, combine(x, y, -1), weight);
    const std::int64_t end = std::int64_t{1} << count;
    const Word low_x = x.divide(end), low_y = y.divide(end);
    if (first_poisoned(low_x, low_y)) return Word::poison("bits of a sum with carries");
    const Word run = combine(low_x, low_y, end - 1);
    if (!run.is_affine()) return run;
    result.add(run, weight);
    weight *= end;
  }
}

Affine::Word Affine::bit_and(const Word& x, const Word& y) const { return bitwise(x, y, both); }
Affine::Word Affine::bit_xor(const Word& x, const Word& y) const {
  return bitwise(x, y, exclusive);
}
Affine::Word Affine::bit_or(const Word& x, const Word& y) const {
  return add(sub(x, bit_and(x, y)), y);
}

Affine::Word Affine::power_of_two(const Word& y) {
  if (!y.is_affine()) return y;
  if (!y.is_number()) return Word::poison("shift by an input");
  if (y.constant_ < 0 || y.constant_ >= 62) return Word::poison("shift by 62 or more");
  return tileproof::Word{1} << y.constant_;
}

Affine::Bool Affine::eq(const Word& x, const Word& y) const {
  const Word difference = sub(x, y);
  if (difference.is(0)) return true;
  return difference.smallest() > 0 || difference.largest() < 0 ? false : unknown(difference);
}

Affine::Bool Affine::ult(const Word& x, const Word& y) const {
  const Word difference = sub(x, y);
  if (!difference.is_affine() || x.smallest() < 0 || y.smallest() < 0) return unknown(difference);
  if (difference.largest() < 0) return true;
  return difference.smallest() >= 0 ? false : unknown(difference);
}

}  // namespace tileproof
