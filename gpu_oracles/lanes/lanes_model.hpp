// What do lanes, bytes and clusters do, in as few words as possible?  The models that the device's
// answers are held against.
#pragma once

#include <functional>
#include <optional>

#include "gpu_oracles/lanes/lanes_device.hpp"

namespace tileproof::oracles {

// The lane whose value a lane takes, and p: whether that is in the segment.  nullopt: the lane does
// not execute, or takes from one that does not, which has no defined value.
std::optional<ShuffleSource> shuffled(const ShuffleCase& one, unsigned lane);

// The bytes of b above those of a are numbered 7 to 0.  Without a mode, each four bits of the
// selector choose a byte, or with bit 3 eight copies of its sign bit.
std::uint32_t permuted(const PermuteCase& one);

// The number in the grid, x fastest, of the CTA with a rank in the cluster of a CTA: ranks count x
// first, too, within the cluster.
std::uint32_t cta_of_rank(const ClusterCase& one, std::uint32_t cta, std::uint32_t rank);
ClusterAnswer exchanged(const ClusterCase& one);

struct LaneModels {
  std::function<std::optional<ShuffleSource>(const ShuffleCase&, unsigned)> shuffle = shuffled;
  std::function<std::uint32_t(const PermuteCase&)> permute = permuted;
  std::function<ClusterAnswer(const ClusterCase&)> cluster = exchanged;
};

}  // namespace tileproof::oracles
