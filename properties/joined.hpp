// Text of parts, some of which are drawn.
#pragma once

#include <initializer_list>
#include <string>

namespace tileproof::gen {

// The parts, one after the other.  Why not `+`?  Compilers evaluate its operands in any order, and
// a case must be the same everywhere; those of a list are evaluated as they stand.
inline std::string joined(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

}  // namespace tileproof::gen
