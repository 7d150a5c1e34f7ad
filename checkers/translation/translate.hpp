// How is a layout written in another community's notation?  Each translation is proved equal to the
// layout before it is given; where there is none, the reason is given.
#pragma once

#include <string>

#include "checkers/claims/prove.hpp"

namespace tileproof {

enum class Notation { kCute, kTriton };

struct Translation {
  // Proved: `text` is the same function.  Refuted: no layout of that notation, of whatever family,
  // is, with a case that shows why.  Unknown: none was found, or equality was not proved.
  Verdict verdict;
  std::string text;    // if proved
  std::string reason;  // if not proved
};

// A layout in that notation keeps its text, as it is printed.
//
// To CuTe: a layout that gives one offset.  It is a sum of strides, or becomes one by
// Swizzle<B,M,S>.
//
//   swizzled_shared vec 8, perPhase 1, maxPhase 8 on 8x64    Sw<3,3,3> o 0 o (8,64):(64,1)
//   padded_shared [64:+8] on 8x64                            (8,64):(72,1)
//
// To Triton: a layout that gives one offset and is linear over GF(2) and bijective, as
// shared_linear; or whose coordinates' bits have strides with padding between, as padded_shared.
// Refuted are sizes that are no powers of two, and a first element that is not at offset 0.
//
//   (4,4):(4,1)      shared_linear offset [[0, 1], [0, 2], [1, 0], [2, 0]]
//   (8,64):(72,1)    padded_shared [64:+8]
//   (8,64):(70,1)    unknown: no padding is 6
//
// Coordinates are the outermost modes of CuTe's shape, the inputs of others.
// Fails (kUsage) for layouts that give coordinates, or have parameters.
Result<Translation> translate(const IndexMap& map, Notation to, const Limits& limits);

}  // namespace tileproof
