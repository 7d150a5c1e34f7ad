// What the ways to visit all cases share: how keys are visited, and what is said where that ends.
#pragma once

#include <span>
#include <string>

#include "checkers/engines/engines.hpp"
#include "checkers/engines/enumerate/key_space.hpp"
#include "checkers/engines/enumerate/map_visit.hpp"
#include "checkers/limits/deadline.hpp"

namespace tileproof::enumeration {

inline constexpr std::size_t kBlock = BlockProgram::kBlock;
// The clock is looked at, and the definition asked, once in so many blocks.
inline constexpr Word kBlocksPerLook = 16;
// Early, too, in a visit of more than that: its first blocks may take far longer than those behind
// them, where each key is the first in its page of memory.
inline bool is_time_to_look(Word blocks, Word positions) {
  return blocks % kBlocksPerLook == 0 ||
         (is_power_of_two(blocks) && positions > kBlocksPerLook * kBlock);
}

inline Open too_many(const std::string& what, Word limit) {
  return {what + " exceed the " + std::to_string(limit) + " of which the values are kept"};
}

inline Open out_of_time(const Limits& limits) {
  return {"enumeration ran out of time after " + std::to_string(limits.seconds) + " s"};
}

inline Open too_wide() { return {"the outputs have more than 64 bits together"}; }

// How many of the positions from `first` on are in its block.
inline std::size_t count_of_block(Word first, Word positions) {
  return static_cast<std::size_t>(std::min<Word>(kBlock, positions - first));
}

inline KeySpace::Outputs outputs_from(const MapVisit& visit, std::size_t first) {
  return [&visit, first](std::size_t k) { return visit.output(first + k); };
}

// Calls at(first position, keys) for each block of positions from `begin` up to `end`, until it
// says that it is done.  False if time ran out before.
template <typename At>
bool visit_keys(
    MapVisit& visit, KeySpace& keys, Word begin, Word end, const Deadline& deadline, const At& at) {
  Word blocks = 0;
  for (Word first = begin; first < end;) {
    visit.run(first);
    const std::size_t count = count_of_block(first, end);
    if (at(first, keys.keys_of(outputs_from(visit, 0)).first(count))) return true;
    first += count;
    if (first < end && is_time_to_look(++blocks, end - begin) && deadline.has_passed())
      return false;
  }
  return true;
}

// Ranges that hold what either map gives.
inline std::vector<IntervalWord> joined_ranges(std::vector<IntervalWord> one,
                                               const std::vector<IntervalWord>& two) {
  for (std::size_t k = 0; k < one.size(); ++k) {
    one[k] = IntervalWord::between(std::min(one[k].low(), two[k].low()),
                                   std::max(one[k].high(), two[k].high()));
  }
  return one;
}

// Each form of question by a visit of its own.
Answer decide_pointwise(const Question& question, const Limits& limits);
Answer decide_one_side(const Determines& asked, const Limits& limits);
Answer decide_two_sides(const Determines& asked, const Limits& limits);
Answer decide_coverage(const Covers& asked, const Limits& limits);

// The threads of the first two; the others have one.
std::size_t pointwise_threads(const Question& question, const Limits& limits);
std::size_t one_side_threads(const Determines& asked, const Limits& limits);

}  // namespace tileproof::enumeration
