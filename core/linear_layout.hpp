// What is a linear layout?  A function from an index with named dimensions (register, lane, warp
// ...) to an index with named dimensions (dim0, dim1 ...) that is linear over GF(2): the value at x
// is the XOR of the values at the single bits of x.  So the values at the powers of two, the
// *bases*, say all.
//
// Example: a swizzle of four rows and four columns, (row, col) -> (row, row ^ col).  From
//
//   L(row=1) = (1,1)   L(row=2) = (2,2)   L(col=1) = (0,1)   L(col=2) = (0,2)
//
// follows L(3,2) = L(1,0) ^ L(2,0) ^ L(0,2) = (1,1) ^ (2,2) ^ (0,2) = (3,1), and indeed 3 ^ 2 = 1.
//
// Why from hardware places to tensor elements, and not the other way?  One element may be held by
// many places (a broadcast), but one place holds one element: only this direction is a function.
//
// How is it stored?  A value is one 64-bit word with a field of bits for each out-dim, the first
// out-dim lowest; a layout is the list of such words for the bits of its in-dims, the first in-dim
// first.  In this order ("minor to major") dimensions are flattened and reshaped.
//
//   out-dims [dim1 (size 8), dim0 (size 4)]:   0b 00 000    field of dim0, field of dim1
//                                                 ^^ ^^^
// Operations that can fail on their input return Result.  The others require what they state, and
// TP_CHECK it.  `product` takes the seeds' operator*; names are otherwise those of Triton's class
// in snake_case, and laws L1 .. L37 are in properties/layout_laws.hpp.
#pragma once

#include <boost/container/small_vector.hpp>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/bits.hpp"
#include "core/f2.hpp"
#include "core/name.hpp"
#include "core/result.hpp"

namespace tileproof {

using Names = boost::container::small_vector<Name, 4>;

struct InDim {
  Name name;
  unsigned bits;  // log2 of the size

  [[nodiscard]] Word size() const { return Word{1} << bits; }
  friend bool operator==(const InDim&, const InDim&) = default;
};

struct OutDim {
  Name name;
  Word size;  // a power of two

  [[nodiscard]] unsigned bits() const { return log2_ceil(size); }
  friend bool operator==(const OutDim&, const OutDim&) = default;
};

// An in-dim with its bases, each one coordinate for each out-dim in order.
struct NamedBases {
  Name name;
  std::vector<std::vector<Word>> bases;
};

// A dimension and a value in it: an index, a size, a mask.
using NamedValue = std::pair<Name, Word>;

class LinearLayout {
 public:
  template <typename T, std::size_t N>
  using SmallVector = boost::container::small_vector<T, N>;

  // The layout of no dimensions, which is neutral for `product`.
  LinearLayout() = default;

  // From bases and out-dim sizes.  Fails (kInvalid, kDimension, kOverflow) if a basis does not fit
  // its out-dim, a name occurs twice, a size is no power of two, or the bits exceed 62.
  static Result<LinearLayout> make(std::span<const NamedBases> in_dims,
                                   std::span<const OutDim> out_dims);
  // With the smallest out-dims that hold the bases.  Fails also if that is not surjective.
  static Result<LinearLayout> make(std::span<const NamedBases> in_dims,
                                   std::span<const Name> out_dims);
  // From the stored form.  Requires: a field word for each in-bit, within the out-dims' fields.
  static LinearLayout from_fields(std::span<const InDim> in_dims,
                                  std::span<const OutDim> out_dims,
                                  std::span<const Word> field_bases);

  // L(x) = x for x in [0, size).  Fails if size is no power of two or exceeds 2^62.
  static Result<LinearLayout> identity_1d(Word size, Name in, Name out);
  // L(x) = stride * x; not surjective for stride > 1.  Both must be powers of two.
  static Result<LinearLayout> strided_1d(Word size, Word stride, Name in, Name out);
  // L(x) = 0, into an out-dim of the given size.
  static Result<LinearLayout> zeros_1d(Word size, Name in, Name out, Word out_size = 1);

  [[nodiscard]] std::span<const InDim> in_dims() const {
    return {in_dims_.data(), in_dims_.size()};
  }
  [[nodiscard]] std::span<const OutDim> out_dims() const {
    return {out_dims_.data(), out_dims_.size()};
  }
  // The stored words, in-dim after in-dim.
  [[nodiscard]] std::span<const Word> field_bases() const { return {bases_.data(), bases_.size()}; }
  [[nodiscard]] std::span<const Word> field_bases(std::size_t in_dim) const;

  [[nodiscard]] std::optional<std::size_t> find_in(Name name) const;
  [[nodiscard]] std::optional<std::size_t> find_out(Name name) const;
  [[nodiscard]] bool has_in(Name name) const { return find_in(name).has_value(); }
  [[nodiscard]] bool has_out(Name name) const { return find_out(name).has_value(); }
  // log2 of the in-dim's size.  Requires: has_in(name).
  [[nodiscard]] unsigned in_bits(Name name) const;
  // Requires: has_out(name).
  [[nodiscard]] Word out_size(Name name) const;
  [[nodiscard]] unsigned total_in_bits() const { return static_cast<unsigned>(bases_.size()); }
  [[nodiscard]] unsigned total_out_bits() const { return out_bits_; }
  [[nodiscard]] Word total_in_size() const { return Word{1} << total_in_bits(); }
  [[nodiscard]] Word total_out_size() const { return Word{1} << out_bits_; }
  // L(0, ..., in = 2^bit, ..., 0)[out].  Requires: both exist and bit < in_bits(in).
  [[nodiscard]] Word basis(Name in, unsigned bit, Name out) const;
  // Where the field of an out-dim starts in a stored word.
  [[nodiscard]] unsigned field_shift(std::size_t out_dim) const;
  // The coordinate of an out-dim in a stored word.
  [[nodiscard]] Word field(Word fields, std::size_t out_dim) const;

  // The value at a flat index (the first in-dim lowest), as a stored word.
  [[nodiscard]] Word apply_flat(Word index) const { return f2::apply(field_bases(), index); }
  // The value at a named index; fails (kDimension) unless the names are those of the in-dims, in
  // any order, and each value is below its dimension's size.
  [[nodiscard]] Result<std::vector<NamedValue>> apply(std::span<const NamedValue> ins) const;

  // Does some index have each value?
  [[nodiscard]] bool is_surjective() const { return rank() == out_bits_; }
  // Do different indices have different values?
  [[nodiscard]] bool is_injective() const { return rank() == total_in_bits(); }
  [[nodiscard]] bool is_invertible() const {
    return total_in_bits() == out_bits_ && rank() == out_bits_;
  }
  [[nodiscard]] unsigned rank() const { return f2::rank(field_bases()); }

  // The same dimensions with the same sizes in the same order, and the same bases.
  friend bool operator==(const LinearLayout& a, const LinearLayout& b);

  // As the seeds print it:
  //
  //    - register=1 -> (1, 0)
  //      register=2 -> (2, 0)
  //    - lane is a size 1 dimension
  //   where out dims are: [dim1 (size 4), dim0 (size 1)]
  //
  // It starts with a newline and ends without one.
  [[nodiscard]] std::string to_string() const;

 private:
  SmallVector<InDim, 5> in_dims_;
  SmallVector<OutDim, 5> out_dims_;
  SmallVector<Word, 20> bases_;
  unsigned out_bits_ = 0;
};

// Equal after reordering dimensions: the same function of named indices.
bool equal_up_to_order(const LinearLayout& a, const LinearLayout& b);

// ---- Products and quotients (linear_layout_product.cpp)

// The direct sum: `inner` acts on the low part of each shared dimension, `outer` on the high part.
//   product(identity_1d(4,i,o), identity_1d(2,i,o)) = identity_1d(8,i,o)
//   product(zeros_1d(2,i,o), identity_1d(4,i,o))    = the layout x -> x / 2 on [0, 8)
// Dimensions of the result: those of inner and outer in an order that agrees with both, inner's
// first. Fails if no such order exists or the size exceeds 2^62.  Associative, not commutative.
Result<LinearLayout> product(const LinearLayout& inner, const LinearLayout& outer);

// The C with a = product(b, c) and a's dimensions; nullopt if there is none.
std::optional<LinearLayout> divide_left(const LinearLayout& a, const LinearLayout& b);
// The C with a = product(c, b) and a's dimensions; nullopt if there is none.
std::optional<LinearLayout> divide_right(const LinearLayout& a, const LinearLayout& b);

// Is the layout, on these dimensions, the identity that nothing else enters or leaves?
// Fails if a dimension is not both an in-dim and an out-dim.
Result<bool> is_trivial_over(const LinearLayout& layout, std::span<const Name> dims);
// The rest of a layout that is trivial over `dims`; nullopt if it is not or a dimension is no
// in-dim.
Result<std::optional<LinearLayout>> quotient(const LinearLayout& layout,
                                             std::span<const Name> dims);

// The layout restricted to some in-dims (the others are 0) and out-dims, in the layout's order.
Result<LinearLayout> sublayout(const LinearLayout& layout,
                               std::span<const Name> ins,
                               std::span<const Name> outs);
Result<bool> sublayout_is_zero(const LinearLayout& layout,
                               std::span<const Name> ins,
                               std::span<const Name> outs);
// Is the part from `dims` to `dims` the identity, taken as one flat index?  True for no dims.
Result<bool> square_sublayout_is_identity(const LinearLayout& layout, std::span<const Name> dims);

// ---- Reshapes (linear_layout_reshape.cpp)

Result<LinearLayout> transpose_ins(const LinearLayout& layout, std::span<const Name> order);
Result<LinearLayout> transpose_outs(const LinearLayout& layout, std::span<const Name> order);
// All in-dims as one, named as the first.  A layout without in-dims stays as it is.
LinearLayout flatten_ins(const LinearLayout& layout);
LinearLayout flatten_outs(const LinearLayout& layout);
// The flat index split anew; the sizes must multiply to the same total.
Result<LinearLayout> reshape_ins(const LinearLayout& layout, std::span<const NamedValue> dims);
Result<LinearLayout> reshape_outs(const LinearLayout& layout, std::span<const NamedValue> dims);
// Drops the bases of `in` from 2^k = size on.  Fails if size exceeds the dimension's.
Result<LinearLayout> resize_in(const LinearLayout& layout, Name in, Word size);
// Replaces coordinates >= size of `out` by 0.  Fails if size exceeds the dimension's.
Result<LinearLayout> resize_out(const LinearLayout& layout, Name out, Word size);
// Side by side: the same out-dims and different in-dims (or the reverse).
Result<LinearLayout> concat_ins(const LinearLayout& a, const LinearLayout& b);
Result<LinearLayout> concat_outs(const LinearLayout& a, const LinearLayout& b);
// Without the bases of `in` that are zero.  Requires: layout.has_in(in).
LinearLayout remove_zero_bases(const LinearLayout& layout, Name in);
// With a dimension under another name.  Requires: the old name exists, the new does not.
LinearLayout rename_in(const LinearLayout& layout, Name from, Name to);
LinearLayout rename_out(const LinearLayout& layout, Name from, Name to);

// [dim0, dim1, ...] of the given rank.
Names standard_out_dims(std::size_t rank);
// in -> [order[0], order[1], ...] of `shape`, the dimension order[0] varying fastest; out-dims are
// in that order.  Fails if order is no permutation of 0 .. rank-1.
Result<LinearLayout> identity_standard_nd(Name in,
                                          std::span<const Word> shape,
                                          std::span<const Word> order);

// ---- Composition and inverses (linear_layout_inverse.cpp)

// x -> outer(inner(x)).  Fails unless inner's out-dims are outer's in-dims, and no larger.
Result<LinearLayout> compose(const LinearLayout& inner, const LinearLayout& outer);
// The inverse of an invertible layout; fails (kNotSolvable) for others.
Result<LinearLayout> invert(const LinearLayout& layout);
// Some B with layout(B(x)) = x; fails unless the layout is surjective.  Copies as
// invert_and_compose.
Result<LinearLayout> pseudoinvert(const LinearLayout& layout);
// A layout C with a(x) = b(C(x)): where b keeps what a has at x.  If b has copies, C takes
//  - for an in-dim with the same bases in a and b: the same index in that dimension;
//  - else, the index that uses only the bits of b that do not depend on the bits before them.
// Fails if the out-dims differ, b's are smaller, or b does not have some value of a.
Result<LinearLayout> invert_and_compose(const LinearLayout& a, const LinearLayout& b);
// The smallest part of invert_and_compose(dst, src) that is not the identity: shared trailing
// in-dims (block, then warp, then lane ...) are dropped as long as the map is trivial over them.
Result<LinearLayout> minimal_conversion(const LinearLayout& src, const LinearLayout& dst);

// For each in-dim, the bits that depend on the bits before them: the layout is injective iff all
// are 0.
std::vector<NamedValue> free_variable_masks(const LinearLayout& layout);
// How many first values of the first in-dim map to consecutive values of the first out-dim,
// whatever the rest of the index is.
Word num_consecutive_in_out(const LinearLayout& layout);
// The widest vector, in elements, that moves a run of registers to consecutive offsets: the largest
// power of two v <= max_elements with identity_1d(v, in, out) dividing the layout from the left,
// after moving the bases of `in` with images 1, 2, 4 ... to the front.
Word largest_vectorization(const LinearLayout& layout, Name in, Name out, Word max_elements);

}  // namespace tileproof
