// Shared linear: a layout of shared memory that is given by its bases: the element at each bit of
// the offset (and of the CTA).  Zero bases are offsets that hold copies.
#pragma once

#include <vector>

#include "core/linear_layout.hpp"
#include "encodings/mlir/cursor.hpp"
#include "encodings/triton/shape.hpp"

namespace tileproof::triton {

// Bases of memory: of the bits of the offset and of the bits of the CTA, lowest first.
struct MemoryBases {
  std::vector<Dims> offsets;
  std::vector<Dims> blocks;
  std::size_t rank = 0;

  friend bool operator==(const MemoryBases&, const MemoryBases&) = default;

  // The shape that the bases span: the smallest powers of two above them.
  [[nodiscard]] Shape own_shape() const;
  // As [offset, block] -> own_shape.  It need not be surjective: that is a question for the
  // checkers.
  [[nodiscard]] Result<LinearLayout> layout() const;
};

// An Error unless all bases have the rank.
std::optional<Error> check(const MemoryBases& bases, std::string_view mnemonic);
// An Error unless the shape is the one that the bases span.
std::optional<Error> check_own_shape(const MemoryBases& bases,
                                     const Shape& shape,
                                     std::string_view mnemonic);
// "offset = [[0, 1]], block = []"; without block if it has no basis and is not asked for.
void print(std::string& text, const MemoryBases& bases, bool always_block);

struct SharedLinear {
  MemoryBases bases;
  Word alignment = 1;  // of the allocation, in bytes
};

// The place of each bit of each coordinate, those of the first coordinate first, as offset bits
// with the CTA's bits above: what the bases give when they are solved for it.  Requires: the bases
// reach all elements.
boost::container::small_vector<Word, 24> places_of_bits(const MemoryBases& bases);

// The definition: an element's place is the XOR of the places of its coordinates' bits.
// Requires: the bases reach all elements.
template <Algebra A>
SharedPlace<typename A::Word> place(const A& a,
                                    const MemoryBases& bases,
                                    const Coords<typename A::Word>& coords) {
  const auto places = places_of_bits(bases);
  const Shape own = bases.own_shape();
  auto at = places.begin();
  typename A::Word sum(0);
  for (std::size_t d = 0; d < coords.rank(); ++d) {
    Digits<A> bits(a, coords[d]);
    for (unsigned bit = 0; bit < log2_exact(own[d]); ++bit) {
      sum = a.bit_xor(sum, a.mul(bits.take(2), *at++));
    }
  }
  const Word offsets = Word{1} << bases.offsets.size();
  return {a.urem(sum, offsets), 0, a.udiv(sum, offsets)};
}

template <Algebra A>
SharedPlace<typename A::Word> place(const A& a,
                                    const SharedLinear& e,
                                    const Shape&,
                                    const Coords<typename A::Word>& coords) {
  return place(a, e.bases, coords);
}

std::optional<Error> check(const SharedLinear& e);
Result<LinearLayout> to_linear(const SharedLinear& e, const Shape& shape);
bool parse(mlir::Cursor& cursor, SharedLinear& e);
void print(std::string& text, const SharedLinear& e);
inline std::size_t rank(const SharedLinear& e) { return e.bases.rank; }

}  // namespace tileproof::triton
