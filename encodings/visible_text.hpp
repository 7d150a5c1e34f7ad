// Does a terminal show of a text what is read of it?
#pragma once

#include <optional>
#include <string_view>

#include "core/result.hpp"

namespace tileproof {

// Refuses (kSyntax, with the column in bytes) what moves the cursor, hides text or turns its
// direction: control characters but tabs and ends of lines, of which a carriage return alone is
// none; Unicode's bidirectional marks; and bytes that are no UTF-8.
std::optional<Error> require_visible(std::string_view text);

}  // namespace tileproof
