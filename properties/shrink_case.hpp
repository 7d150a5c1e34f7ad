// What is the simplest case that breaks a law, starting from one that does?  RapidCheck walks
// through smaller lists of choices: without some of them, with smaller ones, and with both, as a
// smaller number of parts leaves choices over.  It ends where none of these breaks the law, a local
// minimum in what the generator draws: tile sizes, warps, bits, entries.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "properties/law.hpp"

namespace tileproof::gen {

struct Shrunk {
  std::vector<Word> choices;
  laws::LawResult result;  // not kept
  std::size_t tries = 0;
  bool is_local_minimum = false;  // false: `most_tries` were not enough
};

using Judge = std::function<laws::LawResult(Source& source)>;

// Requires: judge breaks on a source that replays `choices`.  The same everywhere, since tries are
// counted and no clock is read.
Shrunk shrink_case(const Judge& judge,
                   const std::vector<Word>& choices,
                   std::size_t most_tries = 50'000);

}  // namespace tileproof::gen
