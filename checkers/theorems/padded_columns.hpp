// Why padding each row by one access makes a column free of bank conflicts.  All numbers are bytes,
// and powers of two are given by their exponents; lanes of one group, as many as are served
// together, access one column of consecutive rows.
//
//   row length  a power of two, a multiple of the bytes of all banks
//   access      4, 8 or 16 bytes
//   padding     after each row
//   banks       32 or 64 of 4 bytes; a group has as many lanes as together ask for all bytes
#pragma once

#include "checkers/theorems/statement.hpp"
#include "encodings/triton/padding.hpp"

namespace tileproof::theorems {

// Another padding is put in its place by tests.
struct OneAccessOfPadding {
  template <Algebra A>
  static typename A::Word address(const A& a,
                                  const typename A::Word& row_length,
                                  const typename A::Word& access,
                                  const typename A::Word& offset) {
    return triton::with_gaps<A>(a, offset, offset, row_length, access);
  }
};

struct NoPadding {
  template <Algebra A>
  static typename A::Word address(const A&,
                                  const typename A::Word&,
                                  const typename A::Word&,
                                  const typename A::Word& offset) {
    return offset;
  }
};

// Two lanes of a group never want different words of one bank.
template <typename P = OneAccessOfPadding>
Statement column_is_free_of_conflicts() {
  const std::vector<Axis> variables = {{"log2(bytes of all banks)", 2, 7, true},
                                       {"log2(access)", 3, 2, true},
                                       {"log2(row length)", 24, 7, true},
                                       {"first row", kAllWords},
                                       {"column", kAllWords},
                                       {"lane", 64},
                                       {"other lane", 64},
                                       {"word of the lane", 4},
                                       {"word of the other lane", 4}};
  return by_cases(
      3, wherever(variables, [](const auto& a, auto at) {
        using W = WordOf<decltype(a)>;
        const W bank_bytes = a.shl(1, at[0]);
        const W access = a.shl(1, at[1]);
        const W row_length = a.shl(1, at[2]);
        const W column = at[4];
        // Of the words of an access, which one the lane gets from which bank.
        const auto word = [&](const W& lane, const W& in_access) {
          const W offset = a.add(a.mul(a.add(at[3], lane), row_length), column);
          return a.add(a.udiv(P::address(a, row_length, access, offset), 4), in_access);
        };
        const auto bank = [&](const W& address) { return a.urem(address, a.udiv(bank_bytes, 4)); };
        const auto is_lane = [&](const W& lane, const W& in_access) {
          return all(a,
                     a.ult(lane, a.udiv(bank_bytes, access)),
                     a.ult(in_access, a.udiv(access, 4)),
                     a.ult(a.mul(a.add(at[3], lane), row_length), kAllWords / 2));
        };
        const W mine = word(at[5], at[7]);
        const W other = word(at[6], at[8]);
        return Implication{all(a,
                               at_most(a, bank_bytes, row_length),
                               a.ult(column, row_length),
                               a.eq(a.urem(column, access), 0),
                               is_lane(at[5], at[7]),
                               is_lane(at[6], at[8]),
                               a.ult(at[5], at[6])),
                           a.bool_or(a.eq(mine, other), a.bool_not(a.eq(bank(mine), bank(other))))};
      }));
}

}  // namespace tileproof::theorems
