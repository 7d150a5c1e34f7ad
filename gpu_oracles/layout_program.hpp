// Does a GPU compute of a layout what its definition gives?  A program that asks it: the layout's
// steps as the device function that a kernel would have, run at each point, and the values of the
// definition to hold them against.
#pragma once

#include <string>

#include "encodings/index_map/index_map.hpp"

namespace tileproof {

// One file for nvcc, and for hipcc.  The program prints what it saw; its exit code is 0 where the
// device gives the definition's value at each point, 1 where it does not, 3 where there is no
// device, and 4 where the runtime fails.  Fails (kUnsupported) for layouts with parameters, without
// one offset, with more than 65536 points, or with a point that has -1.
Result<std::string> device_program(const IndexMap& layout);

}  // namespace tileproof
