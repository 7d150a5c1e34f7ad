// How is a count or a size said on the command line?  In decimal digits: CLI11 by itself takes
// signs, blanks, octal and hexadecimal, nothing at all for an option that was not given, and wraps
// around.
#pragma once

#include <charconv>
#include <string>

#include "core/bits.hpp"

namespace tileproof::cli {

// What is wrong with it, or nothing.
inline std::string check_whole_number(const std::string& text) {
  Word value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool is_octal = text.size() > 1 && text[0] == '0';
  if (error == std::errc() && stop == end && !is_octal) return "";
  return "'" + text + "' must be a whole number below 2^64, in decimal digits";
}

}  // namespace tileproof::cli
