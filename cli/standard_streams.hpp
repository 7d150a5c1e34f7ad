// Did the answer arrive?  What could not be written is no success, whatever the verdict was.
#pragma once

#include <optional>
#include <string>

namespace tileproof::cli {

// Holds the numbers 0, 1 and 2 where whoever started the program closed them, so that no file that
// is opened later takes one and is mistaken for a standard stream.  Using them fails as before.
void hold_standard_streams();

// Writes out what is left for standard output; why it, or something before it, was lost.
std::optional<std::string> lost_output();

}  // namespace tileproof::cli
