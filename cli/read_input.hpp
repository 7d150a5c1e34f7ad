// The text of a file, or of standard input for "-"; what gzip packed is unpacked.
#pragma once

#include <cstddef>
#include <string>

#include "core/result.hpp"

namespace tileproof::cli {

// No text of a kernel or a proof is that long; a stream without an end is, and what a small file
// of zeros unpacks to.
inline constexpr std::size_t kMostInput = std::size_t{256} << 20;

// Regular files and pipes are read; a folder is not, nor a device but the null device.
Result<std::string> read_input(const std::string& path);

// What each error says that is about a file which is not read.
Error cannot_read(const std::string& path, const std::string& why);

}  // namespace tileproof::cli
