// What does a program of moves do in every thread, and which move goes wrong first?  All threads
// are run on names of bytes: the meaning of docs/programs.md, move by move.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checkers/moves/held_elements.hpp"
#include "core/moves/program.hpp"

namespace tileproof::moves {

struct RunOptions {
  bool copies_are_equal = true;
  bool is_repeated = false;
  // Are barriers that order nothing looked for?
  bool asks_barriers = true;
  // A barrier that is passed over, to see whether it orders something.
  const Move* without = nullptr;
};

// What went wrong, in the numbers of docs/programs.md.
struct Fault {
  unsigned claim;    // 1 to 4
  const Move* move;  // null where no move goes wrong, and the destination is wrong
  std::vector<Word> loops;
  bool is_of_next_run;  // of a program that is repeated
  unsigned thread;
  std::optional<Word> register_index;  // of d
  std::optional<Word> byte;            // of shared memory
  std::optional<ElementByte> wanted;   // of d
  std::optional<ElementByte> found;    // there; nothing if it holds nothing
  std::string what;                    // "is at byte 34, which is no multiple of 4"

  friend bool operator==(const Fault&, const Fault&) = default;
};

// Of all warps of a block together.
struct ProgramCost {
  Word store_wavefronts = 0;
  Word load_wavefronts = 0;
  Word shuffles = 0;
  Word instructions = 0;
  Word permutes = 0;
  Word barriers = 0;
  Word bytes = 0;
  Word registers = 0;

  friend bool operator==(const ProgramCost&, const ProgramCost&) = default;
};

struct Run {
  std::optional<Fault> fault;
  ProgramCost cost;  // of the first block, if there is no fault
};

// What is bad input of a layout alone, before anything of its size is made; nothing if it can be
// held.
std::optional<Error> check_size(const LinearLayout& form, unsigned element_bits);

// What is bad input; nothing if the program can be run.
std::optional<Error> check_run(const Program& program,
                               const HeldElements& source,
                               const HeldElements& destination);

// Requires: check_run() has nothing to say.
Run run_program(const Program& program,
                const HeldElements& source,
                const HeldElements& destination,
                const RunOptions& options = {});

}  // namespace tileproof::moves
