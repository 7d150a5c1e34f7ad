// What does one instruction of a list of moves take or give?
#pragma once

#include <cstdint>

namespace tileproof::oracles {

// The operands of one instruction: up to 16 bytes.
union Operands {
  std::uint32_t words[4];
  std::uint16_t halves[8];
  std::uint8_t bytes[16];
};

}  // namespace tileproof::oracles
