// One side of a conversion, in bytes: which byte of the tensor a thread's byte is, as a linear map
// of the numbers of the byte, the lane and the warp.
#pragma once

#include <vector>

#include "core/linear_layout.hpp"
#include "core/result.hpp"

namespace tileproof::plan {

// The columns of each bit.  A byte of the tensor is element * bytes + byte, as bits.
struct Side {
  std::vector<Word> bytes;  // of a thread, packed in registers of 32 bits
  std::vector<Word> lanes;
  std::vector<Word> warps;
  std::vector<Word> blocks;
};

Side side_of(const LinearLayout& form, unsigned element_bytes);

// Of several blocks, each by itself: what the blocks of both sides add is left out, and bytes are
// numbered anew among those that a block of the source has.  False if a block of the destination has
// others.
bool leave_out_blocks(Side& source, Side& destination);

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

Span span_of(const std::vector<Word>& vectors);
// A basis of what is in the spans of both, of vectors of the first where that is possible.
std::vector<Word> intersection(const std::vector<Word>& one, const std::vector<Word>& two);

}  // namespace tileproof::plan
