// Where does TLX's compiler put the allocations of a group?  docs/buffers.md, Offsets that the
// compiler assigns.  Evidence: from a compiler's source, facebookexperimental/triton db4666f2,
// third_party/tlx/dialect (BufferOffsetCalculation, StorageAliasAllocation, RewriteLocalAlias).
#pragma once

#include <vector>

#include "encodings/buffers/plan.hpp"

namespace tileproof::buffers {

// Buffer i begins at size * (scale * i + slots + i % step).
struct TlxPlace {
  std::size_t allocation = 0;
  Word size = 1;
  Word scale = 1;
  Word slots = 0;
  Word step = 1;
};

struct TlxOffsets {
  std::vector<TlxPlace> places;  // in the order of the group's allocations
  Word storage_size = 0;
};

// Does the compiler assign offsets in this storage?
bool is_assigned(const Plan& plan, const Storage& storage);

// Fails (kNotSolvable) where the compiler refuses.  Requires: is_assigned.
Result<TlxOffsets> tlx_offsets(const Plan& plan, const Storage& storage);

// Of the buffer's number.
Graph beginning_of(const TlxPlace& place);

}  // namespace tileproof::buffers
