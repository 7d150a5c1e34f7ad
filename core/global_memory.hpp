// How much of global memory does one instruction of one warp touch, given the byte address of each
// lane?  What it means is said in docs/global-memory.md; this file only counts.
//
//   32 lanes of 4 bytes at 0, 4, 8, ...      1 request, 4 sectors, 1 line
//   32 lanes of 4 bytes at 0, 128, 256, ...  1 request, 32 sectors, 32 lines
//   32 lanes of 16 bytes at 0                1 request, 1 sector, 1 line: whichever lanes share it
#pragma once

#include <optional>
#include <span>

#include "core/bits.hpp"
#include "core/result.hpp"
#include "core/target.hpp"

namespace tileproof {

struct GlobalRule {
  Word sector_bytes = 32;
  Word line_bytes = 128;
  Word widest_bytes = 16;  // that a lane moves in one instruction
  Evidence evidence;
};

// Fails (kUnsupported) for targets of which no rule is known: AMD's.
Result<GlobalRule> global_rule(const Target& target);

struct GlobalCost {
  Word requests = 0;
  Word sectors = 0;
  Word lines = 0;

  GlobalCost& operator+=(const GlobalCost& other);
  friend bool operator==(const GlobalCost&, const GlobalCost&) = default;
};

// Of one instruction in which each active lane moves so many bytes; inactive lanes are nullopt.
// Cost: sorts the pieces of the lanes.
GlobalCost count_global_access(const GlobalRule& rule,
                               Word bytes_per_lane,
                               std::span<const std::optional<Word>> byte_address);
// Its sectors alone, given the addresses of its active lanes.
Word count_sectors(const GlobalRule& rule, Word bytes_per_lane, std::span<const Word> addresses);

}  // namespace tileproof
