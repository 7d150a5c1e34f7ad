// Which accesses are worth asking a device about?  All instructions at addresses of many kinds,
// among them those where a rule could be wrong: duplicates, inactive lanes, pairs that nearly
// merge.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gpu_oracles/wavefronts/wavefronts_replay.hpp"

namespace tileproof::oracles {

// The same ones for the same seed, on every machine; no two are equal.
std::vector<AccessPattern> draw_patterns(std::uint64_t count, std::uint64_t seed);

// Bytes that each address of the instruction accesses; 16 for a row of a matrix.
Word bytes_per_lane(std::string_view instruction);
// How many lanes give an address: 8N for ldmatrix.xN and stmatrix.xN, else 32.
std::size_t address_lanes(std::string_view instruction);
bool is_matrix(std::string_view instruction);

}  // namespace tileproof::oracles
