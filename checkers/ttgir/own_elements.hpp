// Which elements does each CTA of a kernel hold?  In registers and in shared memory alike, where a
// linear form says which CTA has what.
#pragma once

#include <optional>
#include <vector>

#include "checkers/ttgir/known_layouts.hpp"
#include "core/f2.hpp"

namespace tileproof {

// The elements of the first CTA, and by how much the CTAs' numbers move them.
struct OwnElements {
  f2::Subspace first;
  std::vector<Word> moved_by = {};  // for each bit of the CTA's number

  // Has each CTA among its own all that it has in `other`?
  [[nodiscard]] bool contain(const OwnElements& other) const;
  // Has an element several CTAs?
  [[nodiscard]] bool have_copies() const;
  // Where fewer CTAs are told apart than there are, those that are not have the same elements.
  [[nodiscard]] OwnElements of_ctas(std::size_t bits) const;
};

// Elements are numbered with the first dimension fastest, so that sizes of 1 change no number.
// `left_out` is a dimension that is not looked at.  Requires: a tensor.
OwnElements own_elements(const Placed& placed, std::optional<std::size_t> left_out = std::nullopt);

// Has each CTA among its own all that it has in `part`, as many CTAs as either tells apart?
bool hold_all(const OwnElements& whole, const OwnElements& part);

}  // namespace tileproof
