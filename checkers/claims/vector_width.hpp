// How many neighbouring elements does one instruction move for each lane?
//
// The rule (interface.md): the vector is the widest power of two v of at most 128 bits such that
// the register bases with images 1, 2, 4, ... v/2 in the linear offset exist, no other register,
// lane, warp or block basis touches those offset bits, and v divides every padding interval and
// every padding.  Zero register bases are copies and are accessed once.
//
//   register 1 -> 1, register 2 -> 2, register 4 -> 64, lane 1 -> 4 ...:   v = 4
//   register 1 -> 1, register 2 -> 2, register 4 -> 64, lane 1 -> 6 ...:   v = 2 (lane 1 has bit 1)
#pragma once

#include <span>

#include "core/bits.hpp"
#include "core/linear_layout.hpp"
#include "core/result.hpp"
#include "encodings/triton/padding.hpp"

namespace tileproof {

using triton::Padding;

// `register_bits` are the bits of the register index, lowest first, that count through the vector's
// elements: register bit register_bits[i] has image 2^i.
struct VectorWidth {
  unsigned elements = 1;
  unsigned bits = 0;  // elements * the stored size of one
  boost::container::small_vector<unsigned, 8> register_bits;

  friend bool operator==(const VectorWidth&, const VectorWidth&) = default;
};

// What an element takes in memory: its bits, and 8 for 1-bit elements.  Fails unless that is a
// power of two of at most 128 (kUnsupported).
Result<unsigned> stored_bits(unsigned element_bits);

// `places` is the map [register, lane, warp, block] -> [offset, ...] of a register layout onto a
// shared layout, that is invert_and_compose(registers, shared); dimensions other than `offset`
// (block, partition) count as further bits that a vector must not touch.
// Fails if there is no out-dim offset, if an interval or amount is 0 or an interval occurs twice
// (kInvalid), or if elements are narrower than a byte and no vector of whole bytes exists
// (kUnsupported).
Result<VectorWidth> vector_width(const LinearLayout& places,
                                 unsigned element_bits,
                                 std::span<const Padding> paddings = {});

// The same by looking at places instead of bases.  A set of register bits J, in some order, makes a
// vector of v = 2^|J| elements if
//  (1) for every place p whose register index has no bit of J, and every i < v: p's offset is a
//      multiple of v, and the place p with the bits J set to i has p's address but for i more in
//      its offset;
//  (2) for every multiple o of v and every i < v: o is stored at a multiple of v, and o + i at i
//      more.
// Why is this the rule?  By (1) with p = 0 the i-th bit of J has image 2^i; with p any other unit,
// its image has none of the bits below v.  The rule gives (1) back by linearity.  By (2) with o the
// largest multiple of v up to an interval, v divides this interval, since the storage jumps there;
// then with o = that interval, smallest first, v divides its amount.  So (2) need be looked at up
// to the largest interval only.
// Cost: 2^(in-bits) for each doubling of v.  Fails as vector_width, and (kUnsupported) beyond 2^24
// places or offsets.
Result<VectorWidth> vector_width_by_enumeration(const LinearLayout& places,
                                                unsigned element_bits,
                                                std::span<const Padding> paddings = {});

}  // namespace tileproof
