// What does one side of a conversion through shared memory access: which vectors of the tensor's
// bytes lie within an access, which are moved in turn, and what lanes, warps and blocks add?
#pragma once

#include <vector>

#include "checkers/plan/move_writer.hpp"
#include "checkers/plan/sides.hpp"

namespace tileproof::plan {

// One side of memory: the vectors of its slots, and what lanes, warps and blocks add.
struct Access {
  Vectors inside;  // of what is accessed at least, up to a word
  Vectors slots;   // the others of registers
  Vectors lanes;
  Vectors warps;
  Vectors blocks;
  Inactive inactive = {};
  // What a lane's, warp's or block's own registers are off by, where it takes those of another.
  Vectors lane_choice = {};
  Vectors warp_choice = {};
  Vectors block_choice = {};
  // By how many bytes within a word.
  Shifts shifts = {};
  // Each of the last slots alone adds to the round's number, by this bit of it.
  std::vector<unsigned> round_bits = {};
};

// All of a side, each access of what is inside alone.
Access access_of(const Side& side, const Vectors& inside);

// By matrices that are transposed on their way: a word holds an element, which is the first of the
// chain, and that of the next row; the slots are matrices.
Access matrices_of(const Side& side, const Vectors& chain);

// Vectors of registers that the chain has, in its order, before the others.
void put_chain_first(Access& access, const Vectors& chain);

// Lanes of a warp, and warps of a block, that hold what another holds take a part of the registers
// each, if that may be, or no part.
void share_copies(Access& access, const Vectors& chain, bool splits_registers);

// Blocks that have, of the bytes of a block, those of another in other registers, name them as that
// other does.
void name_alike(Access& access, Word of_a_block);

// Brings the slots that add to the number of the round to the end, one for each bit that slots add
// to.  False where that cannot be: such a bit is one of threads, too, a slot adds to more bits than
// its own, or what is within one access, the first slots and what is always inside, to any.
bool split_rounds(Access& access, const BlockNumbers& blocks, std::size_t first);

// How many of a chain's first vectors are within one access of a side.
unsigned chain_bits(const Vectors& chain, const Access& access);

}  // namespace tileproof::plan
