// Which Triton layouts are worth trying?  RapidCheck generators for every encoding, each with a
// shape of at most 2^14 elements for which the layout has a linear form.  Nothing is filtered: a
// value is valid by construction.  Each is drawn from small numbers that shrink one by one, towards
// few dimensions, tiles and warps of size 1, no CGA and small tensors.
//
// The tensor is as often larger as smaller than the layout's tile, so that wrap-around, copies and
// repeated tiles all occur.
#pragma once

#include <rapidcheck.h>

#include <iosfwd>
#include <span>

#include "properties/triton_laws.hpp"

namespace tileproof::laws {

// How RapidCheck prints a counterexample (found by argument-dependent look-up).
void showValue(const TritonSubject& subject, std::ostream& out);

}  // namespace tileproof::laws

namespace tileproof::gen {

using laws::TritonSubject;

// ---- In registers

rc::Gen<TritonSubject> blocked();
rc::Gen<TritonSubject> nvidia_mma();
rc::Gen<TritonSubject> amd_mfma();
// Both spellings: a grid of warps, and a tile for each bit.
rc::Gen<TritonSubject> amd_wmma();
// On each of the parents.
rc::Gen<TritonSubject> dot_operand();
rc::Gen<TritonSubject> linear();
rc::Gen<TritonSubject> generic_linear();
// Of any of the above, or of such a slice.
rc::Gen<TritonSubject> slice();

// ---- In shared memory

rc::Gen<TritonSubject> swizzled_shared();
rc::Gen<TritonSubject> amd_rotating_shared();
rc::Gen<TritonSubject> nvmma_shared();
rc::Gen<TritonSubject> padded_shared();
rc::Gen<TritonSubject> shared_linear();
// With any of the above for its pieces.
rc::Gen<TritonSubject> partitioned_shared();

// ---- In tensor memory, in both spellings of the CTAs

rc::Gen<TritonSubject> tensor_memory();
rc::Gen<TritonSubject> tensor_memory_scales();

struct TritonGenerator {
  const char* name;
  rc::Gen<TritonSubject> (*make)();
};

// All of the above.
std::span<const TritonGenerator> triton_generators();
// Any of them, equally often.
rc::Gen<TritonSubject> any_triton_layout();

// Why a layout shows little: "all in one index", "no swizzle", "no padding", "identity"; null for
// the others.  Tests hold the share of these under a fifth.
const char* degeneracy(const TritonSubject& subject);

}  // namespace tileproof::gen
