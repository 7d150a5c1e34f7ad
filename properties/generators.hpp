// Which layouts, matrices and subspaces are worth trying?  RapidCheck generators whose values are
// valid by construction (nothing is filtered) and shrink: first the small numbers that they are
// drawn from, then single layouts by dropping bits, dimensions and bases as long as the generator's
// promise is kept.
//
// Why four styles of bases?  Of uniformly drawn layouts nearly none has two consecutive values, a
// copy or a zero basis; of real ones nearly all have.  So a quarter each are uniform, permutations
// of single bits, permutations with some XOR between them (swizzles), and identities in front of
// one of these.
#pragma once

#include <rapidcheck.h>

#include <array>
#include <iosfwd>
#include <vector>

#include "core/linear_layout.hpp"

namespace tileproof {

// How RapidCheck prints a counterexample (found by argument-dependent look-up).
void showValue(const LinearLayout& layout, std::ostream& out);
void showValue(Name name, std::ostream& out);

namespace f2 {
void showValue(const Matrix& matrix, std::ostream& out);
void showValue(const Subspace& subspace, std::ostream& out);
}  // namespace f2

namespace gen {

// How large a layout may be.  With 62 bits the laws that enumerate do not apply.
struct Bounds {
  unsigned max_bits = 12;
};

// A number in [0, end), uniform at every size of RapidCheck, shrinking towards 0.
rc::Gen<Word> below(Word end);
// [0, 2^bits)
rc::Gen<Word> word(unsigned bits);
// A permutation of 0 .. size-1, shrinking towards the identity.
rc::Gen<std::vector<unsigned>> permutation(unsigned size);
// Some of 0 .. size-1 in ascending order, shrinking towards none.
rc::Gen<std::vector<unsigned>> subset(unsigned size);

// ---- GF(2)

rc::Gen<f2::Matrix> matrix(unsigned max_rows, unsigned max_columns);
rc::Gen<f2::Matrix> matrix_of_size(unsigned rows, unsigned columns);
// Drawn as a permutation times triangular matrices.
rc::Gen<f2::Matrix> invertible_matrix(unsigned size);
// Two matrices whose product left * right exists.
rc::Gen<std::array<f2::Matrix, 2>> multipliable(unsigned max_size);
rc::Gen<f2::Subspace> subspace(unsigned bits);

// ---- Layouts
// In-dims are some of register, lane, warp, block, or offset and block; out-dims are dim0, dim1,
// dim2 in any order.  Dimensions of size 1 occur.

rc::Gen<LinearLayout> layout(Bounds bounds = {});
rc::Gen<LinearLayout> surjective_layout(Bounds bounds = {});
rc::Gen<LinearLayout> injective_layout(Bounds bounds = {});
rc::Gen<LinearLayout> invertible_layout(Bounds bounds = {});
// At least one basis is zero.
rc::Gen<LinearLayout> layout_with_zero_bases(Bounds bounds = {});
// Each of the above, equally often.
rc::Gen<LinearLayout> any_layout(Bounds bounds = {});
// One in-dim `in` and one out-dim `out` whose bases of 1, 2, 4 ... are moved about: vectors exist.
rc::Gen<LinearLayout> vectorizable_layout(Bounds bounds = {});
// Some in-dims are out-dims too and often kept: what quotient and minimal_conversion look for.
rc::Gen<LinearLayout> endomorphism(Bounds bounds = {});

// Why a layout shows little: "no bits", "all bases zero", "identity"; null for the others.  Tests
// hold the share of these under a fifth.
const char* degeneracy(const LinearLayout& layout);

// ---- Layouts that fit together

// Three whose products all exist: their dimensions are parts of one list.
rc::Gen<std::array<LinearLayout, 3>> factors(Bounds bounds = {});
// A layout and a candidate divisor: mostly a true factor of it, else one basis is changed.
rc::Gen<std::array<LinearLayout, 2>> dividend_and_divisor(Bounds bounds = {});
// f, g, h with f's out-dims g's in-dims and g's out-dims h's in-dims, in other orders, at most as
// large.
rc::Gen<std::array<LinearLayout, 3>> composable(Bounds bounds = {});
// a, b with b having every value of a.
rc::Gen<std::array<LinearLayout, 2>> convertible(Bounds bounds = {});
// The same, with in-dims that both have, most of them with equal bases.
rc::Gen<std::array<LinearLayout, 2>> sharing_a_dim(Bounds bounds = {});
// The same function in another order of dimensions, or one basis away from it.
rc::Gen<std::array<LinearLayout, 2>> nearly_equal(Bounds bounds = {});

// The names of a layout's dimensions, in a random order or a random part of them.
rc::Gen<std::vector<Name>> in_order(const LinearLayout& layout);
rc::Gen<std::vector<Name>> out_order(const LinearLayout& layout);
rc::Gen<std::vector<Name>> some_ins(const LinearLayout& layout);
rc::Gen<std::vector<Name>> some_outs(const LinearLayout& layout);
// Dimensions whose sizes multiply to 2^bits.
rc::Gen<std::vector<NamedValue>> split(unsigned bits);

}  // namespace gen
}  // namespace tileproof
