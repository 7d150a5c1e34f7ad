// Layouts of all notations, small enough to enumerate.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/bits.hpp"

namespace tileproof::oracles {

inline std::vector<std::pair<std::string, std::vector<Word>>> flat_layouts() {
  return {
      {"(8,8):(9,1)", {}},
      {"(63,65):(65,1)", {}},
      {"(33,31):(7,100)", {}},
      {"(16,16):(1,8)", {}},
      {"Sw<3,4,3> o (64,64):(64,1)", {}},
      {"Sw<2,1,-4> o (32,8):(1,32)", {}},
      {"#ttg.padded_shared<[64:+4, 512:+16] {order = [1, 0], shape = [64, 64]}>", {64, 64}},
      {"#ttg.padded_shared<[8:+8] {order = [1, 0], shape = [32, 32]}>", {32, 32}},
      {"#ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [0, 1]}>", {64, 32}},
      {"#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 16}>",
       {64, 64}},
      {"#ttg.shared_linear<{offset = [[0, 1], [1, 1], [2, 0], [0, 2]]}, alignment = 16>", {4, 4}},
      {"offset(a: 60, b: 50) = a < b ? a * 64 + b : (a ^ b) + 8192 - min(a, b) % 7", {}},
      {"offset(a: 4096) = (~a & 15) + (a >> 4 << 5) + (a == 7 || a != 9 && !(a > 100))", {}},
      // Beyond 32 bits and back.
      {"offset(a: 4096) = a * 4294967296 / 1048576 % 5000", {}},
      // Each point in a word of its own, and values that go down.
      {"offset(i: 1000) = i % 25 * 4000 + i / 25", {}},
      {"offset(i: 1000) = 999 - i", {}},
      {"offset(i: 45) = 7", {}},
      {"offset(i: 1) = 3", {}},
  };
}

}  // namespace tileproof::oracles
