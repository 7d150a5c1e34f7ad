// Which laws are there?  Every family's, as rows of one type.
#pragma once

#include <vector>

#include "properties/law.hpp"

namespace tileproof::laws {

// By families, and in each in the order of their numbers.  A family's own file makes its rows, and
// all_laws() names it.
const std::vector<Law>& all_laws();

}  // namespace tileproof::laws
