// What does the compiler know of a file's integers and pointers, along each dimension?  By its own
// analysis of axes, as docs/global-memory.md tells it: how wide a vector it uses follows from that,
// and not from what the addresses would allow.  Not all that it takes for known is so: by the same
// rules without these mistakes it is asked what is.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/bits.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

// Of one dimension; what has no bound is kUnboundedMultiple.
struct AxisFact {
  Word contiguity = 1;    // elements that grow by one each
  Word divisibility = 1;  // of the first of these; of pointers in bytes
  Word constancy = 1;     // elements that are equal

  friend bool operator==(const AxisFact&, const AxisFact&) = default;
};

// Scalars have one dimension.
struct AxisFacts {
  using Dims = boost::container::small_vector<AxisFact, 2>;

  Dims dims;
  std::optional<std::int64_t> constant = std::nullopt;  // that all elements are

  friend bool operator==(const AxisFacts&, const AxisFacts&) = default;
};

// As the compiler takes it, or as it is for certain.
enum class AxisRules { kCompiler, kCertain };

class KnownAxes {
 public:
  // Cost: a pass over the module's operations, and few more until loops have settled.
  KnownAxes(const ttgir::Module& module, AxisRules rules);

  // Null where the compiler's analysis is not followed: what comes out of `scf.while` or blocks,
  // arguments of functions that are called.
  [[nodiscard]] const AxisFacts* of(ttgir::ValueId value) const;

 private:
  using Operation = ttgir::Operation;
  using Operands = std::span<const AxisFacts* const>;

  // Not yet reached, or known, or lost.
  struct State {
    bool is_reached = false;
    std::optional<AxisFacts> facts = std::nullopt;

    friend bool operator==(const State&, const State&) = default;
  };

  void start_arguments();
  bool visit(const Operation& op);
  bool visit_loop(const Operation& op);
  bool visit_yield(const Operation& op);
  bool set(ttgir::ValueId value, State&& state);
  bool meet(ttgir::ValueId value, const State& other);
  [[nodiscard]] State state_of(const ttgir::Operand& operand) const;

  [[nodiscard]] AxisFacts nothing(const ttgir::Type& type) const;
  [[nodiscard]] AxisFacts given(const Operation& op, const ttgir::Type& result, Operands a) const;
  [[nodiscard]] AxisFacts of_constant(const Operation& op, const ttgir::Type& result) const;
  [[nodiscard]] AxisFacts of_arithmetic(const Operation& op,
                                        const ttgir::Type& result,
                                        const AxisFacts& a,
                                        const AxisFacts& b) const;
  [[nodiscard]] AxisFacts of_comparison(const Operation& op,
                                        const ttgir::Type& result,
                                        const AxisFacts& a,
                                        const AxisFacts& b) const;
  [[nodiscard]] AxisFacts of_select(const Operation& op, Operands a) const;
  [[nodiscard]] AxisFacts of_cast(const Operation& op,
                                  const ttgir::Type& result,
                                  const AxisFacts& a) const;
  void take_hints(const Operation& op, AxisFacts& facts) const;

  const ttgir::Module& module_;
  AxisRules rules_;
  std::vector<const AxisFacts*> operands_;  // of the operation that is visited
  std::vector<State> states_;               // by value
  std::vector<ttgir::BlockId> bodies_;      // by operation, the first block of its first region
  bool was_early_ = false;                  // in this pass something was asked before it was known
};

}  // namespace tileproof
