// Can an operation see a value?  The text has the value before it, in its region or around it; here
// it is asked whether every way to the operation defines it, and whether it is captured.
#pragma once

#include <string>

#include "encodings/ttgir/module.hpp"

namespace tileproof {

// Empty if it can.  Cost: where blocks branch, linear in the operations of their region.
std::string why_not_seen(const ttgir::Module& module, ttgir::OpId op, ttgir::ValueId value);

}  // namespace tileproof
