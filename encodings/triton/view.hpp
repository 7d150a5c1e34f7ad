// How does triton-tensor-layout show a layout?  The same two views, byte for byte.
//
//   tensor view of blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 4] ...}>, 1x8:
//     [[ T0:0, T0:1, T1:0, T1:1, ...]]           each element, with the threads:registers that hold
//     it
//   hardware view:
//     Warp0:
//     (0,0), (0,2), (0,4), (0,6)                 a line for each register, an element for each lane
#pragma once

#include <string>

#include "core/linear_layout.hpp"
#include "core/result.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof::triton {

enum class View { kTensor, kHardware };

// Fails if the layout cannot describe the shape, is in tensor memory, or has more than 2^24
// elements or places.
Result<std::string> view(const Layout& layout, const Shape& shape, View which);

}  // namespace tileproof::triton
