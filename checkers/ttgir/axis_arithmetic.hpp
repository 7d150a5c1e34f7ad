// What does the compiler know of a sum, a product, a comparison, if it knows this of the operands?
// The table of docs/global-memory.md (What the compiler knows of values), a row for each.
#pragma once

#include <cstdint>

#include "checkers/global_access/global_access.hpp"
#include "checkers/ttgir/axis_facts.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "encodings/triton/shape.hpp"

namespace tileproof::axis_rules {

// Of the first of each `run` of elements, of values that grow by `step` within theirs: 6, 7, 8, 9
// begins with a multiple of 2, and each of it is one of 1.
Word multiple_of_first(const AxisFact& fact, Word run, Word step);

// Where paths meet.  Requires: as many dimensions.
AxisFacts met(const AxisFacts& a, const AxisFacts& b, AxisRules rules);

// With a new dimension of size 1 before this one.
AxisFacts expanded(const AxisFacts& a, std::size_t axis);

// Of two operands with as many dimensions; `shape` is the result's, empty of scalars; b is in units
// of so many (an offset that is added to a pointer, in bytes of an element).
AxisFacts computed(IndexOp op,
                   const AxisFacts& a,
                   const AxisFacts& b,
                   const triton::Shape& shape,
                   Word unit,
                   AxisRules rules);

AxisFacts compared(Predicate predicate,
                   const AxisFacts& a,
                   const AxisFacts& b,
                   const triton::Shape& shape);

}  // namespace tileproof::axis_rules
