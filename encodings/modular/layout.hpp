// What is a modular linear layout?  A function from an index with named dimensions, whose sizes are
// powers of two, to an index with named dimensions of any sizes, given by its values at the single
// bits of the index, the *bases*.  The value elsewhere is the sum of the bases of the bits that are
// set, where each out-dim has its own sum:
//
//   an out-dim whose size is a power of two XORs, any other adds modulo its size.
//
// Example: {in = [[1, 1], [2, 2], [0, 4]]} -> {x = 4, y = 6}
//
//   L(7) = (1 ^ 2 ^ 0, (1 + 2 + 4) % 6) = (3, 1)       while L(4) = (0, 4)
//
// A layout without out-dims that add is a LinearLayout (core/linear_layout.hpp).  Compilers build
// the others for tensors such as 32x48; they are no linear maps over GF(2), so ranks say nothing
// about them: with size 6 the bases 1, 2, 3 have the XOR rank of 1, 2 but reach all six values.
//
// Why does the size choose how a dimension is added?  It is how these layouts came up, as a
// widening of the XOR layouts: one that adds modulo 8 cannot be said here.
//
// A layout with an out-dim that adds is never a bijection: it has 2^n indices, and a product with a
// factor that is no power of two is none.
#pragma once

#include <boost/container/small_vector.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/algebra.hpp"
#include "core/axis.hpp"
#include "core/linear_layout.hpp"
#include "encodings/modular/group.hpp"

namespace tileproof::modular {

struct OutDim {
  Name name;
  Word size;

  // Does it add modulo its size, where others XOR?
  [[nodiscard]] bool adds() const { return !is_power_of_two(size); }
  friend bool operator==(const OutDim&, const OutDim&) = default;
};

class Layout {
 public:
  // The layout of no dimensions.
  Layout() = default;

  // Fails (kInvalid, kDimension, kOverflow) if a basis does not fit an out-dim that XORs, a size is
  // 0, a name occurs twice or cannot be written, an index has more than 62 bits, or the
  // coordinates of a value take more than 62 bits together (a size of 6 takes 3).  Bases of an
  // out-dim that adds are reduced modulo its size.
  static Result<Layout> make(std::span<const NamedBases> in_dims, std::span<const OutDim> out_dims);
  static Layout of(const LinearLayout& linear);

  [[nodiscard]] std::span<const InDim> in_dims() const {
    return {in_dims_.data(), in_dims_.size()};
  }
  [[nodiscard]] std::span<const OutDim> out_dims() const {
    return {out_dims_.data(), out_dims_.size()};
  }
  [[nodiscard]] std::optional<std::size_t> find_in(Name name) const;
  [[nodiscard]] std::optional<std::size_t> find_out(Name name) const;
  [[nodiscard]] unsigned total_in_bits() const { return static_cast<unsigned>(columns_.size()); }
  // Is there an out-dim that adds?
  [[nodiscard]] bool is_modular() const;

  // Values as elements of a group, which is how the decisions compute.
  [[nodiscard]] const Group& group() const { return group_; }
  // The bases, in-dim after in-dim, as elements.
  [[nodiscard]] std::span<const Word> columns() const { return {columns_.data(), columns_.size()}; }
  // The coordinate of an out-dim in the basis of a bit of the flat index.
  [[nodiscard]] Word basis(std::size_t bit, std::size_t out_dim) const {
    return group_.coordinate(columns_[bit], out_dim);
  }
  // The bases of each in-dim: what `make` took.
  [[nodiscard]] std::vector<NamedBases> bases() const;

  // Splits a flat index, the first in-dim lowest, into one for each in-dim.
  [[nodiscard]] std::vector<Word> split(Word index) const;
  // The value at a flat index by the definition below.  Requires: index below 2^total_in_bits().
  [[nodiscard]] std::vector<Word> value_at(Word index) const;

  // The same dimensions with the same sizes in the same order, and the same bases.
  friend bool operator==(const Layout&, const Layout&) = default;

 private:
  boost::container::small_vector<InDim, 4> in_dims_;
  boost::container::small_vector<OutDim, 4> out_dims_;
  boost::container::small_vector<Word, 16> columns_;
  Group group_;
};

std::vector<Axis> axes(const Layout& layout);
std::vector<OutAxis> out_axes(const Layout& layout);
// What the steps of its definition are said to come from: the layout as it is written.
std::string origin_of(const Layout& layout);

// The definition: the coordinates of the value at an index.  A sum is reduced at its end; before
// that only where it could exceed 63 bits, so that no step wraps.
template <Algebra A>
Words<A> evaluate(const A& a, const Layout& layout, std::span<const typename A::Word> at) {
  using W = typename A::Word;
  const auto outs = layout.out_dims();
  Words<A> values(outs.size(), W(0));
  boost::container::small_vector<Word, 4> largest(outs.size(), 0);  // that the sum so far can be
  std::size_t bit = 0;
  for (std::size_t i = 0; i < layout.in_dims().size(); ++i) {
    Digits<A> digits(a, at[i]);
    for (unsigned k = 0; k < layout.in_dims()[i].bits; ++k, ++bit) {
      const W digit = digits.take(2);
      for (std::size_t d = 0; d < outs.size(); ++d) {
        const Word basis = layout.basis(bit, d);
        if (basis == 0) continue;
        const W term = a.mul(digit, basis);
        if (!outs[d].adds()) {
          values[d] = a.bit_xor(values[d], term);
          continue;
        }
        if (basis > low_mask(63) - largest[d]) {
          values[d] = a.urem(values[d], outs[d].size);
          largest[d] = outs[d].size - 1;
        }
        values[d] = a.add(values[d], term);
        largest[d] += basis;
      }
    }
  }
  for (std::size_t d = 0; d < outs.size(); ++d) {
    if (largest[d] >= outs[d].size) values[d] = a.urem(values[d], outs[d].size);
  }
  return values;
}

// Fails (kShape) if an out-dim adds.
Result<LinearLayout> to_linear(const Layout& layout);

}  // namespace tileproof::modular
