// Is an access of shared memory from registers right and in bounds?
//
// The compiler sends each register to the offset that the inverse of the memory's linear form gives
// for its element.  The data is right if the memory, by the definition of the layout with which it
// was laid out, has that element there.  The access is in bounds if every element of the tensor is
// one of the memory's view, and every offset, with padding, is below the allocation's size.
//
// Engines: "f2" (bases), "enumerate" (the definitions at every register of every lane and warp).
#pragma once

#include <optional>

#include "checkers/conversion/conversion_check.hpp"
#include "core/result.hpp"
#include "core/verdict.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof {

struct AccessTypes {
  TensorLayout tensor;        // in registers
  TensorLayout memory;        // in shared memory; the shape is that of the allocation of one buffer
  const triton::Shape& view;  // the part of it that the access may touch, of the tensor's rank
  bool is_load;
  // With what the memory was defined, where that is another layout or shape.
  std::optional<TensorLayout> defined_memory = std::nullopt;
};

// Fails (no verdict) if a layout cannot describe its shape or does not hold every element of it, or
// if the tensor is larger than the memory.
Result<Verdict> check_access_data(const AccessTypes& access);
// Fails also (kUnsupported) beyond 2^22 registers.
Result<Verdict> check_access_data_by_enumeration(const AccessTypes& access);

struct BoundsAnswer {
  Verdict verdict;
  Word allocation = 0;  // elements, with padding
};

// Fails as check_access_data, but a tensor that is larger than the memory is refuted.
Result<BoundsAnswer> check_access_bounds(const AccessTypes& access);
// Fails also (kUnsupported) beyond 2^22 registers.
Result<BoundsAnswer> check_access_bounds_by_enumeration(const AccessTypes& access);

}  // namespace tileproof
