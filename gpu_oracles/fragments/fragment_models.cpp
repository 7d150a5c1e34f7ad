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
    return {3, 0, {4, 1}, {16, columns_of(instruction), instruction.kept()}, cga};
  }
  return {2, 0, {1, 1}, {instruction.m, instruction.n}, cga};
}

// PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f16 floating point type": four products, the i-th
// of lanes 4i .. 4i+3 and 16+4i .. 19+4i.  The rows, columns and k of the products follow each
// other.
ElementPlace place_in_quad_pair(const MatrixInstruction& instruction,
                                MatrixOperand operand,
                                Word element,
                                Word lane) {
  const Word product = lane % 16 / 4;
  const Word half = lane / 16 * 4;
  ElementPlace at;
  switch (operand) {
    case MatrixOperand::kA:
      at = instruction.a_by_columns ? ElementPlace{element + half, lane % 4}
                                    : ElementPlace{lane % 4 + half, element};
      return {at.first + 8 * product, at.second + 4 * product};
    case MatrixOperand::kB:
      at = instruction.b_by_rows ? ElementPlace{lane % 4, element + half}
                                 : ElementPlace{element, lane % 4 + half};
      return {at.first + 4 * product, at.second + 8 * product};
    case MatrixOperand::kD:
      break;
  }
  at = instruction.sums_are_halves
           ? ElementPlace{lane % 4, element}
           : ElementPlace{(lane & 1) + (element & 2), (element & 4) + (lane & 2) + (element & 1)};
  return {at.first + half + 8 * product, at.second + 8 * product};
}

ElementPlace place_of_slot(const MatrixInstruction& instruction,
                           MatrixOperand operand,
                           Word element,
                           Word thread) {
  if (instruction.computations == 4) {
    return place_in_quad_pair(instruction, operand, element, thread);
  }
  const NvidiaMma result = result_layout(instruction);
  const RegisterPlace<Word> at{element, thread % 32, thread / 32, 0};
  const Word k_width = std::max<Word>(32 / instruction.bits, 1);
  const auto as_pair = [](const triton::Coords<Word>& at_element) {
    return ElementPlace{at_element[0], at_element[1]};
  };
  switch (operand) {
    case MatrixOperand::kA:
      return as_pair(triton::element(
          U64{}, DotOperand{0, k_width, result}, Shape{instruction.m, instruction.kept()}, at));
    case MatrixOperand::kB:
      return as_pair(triton::element(
          U64{}, DotOperand{1, k_width, result}, Shape{instruction.k, instruction.n}, at));
    case MatrixOperand::kD:
      break;
  }
  return as_pair(triton::element(U64{}, result, Shape{instruction.m, columns_of(instruction)}, at));
}

// PTX ISA, "Sparse matrix storage": four bits of metadata are two indices into a chunk of four
// elements, the kept ones; for 32-bit elements they name one of two, and 0b1110 is the second.
Word sparse_k(const MatrixInstruction& instruction, Word kept, Word value) {
  if (instruction.bits == 32) return 2 * kept + (value == 0xE ? 1 : 0);
  return kept / 2 * 4 + (value >> (2 * (kept % 2)) & 3);
}

// The same section says which threads give metadata: of four that share rows g and g + 8 of a
// warp's A, one, two or all, so many that their 32 bits are just enough; where not all do, the
// selector names them.  Its figures of the metadata's layout (for mma.sp Figures 119, 122, 125,
// 127, 129, 132 and 133; those of wgmma are the same pictures for each warp's 16 rows) say which
// bits:
//
//   16, 32 bits    thread t: chunks 4t .. 4t+3 of row g in bits 0-15, of row g + 8 in bits 16-31
//   8 bits         thread 2t: chunks 8t .. 8t+7 of row g, thread 2t + 1: those of row g + 8
Word metadata_place(const MatrixInstruction& instruction, Word row, Word kept) {
  const Word in_chunk = instruction.bits == 32 ? 1 : 2;
  const Word chunk = kept / in_chunk;
  const Word threads = instruction.kept() / in_chunk / 4;
  const Word first = row / 16 * 32 + row % 8 * 4 + instruction.selector * threads;
  const Word is_lower = row / 8 % 2;
  if (instruction.bits == 8) return (first + chunk / 8 * 2 + is_lower) * 8 + chunk % 8;
  return (first + chunk / 4) * 8 + is_lower * 4 + chunk % 4;
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
