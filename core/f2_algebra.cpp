#include "core/f2_algebra.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"

namespace tileproof {

const std::string F2Word::kNoReason;

F2Word F2Word::inputs(unsigned first, unsigned count) {
  TP_CHECK(first + count <= 64, "more than 64 input bits");
  F2Word word;
  for (unsigned i = 0; i < count; ++i) word.inputs_.push_back(tileproof::Word{1} << (first + i));
  return word;
}

F2Word F2Word::poison(std::string reason) {
  F2Word word;
  word.reason_ = std::make_shared<const std::string>(std::move(reason));
  return word;
}

tileproof::Word F2Word::possible() const {
  tileproof::Word bits = constant_;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i] != 0) bits |= tileproof::Word{1} << i;
  }
  return bits;
}

void AffineMap::add(const F2Word& word, unsigned shift) {
  if (word.possible() == 0) return;
  constant ^= word.constant() << shift;
  for (unsigned bit = 0; bit < word.input_width() && bit + shift < 64; ++bit) {
    for (Word inputs = word.inputs_of(bit); inputs != 0; inputs &= inputs - 1) {
      columns[static_cast<std::size_t>(std::countr_zero(inputs))] ^= Word{1} << (bit + shift);
    }
  }
}

F2Word F2Word::shifted(int count) const {
  F2Word result;
  const std::size_t up = count > 0 ? static_cast<std::size_t>(count) : 0;
  const std::size_t down = count < 0 ? static_cast<std::size_t>(-count) : 0;
  if (up < 64 && down < inputs_.size()) {
    const std::size_t kept = std::min(inputs_.size() - down, 64 - up);
    result.inputs_.resize(up + kept, 0);
    std::copy_n(inputs_.begin() + static_cast<std::ptrdiff_t>(down),
                kept,
                result.inputs_.begin() + static_cast<std::ptrdiff_t>(up));
  }
  if (count > -64 && count < 64) {
    result.constant_ = count >= 0 ? constant_ << count : constant_ >> -count;
  }
  result.trim();
  return result;
}

F2Word F2Word::masked(tileproof::Word mask) const {
  F2Word result;
  const auto kept =
      std::min<std::size_t>(inputs_.size(), static_cast<std::size_t>(std::bit_width(mask)));
  result.inputs_.assign(inputs_.begin(), inputs_.begin() + static_cast<std::ptrdiff_t>(kept));
  for (std::size_t i = 0; i < kept; ++i) {
    if ((mask >> i & 1) == 0) result.inputs_[i] = 0;
  }
  result.constant_ = constant_ & mask;
  result.trim();
  return result;
}

void F2Word::trim() {
  while (!inputs_.empty() && inputs_.back() == 0) inputs_.pop_back();
}

F2::Word F2::bit_xor(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  const bool x_longer = x.inputs_.size() >= y.inputs_.size();
  Word result = x_longer ? x : y;
  const Word& other = x_longer ? y : x;
  for (std::size_t i = 0; i < other.inputs_.size(); ++i) result.inputs_[i] ^= other.inputs_[i];
  result.constant_ = x.constant_ ^ y.constant_;
  result.trim();
  return result;
}

F2::Word F2::bit_and(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (y.is_constant()) return x.masked(y.constant_);
  if (x.is_constant()) return y.masked(x.constant_);
  return Word::poison("bit-and of two inputs");
}

F2::Word F2::add(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (x.is_constant() && y.is_constant()) return x.constant_ + y.constant_;
  if (x.is_constant() && x.constant_ == 0) return y;
  // Where no bit can be 1 in both, there is no carry and the sum is the XOR.
  const tileproof::Word both = x.possible() & y.possible();
  if (both == 0) return bit_xor(x, y);
  return Word::poison("carry at bit " + std::to_string(std::countr_zero(both)));
}

F2::Word F2::sub(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (x.is_constant() && y.is_constant()) return x.constant_ - y.constant_;
  if (y.is_constant() && y.constant_ == 0) return x;
  // Where y has bits only at constant ones of x there is no borrow: 7 - y = 7 ^ y for y < 8.
  if (x.is_constant() && (y.possible() & ~x.constant_) == 0) return bit_xor(x, y);
  return Word::poison("borrow in a difference");
}

F2::Word F2::mul(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (x.is_constant() && y.is_constant()) return x.constant_ * y.constant_;
  if (x.is_constant()) return mul(y, x);
  if (!y.is_constant()) return Word::poison("product of two inputs");
  if (y.constant_ == 1) return x;
  // x times a constant is a sum of shifted x; linear as long as the parts do not meet.
  const tileproof::Word bits = x.possible();
  if (std::bit_width(bits) + std::bit_width(y.constant_) > 65)
    return Word::poison("product beyond 64 bits");
  Word sum = 0;
  if (y.constant_ == 0) return sum;
  sum.inputs_.resize(x.inputs_.size() + static_cast<std::size_t>(std::bit_width(y.constant_)) - 1,
                     0);
  tileproof::Word possible = 0;
  for (tileproof::Word rest = y.constant_; rest != 0; rest &= rest - 1) {
    const auto shift = static_cast<unsigned>(std::countr_zero(rest));
    if ((possible & bits << shift) != 0)
      return Word::poison("times " + std::to_string(y.constant_));
    possible |= bits << shift;
    for (std::size_t i = 0; i < x.inputs_.size(); ++i) sum.inputs_[i + shift] ^= x.inputs_[i];
    sum.constant_ ^= x.constant_ << shift;
  }
  sum.trim();
  return sum;
}

F2::Word F2::udiv(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (!y.is_constant()) return Word::poison("division by an input");
  const auto divisor = y.constant_;
  TP_CHECK(divisor != 0, "division by zero in a definition");
  if (is_power_of_two(divisor)) return x.shifted(-static_cast<int>(log2_exact(divisor)));
  if (x.is_constant()) return x.constant_ / divisor;
  if (x.possible() < divisor) return 0;
  return Word::poison("division by " + std::to_string(divisor));
}

F2::Word F2::urem(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (!y.is_constant()) return Word::poison("remainder by an input");
  const auto divisor = y.constant_;
  TP_CHECK(divisor != 0, "division by zero in a definition");
  if (is_power_of_two(divisor)) return x.masked(divisor - 1);
  if (x.is_constant()) return x.constant_ % divisor;
  if (x.possible() < divisor) return x;
  return Word::poison("remainder by " + std::to_string(divisor));
}

F2::Word F2::bit_or(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (!x.is_constant() && y.is_constant()) return bit_or(y, x);
  if (x.is_constant()) return bit_xor(y.masked(~x.constant_), x);
  const tileproof::Word both = x.possible() & y.possible();
  if (both == 0) return bit_xor(x, y);
  return Word::poison("bit-or of two inputs at bit " + std::to_string(std::countr_zero(both)));
}

F2::Word F2::shl(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (!y.is_constant()) return Word::poison("shift by an input");
  return y.constant_ < 64 ? x.shifted(static_cast<int>(y.constant_)) : Word(0);
}

F2::Word F2::lshr(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return *bad;
  if (!y.is_constant()) return Word::poison("shift by an input");
  return y.constant_ < 64 ? x.shifted(-static_cast<int>(y.constant_)) : Word(0);
}

F2::Bool F2::eq(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return Bool::poison(bad->reason());
  const Word difference = bit_xor(x, y);
  if (difference.is_constant()) return difference.constant_ == 0;
  return Bool::poison("comparison of an input");
}

F2::Bool F2::ult(const Word& x, const Word& y) const {
  if (const Word* bad = first_poisoned(x, y)) return Bool::poison(bad->reason());
  if (x.is_constant() && y.is_constant()) return x.constant_ < y.constant_;
  if (y.is_constant() && x.possible() < y.constant_) return true;
  if (x.is_constant() && y.possible() <= x.constant_) return false;
  return Bool::poison("comparison of an input");
}

}  // namespace tileproof
