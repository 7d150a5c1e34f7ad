// Triton's swizzled_shared and amd_rotating_shared in two dimensions, with the parameters as words:
// vec and the row length are powers of two, given by their exponents, and the phase of a row is any
// number, as long as it depends on the row alone.  So perPhase and maxPhase are any, and rotating
// or not makes no difference.  For numbers this is place() of encodings/triton/swizzled_shared.hpp
// with its phase(), which a test shows for all.
#pragma once

#include <span>
#include <vector>

#include "checkers/theorems/claim.hpp"

namespace tileproof::theorems {

template <typename W>
struct RowSwizzle {
  W log_vec;
  W log_row_length;
};

struct SharedSwizzle {
  template <Algebra A>
  static typename A::Word offset(const A& a,
                                 const RowSwizzle<typename A::Word>& e,
                                 typename A::Word phase,
                                 typename A::Word row,
                                 typename A::Word col) {
    const auto group = a.bit_xor(a.lshr(col, e.log_vec), phase);
    const auto swizzled = a.add(a.shl(group, e.log_vec), a.bit_and(col, mask(a, e.log_vec)));
    return a.add(a.shl(row, e.log_row_length), a.bit_and(swizzled, mask(a, e.log_row_length)));
  }
};

// The inverse, in two steps, since the phase is known only with the row.
template <Algebra A>
typename A::Word row_at(const A& a,
                        const RowSwizzle<typename A::Word>& e,
                        typename A::Word offset) {
  return a.lshr(offset, e.log_row_length);
}
template <Algebra A>
typename A::Word column_at(const A& a,
                           const RowSwizzle<typename A::Word>& e,
                           typename A::Word phase,
                           typename A::Word offset) {
  return a.bit_and(a.bit_xor(offset, a.shl(phase, e.log_vec)), mask(a, e.log_row_length));
}

// The inputs that say which swizzle, and the words that follow in the claims below.
inline std::vector<Input> row_swizzle_inputs(std::vector<Input> more) {
  std::vector<Input> inputs = {{"log2(vec)", 0, kWordBits}, {"log2(row length)", 0, kWordBits}};
  inputs.insert(inputs.end(), more.begin(), more.end());
  return inputs;
}
template <typename W>
RowSwizzle<W> row_swizzle(std::span<const W> in) {
  return {in[0], in[1]};
}
// The element exists and its offset is below 2^32.
template <Algebra A>
typename A::Bool is_element(const A& a,
                            const RowSwizzle<typename A::Word>& e,
                            typename A::Word row,
                            typename A::Word col) {
  return a.bool_and(fits(a, row, a.sub(kWordBits, e.log_row_length)),
                    fits(a, col, e.log_row_length));
}

// The columns of a row lie in its own part of memory, each in a place of its own.
template <typename Formula = SharedSwizzle>
struct SwizzledRowIsAPermutation {
  [[nodiscard]] std::vector<Input> inputs() const {
    return row_swizzle_inputs({{"phase", 0, kAllWords},
                               {"row", 0, kAllWords},
                               {"column", 0, kAllWords},
                               {"other column", 0, kAllWords}});
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const auto e = row_swizzle(in);
    const auto row = in[3];
    const auto offset = Formula::offset(a, e, in[2], row, in[4]);
    const auto other = Formula::offset(a, e, in[2], row, in[5]);
    return {all(a,
                is_element(a, e, row, in[4]),
                is_element(a, e, row, in[5]),
                a.bool_not(a.eq(in[4], in[5]))),
            all(a, a.eq(row_at(a, e, offset), row), a.bool_not(a.eq(offset, other)))};
  }
};

// The inverse gives back the element.
template <typename Formula = SharedSwizzle>
struct SwizzledOffsetDecodes {
  [[nodiscard]] std::vector<Input> inputs() const {
    return row_swizzle_inputs(
        {{"phase", 0, kAllWords}, {"row", 0, kAllWords}, {"column", 0, kAllWords}});
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const auto e = row_swizzle(in);
    const auto offset = Formula::offset(a, e, in[2], in[3], in[4]);
    return {is_element(a, e, in[3], in[4]),
            all(a, a.eq(row_at(a, e, offset), in[3]), a.eq(column_at(a, e, in[2], offset), in[4]))};
  }
};

// No two elements of a tensor share an offset.
template <typename Formula = SharedSwizzle>
struct SwizzleIsInjective {
  [[nodiscard]] std::vector<Input> inputs() const {
    return row_swizzle_inputs({{"phase", 0, kAllWords},
                               {"row", 0, kAllWords},
                               {"column", 0, kAllWords},
                               {"other phase", 0, kAllWords},
                               {"other row", 0, kAllWords},
                               {"other column", 0, kAllWords}});
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    const auto e = row_swizzle(in);
    const auto one_row = a.eq(in[3], in[6]);
    return {all(a,
                is_element(a, e, in[3], in[4]),
                is_element(a, e, in[6], in[7]),
                implies(a, one_row, a.eq(in[2], in[5])),
                a.bool_not(a.bool_and(one_row, a.eq(in[4], in[7])))),
            a.bool_not(a.eq(Formula::offset(a, e, in[2], in[3], in[4]),
                            Formula::offset(a, e, in[5], in[6], in[7])))};
  }
};

}  // namespace tileproof::theorems
