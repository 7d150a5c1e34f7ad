// Which instruction moves a register layout from or to shared memory, and where do its vectors
// start?
#pragma once

#include "core/target.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof {

// How a register layout in Triton's notation is moved: by the instruction of the widest vector,
// whose first element is where these bits of the access' inputs are 0.
struct VectorAccess {
  std::string instruction;      // of the target, "ld.shared.b128"
  std::vector<Word> zero_bits;  // for each input of the access
};
Result<VectorAccess> vector_access(const IndexMap& memory,
                                   const IndexMap& access,
                                   Word element_bits,
                                   const Target& target,
                                   Direction direction);

}  // namespace tileproof
