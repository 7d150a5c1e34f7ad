// What is a layout of any notation as a function?
#pragma once

#include <optional>
#include <string>

#include "checkers/limits/limits.hpp"
#include "core/result.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof {

struct LayoutFacts {
  bool injective = false;
  // Onto the sizes of coordinates, or, for offsets, onto 0 .. cosize - 1.
  bool surjective = false;
  std::optional<Word> cosize;  // largest offset + 1
  bool linear = false;         // shown to be linear over GF(2)
  std::string why_not;         // the first step that is not
};

// Fails (kUnsupported) if something is not decided or the map has parameters.
Result<LayoutFacts> layout_facts(const IndexMap& map, const Limits& limits = {});

}  // namespace tileproof
