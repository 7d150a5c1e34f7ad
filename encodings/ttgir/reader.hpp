// How is a TTGIR file read?  read() takes the text that the Triton compiler dumps and gives its
// modules.  Unknown operations and types are skipped; known ones are read exactly.
#pragma once

#include <string_view>

#include "encodings/ttgir/module.hpp"

namespace tileproof::ttgir {

// Reads all modules of the text; lines `// -----` divide it into parts with aliases of their own.
// Within brackets such a line is a comment, unless a module or an alias begins behind it.
// Functions outside of any module form an implicit one.
//
// A wrong type or attribute is an error after which reading goes on.  Broken structure (unbalanced
// brackets, a text that ends too early, control bytes, no MLIR at all) is one error, and the part
// in which it occurs is read no further. Cost: one pass, linear in the text; memory in what is
// kept. Ensures: errors are empty only if the text is whole.
File read(std::string_view text);

}  // namespace tileproof::ttgir
