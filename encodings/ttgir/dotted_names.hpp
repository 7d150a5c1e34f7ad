// MLIR has two forms for what a dialect names: `#ttg.blocked<...>` and `#ttg<blocked<...>>`.
// Nothing of the reader but this knows the second.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tileproof::ttgir {

// The text, without comments, in which all such names are dotted; nothing if they are.  Every place
// stays what it was.
//   with_dotted_names("!ttg<async.token>, #ttg<blocked<{}>>") == "!ttg.async.token ,
//   #ttg.blocked<{}> "
std::optional<std::string> with_dotted_names(std::string_view text);

}  // namespace tileproof::ttgir
