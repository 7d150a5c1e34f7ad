#include "checkers/smt/z3_algebra.hpp"

#include <algorithm>

#include "checkers/smt/session.hpp"
#include "core/algebra.hpp"
#include "core/bits.hpp"
#include "core/check.hpp"

namespace tileproof::smt {

static_assert(Algebra<Z3Bv>);

namespace {

// The word as a bit-vector of just this many bits, which must be enough for it.
z3::expr as_bits(const Session& session, const Z3Bv& a, const Z3Word& x, unsigned bits) {
  if (x.is_constant()) return session.context().bv_val(a.constant(x), bits);
  const z3::expr& term = session.term(x);
  const unsigned missing = bits - term.get_sort().bv_size();
  return missing == 0 ? term : z3::zext(term, missing);
}

// A definition never divides by 0, unless its divisor is a term that could not be built.
Z3Word division_by_zero(const Session& session) {
  TP_CHECK(session.is_stopped(), "division by zero in a definition");
  return 0;
}

}  // namespace

Z3Bv::Z3Bv(const Session& session, unsigned width) : session_(&session), width_(width) {
  TP_CHECK(width >= 1 && width <= 64, "a width of " + std::to_string(width) + " bits");
}

std::uint64_t Z3Bv::constant(const Word& x) const {
  return Session::constant(x) & low_mask(width_);
}

unsigned Z3Bv::bits(const Word& x) const {
  if (x.is_constant()) return static_cast<unsigned>(std::bit_width(constant(x)));
  return session_->term(x).get_sort().bv_size();
}

Z3Word Z3Bv::variable(unsigned bits) const {
  TP_CHECK(bits <= width_, "a variable that is wider than its algebra");
  if (bits == 0) return 0;
  return session_->word(
      [&] { return session_->context().bv_const(session_->fresh_name().c_str(), bits); });
}

Z3Word Z3Bv::low_bits(const Word& x, unsigned count) const {
  if (count == 0) return 0;
  if (bits(x) <= count) return x;
  return session_->word([&] { return session_->term(x).extract(count - 1, 0); });
}

Z3Word Z3Bv::shifted_left(const Word& x, std::uint64_t count) const {
  if (count == 0) return x;
  if (count >= width_) return 0;
  const unsigned by = static_cast<unsigned>(count);
  const Word kept = low_bits(x, width_ - by);
  return session_->word(
      [&] { return z3::concat(session_->term(kept), session_->context().bv_val(0, by)); });
}

Z3Word Z3Bv::shifted_right(const Word& x, std::uint64_t count) const {
  if (count == 0) return x;
  const unsigned width = bits(x);
  if (count >= width) return 0;
  return session_->word(
      [&] { return session_->term(x).extract(width - 1, static_cast<unsigned>(count)); });
}

Z3Word Z3Bv::add(const Word& x, const Word& y) const {
  if (x.is_constant() && y.is_constant()) return constant(x) + constant(y);
  if (bits(x) == 0) return y;
  if (bits(y) == 0) return x;
  const unsigned width = std::min(width_, std::max(bits(x), bits(y)) + 1);
  return session_->word(
      [&] { return as_bits(*session_, *this, x, width) + as_bits(*session_, *this, y, width); });
}

Z3Word Z3Bv::sub(const Word& x, const Word& y) const {
  if (x.is_constant() && y.is_constant()) return constant(x) - constant(y);
  if (bits(y) == 0) return x;
  return session_->word(
      [&] { return as_bits(*session_, *this, x, width_) - as_bits(*session_, *this, y, width_); });
}

Z3Word Z3Bv::mul(const Word& x, const Word& y) const {
  if (x.is_constant() && y.is_constant()) return constant(x) * constant(y);
  if (x.is_constant()) return mul(y, x);
  if (bits(y) == 0) return 0;
  if (y.is_constant() && is_power_of_two(constant(y))) {
    return shifted_left(x, log2_exact(constant(y)));
  }
  const unsigned width = std::min(width_, bits(x) + bits(y));
  return session_->word(
      [&] { return as_bits(*session_, *this, x, width) * as_bits(*session_, *this, y, width); });
}

Z3Word Z3Bv::udiv(const Word& x, const Word& y) const {
  if (y.is_constant()) {
    const auto divisor = constant(y);
    if (divisor == 0) return division_by_zero(*session_);
    if (x.is_constant()) return constant(x) / divisor;
    if (is_power_of_two(divisor)) return shifted_right(x, log2_exact(divisor));
    if (bits(y) > bits(x)) return 0;
  }
  const unsigned width = std::max(bits(x), bits(y));
  const Word quotient = session_->word([&] {
    return z3::udiv(as_bits(*session_, *this, x, width), as_bits(*session_, *this, y, width));
  });
  if (!y.is_constant()) return low_bits(quotient, bits(x));
  // A divisor of b bits is at least 2^(b-1).
  return low_bits(quotient, bits(x) - bits(y) + 1);
}

Z3Word Z3Bv::urem(const Word& x, const Word& y) const {
  if (y.is_constant()) {
    const auto divisor = constant(y);
    if (divisor == 0) return division_by_zero(*session_);
    if (x.is_constant()) return constant(x) % divisor;
    if (is_power_of_two(divisor)) return low_bits(x, log2_exact(divisor));
    if (bits(y) > bits(x)) return x;
  }
  const unsigned width = std::max(bits(x), bits(y));
  const Word remainder = session_->word([&] {
    return z3::urem(as_bits(*session_, *this, x, width), as_bits(*session_, *this, y, width));
  });
  return low_bits(remainder, std::min(bits(x), bits(y)));
}

Z3Word Z3Bv::bit_and(const Word& x, const Word& y) const {
  if (x.is_constant() && y.is_constant()) return constant(x) & constant(y);
  if (x.is_constant()) return bit_and(y, x);
  const unsigned width = std::min(bits(x), bits(y));
  if (width == 0) return 0;
  const Word kept = low_bits(x, width);
  if (!y.is_constant()) {
    const Word other = low_bits(y, width);
    return session_->word([&] { return session_->term(kept) & session_->term(other); });
  }
  const auto mask = constant(y) & low_mask(width);
  if (mask == low_mask(width)) return kept;
  return session_->word(
      [&] { return session_->term(kept) & session_->context().bv_val(mask, width); });
}

Z3Word Z3Bv::bit_or(const Word& x, const Word& y) const {
  if (x.is_constant() && y.is_constant()) return constant(x) | constant(y);
  if (bits(x) == 0) return y;
  if (bits(y) == 0) return x;
  const unsigned width = std::max(bits(x), bits(y));
  return session_->word(
      [&] { return as_bits(*session_, *this, x, width) | as_bits(*session_, *this, y, width); });
}

Z3Word Z3Bv::bit_xor(const Word& x, const Word& y) const {
  if (x.is_constant() && y.is_constant()) return constant(x) ^ constant(y);
  if (bits(x) == 0) return y;
  if (bits(y) == 0) return x;
  const unsigned width = std::max(bits(x), bits(y));
  return session_->word(
      [&] { return as_bits(*session_, *this, x, width) ^ as_bits(*session_, *this, y, width); });
}

Z3Word Z3Bv::shl(const Word& x, const Word& y) const {
  if (y.is_constant()) {
    const auto count = constant(y);
    if (!x.is_constant()) return shifted_left(x, count);
    return count < width_ ? constant(x) << count : 0;
  }
  if (bits(x) == 0) return 0;
  // SMT-LIB, too, gives 0 for shifts by the width or more; `y` must not be cut, so this is wide.
  return session_->word([&] {
    return z3::shl(as_bits(*session_, *this, x, width_), as_bits(*session_, *this, y, width_));
  });
}

Z3Word Z3Bv::lshr(const Word& x, const Word& y) const {
  if (y.is_constant()) {
    const auto count = constant(y);
    if (!x.is_constant()) return shifted_right(x, count);
    return count < width_ ? constant(x) >> count : 0;
  }
  if (bits(x) == 0) return 0;
  const unsigned width = std::max(bits(x), bits(y));
  const Word shifted = session_->word([&] {
    return z3::lshr(as_bits(*session_, *this, x, width), as_bits(*session_, *this, y, width));
  });
  return low_bits(shifted, bits(x));
}

Z3Bool Z3Bv::eq(const Word& x, const Word& y) const {
  if (x.is_constant() && y.is_constant()) return constant(x) == constant(y);
  if (x.is_constant()) return eq(y, x);
  if (y.is_constant() && bits(y) > bits(x)) return false;
  const unsigned width = std::max(bits(x), bits(y));
  return session_->truth(
      [&] { return as_bits(*session_, *this, x, width) == as_bits(*session_, *this, y, width); });
}

Z3Bool Z3Bv::ult(const Word& x, const Word& y) const {
  if (x.is_constant() && y.is_constant()) return constant(x) < constant(y);
  if (y.is_constant() && bits(y) > bits(x)) return true;
  if (bits(y) == 0 || (x.is_constant() && bits(x) > bits(y))) return false;
  const unsigned width = std::max(bits(x), bits(y));
  return session_->truth([&] {
    return z3::ult(as_bits(*session_, *this, x, width), as_bits(*session_, *this, y, width));
  });
}

Z3Word Z3Bv::ite(const Bool& p, const Word& x, const Word& y) const {
  if (p.is_constant()) return Session::constant(p) ? x : y;
  const unsigned width = std::max({1u, bits(x), bits(y)});
  return session_->word([&] {
    return z3::ite(session_->truth_term(p),
                   as_bits(*session_, *this, x, width),
                   as_bits(*session_, *this, y, width));
  });
}

}  // namespace tileproof::smt
