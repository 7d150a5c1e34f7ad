// Layouts in tests, as one reads them: names, bases, sizes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/linear_layout.hpp"

namespace tileproof::testing {

using Bases = std::vector<std::vector<Word>>;

inline Result<LinearLayout> try_layout(const std::vector<std::pair<std::string, Bases>>& ins,
                                       const std::vector<std::pair<std::string, Word>>& outs) {
  std::vector<NamedBases> in_dims;
  std::vector<OutDim> out_dims;
  for (const auto& [name, bases] : ins) in_dims.push_back({Name::of(name), bases});
  for (const auto& [name, size] : outs) out_dims.push_back({Name::of(name), size});
  return LinearLayout::make(in_dims, out_dims);
}

// Requires: the layout is valid.
inline LinearLayout layout(const std::vector<std::pair<std::string, Bases>>& ins,
                           const std::vector<std::pair<std::string, Word>>& outs) {
  return try_layout(ins, outs).value();
}

// Requires: sizes are powers of two.
inline LinearLayout identity(Word size, const char* in, const char* out) {
  return LinearLayout::identity_1d(size, Name::of(in), Name::of(out)).value();
}
inline LinearLayout zeros(Word size, const char* in, const char* out, Word out_size = 1) {
  return LinearLayout::zeros_1d(size, Name::of(in), Name::of(out), out_size).value();
}

inline std::vector<Name> names(const std::vector<std::string>& texts) {
  std::vector<Name> result;
  for (const std::string& text : texts) result.push_back(Name::of(text));
  return result;
}

// Requires: both are valid for the seeds' operator*.
inline LinearLayout operator*(const LinearLayout& inner, const LinearLayout& outer) {
  return product(inner, outer).value();
}

}  // namespace tileproof::testing
