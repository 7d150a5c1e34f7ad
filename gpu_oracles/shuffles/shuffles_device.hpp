// What are the lanes of a wave asked?  Plain data for the device.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/result.hpp"
#include "gpu_oracles/shuffles/shuffle_source.hpp"

namespace tileproof::oracles {

inline constexpr unsigned kMaxWaveLanes = 64;

// As CUDA and HIP spell them; CUDA adds _sync and the mask of all lanes.
inline constexpr const char* kShuffleCalls[] = {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor"};

// Every lane of one wave calls it with its own value and operand.  Widths are powers of two up to
// the wave's lanes; up, down and xor take operands below the wave's lanes, which is as far as the
// platforms mean the same.
struct WaveShuffle {
  ShuffleMode mode = ShuffleMode::kIndex;
  std::uint32_t lanes = 32;  // 32 or 64: those of the device
  std::uint32_t width = 32;
  std::uint32_t bytes = 4;  // of a value: 4 or 8
  std::uint64_t value[kMaxWaveLanes] = {};
  std::uint32_t operand[kMaxWaveLanes] = {};

  friend bool operator==(const WaveShuffle&, const WaveShuffle&) = default;
};
struct WaveShuffleAnswer {
  std::uint64_t value[kMaxWaveLanes] = {};
};

// Requires: all have the lanes of the device's waves.
Result<std::vector<WaveShuffleAnswer>> ask_shuffles(std::span<const WaveShuffle> cases);

}  // namespace tileproof::oracles
