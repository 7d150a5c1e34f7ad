// Modular layouts in tests, as one reads them.
#pragma once

#include <string_view>
#include <vector>

#include "encodings/modular/layout.hpp"
#include "encodings/modular/notation.hpp"

namespace tileproof::testing {

// Requires: the text is a valid layout.
inline modular::Layout modular_layout(std::string_view text) {
  return modular::parse(text).value();
}

// One in-dim, one out-dim.
inline Result<modular::Layout> try_sums(const std::vector<Word>& bases, Word size) {
  NamedBases in{Name::of("in"), {}};
  for (const Word basis : bases) in.bases.push_back({basis});
  const modular::OutDim out{Name::of("out"), size};
  return modular::Layout::make({&in, 1}, {&out, 1});
}
inline modular::Layout sums(const std::vector<Word>& bases, Word size) {
  return try_sums(bases, size).value();
}

// stride * x modulo size, for x below the next power of two.
inline modular::Layout strided(Word size, Word stride) {
  std::vector<Word> bases;
  for (Word bit = 1; bit < size; bit *= 2) bases.push_back(stride * bit % size);
  return sums(bases, size);
}

}  // namespace tileproof::testing
