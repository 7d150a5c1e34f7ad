// How is a number written that XORs the bits of lane, warp, block and one loop?
#pragma once

#include <vector>

#include "checkers/plan/vectors.hpp"
#include "core/moves/program.hpp"
#include "core/recorder.hpp"
#include "encodings/triton/padding.hpp"

namespace tileproof::plan {

// What bit k of a variable changes is its column k; columns of 0 may be left out at the end.
struct AffineValue {
  Word constant = 0;
  Vectors lane = {};
  Vectors warp = {};
  Vectors block = {};
  Vectors slot = {};  // the loop's number
  // What is XORed is an address of bytes, behind these gaps.
  std::vector<triton::Padding> gaps = {};
};

bool is_zero(const AffineValue& value);

// As a person would write it: (lane & 3) * 16 ^ (warp & 1) * 512.  `bits` of each variable are
// those that it has in the program.
struct VariableBits {
  unsigned lane = 0;
  unsigned warp = 0;
  unsigned block = 0;
  unsigned slot = 0;
};
Recorded record(Steps& steps, const AffineValue& value, const VariableBits& bits);
moves::IndexExpression to_expression(const AffineValue& value, const VariableBits& bits);

}  // namespace tileproof::plan
