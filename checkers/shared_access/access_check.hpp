// Is an access of shared memory from registers right and in bounds?
//
// The compiler sends each register to the offset that the inverse of the memory's linear form gives
// for its element, and adds the padding.  The data is right if the memory, by the definition of the
// layout with which it was laid out, and with the padding of that layout, has the element there.
// The access is in bounds if every element of the tensor is one of the memory's view, and every
// offset, with padding, is below the allocation's size.
//
// Both are questions about maps from registers (checkers/questions), which the engines decide.
#pragma once

#include <optional>

#include "checkers/engines/decide.hpp"
#include "checkers/layout/maps.hpp"
#include "core/result.hpp"
#include "core/verdict.hpp"

namespace tileproof {

// It refers to its parts, which must outlive it.
struct AccessTypes {
  const Tensor& tensor;       // in registers
  const Tensor& memory;       // in shared memory, of the shape of the allocation of one buffer
  const triton::Shape& view;  // the part of it that the access may touch, of the tensor's rank
  bool is_load;
  // With what the memory was defined, where that is another layout or shape.
  const Tensor* defined_memory = nullptr;
};

// Fails (no verdict) if a layout does not hold every element of its shape, or if the tensor is
// larger than the memory.
Result<Verdict> check_access_data(const AccessTypes& access,
                                  const Decider& decide = by_all_engines());

struct BoundsAnswer {
  Verdict verdict;
  Word allocation = 0;  // elements, with padding
};

// Fails as check_access_data, but a tensor that is larger than the memory is refuted.
Result<BoundsAnswer> check_access_bounds(const AccessTypes& access,
                                         const Decider& decide = by_all_engines());

}  // namespace tileproof
