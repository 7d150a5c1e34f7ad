// Why padding each row by one access makes a column free of bank conflicts.  All numbers are bytes,
// and powers of two are given by their exponents; lanes of one group, as many as are served
// together, access one column of consecutive rows.
//
//   row length  a power of two, a multiple of the bytes of all banks
//   access      4, 8 or 16 bytes
//   padding     after each row
//   banks       32 or 64 of 4 bytes; a group has as many lanes as together ask for all bytes
#pragma once

#include <span>
#include <vector>

#include "checkers/theorems/claim.hpp"

namespace tileproof::theorems {

// The padded offset of encodings/triton/padding.hpp for one pair.
struct OneAccessOfPadding {
  template <Algebra A>
  static typename A::Word address(const A& a,
                                  typename A::Word log_row_length,
                                  typename A::Word log_access,
                                  typename A::Word offset) {
    return a.add(offset, a.shl(a.lshr(offset, log_row_length), log_access));
  }
};

struct NoPadding {
  template <Algebra A>
  static typename A::Word address(const A&,
                                  typename A::Word,
                                  typename A::Word,
                                  typename A::Word offset) {
    return offset;
  }
};

// Two lanes of a group never want different words of one bank.
template <typename Formula = OneAccessOfPadding>
struct ColumnIsFreeOfConflicts {
  [[nodiscard]] std::vector<Input> inputs() const {
    return {{"log2(bytes of all banks)", 7, 2},
            {"log2(access)", 2, 3},
            {"log2(row length)", 7, 24},
            {"first row", 0, kAllWords},
            {"column", 0, kAllWords},
            {"lane", 0, 64},
            {"other lane", 0, 64},
            {"word of the lane", 0, 4},
            {"word of the other lane", 0, 4}};
  }
  template <Algebra A>
  Claim<A> claim(const A& a, std::span<const typename A::Word> in) const {
    using W = typename A::Word;
    const W log_banks = in[0];
    const W log_access = in[1];
    const W log_row = in[2];
    const W column = in[4];
    const W lanes = a.shl(1, a.sub(log_banks, log_access));
    const W words = a.shl(1, a.sub(log_access, 2));
    // Of the words of an access, which one the lane gets from which bank.
    const auto word = [&](const W& lane, const W& in_access) {
      const W offset = a.add(a.shl(a.add(in[3], lane), log_row), column);
      return a.add(a.lshr(Formula::address(a, log_row, log_access, offset), 2), in_access);
    };
    const auto bank = [&](const W& address) {
      return a.bit_and(address, mask(a, a.sub(log_banks, 2)));
    };
    const auto is_lane = [&](const W& lane, const W& in_access) {
      return all(a,
                 a.ult(lane, lanes),
                 a.ult(in_access, words),
                 fits(a, a.add(in[3], lane), a.sub(kWordBits - 1, log_row)));
    };
    const W mine = word(in[5], in[7]);
    const W other = word(in[6], in[8]);
    return {all(a,
                at_most(a, log_banks, log_row),
                fits(a, column, log_row),
                a.eq(a.bit_and(column, mask(a, log_access)), 0),
                is_lane(in[5], in[7]),
                is_lane(in[6], in[8]),
                a.ult(in[5], in[6])),
            a.bool_or(a.eq(mine, other), a.bool_not(a.eq(bank(mine), bank(other))))};
  }
};

}  // namespace tileproof::theorems
