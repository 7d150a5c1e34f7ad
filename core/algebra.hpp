// In what arithmetic is an encoding's definition run?  Each definition is one function template
// over an *algebra*; running it over another algebra gives another engine without a second formula.
//
//   U64   the value at a point (here)
//   F2    an affine form over GF(2), or the first step that is not linear (f2_algebra.hpp)
//
// Words convert from std::uint64_t.  All operations are on unsigned integers; operators are not
// used, since an algebra's word may give `/` or `<` another meaning (z3::expr makes them signed).
#pragma once

#include <concepts>
#include <cstdint>

#ifdef __CUDACC__
#define TP_HD __host__ __device__
#else
#define TP_HD
#endif

namespace tileproof {

template <typename A>
concept Algebra = requires(const A a, const typename A::Word w, std::uint64_t constant) {
  typename A::Word;
  {typename A::Word(constant)};
  { a.add(w, w) } -> std::same_as<typename A::Word>;
  { a.mul(w, w) } -> std::same_as<typename A::Word>;
  { a.udiv(w, w) } -> std::same_as<typename A::Word>;
  { a.urem(w, w) } -> std::same_as<typename A::Word>;
  { a.bit_xor(w, w) } -> std::same_as<typename A::Word>;
  { a.bit_and(w, w) } -> std::same_as<typename A::Word>;
};

struct U64 {
  using Word = std::uint64_t;
  TP_HD constexpr Word add(Word x, Word y) const { return x + y; }
  TP_HD constexpr Word mul(Word x, Word y) const { return x * y; }
  TP_HD constexpr Word udiv(Word x, Word y) const { return x / y; }
  TP_HD constexpr Word urem(Word x, Word y) const { return x % y; }
  TP_HD constexpr Word bit_xor(Word x, Word y) const { return x ^ y; }
  TP_HD constexpr Word bit_and(Word x, Word y) const { return x & y; }
};

// Splits an index into digits, the lowest first: over U64, Digits(13).take(4) = 1, then take(4)
// = 3. Taking a digit of base 1 gives 0.
template <Algebra A>
class Digits {
 public:
  TP_HD constexpr Digits(const A& algebra, typename A::Word index) : a_(algebra), rest_(index) {}

  TP_HD constexpr typename A::Word take(std::uint64_t base) {
    const auto digit = a_.urem(rest_, base);
    rest_ = a_.udiv(rest_, base);
    return digit;
  }
  TP_HD constexpr typename A::Word rest() const { return rest_; }

 private:
  const A& a_;
  typename A::Word rest_;
};

}  // namespace tileproof
