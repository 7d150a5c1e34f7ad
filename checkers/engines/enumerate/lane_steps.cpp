#include "checkers/engines/enumerate/lane_steps.hpp"

#include "core/check.hpp"

// Code for processors with vectors of 256 bits beside code for all; which of them runs is chosen
// when the program starts.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__)
#define TP_FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define TP_FOR_EACH_PROCESSOR
#endif
#define TP_ALWAYS_INLINE inline __attribute__((always_inline))

namespace tileproof {
namespace {

template <typename W>
TP_ALWAYS_INLINE W quotient(W x, W y) {
  if constexpr (sizeof(W) == 4) {
    // Exact below 2^31: the double nearest to x / y is no integer above it, from which x / y is
    // 1 / y away or more.  Vectors have this division, and none of integers.
    return static_cast<W>(
        static_cast<std::int32_t>(static_cast<double>(static_cast<std::int32_t>(x)) /
                                  static_cast<double>(static_cast<std::int32_t>(y))));
  } else {
    return x / y;
  }
}

template <typename W>
TP_ALWAYS_INLINE W quotient(W x, W factor, unsigned shift) {
  using Wide = std::conditional_t<sizeof(W) == 4, std::uint64_t, UInt128>;
  return static_cast<W>(Wide{x} * factor >> shift);
}

template <typename W, typename F>
TP_ALWAYS_INLINE void each(std::size_t lanes, W* __restrict to, const W* x, const F& f) {
  for (std::size_t i = 0; i < lanes; ++i) to[i] = f(x[i]);
}

template <typename W, typename F>
TP_ALWAYS_INLINE void each(
    std::size_t lanes, W* __restrict to, const W* x, const W* y, const F& f) {
  for (std::size_t i = 0; i < lanes; ++i) to[i] = f(x[i], y[i]);
}

template <typename W>
TP_ALWAYS_INLINE void run_all(std::span<const LaneStep<W>> steps, W* rows, std::size_t lanes) {
  constexpr unsigned kBits = kLaneBits<W>;
  for (const LaneStep<W>& step : steps) {
    W* to = rows + step.to * lanes;
    const W* x = rows + step.from[0] * lanes;
    const W* y = rows + step.from[1] * lanes;
    const W d = step.divisor;
    const W factor = step.factor;
    const unsigned shift = step.shift;
    switch (step.op) {
      case LaneOp::kAdd:
        each(lanes, to, x, y, [](W a, W b) { return static_cast<W>(a + b); });
        break;
      case LaneOp::kSub:
        each(lanes, to, x, y, [](W a, W b) { return static_cast<W>(a - b); });
        break;
      case LaneOp::kMul:
        each(lanes, to, x, y, [](W a, W b) { return static_cast<W>(a * b); });
        break;
      case LaneOp::kDiv:
        each(lanes, to, x, y, [](W a, W b) { return quotient(a, b); });
        break;
      case LaneOp::kRem:
        each(lanes, to, x, y, [](W a, W b) { return static_cast<W>(a - quotient(a, b) * b); });
        break;
      case LaneOp::kDivByConstant:
        each(lanes, to, x, [=](W a) { return quotient(a, factor, shift); });
        break;
      case LaneOp::kRemByConstant:
        each(lanes, to, x, [=](W a) { return static_cast<W>(a - quotient(a, factor, shift) * d); });
        break;
      case LaneOp::kAnd:
        each(lanes, to, x, y, [](W a, W b) { return a & b; });
        break;
      case LaneOp::kOr:
        each(lanes, to, x, y, [](W a, W b) { return a | b; });
        break;
      case LaneOp::kXor:
        each(lanes, to, x, y, [](W a, W b) { return a ^ b; });
        break;
      case LaneOp::kShl:
        each(lanes, to, x, y, [](W a, W b) { return b < kBits ? static_cast<W>(a << b) : W{0}; });
        break;
      case LaneOp::kShr:
        each(lanes, to, x, y, [](W a, W b) { return b < kBits ? static_cast<W>(a >> b) : W{0}; });
        break;
      case LaneOp::kChoose: {
        const W* z = rows + step.from[2] * lanes;
        each(lanes, to, y, z, [](W a, W b) { return a ^ b; });
        for (std::size_t i = 0; i < lanes; ++i) to[i] = (to[i] & x[i]) ^ z[i];
        break;
      }
      case LaneOp::kEqual:
        each(lanes, to, x, y, [](W a, W b) { return truth_lane<W>(a == b); });
        break;
      case LaneOp::kLess:
        each(lanes, to, x, y, [](W a, W b) { return truth_lane<W>(a < b); });
        break;
      case LaneOp::kNot:
        each(lanes, to, x, [](W a) { return static_cast<W>(~a); });
        break;
    }
  }
}

}  // namespace

LaneOp lane_op(StepOp op) {
  switch (op) {
    case StepOp::kAdd:
      return LaneOp::kAdd;
    case StepOp::kSub:
      return LaneOp::kSub;
    case StepOp::kMul:
      return LaneOp::kMul;
    case StepOp::kDiv:
      return LaneOp::kDiv;
    case StepOp::kRem:
      return LaneOp::kRem;
    case StepOp::kAnd:
    case StepOp::kBoth:
      return LaneOp::kAnd;
    case StepOp::kOr:
    case StepOp::kEither:
      return LaneOp::kOr;
    case StepOp::kXor:
      return LaneOp::kXor;
    case StepOp::kShl:
      return LaneOp::kShl;
    case StepOp::kShr:
      return LaneOp::kShr;
    case StepOp::kChoose:
      return LaneOp::kChoose;
    case StepOp::kEqual:
      return LaneOp::kEqual;
    case StepOp::kLess:
      return LaneOp::kLess;
    case StepOp::kNot:
      return LaneOp::kNot;
    case StepOp::kInput:
    case StepOp::kConstant:
    case StepOp::kTruth:
      break;
  }
  TP_CHECK(false, "a step without operands is no step of lanes");
}

TP_FOR_EACH_PROCESSOR
void run_lane_steps(std::span<const LaneStep<std::uint32_t>> steps,
                    std::uint32_t* rows,
                    std::size_t lanes) {
  run_all(steps, rows, lanes);
}

TP_FOR_EACH_PROCESSOR
void run_lane_steps(std::span<const LaneStep<std::uint64_t>> steps,
                    std::uint64_t* rows,
                    std::size_t lanes) {
  run_all(steps, rows, lanes);
}

}  // namespace tileproof
