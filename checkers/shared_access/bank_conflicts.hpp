// What does it cost to move a register layout to or from a shared-memory layout?  The exact number
// of wavefronts of one warp, and the lanes and the bank to blame for those beyond the ideal.
//
// Example: blocked sizePerThread [1,1], threadsPerWarp [32,1], warpsPerCTA [1,4] stored to
// swizzled_shared vec 1, perPhase 1, maxPhase 8, 32x64 f16.  Lane l holds row l, which is stored at
// byte 128*l + 2*(l%8): the 32 lanes want 32 words, all from banks 0 to 3, eight from each.
//
//   word(lane 1, 2, 4, 8, 16) = 32+0, 64+1, 128+2, 256, 512     rank 5
//   bank                      =  0,    1,     2,    0,   0      rank 2     2^(5-2) = 8 wavefronts
//
// What a wavefront is, is said once (core/wavefronts.hpp), for this count and for the claim
// 'conflict-free'.  Three engines.
//  - f2: without padding, the words of two instructions differ by an XOR, which permutes the banks,
//    so all cost the same; a group costs 2^(rank of its words - rank of their banks).
//  - shift: with padding, words that differ by a sum turn the banks round; one instruction is
//  counted.
//  - enumerate: every lane of every instruction of every warp, counted.
// Tests demand that they agree.  The tile must start at a multiple of the width of all banks, as
// compilers allocate it; where does not matter otherwise.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checkers/shared_access/warp_instructions.hpp"
#include "core/linear_layout.hpp"
#include "core/result.hpp"
#include "core/target.hpp"

namespace tileproof {

// The answer, for the warp that costs most.  One instruction moves `vector_bits` for each lane; the
// warp executes `instructions_per_warp` of them, which move all its registers but copies.
struct BankConflicts {
  const AccessRule* rule = nullptr;  // instruction and evidence; lives as long as the program
  std::string_view engine;           // "f2", "shift" or "enumerate"
  unsigned vector_bits = 0;
  Word instructions_per_warp = 0;
  Word wavefronts = 0;
  Word ideal_wavefronts = 0;
  // The most that any one instruction of any warp takes.
  unsigned worst_instruction_wavefronts = 0;

  [[nodiscard]] Word conflicts() const { return wavefronts - ideal_wavefronts; }
};

// By f2 or shift where they decide, else by enumeration.  Fails as warp_instructions, and
// (kUnsupported) if more than 2^26 lane accesses must be enumerated.
Result<BankConflicts> bank_conflicts(const SharedAccess& access);
// The second opinion.
Result<BankConflicts> bank_conflicts_by_enumeration(const SharedAccess& access);

// The first of the worst instructions, its worst bank, and the lanes that want a word of it; any
// two of them with different words collide.
struct ConflictBlame {
  struct Lane {
    unsigned lane = 0;
    Word byte_address = 0;            // where the lane's access starts, from the tile's start
    Word word = 0;                    // the 4-byte word that it wants from the bank
    Word register_index = 0;          // of the first element in that word
    std::vector<NamedValue> element;  // its coordinates, in the order of the register layout
  };
  Word register_index = 0;  // of the vector's first element
  Word warp = 0;
  Word block = 0;
  unsigned bank = 0;
  unsigned wavefronts = 0;
  std::vector<Lane> lanes;

  // "register 0 of warp 0: bank 0 is asked for 8 words: lane 0 (row 0, col 0) at byte 0, ...", with
  // one lane for each of the first four words
  [[nodiscard]] std::string to_string() const;
};

struct ExplainedConflicts {
  BankConflicts cost;
  unsigned worst_counted;              // of the worst instruction, counted lane by lane
  std::optional<ConflictBlame> blame;  // if an instruction has conflicts
};

// The same cost, and who is to blame.
Result<ExplainedConflicts> explained_bank_conflicts(const SharedAccess& access);

}  // namespace tileproof
