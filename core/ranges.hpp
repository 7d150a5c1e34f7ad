// Between which bounds does each step of a graph lie, and is each shown to be what a machine of 64
// bits computes?  The graph over the algebra Interval, with two things that an interval by itself
// does not show: a minimum is no more than either of its operands, and x - y is not below 0 where y
// is made of x as x % z, x / z, x >> z, x & z or min(x, z).
#pragma once

#include <boost/container/small_vector.hpp>
#include <span>
#include <vector>

#include "core/graph.hpp"
#include "core/interval_algebra.hpp"

namespace tileproof {

// A step that ranges do not show to be right.
struct RangeFault {
  enum class Rule { kDivisorIs0, kShiftBeyond63, kBelow0, kBeyond64Bits };
  Rule rule;
  std::uint32_t step;    // among the steps
  std::uint32_t number;  // the operand or result that can be `bound`, among the numbers
  Int128 bound;
};

struct Ranges {
  boost::container::small_vector<IntervalWord, 32> numbers;
  boost::container::small_vector<IntervalBool, 8> truths;
  std::vector<RangeFault> faults;  // in the order of the steps
};

// Where the graph's inputs lie in these ranges, none of which leaves 64 bits.  All values of the
// algebra U64 lie in what is found: a step that can leave 64 bits is a fault, and any number.
Ranges ranges(const Graph& graph, std::span<const IntervalWord> inputs);

}  // namespace tileproof
