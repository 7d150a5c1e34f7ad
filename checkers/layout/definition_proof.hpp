// Do the one definition of a layout and the linear form that a compiler builds agree on every
// point? They are two derivations; where they differ, either is wrong and the layout must not be
// trusted.
#pragma once

#include <optional>
#include <string>

#include "core/linear_layout.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof {

// A point at which they differ.  In registers and tensor memory `at` is the flat index of a place,
// and the two values are elements; in shared memory `at` is an element, `defined` the place where
// the definition has it, and `linear` the element that the linear form has at that place.
struct Difference {
  Word at;
  Word defined;
  Word linear;
};

struct Agreement {
  enum class Kind { kAgrees, kDiffers, kNotDecided } kind = Kind::kNotDecided;
  std::optional<Difference> difference;
  std::string reason;       // why not decided: the first step of the definition that is not linear
  std::string engine = {};  // "f2" or "enumerate"
};

// By running the definition over GF(2): agreement on the bases is agreement everywhere.
Agreement compare_by_f2(const triton::Layout& layout,
                        const triton::Shape& shape,
                        const LinearLayout& linear);
// By visiting every point; not decided beyond 2^24.
Agreement compare_by_enumeration(const triton::Layout& layout,
                                 const triton::Shape& shape,
                                 const LinearLayout& linear);

}  // namespace tileproof
