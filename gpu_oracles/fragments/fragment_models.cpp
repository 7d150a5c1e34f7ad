#include <bit>

#include "encodings/triton/dot_operand.hpp"
#include "gpu_oracles/fragments/fragments_replay.hpp"

namespace tileproof::oracles {
namespace {

using triton::CgaLayout;
using triton::DotOperand;
using triton::NvidiaMma;
using triton::RegisterPlace;
using triton::Shape;

// Triton knows widths of powers of two; the registers of others are the first of the next one's.
Word columns_of(const MatrixInstruction& instruction) { return std::bit_ceil(instruction.n); }

NvidiaMma result_layout(const MatrixInstruction& instruction) {
  const CgaLayout cga = CgaLayout::single(2);
  if (instruction.is_wgmma()) {
    return {3, 0, {4, 1}, {16, columns_of(instruction), instruction.k}, cga};
  }
  return {2, 0, {1, 1}, {instruction.m, instruction.n}, cga};
}

ElementPlace place_of_slot(const MatrixInstruction& instruction,
                           MatrixOperand operand,
                           Word element,
                           Word thread) {
  const NvidiaMma result = result_layout(instruction);
  const RegisterPlace<Word> at{element, thread % 32, thread / 32, 0};
  const Word k_width = std::max<Word>(32 / instruction.bits, 1);
  const auto as_pair = [](const triton::Coords<Word>& at_element) {
    return ElementPlace{at_element[0], at_element[1]};
  };
  switch (operand) {
    case MatrixOperand::kA: {
      const Word kept = instruction.is_sparse() ? instruction.k / 2 : instruction.k;
      return as_pair(
          triton::element(U64{}, DotOperand{0, k_width, result}, Shape{instruction.m, kept}, at));
    }
    case MatrixOperand::kB:
      return as_pair(triton::element(
          U64{}, DotOperand{1, k_width, result}, Shape{instruction.k, instruction.n}, at));
    case MatrixOperand::kD:
      break;
  }
  return as_pair(triton::element(U64{}, result, Shape{instruction.m, columns_of(instruction)}, at));
}

// Metadata of four bits names two of four elements, two bits each; for 32 bits one of two elements,
// by the same four bits.
Word sparse_k(const MatrixInstruction& instruction, Word kept, Word value) {
  if (instruction.bits == 32) return 2 * kept + (value == 0xE ? 1 : 0);
  return kept / 2 * 4 + (value >> (2 * (kept % 2)) & 3);
}

// Four lanes share a row of A, and supply the metadata of it and of the row 8 below: four bits for
// each group along k.  A lane has four groups of both rows, or for 8-bit elements eight groups of
// one.  Where two lanes, or one, are enough for all groups, the selector says which.
Word metadata_place(const MatrixInstruction& instruction, Word row, Word kept) {
  const Word group = instruction.bits == 32 ? kept : kept / 2;
  const Word groups = instruction.bits == 32 ? instruction.k / 2 : instruction.k / 4;
  const Word below = row / 8;
  const Word first_lane = row % 8 * 4;
  if (instruction.bits == 8) {
    const Word lane = first_lane + below + 2 * (group / 8 + instruction.selector * (groups / 8));
    return lane * 8 + group % 8;
  }
  const Word lane = first_lane + group / 4 + instruction.selector * (groups / 4);
  return lane * 8 + below * 4 + group % 4;
}

// An 8 x 8 matrix of 16 bits is the accumulator of m8n8 to its lanes.
Word matrix_element(bool transposed, Word element, Word lane) {
  static const NvidiaMma kMatrix{2, 0, {1, 1}, {8, 8}, CgaLayout::single(2)};
  const auto at = triton::element(U64{}, kMatrix, Shape{8, 8}, {element % 2, lane, 0, 0});
  const Word row = transposed ? at[1] : at[0];
  const Word col = transposed ? at[0] : at[1];
  return (element / 2 * 8 + row) * 8 + col;
}

}  // namespace

const FragmentModels& fragment_models() {
  static const FragmentModels kModels{place_of_slot, sparse_k, metadata_place, matrix_element};
  return kModels;
}

}  // namespace tileproof::oracles
