// Which layouts, matrices and subspaces are worth trying?  Generators whose values are valid by
// construction: nothing is filtered, whatever the source's choices are.  With smaller choices a
// value has fewer bits and dimensions, and simpler bases.
//
// Why four styles of bases?  Of uniformly drawn layouts nearly none has two consecutive values, a
// copy or a zero basis; of real ones nearly all have.  So a quarter each are uniform, permutations
// of single bits, permutations with some XOR between them (swizzles), and identities in front of
// one of these.
#pragma once

#include <array>
#include <vector>

#include "core/linear_layout.hpp"
#include "properties/source.hpp"

namespace tileproof::gen {

// How large a layout may be.  With 62 bits the laws that enumerate do not apply.
struct Bounds {
  unsigned max_bits = 12;
};

// A number in [0, end).
Word below(Source& source, Word end);
// [0, 2^bits)
Word word(Source& source, unsigned bits);
// A permutation of 0 .. size-1; of choices 0, the identity.
std::vector<unsigned> permutation(Source& source, unsigned size);
// Some of 0 .. size-1 in ascending order; of choice 0, none.
std::vector<unsigned> subset(Source& source, unsigned size);

// ---- GF(2)

f2::Matrix matrix(Source& source, unsigned max_rows, unsigned max_columns);
f2::Matrix matrix_of_size(Source& source, unsigned rows, unsigned columns);
// Drawn as a permutation times triangular matrices.
f2::Matrix invertible_matrix(Source& source, unsigned size);
// Two matrices whose product left * right exists.
std::array<f2::Matrix, 2> multipliable(Source& source, unsigned max_size);
f2::Subspace subspace(Source& source, unsigned bits);

// ---- Layouts
// In-dims are some of register, lane, warp, block, or offset and block; out-dims are dim0, dim1,
// dim2 in any order.  Dimensions of size 1 occur.

LinearLayout layout(Source& source, Bounds bounds = {});
LinearLayout surjective_layout(Source& source, Bounds bounds = {});
LinearLayout injective_layout(Source& source, Bounds bounds = {});
LinearLayout invertible_layout(Source& source, Bounds bounds = {});
// At least one basis is zero.
LinearLayout layout_with_zero_bases(Source& source, Bounds bounds = {});
// Each of the above, equally often.
LinearLayout any_layout(Source& source, Bounds bounds = {});
// One in-dim `in` and one out-dim `out` whose bases of 1, 2, 4 ... are moved about: vectors exist.
LinearLayout vectorizable_layout(Source& source, Bounds bounds = {});
// Some in-dims are out-dims too and often kept: what quotient and minimal_conversion look for.
LinearLayout endomorphism(Source& source, Bounds bounds = {});

// Why a layout shows little: "no bits", "all bases zero", "identity"; null for the others.  Tests
// hold the share of these under a fifth.
const char* degeneracy(const LinearLayout& layout);

// ---- Layouts that fit together

// Three whose products all exist: their dimensions are parts of one list.
std::array<LinearLayout, 3> factors(Source& source, Bounds bounds = {});
// A layout and a candidate divisor: mostly a true factor of it, else one basis is changed.
std::array<LinearLayout, 2> dividend_and_divisor(Source& source, Bounds bounds = {});
// f, g, h with f's out-dims g's in-dims and g's out-dims h's in-dims, in other orders, at most as
// large.
std::array<LinearLayout, 3> composable(Source& source, Bounds bounds = {});
// a, b with b having every value of a.
std::array<LinearLayout, 2> convertible(Source& source, Bounds bounds = {});
// The same, with in-dims that both have, most of them with equal bases.
std::array<LinearLayout, 2> sharing_a_dim(Source& source, Bounds bounds = {});
// The same function in another order of dimensions, or one basis away from it.
std::array<LinearLayout, 2> nearly_equal(Source& source, Bounds bounds = {});

// The names of a layout's dimensions, in a random order or a random part of them.
std::vector<Name> in_order(Source& source, const LinearLayout& layout);
std::vector<Name> out_order(Source& source, const LinearLayout& layout);
std::vector<Name> some_ins(Source& source, const LinearLayout& layout);
std::vector<Name> some_outs(Source& source, const LinearLayout& layout);
// Dimensions whose sizes multiply to 2^bits.
std::vector<NamedValue> split(Source& source, unsigned bits);

}  // namespace tileproof::gen
