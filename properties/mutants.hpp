// Would the laws notice a mistake?  Each mutant is the real algebra with one operation done wrong,
// in a way that somebody has done or might do; it names the laws that kill it.  Tests check that
// each named law does, and that each law kills at least one mutant.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "properties/f2_laws.hpp"
#include "properties/layout_laws.hpp"

namespace tileproof::laws {

struct LayoutMutant {
  std::string_view name;  // what is wrong
  LayoutOperations operations;
  std::vector<std::string_view> killed_by;  // numbers of laws
};

struct F2Mutant {
  std::string_view name;
  F2Operations operations;
  std::vector<std::string_view> killed_by;
};

std::vector<LayoutMutant> layout_mutants();
std::vector<F2Mutant> f2_mutants();

}  // namespace tileproof::laws
