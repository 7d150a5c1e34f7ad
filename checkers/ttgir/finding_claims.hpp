// What of a proved finding is a claim that a certificate can show?  Each claim follows from what
// was proved; docs/checking.md says what of the finding it leaves out.
#pragma once

#include "checkers/ttgir/finding.hpp"
#include "core/target.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof {

// It refers to its parts, which must outlive it.
struct LayoutOn {
  const triton::Layout& layout;
  const triton::Shape& shape;
};

// Topic::kLayout: it holds every element, and in shared memory each at a place of its own; and it
// is its linear form, unless that has copies in shared memory.
FindingClaims layout_claims(const LayoutOn& layout);

// Topic::kConversion of convert_layout: both layouts hold every element.  None if they lack the
// same elements.
FindingClaims conversion_claims(const LayoutOn& source, const LayoutOn& destination);

// Topic::kConversion of an access: the memory, as it was defined, has each element where the linear
// form and the padding of the layout that the access states put it.  None with copies, and none of
// a part of the memory.
FindingClaims data_claims(const LayoutOn& registers, const LayoutOn& defined, const LayoutOn& used);

// Of both: the value was defined with another layout, which is the same.
StatedClaim same_claim(const LayoutOn& defined, const LayoutOn& used);

// Topic::kBounds: each element of the memory is in the allocation, of so many elements.
FindingClaims bounds_claims(const LayoutOn& memory, Word allocation);

// Topic::kBankConflicts without conflicts.
FindingClaims conflict_claims(const LayoutOn& memory,
                              const LayoutOn& registers,
                              unsigned element_bits,
                              const Target& target,
                              Direction direction);

}  // namespace tileproof
