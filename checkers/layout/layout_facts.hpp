// What is a layout as a function?  For layouts in registers and tensor memory, from hardware places
// to elements; for layouts in shared memory, from elements to offsets (with padding), as programs
// use them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checkers/engines/decide.hpp"
#include "core/linear_layout.hpp"
#include "core/result.hpp"
#include "core/verdict.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof {

struct LayoutFacts {
  bool injective = false;
  // Onto the tensor, or, for offsets, onto 0 .. cosize - 1 of a CTA's memory.
  bool surjective = false;
  // The bits of each hardware index (register ..., offset ...) that hold copies.
  std::vector<NamedValue> copies;
  std::optional<Word> cosize;  // largest offset + 1, in elements; shared memory only
  bool linear = false;         // shown to be linear over GF(2)
  std::string why_not;         // the first step that is not
};

// Fails if the layout cannot describe the shape or does not hold every element of it.
Result<LayoutFacts> layout_facts(const triton::Layout& layout, const triton::Shape& shape);

// Are two layouts the same function on tensors of this shape?  Fails if they are not both in
// registers, both in shared memory or both in tensor memory, or cannot describe the shape.
Result<Verdict> check_equal(const triton::Layout& a,
                            const triton::Layout& b,
                            const triton::Shape& shape,
                            const Decider& decide = by_all_engines());

// The offset, with padding, of an element in its CTA's shared memory, in elements.
// Requires: the layout is in shared memory and describes the shape, and the coordinates are in it.
Word padded_offset_of(const triton::Layout& layout,
                      const triton::Shape& shape,
                      const std::vector<Word>& coordinates);

}  // namespace tileproof
