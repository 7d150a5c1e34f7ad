// Small random layouts of every notation, as their texts: most have at most 2^8 points.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "encodings/index_map/index_map.hpp"
#include "properties/source.hpp"

namespace tileproof::gen {

struct LayoutFamily {
  const char* name;
  // Not every text is a layout.
  LayoutText (*draw)(Source&);

  friend void PrintTo(const LayoutFamily& family, std::ostream* out) { *out << family.name; }
};

// swizzled_shared, rotating, padded_shared, nvmma_shared, shared_linear, memory in pieces,
// registers, CuTe with and without swizzle, numbers near 2^62, modular, index expressions
std::vector<LayoutFamily> layout_families();

// The same text with one number a little larger or smaller.
LayoutText neighbour(Source& random, const LayoutText& layout);

}  // namespace tileproof::gen
