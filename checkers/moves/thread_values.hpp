// What is an index expression in each thread?
#pragma once

#include <span>
#include <vector>

#include "core/moves/program.hpp"

namespace tileproof::moves {

// Threads are numbered by block, warp and lane, the lane fastest.
struct Thread {
  unsigned block;
  unsigned warp;  // in the block
  unsigned lane;
};
inline Thread thread_at(const Program& program, unsigned number) {
  const unsigned warp = number / program.lanes;
  return {warp / program.warps, warp % program.warps, number % program.lanes};
}

// The value in every thread, where the loops have these numbers, from the outermost.
std::vector<Word> values_in_threads(const Program& program,
                                    const IndexExpression& expression,
                                    std::span<const Word> loops);

// The value of what uses loops alone.
Word value_of_loops(const IndexExpression& expression, std::span<const Word> loops);

}  // namespace tileproof::moves
