// How is a modular layout written?  As the bases of each in-dim, then the out-dims with their
// sizes:
//
//   {register = [[1, 0], [2, 0]], lane = [[0, 16]]} -> {dim0 = 4, dim1 = 48}
//
// The part before the arrow is the body of a `#ttg.linear` attribute; that attribute has no sizes,
// which here choose how an out-dim is added.  A name that is no identifier stands in quotes.
//
// Also read is the list that compilers print in messages:
//
//    - register=1 -> (1, 0)
//      register=2 -> (2, 0)
//    - lane is a size 1 dimension
//   where out dims are: [dim0 (size 4), dim1 (size 48)]
#pragma once

#include <string>
#include <string_view>

#include "encodings/modular/layout.hpp"

namespace tileproof::modular {

// Either notation; the error names the byte where the text goes wrong.
Result<Layout> parse(std::string_view text);

// The first notation, which parse reads back.
std::string to_string(const Layout& layout);
// The second; it starts with a newline and ends without one.  Names stand as they are, so one that
// is no identifier is not read back.
std::string to_list(const Layout& layout);

}  // namespace tileproof::modular
