// One side of a conversion, in bytes: which byte of the tensor a thread's byte is, as a linear map
// of the numbers of the byte, the lane and the warp.
#pragma once

#include <initializer_list>
#include <optional>
#include <vector>

#include "checkers/plan/vectors.hpp"
#include "core/f2.hpp"
#include "core/linear_layout.hpp"
#include "core/result.hpp"

namespace tileproof::plan {

// The columns of each bit.  A byte of the tensor is element * bytes + byte, as bits.
struct Side {
  Vectors bytes;  // of a thread, packed in registers of 32 bits
  Vectors lanes;
  Vectors warps;
  Vectors blocks;
};

Side side_of(const LinearLayout& form, unsigned element_bytes);

// The bytes of a tensor by the blocks of the source: the lowest bits of a byte's number are its
// place among those that a block has in memory at a time, bits above them say in which round, and
// those above these which block that is.
struct BlockNumbers {
  unsigned bits;        // of the bytes of a block in a round
  Vectors owners;       // what each of the highest bits adds to the number of the block
  unsigned rounds = 0;  // bits of their number

  // What a byte adds to the number of the block whose memory has it.
  [[nodiscard]] Word owner_of(Word vector) const {
    return f2::apply(owners, vector >> (bits + rounds));
  }
  // What it adds to the number of the round.
  [[nodiscard]] Word round_of(Word vector) const { return vector >> bits & low_mask(rounds); }
};

// Numbers the bytes of the tensor anew, in the source and in the others.  Blocks of the source that
// add nothing to what blocks before them have hold copies: they differ from those by the lowest
// bits alone.  Nothing if another has bytes that the source lacks.
std::optional<BlockNumbers> number_by_blocks(Side& source, std::initializer_list<Side*> others);

// The same bytes numbered anew, so that a block's memory has them in 2^rounds rounds.
struct RoundNumbers {
  Side source;
  Side destination;
  BlockNumbers blocks;
};

// In each round, a thread of a side accesses a part of its registers, or those take part whose turn
// it is: by registers alone where both sides can.  Those that take least first; none if there are
// not so many bits by which that is possible.
std::vector<RoundNumbers> number_by_rounds(const Side& source,
                                           const Side& destination,
                                           const BlockNumbers& blocks,
                                           unsigned rounds);

// Vectors that are independent of those before them.
class Span {
 public:
  // False if it is in the span already.
  bool add(Word vector);
  [[nodiscard]] bool contains(Word vector) const { return rest(vector) == 0; }
  // What is left of it when the span is divided out.
  [[nodiscard]] Word rest(Word vector) const;
  [[nodiscard]] unsigned rank() const { return rank_; }

 private:
  Word pivots_[64] = {};
  unsigned rank_ = 0;
};

Span span_of(const Vectors& vectors);
// A basis of what is in the spans of both, of vectors of the first where that is possible.
Vectors intersection(const Vectors& one, const Vectors& two);

}  // namespace tileproof::plan
