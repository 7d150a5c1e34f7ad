// How is each move written?  Its name, and its operands in their order:
//
//   t  a register that it gives       T  as many as it has       [t]o, [f]rom
//   f  one that it takes, g another   F  as many as it has
//   x  a number                       a  [a byte of shared memory], or [a byte, a block]
#pragma once

#include <string>
#include <string_view>

#include "core/moves/program.hpp"
#include "core/result.hpp"

namespace tileproof::moves {

struct MoveForm {
  Move move;               // without operands; of another block's memory it has an empty `block`
  std::string operands;    // "tfgx"
  unsigned registers = 1;  // of T or F
};

// Fails (kInvalid) for a name that is none, or of which the target has nothing.
Result<MoveForm> move_form(std::string_view name, const Target& target);

// The letters alone, of a move as it is.
std::string operands_of(const Move& move);

}  // namespace tileproof::moves
