// How do the accesses that were chosen, and the place of each byte in shared memory, become a
// program?
#pragma once

#include "checkers/plan/shared_memory.hpp"
#include "checkers/plan/side_access.hpp"

namespace tileproof::plan {

// What lies within an access, and how words are moved.
struct Option {
  Vectors chain;
  bool stores_transposed = false;  // by stmatrix.trans
  bool loads_transposed = false;
  unsigned most_inside = 2;      // of the chain, in an access at least
  bool names_alike = false;      // blocks that hold copies store them from the same registers
  bool splits_registers = true;  // lanes that hold copies store a part of the registers each
};

struct SharedChoice {
  Option option;
  unsigned store_bits;  // of the bytes of an access
  unsigned load_bits;
  SharedMemory memory;
  Word wavefronts;
  Word instructions;
  Access store;
  Access load;
  Shifts load_shifts;  // within a word that is loaded
};

// The two sides, and from whose memory blocks load.
struct SharedSides {
  SharedSides(const Side& from, const Side& to, const BlockNumbers& by_blocks);

  const Side& source;
  const Side& destination;
  const BlockNumbers& blocks;
  Vectors asked;           // what each bit of a block's number adds to that of the block it asks
  bool is_remote = false;  // does a block load from another's memory?
};

// Which threads the barriers between stores and loads are to order.
moves::Scope scope_of(const SharedSides& sides, const SharedChoice& choice);

moves::Program write_shared(const moves::Program& empty,
                            const SharedSides& sides,
                            const SharedChoice& choice);

// The lanes that give the rows of a matrix, by the bits of a row's number.
Vectors row_columns(const Access& access, const SharedMemory& memory);

}  // namespace tileproof::plan
