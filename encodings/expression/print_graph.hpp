// How is a graph of any layout written as an index expression?
#pragma once

#include <span>
#include <string>

#include "core/axis.hpp"
#include "core/graph.hpp"
#include "core/result.hpp"

namespace tileproof::expression {

// Any graph as an index expression, with its inputs and results named.  Characters that no name has
// here become '_' (mode1.0: mode1_0).  Fails (kUnsupported) if ranges do not show that each step
// stays within 0 .. 2^64 - 1, as bind() demands: CuTe's offsets below 0 cannot be said.
Result<std::string> print_graph(const Graph& graph,
                                std::span<const Axis> axes,
                                std::span<const OutAxis> outs);

}  // namespace tileproof::expression
