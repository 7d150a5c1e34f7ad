// What is claimed of buffers?  docs/buffers.md says it; each kind has the three functions of every
// claim (checkers/claims/kinds.hpp), in a file of its own.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "checkers/claims/kinds.hpp"
#include "encodings/buffers/plan.hpp"

namespace tileproof::buffers {

using kinds::At;

// The buffers of an allocation: buffer i takes `size` bytes or columns from begin(i) on.
struct Buffers {
  std::string name;
  IndexMap begin;
  Word size = 1;
  // Buffer i has the index i / per_index in the group in which it is looked at.
  Word per_index = 1;
};

// Buffers of the one and of the other have nothing in common, except, where that `counts`, at one
// index.  With `counts` and one allocation: different buffers have nothing in common.
struct Apart {
  Buffers one;
  Buffers other;
  bool index_counts = false;
  Memory memory = Memory::kShared;
  // Of both; none of shared memory, where all is of one lane.
  Word first_lane = 0;
  Word end_lane = 1;
};

// At each index two members of a shared group begin at one place: the lowest of their buffers'.
struct Starts {
  std::vector<Buffers> one;
  std::vector<Buffers> other;
  Word indices = 1;
  Memory memory = Memory::kShared;
};

// A number stays below a bound, which may be 0.
struct Bounded {
  IndexMap map;
  Word bound = 0;
  // In the user's words: at a point, in the order of the axes, it has this value.
  std::function<Counterexample(const std::vector<Word>& point, Word value)> words;
};

#define TP_KIND(Kind)                                                 \
  Questions questions_of(const Kind& claim);                          \
  bool is_broken(const Kind& claim, const Question& question, At at); \
  Counterexample describe(const Kind& claim, const Question& question, At at);
TP_KIND(Apart)
TP_KIND(Starts)
TP_KIND(Bounded)
#undef TP_KIND

}  // namespace tileproof::buffers
