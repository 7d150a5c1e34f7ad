// Which Triton layouts are worth trying?  A generator for every encoding, each with a shape of at
// most 2^14 elements for which the layout has a linear form.  Nothing is filtered: a value is valid
// by construction.  Smaller choices give fewer dimensions, tiles and warps of size 1, no CGA and
// small tensors.
//
// The tensor is as often larger as smaller than the layout's tile, so that wrap-around, copies and
// repeated tiles all occur.
#pragma once

#include <span>

#include "properties/source.hpp"
#include "properties/triton_laws.hpp"

namespace tileproof::gen {

using laws::TritonSubject;

// ---- In registers

TritonSubject blocked(Source& source);
TritonSubject nvidia_mma(Source& source);
TritonSubject amd_mfma(Source& source);
// Both spellings: a grid of warps, and a tile for each bit.
TritonSubject amd_wmma(Source& source);
// On each of the parents.
TritonSubject dot_operand(Source& source);
TritonSubject linear(Source& source);
TritonSubject generic_linear(Source& source);
// Of any of the above, or of such a slice.
TritonSubject slice(Source& source);

// ---- In shared memory

TritonSubject swizzled_shared(Source& source);
TritonSubject amd_rotating_shared(Source& source);
TritonSubject nvmma_shared(Source& source);
TritonSubject padded_shared(Source& source);
TritonSubject shared_linear(Source& source);
// With any of the above for its pieces.
TritonSubject partitioned_shared(Source& source);

// ---- In tensor memory, in both spellings of the CTAs

TritonSubject tensor_memory(Source& source);
TritonSubject tensor_memory_scales(Source& source);

struct TritonGenerator {
  const char* name;
  TritonSubject (*draw)(Source&);
};

// All of the above.
std::span<const TritonGenerator> triton_generators();
// One of its layouts, classified by its name.
TritonSubject draw_of_kind(Source& source, const TritonGenerator& generator);
// Any of them, equally often.
TritonSubject any_triton_layout(Source& source);

// Why a layout shows little: "all in one index", "no swizzle", "no padding", "identity"; null for
// the others.  Tests hold the share of these under a fifth.
const char* degeneracy(const TritonSubject& subject);

}  // namespace tileproof::gen
