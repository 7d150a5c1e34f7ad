// Triton's swizzled_shared and amd_rotating_shared in two dimensions, for all parameters: vec and
// the row length are powers of two, given by their exponents, and the phase of a row is any number,
// as long as it depends on the row alone.  So perPhase and maxPhase are any, and rotating or not
// makes no difference.
#pragma once

#include "checkers/theorems/statement.hpp"
#include "encodings/triton/swizzled_shared.hpp"

namespace tileproof::theorems {

template <typename W>
struct RowSwizzle {
  W vec;
  W row_length;
};

// A wrong one is put in its place by tests.
struct SharedSwizzle {
  template <Algebra A>
  static typename A::Word offset(const A& a,
                                 const RowSwizzle<typename A::Word>& e,
                                 const typename A::Word& phase,
                                 const typename A::Word& row,
                                 const typename A::Word& col) {
    return triton::swizzled_offset<A>(a, e.vec, e.row_length, e.row_length, phase, row, col);
  }
};

// The inverse, in two steps, since the phase is known only with the row.
template <Algebra A>
typename A::Word row_at(const A& a,
                        const RowSwizzle<typename A::Word>& e,
                        const typename A::Word& offset) {
  return a.udiv(offset, e.row_length);
}
template <Algebra A>
typename A::Word column_at(const A& a,
                           const RowSwizzle<typename A::Word>& e,
                           const typename A::Word& phase,
                           const typename A::Word& offset) {
  return a.urem(a.bit_xor(offset, a.mul(phase, e.vec)), e.row_length);
}

// For each vec and row length, which are the first variables.
template <typename Body>
Statement for_row_swizzles(std::vector<std::string> more, const Body& body) {
  std::vector<Axis> variables = {{"log2(vec)", kWordBits, 0, true},
                                 {"log2(row length)", kWordBits, 0, true}};
  for (std::string& name : more) variables.push_back({std::move(name), kAllWords});
  return by_cases(
      2, wherever(std::move(variables), [body](const auto& a, auto at) {
        const auto one = WordOf<decltype(a)>(1);
        return body(a, at, RowSwizzle<WordOf<decltype(a)>>{a.shl(one, at[0]), a.shl(one, at[1])});
      }));
}

// The element exists and its offset is below 2^32.
template <Algebra A>
typename A::Bool is_element(const A& a,
                            const RowSwizzle<typename A::Word>& e,
                            const typename A::Word& row,
                            const typename A::Word& col) {
  return a.bool_and(a.ult(a.mul(row, e.row_length), kAllWords), a.ult(col, e.row_length));
}

// The columns of a row lie in its own part of memory, each in a place of its own.
template <typename S = SharedSwizzle>
Statement swizzled_row_is_a_permutation() {
  return for_row_swizzles(
      {"phase", "row", "column", "other column"}, [](const auto& a, auto at, const auto& e) {
        const auto row = at[3];
        const auto offset = S::offset(a, e, at[2], row, at[4]);
        const auto other = S::offset(a, e, at[2], row, at[5]);
        return Implication{
            all(a,
                is_element(a, e, row, at[4]),
                is_element(a, e, row, at[5]),
                a.bool_not(a.eq(at[4], at[5]))),
            all(a, a.eq(row_at(a, e, offset), row), a.bool_not(a.eq(offset, other)))};
      });
}

// The inverse gives back the element.
template <typename S = SharedSwizzle>
Statement swizzled_offset_decodes() {
  return for_row_swizzles({"phase", "row", "column"}, [](const auto& a, auto at, const auto& e) {
    const auto offset = S::offset(a, e, at[2], at[3], at[4]);
    return Implication{
        is_element(a, e, at[3], at[4]),
        all(a, a.eq(row_at(a, e, offset), at[3]), a.eq(column_at(a, e, at[2], offset), at[4]))};
  });
}

// No two elements of a tensor share an offset.
template <typename S = SharedSwizzle>
Statement swizzle_is_injective() {
  return for_row_swizzles({"phase", "row", "column", "other phase", "other row", "other column"},
                          [](const auto& a, auto at, const auto& e) {
                            const auto one_row = a.eq(at[3], at[6]);
                            return Implication{
                                all(a,
                                    is_element(a, e, at[3], at[4]),
                                    is_element(a, e, at[6], at[7]),
                                    implies(a, one_row, a.eq(at[2], at[5])),
                                    a.bool_not(a.bool_and(one_row, a.eq(at[4], at[7])))),
                                a.bool_not(a.eq(S::offset(a, e, at[2], at[3], at[4]),
                                                S::offset(a, e, at[5], at[6], at[7])))};
                          });
}

}  // namespace tileproof::theorems
