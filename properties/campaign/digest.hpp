// A number for a text that is the same on every machine: of laws' numbers, and for files' names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tileproof::campaign {

// FNV-1a, 64 bits.
constexpr std::uint64_t digest(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

inline std::string hex(std::uint64_t value) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

}  // namespace tileproof::campaign
