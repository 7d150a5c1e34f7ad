// Which offsets does a layout take, and how many?
#pragma once

#include <optional>

#include "encodings/cute/layout.hpp"

namespace tileproof::cute {

struct TakenOffsets {
  Int count = 0;       // each once
  Int first_free = 0;  // the least >= 0 that is not taken
};

// By trying all of them up to kMaxTried.  Beyond, for layouts without swizzle and offset whose
// strides are not negative and each beyond what the modes of smaller strides reach together: then
// an offset is taken once, stride 0 aside, and none between that reach and the next stride.
// Otherwise nothing is known.
std::optional<TakenOffsets> taken_offsets(const Layout& layout);

// (A, R): A's copies at the offsets R(0), R(1), ..., behind A's swizzle and offset.
Layout copies_at(const Layout& a, const Mode& r);

}  // namespace tileproof::cute
