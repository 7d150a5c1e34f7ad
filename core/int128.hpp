// Which integers hold every sum, difference and product of two 64-bit numbers?
#pragma once

#include <algorithm>
#include <string>

namespace tileproof {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

inline std::string decimal(UInt128 value) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

inline std::string to_string(Int128 value) {
  const auto bits = static_cast<UInt128>(value);
  return value < 0 ? "-" + decimal(-bits) : decimal(bits);
}

}  // namespace tileproof
