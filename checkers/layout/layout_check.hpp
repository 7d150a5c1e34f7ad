// Is a layout what a layout must be?  For a layout and the shape of a tensor:
//
//  - well formed: bases that are given reach every element of the shape that they span, and the
//  lanes,
//    warps and CTAs are those of the kernel;
//  - the one definition and the linear form that a compiler builds agree on every point;
//  - surjective: every element of the tensor has a place;
//  - copies: which bits of the hardware index can change without changing the element.
//
// Engines: "f2" runs the definition over GF(2) and decides by ranks; "enumerate" visits every
// point.
#pragma once

#include <optional>
#include <vector>

#include "core/linear_layout.hpp"
#include "core/result.hpp"
#include "core/verdict.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof {

// What the kernel has; nullopt if it does not say.
struct KernelSize {
  std::optional<Word> lanes;   // of a warp
  std::optional<Word> warps;   // of a CTA, where the layout is used
  std::optional<Word> blocks;  // CTAs of a cluster
};

struct LayoutAnswer {
  Verdict verdict;
  bool surjective = false;
  bool injective = false;
  // For each in-dim, the bits that hold copies: those that depend on the bits before them.
  std::vector<NamedValue> copies;
};

// Fails (the input is wrong, no verdict) if the layout cannot describe the shape at all.
Result<LayoutAnswer> check_layout(const triton::Layout& layout,
                                  const triton::Shape& shape,
                                  const KernelSize& kernel = {});
// The second engine.  Fails also (kUnsupported) beyond 2^24 points.
Result<LayoutAnswer> check_layout_by_enumeration(const triton::Layout& layout,
                                                 const triton::Shape& shape,
                                                 const KernelSize& kernel = {});

}  // namespace tileproof
