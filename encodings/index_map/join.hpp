// How do two layouts meet?  By the names of their inputs and outputs, never by their order.  One
// input meets one input, and one output one output, whatever they are called; CuTe's modes, which
// have no names, take the other side's in order; inputs of one value may be left out.  The rules
// are in docs/claims.md.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "encodings/index_map/index_map.hpp"

namespace tileproof {

// The same functions with the same axes in the same order, a coordinate that one of them has in
// digits cut in both, and with the outputs in the order of the first.
struct JoinedFunctions {
  IndexMap a;
  IndexMap b;
  // The names that inputs took in place of their own: "mode0 as row, mode1.0 + 2*mode1.1 as col".
  std::string names_a;
  std::string names_b;
};

// A parameter of one is an axis of both.  Fails (kUsage, kShape) with the names or sizes that do
// not meet.
Result<JoinedFunctions> join_functions(const IndexMap& a, const IndexMap& b);

// The outputs of both in the order of the first; sized ones of one value may be missing.
Result<std::pair<IndexMap, IndexMap>> join_outputs(const IndexMap& a, const IndexMap& b);

// A map whose outputs are another's inputs.
struct JoinedMaps {
  IndexMap from;
  IndexMap to;  // its inputs that are no parameters are the outputs of `from`, in their order
  std::string names_to;  // that inputs of `to` took, as above
};

// Fails (kUsage, kShape) with the names or sizes that do not meet.  `what_from` and `what_to` are
// for messages: "the access", "the memory".
Result<JoinedMaps> join_output_to_input(const IndexMap& from,
                                        const IndexMap& to,
                                        const std::string& what_from,
                                        const std::string& what_to);

// Are parameters of one name one?  Fails (kUsage) if two have different values.
std::optional<Error> check_parameters(std::span<const IndexMap* const> maps);

}  // namespace tileproof
