// Checks files on several processors at once.
#pragma once

#include <functional>
#include <vector>

#include "checkers/ttgir/check_file.hpp"
#include "cli/find_files.hpp"

namespace tileproof::cli {

// Hands the report of each file to `take`, in the order of the files; after one that it does not
// take no more are checked.  With one job all is done by the calling thread.  Throws what the check
// of a file throws.
void check_files(const std::vector<FoundFile>& files,
                 const CheckOptions& options,
                 unsigned jobs,
                 const std::function<bool(FileReport)>& take);

}  // namespace tileproof::cli
