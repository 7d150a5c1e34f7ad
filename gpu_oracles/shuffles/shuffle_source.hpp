// From which lane of its wave does a lane take a value?  One definition for PTX's shfl.sync, and
// for the calls of CUDA and HIP, which cut the wave into segments of one width.
#pragma once

#include <cstdint>

namespace tileproof::oracles {

enum class ShuffleMode : std::uint32_t { kIndex, kUp, kDown, kXor };

struct ShuffleRule {
  ShuffleMode mode = ShuffleMode::kIndex;
  unsigned lanes = 32;  // of the wave: 32 or 64
  // A clamp, and from bit 8 on the mask of those bits of a lane's number that all lanes of a
  // segment have alike.
  std::uint32_t control = 31;
};
// The control of segments of `width` lanes, a power of two.
std::uint32_t control_of_width(ShuffleMode mode, unsigned lanes, unsigned width);

struct ShuffleSource {
  unsigned lane = 0;
  bool is_in_segment = false;
};
// Lane i asks lane j = i - b (up), i + b (down), i ^ b (xor) or the segment's lane b (index), where
// b is the operand, and takes from j if the clamp lets it, else from itself:
//
//   segments of 8   up by 3:   lane 13 takes from 10, lane 10 from itself (7 is before its segment)
//                   xor 8:     lane 9 takes from 1, lane 1 from itself (9 is behind its segment)
ShuffleSource shuffle_source(const ShuffleRule& rule, unsigned lane, std::uint32_t operand);

}  // namespace tileproof::oracles
