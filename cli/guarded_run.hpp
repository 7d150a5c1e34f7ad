// How does a program end?  With the exit code of what it ran, but for output that was lost and for
// our own bugs, which are said and have codes of their own.
#pragma once

#include <functional>

namespace tileproof::cli {

int guarded_run(const char* program, const std::function<int()>& run);

}  // namespace tileproof::cli
