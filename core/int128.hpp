// Which integers hold every sum, difference and product of two 64-bit numbers?
#pragma once

#include <algorithm>
#include <string>

namespace tileproof {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

inline std::string to_string(Int128 value) {
  const bool is_negative = value < 0;
  UInt128 rest = static_cast<UInt128>(value);
  if (is_negative) rest = -rest;
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(rest % 10)));
    rest /= 10;
  } while (rest != 0);
  if (is_negative) digits.push_back('-');
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace tileproof
