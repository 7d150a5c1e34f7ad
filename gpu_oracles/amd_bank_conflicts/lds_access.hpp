// What is asked of AMD's LDS: the cost of one instruction of one wave at given addresses.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bits.hpp"
#include "core/result.hpp"

namespace tileproof::oracles {

// In gfx9's spelling; the device knows them by their position here.
struct LdsInstruction {
  std::string_view name;
  unsigned bytes;
};
inline constexpr LdsInstruction kLdsInstructions[] = {
    {"ds_read_u8", 1},
    {"ds_read_u16", 2},
    {"ds_read_b32", 4},
    {"ds_read_b64", 8},
    {"ds_read_b96", 12},
    {"ds_read_b128", 16},
    {"ds_write_b8", 1},
    {"ds_write_b16", 2},
    {"ds_write_b32", 4},
    {"ds_write_b64", 8},
    {"ds_write_b96", 12},
    {"ds_write_b128", 16},
};

using LdsAddresses = std::vector<std::optional<Word>>;  // of each lane; nullopt: inactive

// Accesses must be below this.
inline constexpr Word kLdsWindow = 32768;

// Cycles from one instruction to the next of a wave that waits for each, alone on its processor;
// the least of several times.  Requires: every list has the lanes of the device's waves, and an
// active one.  Fails (kUnsupported) with the call that failed.
Result<std::vector<double>> time_lds_accesses(std::size_t instruction,
                                              std::span<const LdsAddresses> patterns);

}  // namespace tileproof::oracles
