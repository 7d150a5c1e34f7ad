// Of which names, numbers and symbols does an expression's text consist?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/bits.hpp"
#include "core/result.hpp"

namespace tileproof::expression {

// Both counted from 1; columns count bytes.
struct Position {
  unsigned line = 1;
  unsigned column = 1;
};

// "1:24"
std::string place_text(Position position);

struct Token {
  enum class Kind { kName, kNumber, kSymbol, kEnd };
  Kind kind = Kind::kEnd;
  std::string_view text;  // a part of what was read
  Word number = 0;        // of a kNumber
  Position position;
};

// "1:24: what": an error at a place in the text.
Error error_at(Position position, ErrorCode code, const std::string& what);

// For messages: the text between quotes, cut if it is long.
std::string quoted(std::string_view text);

// The last token is a kEnd.  A text of which expressions are a part may have more symbols, of one
// character each.
Result<std::vector<Token>> read_tokens(std::string_view text, std::string_view more_symbols = "");

}  // namespace tileproof::expression
