// In what arithmetic is an encoding's definition run?  Each definition is one function template
// over an *algebra*; running it over another algebra gives another engine without a second formula.
//
//   U64       the value at a point, modulo 2^64 (here)
//   F2        an affine form over GF(2), or the first step that is not linear (f2_algebra.hpp)
//   Affine    an integer sum of coefficient times digit, or the first step that is none
//             (affine_algebra.hpp)
//   Interval  a range that holds every value (interval_algebra.hpp)
//   Recorder  the list of its steps, which all engines read (recorder.hpp)
//   Aig       an and-inverter circuit (checkers/sat/)
//   Z3Bv      a bit-vector term of Z3 (checkers/smt/)
//
// Words convert from std::uint64_t, Bools from bool.  All operations are on unsigned integers;
// operators are not used, since an algebra's word may give `/` or `<` another meaning (z3::expr
// makes them signed).  Shifts by the width or more give 0.  A divisor is never 0: whoever writes a
// definition rules that out.
#pragma once

#include <concepts>
#include <cstdint>

#if defined(__CUDACC__) || defined(__HIP__)
#define TP_HD __host__ __device__
#else
#define TP_HD
#endif

namespace tileproof {

template <typename A>
concept Algebra = requires(const A a,
                           const typename A::Word w,
                           const typename A::Bool p,
                           std::uint64_t constant) {
  typename A::Word;
  typename A::Bool;
  {typename A::Word(constant)};
  {typename A::Bool(true)};
  { a.add(w, w) } -> std::same_as<typename A::Word>;
  { a.sub(w, w) } -> std::same_as<typename A::Word>;
  { a.mul(w, w) } -> std::same_as<typename A::Word>;
  { a.udiv(w, w) } -> std::same_as<typename A::Word>;
  { a.urem(w, w) } -> std::same_as<typename A::Word>;
  { a.bit_and(w, w) } -> std::same_as<typename A::Word>;
  { a.bit_or(w, w) } -> std::same_as<typename A::Word>;
  { a.bit_xor(w, w) } -> std::same_as<typename A::Word>;
  { a.shl(w, w) } -> std::same_as<typename A::Word>;
  { a.lshr(w, w) } -> std::same_as<typename A::Word>;
  { a.eq(w, w) } -> std::same_as<typename A::Bool>;
  { a.ult(w, w) } -> std::same_as<typename A::Bool>;
  { a.bool_and(p, p) } -> std::same_as<typename A::Bool>;
  { a.bool_or(p, p) } -> std::same_as<typename A::Bool>;
  { a.bool_not(p) } -> std::same_as<typename A::Bool>;
  { a.ite(p, w, w) } -> std::same_as<typename A::Word>;
};

// The half of an algebra that computes with truth values which have C++'s operators.
template <typename B>
struct TruthOps {
  using Bool = B;
  TP_HD constexpr B bool_and(const B& p, const B& q) const { return p && q; }
  TP_HD constexpr B bool_or(const B& p, const B& q) const { return p || q; }
  TP_HD constexpr B bool_not(const B& p) const { return !p; }
};

// The value at a point, modulo 2 to the bits of an unsigned type.
template <typename W>
struct UnsignedWords : TruthOps<bool> {
  using Word = W;
  static constexpr Word kBits = 8 * sizeof(Word);
  TP_HD constexpr Word add(Word x, Word y) const { return x + y; }
  TP_HD constexpr Word sub(Word x, Word y) const { return x - y; }
  TP_HD constexpr Word mul(Word x, Word y) const { return x * y; }
  TP_HD constexpr Word udiv(Word x, Word y) const { return x / y; }
  TP_HD constexpr Word urem(Word x, Word y) const { return x % y; }
  TP_HD constexpr Word bit_and(Word x, Word y) const { return x & y; }
  TP_HD constexpr Word bit_or(Word x, Word y) const { return x | y; }
  TP_HD constexpr Word bit_xor(Word x, Word y) const { return x ^ y; }
  TP_HD constexpr Word shl(Word x, Word y) const { return y < kBits ? x << y : 0; }
  TP_HD constexpr Word lshr(Word x, Word y) const { return y < kBits ? x >> y : 0; }
  TP_HD constexpr Bool eq(Word x, Word y) const { return x == y; }
  TP_HD constexpr Bool ult(Word x, Word y) const { return x < y; }
  TP_HD constexpr Word ite(Bool p, Word x, Word y) const { return p ? x : y; }
};
struct U64 : UnsignedWords<std::uint64_t> {};

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
