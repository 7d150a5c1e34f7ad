// How are the layouts of evidence written?  As index expressions
// (encodings/expression/function.hpp) from d0, v0 ... to the results x0, x1 ...
#pragma once

#include <string>
#include <vector>

#include "core/bits.hpp"

namespace tileproof::certificates {

// name(i) of each of so many, with commas between them
template <typename Name>
std::string list_of(std::size_t count, const Name& name) {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) list += (i > 0 ? ", " : "") + name(i);
  return list;
}

// "(x0, x1)(v0: 4) = let d0 = v0 / 2; (d0, v0 % 2)"; one result stands without parentheses.
std::string expression_text(const std::string& inputs,
                            const std::string& lets,
                            const std::vector<std::string>& results);

// "d * 4", or "d"
std::string times(const std::string& name, Word factor);

}  // namespace tileproof::certificates
