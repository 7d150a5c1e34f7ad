// Which values do integers of a file certainly take?  Each function is run, as far as constants
// decide it: arguments and what depends on them are not known, loops without known bounds and
// branches without a known condition are not entered.  What is reached so is reached in every run:
// nothing is behind what is not known to end, and behind an assertion only what it is known to let
// by; of an argument that is asserted, the runs are looked at in which it is true.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "checkers/ttgir/functions.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "checkers/ttgir/region_blocks.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

class IndexRuns {
 public:
  // Runs at most so many operations and regions of the module, each as often as it is entered.
  static constexpr std::size_t kMaxSteps = 200'000;
  // Follows at most so many calls within each other.
  static constexpr std::size_t kMaxCalls = 64;

  IndexRuns(const ttgir::Module& module, const RegionBlocks& blocks, const Functions& functions);

  struct Taken {
    std::int64_t value;
    // Of the loops around, the outermost first.
    std::vector<std::size_t> iterations;
  };
  // The first value of an operand of an operation that is not in [lo, hi] and that a run has there;
  // nullopt if none is known.
  [[nodiscard]] std::optional<Taken> first_outside(ttgir::OpId op,
                                                   std::size_t operand,
                                                   std::int64_t lo,
                                                   std::int64_t hi) const;
  // An operation before `op` in its region, or in one around that, behind which nothing is known to
  // be run; nullopt if there is none.
  [[nodiscard]] std::optional<ttgir::OpId> stop_before(ttgir::OpId op) const;

 private:
  using OpId = ttgir::OpId;
  using ValueId = ttgir::ValueId;
  using Number = std::optional<std::int64_t>;

  // False once nothing further is known to be run.
  bool run(OpId op);
  bool run_region(OpId op, std::uint32_t region);
  std::optional<ttgir::BlockId> branch_target(const ttgir::Operation& op);
  bool run_for(OpId op);
  bool run_while(OpId op);
  bool run_if(OpId op);
  bool run_warp_specialize(OpId op);
  bool run_call(OpId op);
  bool run_assertion(OpId op);
  // What is not entered is known to end, whatever it does.
  bool pass_by(OpId op);
  [[nodiscard]] bool may_never_end(OpId op) const;
  [[nodiscard]] bool steps_by_constant(const ttgir::Operation& loop) const;
  // Nothing behind this operation is known to be run: false.
  bool stop_at(OpId op);
  bool give_up_at(OpId op);
  // Is the value one that whoever runs the function may choose?
  [[nodiscard]] bool is_free(ValueId value) const;
  // The arguments of a region's first block, behind the first `skip`.
  void bind(OpId op, std::uint32_t region, std::size_t skip, const std::vector<Number>& values);
  void bind(ttgir::BlockId block, std::size_t skip, const std::vector<Number>& values);
  void give(OpId op, const std::vector<Number>& values);
  [[nodiscard]] Number number(const ttgir::Operand& operand) const;
  [[nodiscard]] Number computed(const ttgir::Operation& op) const;
  void note(OpId op);

  const ttgir::Module& module_;
  const RegionBlocks& blocks_;
  const Functions& functions_;
  std::vector<OpId> called_;  // functions that are running, where a call led to them
  bool returned_ = false;     // the function that ran last came to its end
  std::vector<OpId> stops_;   // where runs of functions by themselves were given up
  std::vector<Number> values_;
  std::vector<Number> yielded_;  // by the region that ran last
  std::size_t steps_ = 0;
  std::vector<std::size_t> iterations_;
  // Of operations whose operands are indices: the distinct values of each, as they come.
  std::map<std::pair<OpId, std::size_t>, std::map<std::int64_t, std::vector<std::size_t>>> taken_;
  std::map<std::pair<OpId, std::size_t>, std::vector<Taken>> order_;
};

}  // namespace tileproof
