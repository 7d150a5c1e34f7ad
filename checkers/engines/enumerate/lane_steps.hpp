// One step of a graph, over a row of numbers of 32 or 64 bits.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>

#include "core/graph.hpp"
#include "core/int128.hpp"

namespace tileproof {

template <typename W>
inline constexpr unsigned kLaneBits = 8 * sizeof(W);

// A truth value in a lane: all its bits are 1, or none.
template <typename W>
constexpr W truth_lane(bool value) {
  return value ? static_cast<W>(~W{0}) : W{0};
}

enum class LaneOp : std::uint8_t {
  kAdd,
  kSub,
  kMul,
  kDiv,
  kRem,
  kDivByConstant,
  kRemByConstant,
  kAnd,
  kOr,
  kXor,
  kShl,
  kShr,
  kChoose,
  kEqual,
  kLess,
  kNot,
};

// Of truth values, as of numbers: lanes have all bits.  Requires: the step has operands.
LaneOp lane_op(StepOp op);

template <typename W>
struct LaneStep {
  LaneOp op;
  std::uint32_t to;  // a row, none of `from`
  std::uint32_t from[3];
  // Of a constant divisor: x / divisor = x * factor >> shift for all x below 2^(bits - 1).
  W divisor = 1;
  W factor = 0;
  unsigned shift = 0;

  // With n the bits less 1 and 2^k the least power of two from the divisor d on, the factor is
  // 2^(n + k) / d and e more, e <= 1, and x * e < 2^n <= 2^(n + k) / d: less than what would lead
  // to the next quotient.  Requires: the step divides, and its dividends are below 2^n.
  void divide_by(W constant) {
    using Wide = std::conditional_t<sizeof(W) == 4, std::uint64_t, UInt128>;
    const auto log2 = static_cast<unsigned>(std::bit_width(static_cast<W>(constant - 1)));
    op = op == LaneOp::kDiv ? LaneOp::kDivByConstant : LaneOp::kRemByConstant;
    divisor = constant;
    shift = kLaneBits<W> - 1 + log2;
    if (shift >= 2 * kLaneBits<W> - 1) {  // a divisor above all dividends
      factor = 0;
      shift = kLaneBits<W>;
      return;
    }
    factor = static_cast<W>((Wide{1} << shift) / constant + 1);
  }
};

// `rows` have `lanes` numbers each, a multiple of 16.  Numbers of 32 bits are below 2^31.
void run_lane_steps(std::span<const LaneStep<std::uint32_t>> steps,
                    std::uint32_t* rows,
                    std::size_t lanes);
void run_lane_steps(std::span<const LaneStep<std::uint64_t>> steps,
                    std::uint64_t* rows,
                    std::size_t lanes);

}  // namespace tileproof
