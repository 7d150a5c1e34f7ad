// All values of some axes as one run of positions 0, 1, ..., the first axis slowest, and what is
// computed at them as a graph of that one number: bits of axes that are moved become bits of the
// position that are moved.
#pragma once

#include <span>
#include <vector>

#include "core/axis.hpp"
#include "core/graph.hpp"
#include "core/interval_algebra.hpp"
#include "core/recorder.hpp"
#include "core/simplify.hpp"

namespace tileproof {

// How many; 2^64 - 1 if there are more.
Word positions_of(std::span<const Axis> axes);

// The values of axes at a position.
std::vector<Word> values_at_position(std::span<const Axis> axes, Word position);

inline constexpr Word kFewPositions = 512;

// The ranges of a graph's input, a position below `end`.
inline IntervalWord below_end(Word end) { return IntervalWord::between(0, Int128{end} - 1); }

// body(recorder, values, results, truths) writes what is computed of the axes' values.  It is made
// shorter, but for so few positions that they are visited in less time than that takes.
template <typename Body>
Graph graph_of_positions(std::span<const Axis> axes, const Body& body) {
  Steps steps;
  const Recorder a{steps};
  Recorded rest = steps.input(0);
  std::vector<Recorded> values(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    const Axis& axis = axes[i];
    values[i] = i == 0 ? rest : a.urem(rest, axis.size);
    if (i != 0) rest = a.udiv(rest, axis.size);
    if (axis.first != 0) values[i] = a.add(values[i], axis.first);
  }
  std::vector<Recorded> results;
  std::vector<RecordedTruth> truths;
  body(a, std::span<const Recorded>(values), results, truths);
  Graph graph = std::move(steps).graph(results, truths);
  const Word positions = positions_of(axes);
  if (positions > kFewPositions) {
    const IntervalWord input = below_end(positions);
    graph = simplify(graph, {&input, 1});
  }
  graph.inputs = 1;
  return graph;
}

}  // namespace tileproof
