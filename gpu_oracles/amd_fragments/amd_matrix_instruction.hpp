// Which matrix instructions of AMD's are asked about: MFMA of the CDNA architectures and WMMA of
// RDNA's, with one tile of each matrix (not the forms with several blocks).
#pragma once

#include <string>
#include <utility>

#include "core/bits.hpp"
#include "core/result.hpp"

namespace tileproof::oracles {

struct AmdMatrixInstruction {
  std::string name;          // "v_mfma_f32_32x32x8_f16"
  std::string architecture;  // "gfx942"
  Word m = 0;
  Word n = 0;
  Word k = 0;
  Word bits = 0;      // of an element of A and B
  Word sum_bits = 0;  // of an element of C and D

  [[nodiscard]] bool is_wmma() const { return name.find("wmma") != std::string::npos; }
  // MFMA is asked of waves of 64, WMMA of waves of 32.
  [[nodiscard]] Word lanes() const { return is_wmma() ? 32 : 64; }
  // On gfx11 the lanes from 16 on hold copies of A and B.
  [[nodiscard]] Word operand_lanes() const {
    return is_wmma() && architecture.starts_with("gfx11") ? 16 : lanes();
  }
};

enum class AmdOperand { kA, kB, kD };

// The element in a slot: (row, k) of A, (k, column) of B, (row, column) of D.  `element` counts
// those of a lane from its first register's lowest bits on.
using AmdElementPlace = std::pair<Word, Word>;

// By amd_mfma and amd_wmma with their dot_op.  The width along k is what a lane holds in one piece:
// all that it holds for MFMA and for WMMA of gfx11, at most 8 bytes for WMMA of gfx12.  Fails
// (kUnsupported) where no layout describes the instruction.
Result<AmdElementPlace> defined_place(const AmdMatrixInstruction& instruction,
                                      AmdOperand operand,
                                      Word element,
                                      Word lane);

}  // namespace tileproof::oracles
