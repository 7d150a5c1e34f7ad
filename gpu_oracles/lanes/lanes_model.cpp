#include "gpu_oracles/lanes/lanes_model.hpp"

namespace tileproof::oracles {
namespace {

// The bytes that the modes with a name put into d, the highest first, by selector % 4.
constexpr std::uint8_t kChosenBytes[][4][4] = {
    {{3, 2, 1, 0}, {4, 3, 2, 1}, {5, 4, 3, 2}, {6, 5, 4, 3}},  // f4e: forward
    {{5, 6, 7, 0}, {6, 7, 0, 1}, {7, 0, 1, 2}, {0, 1, 2, 3}},  // b4e: backward
    {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}},  // rc8: one byte
    {{3, 2, 1, 0}, {3, 2, 1, 1}, {3, 2, 2, 2}, {3, 3, 3, 3}},  // ecl: clamped from below
    {{0, 0, 0, 0}, {1, 1, 1, 0}, {2, 2, 1, 0}, {3, 2, 1, 0}},  // ecr: clamped from above
    {{1, 0, 1, 0}, {3, 2, 3, 2}, {1, 0, 1, 0}, {3, 2, 3, 2}},  // rc16: one half
};

}  // namespace

std::optional<ShuffleSource> shuffled(const ShuffleCase& one, unsigned lane) {
  const auto is_member = [&](unsigned i) { return (one.members >> i & 1) != 0; };
  const auto source = shuffle_source({one.mode, 32, one.control}, lane, one.lane[lane]);
  if (!is_member(lane) || !is_member(source.lane)) return std::nullopt;
  return source;
}

std::uint32_t permuted(const PermuteCase& one) {
  const std::uint64_t bytes = std::uint64_t{one.b} << 32 | one.a;
  std::uint32_t d = 0;
  for (unsigned k = 0; k < 4; ++k) {
    unsigned chosen = one.selector >> (4 * k) & 15;
    if (one.mode != PermuteMode::kDefault) {
      chosen = kChosenBytes[static_cast<unsigned>(one.mode) - 1][one.selector % 4][3 - k];
    }
    auto byte = static_cast<std::uint32_t>(bytes >> (8 * (chosen & 7)) & 0xFF);
    if (chosen >= 8) byte = byte >> 7 != 0 ? 0xFF : 0;
    d |= byte << (8 * k);
  }
  return d;
}

std::uint32_t cta_of_rank(const ClusterCase& one, std::uint32_t cta, std::uint32_t rank) {
  const auto& [x, y, z] = one.size;
  const std::uint32_t cluster = cta % (2 * x) / x;
  const std::uint32_t in_grid = cluster * x + rank % x;
  return in_grid + 2 * x * (rank / x % y + y * (rank / x / y % z));
}

ClusterAnswer exchanged(const ClusterCase& one) {
  const std::uint32_t ctas = 2 * one.ctas();
  ClusterAnswer answer;
  answer.rank.resize(ctas);
  answer.memory.assign(std::size_t{ctas} * kMemoryWords, kPoisonWord);
  for (std::uint32_t cta = 0; cta < ctas; ++cta) {
    for (std::uint32_t rank = 0; rank < one.ctas(); ++rank) {
      if (cta_of_rank(one, cta, rank) == cta) answer.rank[cta] = rank;
    }
    for (unsigned i = 0; i < kOwnWords; ++i) answer.memory[cta * kMemoryWords + i] = cta << 16 | i;
  }
  for (std::uint32_t cta = 0; cta < ctas; ++cta) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      const std::uint32_t from = cta_of_rank(one, cta, one.rank[lane]);
      for (unsigned k = 0; k < one.width_words; ++k) {
        answer.read.push_back(from << 16 | (one.word[lane] + k));
      }
      const std::uint32_t to = cta_of_rank(one, cta, one.store_rank[lane]);
      answer.memory[to * kMemoryWords + kOwnWords + answer.rank[cta] * 32 + lane] =
          0x80000000 | cta << 16 | lane;
    }
  }
  return answer;
}

}  // namespace tileproof::oracles
