// Where does each byte of a tensor go in shared memory, so that neither side's accesses meet in a
// bank?  A basis of the bytes: the one with the sum of some of its vectors is at the address with
// those bits.
#pragma once

#include "checkers/plan/sides.hpp"

namespace tileproof::plan {

// The lowest bits of an address: those within a word, and within an access that is wider.  Bit j is
// 1 for vector j of the chain, and 0 for the other vectors of a basis of all bytes.
class Chain {
 public:
  // The others are these that are independent, those that come first preferred.
  Chain(Vectors vectors, const Vectors& others, unsigned bits);

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(vectors_.size()); }
  [[nodiscard]] unsigned bits() const { return bits_; }  // of all bytes
  [[nodiscard]] const Vectors& vectors() const { return vectors_; }
  // The lowest bits of the address of a byte; what is above `bits` is another block's.
  [[nodiscard]] Word low_bits(Word vector) const;
  // The vector without those below `size` of its lowest bits.
  [[nodiscard]] Word without(Word vector, unsigned size) const;

 private:
  Vectors vectors_;
  unsigned bits_;
  f2::Solver all_;
};

// What one group of lanes that are served together asks for: vectors of registers within an access,
// and of lanes.
using Demand = Vectors;

// A basis that begins with the chain.  The words of each demand are in different banks, of which
// there are 2^bank_bits, as far as the bits beyond the chain are enough for that: any two subspaces
// have a common complement.  What is free is taken from `preferred`.
Vectors memory_basis(const Chain& chain,
                     const Demand& one,
                     const Demand& two,
                     unsigned bank_bits,
                     const Vectors& preferred);

}  // namespace tileproof::plan
