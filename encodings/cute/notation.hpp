// How are CuTe layouts written?  As CuTe prints them.
//
//   layout  = [swizzle "o" [integer "o"]] mode        swizzle only where B, M, S are given
//   swizzle = ("Sw" | "S" | "Swizzle") "<" B "," M "," S ">"
//   mode    = shape [":" stride]                      no stride: compact, the first mode fastest
//   shape   = integer | "(" shape {"," shape} ")"     stride likewise, of the same nesting
//   tiler   = layout | "<" mode {"," mode} ">"        one layout for each mode
//
// An integer may have the underscore of CuTe's static integers: _8, _-1.  An integer offset may
// also precede a layout without swizzle: `5 o 8:1`.  A comment begins with // and ends with the
// line, as in all notations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "encodings/cute/layout.hpp"

namespace tileproof::cute {

// Errors read "column 4: expected ',' or ')' but found ':'".
Result<Layout> parse_layout(std::string_view text);

// What CuTe calls a tiler: a layout that an operation applies to the whole, or one layout for each
// of the first modes.
struct Tiler {
  bool by_mode = false;
  std::vector<Layout> layouts;  // just one unless by_mode

  friend bool operator==(const Tiler&, const Tiler&) = default;
};
Result<Tiler> parse_tiler(std::string_view text);

// parse_layout(print(x)) == x
std::string print(const Layout& layout);
std::string print(const Swizzle& swizzle);
std::string print(const Mode& mode);
std::string print(const Tiler& tiler);

}  // namespace tileproof::cute
