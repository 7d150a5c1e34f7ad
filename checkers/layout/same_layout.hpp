// Are two layouts the same function on a tensor?
#pragma once

#include "checkers/engines/decide.hpp"
#include "checkers/layout/maps.hpp"
#include "core/result.hpp"
#include "core/verdict.hpp"

namespace tileproof {

// Tensors of one shape.  In shared memory: is each element at one offset, with padding, of one CTA
// and partition?  Elsewhere as check_same_layout.  Fails if they are not both in registers, both in
// shared memory or both in tensor memory, or do not hold every element.
Result<Verdict> check_equal(const Tensor& a,
                            const Tensor& b,
                            const Decider& decide = by_all_engines());

// Is a value that was defined with one type used with another layout?  Proved if both layouts put
// the same element into every place; refuted with the first place where they do not.  Fails if they
// are not both in registers, or both in tensor memory.
Result<Verdict> check_same_layout(const Tensor& defined,
                                  const Tensor& used,
                                  const Decider& decide = by_all_engines());

}  // namespace tileproof
