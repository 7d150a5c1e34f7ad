// Can an operation see a value?  The text has the value before it, in its region or around it; here
// it is asked whether every way to the operation defines it, and whether it is captured.
#pragma once

#include <string>

#include "checkers/ttgir/region_blocks.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

// Empty if it can.
std::string why_not_seen(const ttgir::Module& module,
                         RegionBlocks& blocks,
                         ttgir::OpId op,
                         ttgir::ValueId value);

}  // namespace tileproof
