// How is a layout in registers written by its bases?
#pragma once

#include "core/result.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof::oracles {

// linear, or generic_linear if it must be.  Fails if the layout does not describe the shape.
Result<triton::Linear> as_linear(const triton::Layout& layout, const triton::Shape& shape);

}  // namespace tileproof::oracles
