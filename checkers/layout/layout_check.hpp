// Is a layout what a layout must be?  For a layout and the shape of a tensor:
//
//  - well formed: bases that are given reach every element of the shape that they span, in shared
//    memory each once, and the lanes, warps and CTAs are those of the kernel;
//  - surjective: every element of the tensor has a place;
//  - the one definition and the linear form that a compiler builds agree on every point.  They are
//    two derivations; where they differ, either is wrong and the layout must not be trusted;
//  - copies: which bits of the hardware index can change without changing the element.
//
// All but sizes and copies, which are read off the linear form, are questions to the engines.
#pragma once

#include <optional>
#include <vector>

#include "checkers/engines/decide.hpp"
#include "checkers/layout/maps.hpp"
#include "core/linear_layout.hpp"
#include "core/result.hpp"
#include "core/verdict.hpp"

namespace tileproof {

// What the kernel has; nullopt if it does not say.
struct KernelSize {
  std::optional<Word> lanes;   // of a warp
  std::optional<Word> warps;   // of a CTA, where the layout is used
  std::optional<Word> blocks;  // CTAs of a cluster
};

struct LayoutAnswer {
  Verdict verdict;
  // Of the linear form; nullopt if not decided.
  std::optional<bool> surjective;
  std::optional<bool> injective;
  // For each in-dim, the bits that hold copies: those that depend on the bits before them.
  std::vector<NamedValue> copies;
};

// Fails (the input is wrong, no verdict) if the layout is given by bases that are none.
Result<LayoutAnswer> check_layout(const Tensor& tensor,
                                  const KernelSize& kernel = {},
                                  const Decider& decide = by_all_engines());

}  // namespace tileproof
