// Layouts that several tests name: from text, and by the numbers that matter.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "encodings/triton/layout.hpp"

namespace tileproof {

// Throws for text that is no layout: a test that means one would otherwise test nothing.
inline triton::LayoutPtr layout_from(std::string_view text) {
  auto layout = triton::parse_layout(text);
  if (!layout) throw std::runtime_error(std::string(text) + ": " + layout.error().message);
  return *layout;
}

inline std::string swizzle(Word vec, Word per_phase, Word max_phase) {
  return "#ttg.swizzled_shared<{vec = " + std::to_string(vec) +
         ", perPhase = " + std::to_string(per_phase) + ", maxPhase = " + std::to_string(max_phase) +
         ", order = [1, 0]}>";
}

// Of lists as text: blocked("[1, 4]", "[8, 4]", "[4, 1]").
inline std::string blocked(const std::string& size,
                           const std::string& lanes,
                           const std::string& warps) {
  return "#ttg.blocked<{sizePerThread = " + size + ", threadsPerWarp = " + lanes +
         ", warpsPerCTA = " + warps + ", order = [1, 0]}>";
}

inline std::string linear(const std::string& registers,
                          const std::string& lanes,
                          const std::string& warps,
                          const std::string& blocks = "[]") {
  return "#ttg.linear<{register = " + registers + ", lane = " + lanes + ", warp = " + warps +
         ", block = " + blocks + "}>";
}

inline constexpr char kBlockedText[] =
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], "
    "order = [1, 0]}>";

// Of 32x32 elements; no register ever holds column 2.
inline constexpr char kGapText[] =
    "#ttg.linear<{register = [[0, 1], [0, 4]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], "
    "warp = [[8, 0], [16, 0]], block = []}>";

}  // namespace tileproof
