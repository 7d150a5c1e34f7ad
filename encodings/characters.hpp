// Which characters do the bytes of a text stand for, as UTF-8?
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tileproof {

struct Character {
  char32_t code = 0;
  std::size_t length = 0;  // in bytes; 0 for what is no UTF-8
};

// Requires: the text is not empty.  What is longer than it must be, surrogates and what is beyond
// U+10FFFF are no UTF-8.
Character first_character(std::string_view text);

// The text with U+FFFD for each byte that is no UTF-8.
std::string with_valid_characters(std::string_view text);

}  // namespace tileproof
