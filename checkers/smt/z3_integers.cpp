#include "checkers/smt/z3_integers.hpp"

#include "checkers/smt/session.hpp"
#include "core/algebra.hpp"
#include "core/bits.hpp"

namespace tileproof::smt {

static_assert(Algebra<Z3Int>);

namespace {

z3::expr as_integer(const Session& session, const Z3Word& x) {
  if (x.is_constant()) return session.context().int_val(Session::constant(x));
  return session.term(x);
}

bool is_constant_value(const Z3Word& x, std::uint64_t value) {
  return x.is_constant() && Session::constant(x) == value;
}

}  // namespace

Z3Word Z3Int::variable() const {
  return session_->word(
      [&] { return session_->context().int_const(session_->fresh_name().c_str()); });
}

std::uint64_t Z3Int::constant(const Word& x) { return Session::constant(x); }

Z3Bool Z3Int::is_natural(const Word& x) const {
  if (x.is_constant()) return true;
  return session_->truth([&] { return session_->term(x) >= 0; });
}

Z3Word Z3Int::no_integer_form(const char* operation) const {
  session_->stop(std::string(operation) + " of integers");
  return 0;
}

std::optional<std::uint64_t> Z3Int::power_of_two(const Word& count) {
  if (!count.is_constant() || Session::constant(count) >= 64) return std::nullopt;
  return std::uint64_t{1} << Session::constant(count);
}

Z3Word Z3Int::add(const Word& x, const Word& y) const {
  if (is_constant_value(x, 0)) return y;
  if (is_constant_value(y, 0)) return x;
  return session_->word([&] { return as_integer(*session_, x) + as_integer(*session_, y); });
}

Z3Word Z3Int::sub(const Word& x, const Word& y) const {
  if (is_constant_value(y, 0)) return x;
  return session_->word([&] { return as_integer(*session_, x) - as_integer(*session_, y); });
}

Z3Word Z3Int::mul(const Word& x, const Word& y) const {
  if (is_constant_value(x, 1)) return y;
  if (is_constant_value(y, 1)) return x;
  return session_->word([&] { return as_integer(*session_, x) * as_integer(*session_, y); });
}

Z3Word Z3Int::udiv(const Word& x, const Word& y) const {
  if (is_constant_value(y, 1)) return x;
  return session_->word([&] { return as_integer(*session_, x) / as_integer(*session_, y); });
}

Z3Word Z3Int::urem(const Word& x, const Word& y) const {
  return session_->word(
      [&] { return z3::mod(as_integer(*session_, x), as_integer(*session_, y)); });
}

Z3Word Z3Int::bit_and(const Word& x, const Word& y) const {
  if (x.is_constant() && !y.is_constant()) return bit_and(y, x);
  if (y.is_constant()) {
    const auto mask = Session::constant(y);
    if (mask == 0) return 0;
    if (mask != ~std::uint64_t{0} && is_power_of_two(mask + 1)) return urem(x, mask + 1);
  }
  return no_integer_form("bit_and");
}

Z3Word Z3Int::bit_or(const Word&, const Word&) const { return no_integer_form("bit_or"); }

Z3Word Z3Int::bit_xor(const Word&, const Word&) const { return no_integer_form("bit_xor"); }

Z3Word Z3Int::shl(const Word& x, const Word& y) const {
  const auto factor = power_of_two(y);
  return factor ? mul(x, *factor) : no_integer_form("shl");
}

Z3Word Z3Int::lshr(const Word& x, const Word& y) const {
  const auto divisor = power_of_two(y);
  return divisor ? udiv(x, *divisor) : no_integer_form("lshr");
}

Z3Bool Z3Int::eq(const Word& x, const Word& y) const {
  return session_->truth([&] { return as_integer(*session_, x) == as_integer(*session_, y); });
}

Z3Bool Z3Int::ult(const Word& x, const Word& y) const {
  return session_->truth([&] { return as_integer(*session_, x) < as_integer(*session_, y); });
}

Z3Word Z3Int::ite(const Bool& p, const Word& x, const Word& y) const {
  if (p.is_constant()) return Session::constant(p) ? x : y;
  return session_->word([&] {
    return z3::ite(session_->truth_term(p), as_integer(*session_, x), as_integer(*session_, y));
  });
}

}  // namespace tileproof::smt
