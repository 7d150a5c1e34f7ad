// The values of maps at all points, a block of positions at a time.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "checkers/engines/enumerate/block_program.hpp"
#include "checkers/engines/enumerate/positions.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof {

class MapVisit {
 public:
  static constexpr std::size_t kBlock = BlockProgram::kBlock;

  // Requires: at least one map, and all have one list of axes.
  explicit MapVisit(std::vector<IndexMap> maps);

  // Parameters, then the other axes, each from the slowest: the order of the positions.
  [[nodiscard]] const std::vector<Axis>& order() const { return order_; }
  [[nodiscard]] std::size_t parameters() const { return parameters_; }
  [[nodiscard]] Word positions() const { return positions_; }
  [[nodiscard]] std::vector<Word> values_at(Word position) const {
    return values_at_position(order_, position);
  }

  // Evaluates the maps at first, first + 1, ...; from positions() on at the last one again.  Now
  // and then the definition itself is asked as well.
  void run(Word first);
  // The outputs of the last run; those of the second map come after those of the first.
  [[nodiscard]] std::span<const Word> output(std::size_t k) const { return program_.numbers(k); }
  // Between which bounds they lie.
  [[nodiscard]] std::vector<IntervalWord> ranges_of(std::size_t first, std::size_t count) const;

 private:
  [[nodiscard]] BlockProgram program() const;
  void compare(Word position) const;

  std::vector<IndexMap> maps_;
  std::vector<Axis> order_;
  std::vector<std::size_t> places_;  // of each axis of the maps in the order
  std::size_t parameters_ = 0;
  Word positions_;
  BlockProgram program_;
  Word runs_ = 0;
};

}  // namespace tileproof
