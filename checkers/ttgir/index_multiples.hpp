// By which power of two is an integer of the file always divisible?  Read off the operations that
// give it; 1 where they do not say.
#pragma once

#include "core/bits.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

// At most 2^31; that of 0 is 2^31, too.
Word known_multiple(const ttgir::Module& module, const ttgir::Operand& operand);

}  // namespace tileproof
