// What of a text is a comment?  Nothing of the reader but this knows that there are comments.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tileproof::ttgir {

// The text with a space for each byte of its comments, so that every place stays what it was;
// nothing if it has none.  A comment goes from `//` outside of a string to the end of the line,
// where a string ends, too.
//   without_comments("a // \"b\"\nc = \"//d\"") == "a       \nc = \"//d\""
std::optional<std::string> without_comments(std::string_view text);

}  // namespace tileproof::ttgir
