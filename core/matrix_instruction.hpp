// Which products of matrices does the hardware know?  A table: each row is an instruction that
// multiplies M by K with K by N elements and adds them up.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/bits.hpp"
#include "core/target.hpp"

namespace tileproof {

// NVIDIA's of a warp, of a warp group and of tensor memory; AMD's of CDNA and of RDNA.
enum class MatrixFamily { kMma, kWgmma, kTcgen05, kMfma, kWmma };

// Element types are called as MLIR calls them, but for "tf32", which is f32 cut to 19 bits.
struct MatrixInstruction {
  MatrixFamily family = MatrixFamily::kMma;
  unsigned version = 0;  // of MFMA: 1 gfx908, 2 gfx90a, 3 gfx94x, 4 gfx950; of WMMA: 1 gfx11, ...
  std::string a;
  std::string b;
  std::string d;
  // An instruction that comes in several sizes has 0 there.
  Word m = 0;
  Word n = 0;
  Word k = 0;
};

// The rows with these element types.
// Sources: PTX ISA 9.0, 9.7.15 to 9.7.17 (mma, wgmma, tcgen05); AMD's ISA guides of CDNA 1 to 4 and
// RDNA 3 and 4 (MFMA and WMMA), and LLVM's intrinsics of gfx1250.  mma.sync on elements below 8
// bits is left out.
std::vector<MatrixInstruction> matrix_instructions(MatrixFamily family,
                                                   unsigned version,
                                                   std::string_view a,
                                                   std::string_view b,
                                                   std::string_view d);

// Does the target have the instruction?
bool has_instruction(const Target& target, const MatrixInstruction& instruction);

}  // namespace tileproof
