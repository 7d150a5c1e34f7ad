// Which pieces of an operation's text ask for another one behind them?
#pragma once

#include <string_view>

#include "encodings/ttgir/statement.hpp"

namespace tileproof::ttgir {

inline bool goes_on(Statement::Piece piece) {
  using enum Statement::Piece;
  return piece == kColon || piece == kComma || piece == kArrow || piece == kEquals ||
         piece == kStar || piece == kSign;
}

// Is its last word one that operands stand behind?  `ttg.async_commit_group tokens %a`
bool announces_values(const Statement& statement);

// Of MLIR's own, in one word: `i32`, `vector`.
bool is_builtin_type(std::string_view word);

}  // namespace tileproof::ttgir
