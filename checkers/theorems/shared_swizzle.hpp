// Triton's swizzled_shared and amd_rotating_shared in two dimensions, with the parameters as words:
// vec, perPhase, maxPhase and the row length are powers of two, given by their exponents.  For
// numbers this is place() of encodings/triton/swizzled_shared.hpp, which a test shows for all.
#pragma once

#include <span>
#include <vector>

#include "checkers/theorems/claim.hpp"

namespace tileproof::theorems {

template <typename W>
struct SharedSwizzleLogs {
  W vec, per_phase, max_phase, row_length;
  W is_rotating;  // 0 or 1
};

struct SharedSwizzle {
  template <Algebra A>
  static typename A::Word phase(const A& a,
                                const SharedSwizzleLogs<typename A::Word>& log,
                                typename A::Word row) {
    const auto period = a.lshr(row, log.per_phase);
    const auto phase = a.bit_and(period, mask(a, log.max_phase));
    const auto next = a.bit_and(a.lshr(period, log.max_phase), mask(a, log.max_phase));
    return a.ite(a.eq(log.is_rotating, 1), a.bit_xor(phase, next), phase);
  }

  template <Algebra A>
  static typename A::Word offset(const A& a,
                                 const SharedSwizzleLogs<typename A::Word>& log,
                                 typename A::Word row,
                                 typename A::Word col) {
    const auto group = a.bit_xor(a.lshr(col, log.vec), phase(a, log, row));
    const auto swizzled = a.add(a.shl(group, log.vec), a.bit_and(col, mask(a, log.vec)));
    return a.add(a.shl(row, log.row_length), a.bit_and(swizzled, mask(a, log.row_length)));
  }
};

// The inverse: which element lies at an offset?
template <typename W>
struct RowCol {
  W row, col;
};
template <Algebra A>
RowCol<typename A::Word> shared_swizzle_element(const A& a,
                                                const SharedSwizzleLogs<typename A::Word>& log,
                                                typename A::Word offset) {
  const auto in_row = mask(a, log.row_length);
  const auto row = a.lshr(offset, log.row_length);
  const auto pattern = a.bit_and(a.shl(SharedSwizzle::phase(a, log, row), log.vec), in_row);
  return {row, a.bit_xor(a.bit_and(offset, in_row), pattern)};
}

// The inputs that say which swizzle, and the words that follow in the claims below.
inline std::vector<Input> shared_swizzle_inputs(std::vector<Input> more) {
  std::vector<Input> inputs = {{"log2(vec)", 0, kWordBits},
                               {"log2(perPhase)", 0, kWordBits},
                               {"log2(maxPhase)", 0, kWordBits},
                               {"log2(row length)", 0, kWordBits},
                               {"rotating", 0, 2}};
  inputs.insert(inputs.end(), more.begin(), more.end());
  return inputs;
}
template <typename W>
SharedSwizzleLogs<W> shared_swizzle_logs(std::span<const W> in) {
  return {in[0], in[1], in[2], in[3], in[4]};
}
// The element exists and its offset is below 2^32.
template <Algebra A>
typename A::Bool is_element(const A& a,
                            const SharedSwizzleLogs<typename A::Word>& log,
                            typename A::Word row,
                            typename A::Word col) {
  return a.bool_and(fits(a, row, a.sub(kWordBits, log.row_length)), fits(a, col, log.row_length));
}

// The columns of a row lie in its own part of memory, each in a place of its own.
template <typename Formula = SharedSwizzle>
struct SwizzledRowIsAPermutation {
  [[nodiscard]] std::vector<Input> inputs() const {
    return shared_swizzle_inputs(
        {{"row", 0, kAllWords}, {"column", 0, kAllWords}, {"other column", 0, kAllWords}});
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const auto log = shared_swizzle_logs(in);
    const auto row = in[5];
    const auto offset = Formula::offset(a, log, row, in[6]);
    const auto other = Formula::offset(a, log, row, in[7]);
    return {all(a,
                is_element(a, log, row, in[6]),
                is_element(a, log, row, in[7]),
                a.bool_not(a.eq(in[6], in[7]))),
            all(a, a.eq(a.lshr(offset, log.row_length), row), a.bool_not(a.eq(offset, other)))};
  }
};

// The inverse gives back the element.
template <typename Formula = SharedSwizzle>
struct SwizzledOffsetDecodes {
  [[nodiscard]] std::vector<Input> inputs() const {
    return shared_swizzle_inputs({{"row", 0, kAllWords}, {"column", 0, kAllWords}});
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const auto log = shared_swizzle_logs(in);
    const auto decoded = shared_swizzle_element(a, log, Formula::offset(a, log, in[5], in[6]));
    return {is_element(a, log, in[5], in[6]),
            all(a, a.eq(decoded.row, in[5]), a.eq(decoded.col, in[6]))};
  }
};

// No two elements of a tensor share an offset.
template <typename Formula = SharedSwizzle>
struct SwizzleIsInjective {
  [[nodiscard]] std::vector<Input> inputs() const {
    return shared_swizzle_inputs({{"row", 0, kAllWords},
                                  {"column", 0, kAllWords},
                                  {"other row", 0, kAllWords},
                                  {"other column", 0, kAllWords}});
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const auto log = shared_swizzle_logs(in);
    return {
        all(a,
            is_element(a, log, in[5], in[6]),
            is_element(a, log, in[7], in[8]),
            a.bool_not(a.bool_and(a.eq(in[5], in[7]), a.eq(in[6], in[8])))),
        a.bool_not(a.eq(Formula::offset(a, log, in[5], in[6]),
                        Formula::offset(a, log, in[7], in[8])))};
  }
};

}  // namespace tileproof::theorems
