// Strings can be written in several ways: "alignmen\74" is "alignment", and @"g" is @g.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tileproof::ttgir {

// The text with each escape of an ordinary character as that character, and each quoted symbol that
// is a word without its quotes; what becomes shorter is filled up with spaces behind it, so that
// all else stays in its place.  Nothing if there are none.  Requires: the text has no comments.
std::optional<std::string> with_plain_strings(std::string_view text);

}  // namespace tileproof::ttgir
