// Between which numbers do a file's integers lie, whatever its arguments are?  Intervals, found by
// going over each function, and round its loops until nothing changes.  Of tensors of integers: of
// all their elements.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "checkers/ttgir/index_intervals.hpp"
#include "checkers/ttgir/region_blocks.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

class IndexRanges {
 public:
  // Cost: a pass over a loop's body for each of its rounds, of which there are few; nested loops
  // multiply them, and beyond a number of passes an index can be anything.
  IndexRanges(const ttgir::Module& module, const RegionBlocks& blocks);

  // Of an operand where the operation stands, under what the branches around it have compared.
  [[nodiscard]] Range of(ttgir::OpId op, std::size_t operand) const;

 private:
  using Operation = ttgir::Operation;
  using ValueId = ttgir::ValueId;
  using OpId = ttgir::OpId;
  // What a condition says of values, on one of its sides.
  using Known = std::vector<std::pair<ValueId, Range>>;

  void visit(OpId op);
  void note_indices(OpId op);
  void visit_region(OpId op, std::uint32_t region);
  void visit_all_regions(OpId op);
  void visit_for(OpId op);
  void visit_while(OpId op);
  void visit_if(OpId op);
  void visit_warp_specialize(OpId op);
  // What the terminators of a region give, joined; values `first` and behind of their operands.
  std::vector<Range> given_on(OpId op, bool goes_on, std::size_t count);
  std::vector<Range> yielded(OpId op, std::uint32_t region, std::size_t first, std::size_t count);
  // Goes round a loop: `round` computes from the arguments' ranges what they are next time.
  template <typename Round>
  void settle(std::span<const ValueId> arguments, const std::vector<Range>& initial, Round round);

  [[nodiscard]] Range range(const ttgir::Operand& operand) const;
  [[nodiscard]] Range all(ValueId value) const;
  // x - x / c * c, as some compilers write what is left of x.
  [[nodiscard]] std::optional<Range> remainder_written_out(const ttgir::Operation& op) const;
  [[nodiscard]] Range computed(const Operation& op, const Known& known, unsigned depth) const;
  // Of an operand under what a condition says, if need be by its operation anew.
  [[nodiscard]] Range under(ValueId value, const Known& known, unsigned depth) const;
  void learn(ValueId condition, bool truth, Known& known, unsigned depth) const;
  [[nodiscard]] std::vector<ValueId> arguments(OpId op, std::uint32_t region) const;
  // What is beyond the width of a value's type, as text of other types may say, can be anything.
  [[nodiscard]] Range within_type(ValueId value, Range range) const;
  void set(ValueId value, Range range) { ranges_[value] = within_type(value, range); }

  const ttgir::Module& module_;
  const RegionBlocks& blocks_;
  std::vector<Range> ranges_;
  std::map<OpId, std::vector<Range>> at_operations_;  // that take indices, when visited last
  std::size_t visits_left_;
  std::vector<std::int64_t> thresholds_;  // numbers of the file, where a growing range may rest
};

}  // namespace tileproof
