// How does a graph of steps become shorter?  Most numbers of a layout are bits of its inputs that
// were moved.  They are kept as such while the graph is run, and become steps only where something
// else is done to them:
//
//   value = constant ^ XOR over all diagonals of ((number & mask) << shift)
//
//   row * 64 + (col ^ row % 8 * 8), row and col below 64, has the diagonals
//   (row, 0b111111, 6), (col, 0b111111, 0) and (row, 0b000111, 3)
//
// A sum of numbers that have no bit in common is their XOR; where ranges (ranges.hpp) show a
// number, a truth value or that a remainder is what is divided, that is taken.
#pragma once

#include <span>

#include "core/graph.hpp"
#include "core/interval_algebra.hpp"

namespace tileproof {

// A graph that gives the same results over U64 where the inputs lie in these ranges, of which none
// leaves 64 bits.  It has no steps that no result needs, and no more operations than `graph` has
// without those.  Where no step of `graph` leaves 0 .. 2^64 - 1, none of its own does.
Graph simplify(const Graph& graph, std::span<const IntervalWord> inputs);

// For each step, does a result need it?
std::vector<bool> needed_steps(const Graph& graph);

// The same steps but for those that no result needs.
Graph without_dead_steps(const Graph& graph);

}  // namespace tileproof
