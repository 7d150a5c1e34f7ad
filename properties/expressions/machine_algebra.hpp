// What does a machine of so many bits compute?  Two's complement, as C has it: every number is its
// lowest bits, and a signed one is read by its highest.  Written without a look at MachineCheck,
// which says where such a machine is right.
#pragma once

#include "core/algebra.hpp"
#include "core/machine.hpp"

namespace tileproof::laws {

struct MachineAlgebra : TruthOps<bool> {
  using Word = std::uint64_t;  // the machine's bits

  Machine machine;

  explicit MachineAlgebra(Machine of) : machine(of) {}

  [[nodiscard]] Word constant(Word value) const { return wrapped(value); }
  // The number that the bits mean, in two's complement of 64 bits.
  [[nodiscard]] Word number(Word bits) const {
    const bool is_negative = machine.is_signed && (bits >> (machine.bits - 1) & 1) != 0;
    return is_negative && machine.bits < 64 ? bits | ~Word{0} << machine.bits : bits;
  }

  [[nodiscard]] Word add(Word x, Word y) const { return wrapped(x + y); }
  [[nodiscard]] Word sub(Word x, Word y) const { return wrapped(x - y); }
  [[nodiscard]] Word mul(Word x, Word y) const { return wrapped(x * y); }
  [[nodiscard]] Word udiv(Word x, Word y) const { return divided(x, y, false); }
  [[nodiscard]] Word urem(Word x, Word y) const { return divided(x, y, true); }
  [[nodiscard]] Word bit_and(Word x, Word y) const { return x & y; }
  [[nodiscard]] Word bit_or(Word x, Word y) const { return x | y; }
  [[nodiscard]] Word bit_xor(Word x, Word y) const { return x ^ y; }
  [[nodiscard]] Word shl(Word x, Word y) const { return y < machine.bits ? wrapped(x << y) : 0; }
  [[nodiscard]] Word lshr(Word x, Word y) const {
    if (y >= machine.bits) return 0;
    if (!machine.is_signed) return x >> y;
    return wrapped(static_cast<Word>(static_cast<std::int64_t>(number(x)) >> y));
  }
  [[nodiscard]] Bool eq(Word x, Word y) const { return x == y; }
  [[nodiscard]] Bool ult(Word x, Word y) const {
    if (!machine.is_signed) return x < y;
    return static_cast<std::int64_t>(number(x)) < static_cast<std::int64_t>(number(y));
  }
  [[nodiscard]] Word ite(Bool p, Word x, Word y) const { return p ? x : y; }

 private:
  [[nodiscard]] Word wrapped(Word x) const {
    return machine.bits < 64 ? x & ((Word{1} << machine.bits) - 1) : x;
  }
  // Truncates, as C does; by 0 there is no value.
  [[nodiscard]] Word divided(Word x, Word y, bool is_rest) const {
    if (y == 0) return 0;
    if (!machine.is_signed) return is_rest ? x % y : x / y;
    const auto a = static_cast<std::int64_t>(number(x));
    const auto b = static_cast<std::int64_t>(number(y));
    if (b == -1) return is_rest ? 0 : wrapped(Word{0} - x);
    return wrapped(static_cast<Word>(is_rest ? a % b : a / b));
  }
};

}  // namespace tileproof::laws
