// CuTe layouts: a nested shape with a stride at each of its leaves, where coordinates become an
// offset by a sum of products, optionally followed by a swizzle of the offset's bits.
//
//   (8,(2,4)):(1,(8,16))              offset(c0, (c1, c2)) = c0 + 8 c1 + 16 c2
//   Sw<3,4,3> o 5 o (8,64):(64,1)     offset(c0, c1)       = swizzle(5 + 64 c0 + c1)
//
// The swizzle Sw<B,M,S> XORs the B bits at M + S into the B bits at M (S > 0):
//
//   0b xxxx YYY xxx ZZZ xxxx     ZZZ ^= YYY
//              <-S-->   <-M>
//
// and for S < 0 the other way round, the bits at M into those at M - S.  It changes the bits ZZZ
// only, and is its own inverse if they are not among YYY: |S| >= B, which CuTe requires.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/algebra.hpp"
#include "core/axis.hpp"
#include "core/result.hpp"

namespace tileproof::cute {

// Sizes and strides.  CuTe's are signed, too.
using Int = std::int64_t;

// Shapes and their layouts nest at most this deep: ((1)) has depth 2.
inline constexpr unsigned kMaxDepth = 64;

// The bits that are XORed in (YYY), of B, M and |S| that are words: theorems are about all of them.
template <Algebra A>
constexpr typename A::Word source_mask(const A& a,
                                       const typename A::Word& bits,
                                       const typename A::Word& base,
                                       const typename A::Word& distance,
                                       bool is_negative) {
  return a.shl(a.sub(a.shl(1, bits), 1), is_negative ? base : a.add(base, distance));
}

// Why does it hold what CuTe's static_assert refuses?  To state theorems about such swizzles, they
// must be evaluated: `check` says whether CuTe has them.
struct Swizzle {
  unsigned bits = 0;  // B; with 0 bits it is the identity
  unsigned base = 0;  // M
  int shift = 0;      // S

  [[nodiscard]] unsigned distance() const { return static_cast<unsigned>(std::abs(shift)); }
  // The bits that are XORed in (YYY) and those that they are XORed into (ZZZ).
  [[nodiscard]] Word source_mask() const {
    return cute::source_mask(U64{}, bits, base, distance(), shift < 0);
  }
  [[nodiscard]] Word target_mask() const {
    return cute::source_mask(U64{}, bits, base, distance(), shift > 0);
  }

  friend bool operator==(const Swizzle&, const Swizzle&) = default;
};

// CuTe's rules for Swizzle<B,M,S>: |S| >= B; and the masks fit 63 bits.
std::optional<Error> check(const Swizzle& swizzle);

// One mode: a leaf size:stride, or a tuple of modes.  A tuple of one mode, (8):(1), is not the leaf
// 8:1: it has rank 1 and depth 1.
struct Mode {
  Int size = 1;             // of a leaf, at least 1
  Int stride = 0;           // of a leaf
  std::vector<Mode> modes;  // of a tuple; empty for a leaf

  [[nodiscard]] bool is_leaf() const { return modes.empty(); }

  friend bool operator==(const Mode&, const Mode&) = default;
};

Mode leaf(Int size, Int stride);
// Requires: `modes` is not empty.
Mode tuple(std::vector<Mode> modes);

// coordinates -> swizzle(offset + sum of stride * coordinate)
struct Layout {
  std::optional<Swizzle> swizzle;
  Int offset = 0;
  Mode mode;

  friend bool operator==(const Layout&, const Layout&) = default;
};

// The rules of the encoding: sizes at least 1, the size and every offset fit 63 bits, depth at most
// kMaxDepth, a swizzle of CuTe, and no swizzle of offsets that can be negative.  All functions
// below and all operations of the algebra require layouts that pass.
std::optional<Error> check(const Layout& layout);

// CuTe's questions, by their CuTe names.  cosize = 1 + sum of (size - 1) |stride|, which for
// non-negative strides and no swizzle is the largest offset plus 1.
Int size(const Mode& mode);
Int cosize(const Mode& mode);
unsigned rank(const Mode& mode);   // the modes of a tuple; 1 for a leaf
unsigned depth(const Mode& mode);  // 0 for a leaf

// The least and the largest offset + sum of stride * coordinate, before any swizzle.
struct OffsetRange {
  Int lowest = 0;
  Int highest = 0;
};
OffsetRange unswizzled_range(const Layout& layout);

// One axis for each leaf, named by its place: mode0, mode1.0, mode1.1 for (8,(2,4)).
std::vector<Axis> axes(const Layout& layout);
std::vector<OutAxis> out_axes(const Layout& layout);
// What the steps of its definition are said to come from: the layout as it is written.
std::string origin_of(const Layout& layout);

// ZZZ ^= YYY
template <Algebra A>
typename A::Word apply(const A& a,
                       const typename A::Word& source_mask,
                       const typename A::Word& distance,
                       bool is_negative,
                       const typename A::Word& offset) {
  const auto yyy = a.bit_and(offset, source_mask);
  return a.bit_xor(offset, is_negative ? a.shl(yyy, distance) : a.lshr(yyy, distance));
}
template <Algebra A>
typename A::Word apply(const A& a, const Swizzle& s, typename A::Word offset) {
  if (s.bits == 0) return offset;
  return apply(a, s.source_mask(), s.distance(), s.shift < 0, offset);
}

// The magnitude as an unsigned number; that of the least Int has no other form.
constexpr Word magnitude(Int value) {
  return value < 0 ? ~static_cast<Word>(value) + 1 : static_cast<Word>(value);
}

namespace detail {

// sum + the products of the leaves whose strides have the wanted sign; `at` starts at the mode's
// first leaf and is moved behind its last.
template <Algebra A>
typename A::Word add_products(const A& a,
                              const Mode& mode,
                              bool negative,
                              const typename A::Word*& at,
                              typename A::Word sum) {
  if (mode.is_leaf()) {
    const auto& coordinate = *at++;
    if (mode.size == 1 || mode.stride == 0 || (mode.stride < 0) != negative) return sum;
    const auto product = a.mul(coordinate, magnitude(mode.stride));
    return negative ? a.sub(sum, product) : a.add(sum, product);
  }
  for (const Mode& inner : mode.modes) sum = add_products(a, inner, negative, at, sum);
  return sum;
}

}  // namespace detail

// The definition.  What is negative is subtracted last, from everything that is not: no step goes
// below zero unless the offset itself does.
template <Algebra A>
Words<A> evaluate(const A& a, const Layout& layout, std::span<const typename A::Word> at) {
  typename A::Word sum(layout.offset > 0 ? magnitude(layout.offset) : 0);
  const auto* coordinate = at.data();
  sum = detail::add_products(a, layout.mode, /*negative=*/false, coordinate, sum);
  coordinate = at.data();
  sum = detail::add_products(a, layout.mode, /*negative=*/true, coordinate, sum);
  if (layout.offset < 0) sum = a.sub(sum, magnitude(layout.offset));
  return {layout.swizzle ? apply(a, *layout.swizzle, sum) : sum};
}

}  // namespace tileproof::cute
