// An operation on each mode with its own tile.
#pragma once

#include <functional>

#include "encodings/cute/notation.hpp"
#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

// (operation(A's mode 0, tile 0), operation(A's mode 1, tile 1), ...), and then A's modes beyond
// the tiles where `keeps_rest`.  The obligations name their mode.  Requires: tiler.by_mode.
Result<Answer> apply_by_mode(
    const Layout& a,
    const Tiler& tiler,
    bool keeps_rest,
    const std::function<Result<Answer>(const Layout&, const Layout&)>& operation);

}  // namespace tileproof::cute
