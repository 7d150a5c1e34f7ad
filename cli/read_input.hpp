// The text of a file, or of standard input for "-".
#pragma once

#include <string>

#include "core/result.hpp"

namespace tileproof::cli {

Result<std::string> read_input(const std::string& path);

}  // namespace tileproof::cli
