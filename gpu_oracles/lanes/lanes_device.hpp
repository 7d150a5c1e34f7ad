// What are lanes, bytes and the CTAs of a cluster asked?  Plain data for the device.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/result.hpp"
#include "gpu_oracles/shuffles/shuffle_source.hpp"

namespace tileproof::oracles {

inline constexpr const char* kShuffleModes[] = {"idx", "up", "down", "bfly"};

// shfl.sync.<mode>.b32 d|p, value, lane, control, members of one warp; lanes that are no members do
// not execute it.
struct ShuffleCase {
  ShuffleMode mode = ShuffleMode::kIndex;
  std::uint32_t control = 31;  // the third operand: clamp, and segment mask << 8
  std::uint32_t members = 0xFFFFFFFF;
  std::uint32_t value[32] = {};
  std::uint32_t lane[32] = {};  // the second operand

  friend bool operator==(const ShuffleCase&, const ShuffleCase&) = default;
};
struct ShuffleAnswer {
  std::uint32_t value[32] = {};
  std::uint32_t predicate[32] = {};
};
Result<std::vector<ShuffleAnswer>> run_shuffles(std::span<const ShuffleCase> cases);

enum class PermuteMode : std::uint32_t { kDefault, kF4e, kB4e, kRc8, kEcl, kEcr, kRc16 };
inline constexpr const char* kPermuteModes[] = {"", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16"};

// prmt.b32.<mode> d, a, b, selector
struct PermuteCase {
  PermuteMode mode = PermuteMode::kDefault;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t selector = 0;

  friend bool operator==(const PermuteCase&, const PermuteCase&) = default;
};
Result<std::vector<std::uint32_t>> run_permutes(std::span<const PermuteCase> cases);

// Two clusters side by side, each CTA one warp.  A CTA's memory holds kOwnWords words, word i =
// CTA's number in the grid << 16 | i, then a slot for each lane of each rank.  Every lane reads
// `width_words` words from word[lane] on of the CTA rank[lane] of its cluster, and stores
// 0x80000000 | its CTA << 16 | its lane into its slot of the CTA store_rank[lane].
inline constexpr unsigned kOwnWords = 64;
inline constexpr unsigned kMaxClusterSize = 8;
inline constexpr unsigned kMemoryWords = kOwnWords + 32 * kMaxClusterSize;
inline constexpr std::uint32_t kPoisonWord = 0xA5A5A5A5;

struct ClusterCase {
  std::uint32_t size[3] = {1, 1, 1};  // x, y, z; at most kMaxClusterSize in all
  std::uint32_t width_words = 1;      // 1, 2 or 4
  std::uint32_t rank[32] = {};
  std::uint32_t word[32] = {};  // multiples of width_words
  std::uint32_t store_rank[32] = {};

  [[nodiscard]] std::uint32_t ctas() const { return size[0] * size[1] * size[2]; }
  friend bool operator==(const ClusterCase&, const ClusterCase&) = default;
};
struct ClusterAnswer {
  std::vector<std::uint32_t> rank;    // of each CTA of the grid, x fastest
  std::vector<std::uint32_t> read;    // for each CTA, each lane: width_words words
  std::vector<std::uint32_t> memory;  // for each CTA: kMemoryWords words at the end
};
Result<ClusterAnswer> run_cluster(const ClusterCase& one);

}  // namespace tileproof::oracles
