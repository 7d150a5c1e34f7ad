// Which element of a matrix does a lane of a warp have, while an instruction multiplies registers?
//
//   bits of a lane's number, the lowest first          v_mfma_f32_32x32x8_f16
//     A:  row 1, 2, 4, 8, 16, k 4                        (registers: k 1, 2)
//     B:  column 1, 2, 4, 8, 16, k 4                     (registers: k 1, 2)
//     D:  column 1, 2, 4, 8, 16, row 4                   (registers: row 1, 2, 8, 16)
//
// What lanes do not choose, registers do, the lowest digit first; of D columns before rows.
//
// Why are a lane's elements of K a run, where hardware may have several?  Sums do not ask for the
// order of K: A and B must have one, whichever.  Only where formats of elements differ, or scales
// belong to runs of K, it is the hardware's.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/matrix_instruction.hpp"

namespace tileproof {

enum class MatrixAxis { kM, kN, kK };

// A bit of a coordinate: {kM, 3} is 8 in the number of a row.
struct MatrixDigit {
  MatrixAxis axis = MatrixAxis::kM;
  unsigned bit = 0;

  friend bool operator==(const MatrixDigit&, const MatrixDigit&) = default;
};

struct MatrixTile {
  // What each bit of a lane's number chooses; nullopt: lanes that differ in it alone have copies.
  using Lanes = std::vector<std::optional<MatrixDigit>>;
  Lanes a;
  Lanes b;
  Lanes d;
  std::array<unsigned, 3> bits{};  // of a row, a column and an element of K

  // The digits of D that registers choose.
  [[nodiscard]] std::vector<MatrixDigit> registers_of_d() const;
};

// Of mma, MFMA and WMMA; nullopt for others, and where it is not known.  AMD's may be `transposed`:
// the program's A is then the instruction's B, and D is turned.  Elements of products with scales
// are called as formats are ("e4m3", "e2m1").
//
// MFMA of 4x64 is 16 instructions of 16 blocks, 4x4 each: the blocks of A are parts of K, each of
// which one instruction gives to all blocks of B, which are columns.  64x4 is the same, turned:
// only the first operand's blocks are given to all, so that 4x64 is never transposed, and 64x4
// always is.
//
// Sources: PTX ISA 9.0, 9.7.14.5 (fragments of mma); for AMD tests/data/amd, and of products with
// scales AMD's ISA guide of CDNA 4: lanes have runs of 16 bytes.
std::optional<MatrixTile> matrix_tile(const MatrixInstruction& instruction, bool transposed);

// Elements of K that one scale is for, in products with scales of AMD's.
inline constexpr unsigned kBitsOfScaledRun = 5;

// The lanes that give an instruction the scales of A (rows and runs of K), or of B (columns and
// runs): nullopt where one half of the lanes is enough, and the other can have the next tile's.
MatrixTile::Lanes lanes_of_scales(const MatrixInstruction& instruction, bool is_a);

}  // namespace tileproof
