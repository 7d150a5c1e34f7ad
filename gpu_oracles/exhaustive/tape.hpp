// How does a device evaluate a layout in any notation?  The definition is run once over an algebra
// that writes down its steps; the device runs that list at every point, a few points at a time.
//
//   (8,8):(9,1)     t0 = flat & 7;  t0 = t0 * 9;  t1 = flat >> 3;  t0 = t0 + t1
//
// So there is no second formula: a list of steps is what the definition did.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/algebra.hpp"

namespace tileproof::oracles {

enum class TapeOp : std::uint16_t {
  kAdd,
  kSub,
  kMul,
  kDiv,
  kRem,
  kAnd,
  kOr,
  kXor,
  kShl,
  kShr,
  kEqual,   // 1 or 0
  kLess,    // 1 or 0
  kChoose,  // x != 0 ? y : z
};

inline constexpr std::uint16_t kFirstConstant = 256;

// result = op(operands): below kFirstConstant a slot, else a constant.
struct TapeStep {
  TapeOp op;
  std::uint16_t result;  // a slot
  std::uint16_t operands[3];
};

inline constexpr unsigned kMaxSteps = 160;
inline constexpr unsigned kMaxConstants = 96;
inline constexpr unsigned kMaxSlots = 16;

// A function of one number, flat = x0 + size0 * (x1 + ...), as plain data that a kernel takes as an
// argument.  The number is in slot 0 at first; slots are used again when their value is dead.
struct Tape {
  std::uint32_t step_count = 0;
  std::uint32_t slot_count = 1;
  std::uint16_t result = 0;
  // No step gives 2^32 or more below `points`, so that 32-bit words suffice.
  bool is_narrow = false;
  std::uint64_t points = 0;
  TapeStep steps[kMaxSteps] = {};
  std::uint64_t constants[kMaxConstants] = {};
};

// 32-bit words, for tapes that are narrow.
struct U32 : UnsignedWords<std::uint32_t> {};

// One step at `kPoints` points, each operand given as that many words.
template <unsigned kPoints, Algebra A>
TP_HD void apply(const A& a,
                 TapeOp op,
                 const typename A::Word* x,
                 const typename A::Word* y,
                 const typename A::Word* z,
                 typename A::Word* result) {
  using W = typename A::Word;
  const auto each = [&](auto give) {
    for (unsigned i = 0; i < kPoints; ++i) result[i] = give(x[i], y[i], z[i]);
  };
  switch (op) {
    case TapeOp::kAdd:
      return each([&](W p, W q, W) { return a.add(p, q); });
    case TapeOp::kSub:
      return each([&](W p, W q, W) { return a.sub(p, q); });
    case TapeOp::kMul:
      return each([&](W p, W q, W) { return a.mul(p, q); });
    case TapeOp::kDiv:
      return each([&](W p, W q, W) { return a.udiv(p, q); });
    case TapeOp::kRem:
      return each([&](W p, W q, W) { return a.urem(p, q); });
    case TapeOp::kAnd:
      return each([&](W p, W q, W) { return a.bit_and(p, q); });
    case TapeOp::kOr:
      return each([&](W p, W q, W) { return a.bit_or(p, q); });
    case TapeOp::kXor:
      return each([&](W p, W q, W) { return a.bit_xor(p, q); });
    case TapeOp::kShl:
      return each([&](W p, W q, W) { return a.shl(p, q); });
    case TapeOp::kShr:
      return each([&](W p, W q, W) { return a.lshr(p, q); });
    case TapeOp::kEqual:
      return each([&](W p, W q, W) { return a.ite(a.eq(p, q), W(1), W(0)); });
    case TapeOp::kLess:
      return each([&](W p, W q, W) { return a.ite(a.ult(p, q), W(1), W(0)); });
    case TapeOp::kChoose:
      return each([&](W p, W q, W r) { return a.ite(a.bool_not(a.eq(p, W(0))), q, r); });
  }
}

// The value at a point, on the host.
template <Algebra A>
typename A::Word run(const A& a, const Tape& tape, typename A::Word flat) {
  using W = typename A::Word;
  std::array<W, kMaxSlots> slots{};
  slots[0] = flat;
  const auto value = [&](std::uint16_t operand) {
    return operand < kFirstConstant ? slots[operand] : W(tape.constants[operand - kFirstConstant]);
  };
  for (unsigned i = 0; i < tape.step_count; ++i) {
    const TapeStep& step = tape.steps[i];
    const W x = value(step.operands[0]);
    const W y = value(step.operands[1]);
    const W z = value(step.operands[2]);
    apply<1>(a, step.op, &x, &y, &z, &slots[step.result]);
  }
  return value(tape.result);
}

}  // namespace tileproof::oracles
