// What is said of a plan of buffers: a claim, of what, and its verdict.
#pragma once

#include <string>
#include <vector>

#include "core/verdict.hpp"

namespace tileproof::buffers {

struct BufferFinding {
  std::string claim;            // "distinct"
  std::vector<std::string> of;  // "p", "alpha"
  Verdict verdict;
};

}  // namespace tileproof::buffers
