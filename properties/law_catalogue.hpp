// How is each law tried on random subjects?  One row for each law: its number, its name, and a
// function that draws subjects fit for it and checks them.  Tests and fuzzers walk over the rows.
#pragma once

#include <span>

#include "properties/f2_laws.hpp"
#include "properties/generators.hpp"
#include "properties/layout_laws.hpp"

namespace tileproof::laws {

struct LayoutLaw {
  const char* number;
  const char* name;
  // Requires: called inside a RapidCheck property.
  LawResult (*draw_and_check)(const LayoutOperations& operations, gen::Bounds bounds);
};

struct F2Law {
  const char* number;
  const char* name;
  // Requires: called inside a RapidCheck property.
  LawResult (*draw_and_check)(const F2Operations& operations, unsigned max_bits);
};

// In the order of their numbers: L1, L2 ... and F1, F2 ...
std::span<const LayoutLaw> layout_laws();
std::span<const F2Law> f2_laws();

}  // namespace tileproof::laws
