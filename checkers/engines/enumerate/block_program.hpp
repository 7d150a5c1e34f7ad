// How are millions of points visited in milliseconds?  A step of the graph is run over a block of
// consecutive points before the next one is, in loops that compilers make vector instructions of,
// on numbers of 32 bits where ranges (core/ranges.hpp) show that all steps stay below 2^31.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/graph.hpp"
#include "core/interval_algebra.hpp"

namespace tileproof {

class BlockProgram {
 public:
  // So that the results of some 20 steps of a block stay in the nearest cache.
  static constexpr std::size_t kBlock = 512;

  // Requires: the graph has one input, of values below `end`, and results.
  BlockProgram(const Graph& graph, Word end);
  ~BlockProgram();
  BlockProgram(BlockProgram&&) noexcept;
  BlockProgram& operator=(BlockProgram&&) = delete;

  // Computes the results at first, first + 1, ..., of kBlock values, or of few more than there are;
  // from `end` on those of the last value again.
  void run(Word first);

  // Of the last run.
  [[nodiscard]] std::span<const Word> numbers(std::size_t result) const { return numbers_[result]; }
  // Is the first of the truth results true anywhere, and where first?  kBlock if nowhere.
  [[nodiscard]] std::size_t first_true() const;

  // Between which bounds the result lies at all values of the input; what it is at least and at
  // most where a block holds them all.
  [[nodiscard]] const IntervalWord& range(std::size_t result) const { return ranges_[result]; }
  // The work of a point, in steps of one operation each.
  [[nodiscard]] std::size_t steps() const;

 private:
  void narrow_ranges();

  class Machine;
  template <typename W>
  class Lanes;

  std::unique_ptr<Machine> machine_;
  std::vector<std::vector<Word>> numbers_;
  std::vector<IntervalWord> ranges_;
  std::optional<Word> computed_;  // the first value of the last run
};

}  // namespace tileproof
