// Do a plan's views stay within what they view, for all values of their names?
#pragma once

#include "checkers/buffers/finding_list.hpp"

namespace tileproof::buffers {

void check_views(const Plan& plan, FindingList& list);

}  // namespace tileproof::buffers
