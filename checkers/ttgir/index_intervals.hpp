// Between which numbers lies what an operation on integers gives, if its operands lie between
// these?
#pragma once

#include <cstdint>
#include <limits>

#include "checkers/ttgir/index_values.hpp"

namespace tileproof {

// From lo to hi, both included; empty (no run comes there) if lo > hi.
struct Range {
  std::int64_t lo = 1;
  std::int64_t hi = 0;

  [[nodiscard]] bool is_empty() const { return lo > hi; }
  friend bool operator==(const Range&, const Range&) = default;
};
Range joined(Range a, Range b);
Range common(Range a, Range b);
// All integers of so many bits.
Range all_of(unsigned bits);
// Those of which a sum is as if there were no width.
Range not_wrapped(unsigned bits);
// What `op` gives of numbers of these ranges, in two's complement of a width: anything where a
// result may leave it.
Range of_arithmetic(IndexOp op, Range a, Range b, unsigned bits);
// The numbers of `a` that stand so to some number of `b`.
Range narrowed(Predicate predicate, Range a, Range b, unsigned bits);

}  // namespace tileproof
