// Do nvidia_mma and dot_op say which slot of a thread's registers holds which element, as a GPU
// showed it?  A slot is element * threads + thread (pair_table.hpp).
//
//   in   {"kind": "mma", "instruction": ..., "m", "n", "k": sizes, "bits": of an element of A}
//   out  {"a_row", "a_k", "b_k", "b_col", "d_row", "d_col": for each slot its label,
//         "c_of_d": for each slot of D the slot of C that is added}
//
// Labels of registers are free names: rows may be named otherwise in A and D alike, and so on.  The
// replay asks for a renaming, one to one, under which the model has the same labels.  Where an
// operand lay in memory ("kind": "wgmma"), the names of its rows, columns and k are fixed.
//
//   "mma.sp"       A holds half of the elements along k.  "metadata_values": each for the whole A;
//                  a_row and a_k have the slots under the first value, then under the second ...
//                  "a_metadata": for each slot, lane * 8 + nibble of the metadata that rules it
//   "matrix_move"  "element_of_slot" (ldmatrix) or "slot_of_element" (stmatrix): element j of the
//                  row whose address lane l gives is 8 l + j
#pragma once

#include <functional>

#include "core/bits.hpp"
#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

struct MatrixInstruction {
  std::string kind;
  std::string name;
  Word m = 0;
  Word n = 0;
  Word k = 0;
  Word bits = 0;
  Word selector = 0;  // mma.sp

  [[nodiscard]] bool is_wgmma() const { return kind == "wgmma"; }
  [[nodiscard]] bool is_sparse() const { return kind == "mma.sp"; }
  [[nodiscard]] Word threads() const { return is_wgmma() ? 128 : 32; }
};

enum class MatrixOperand { kA, kB, kD };

// A: row and k (of a sparse A: which of the kept elements).  B: k and column.  D: row and column.
using ElementPlace = std::pair<Word, Word>;

struct FragmentModels {
  // The element in a slot.
  std::function<ElementPlace(const MatrixInstruction&, MatrixOperand, Word element, Word thread)>
      place;
  // Where along k the kept element `kept` of a sparse A is, under the metadata value.
  std::function<Word(const MatrixInstruction&, Word kept, Word value)> sparse_k;
  // lane * 8 + nibble of the metadata of a kept element.
  std::function<Word(const MatrixInstruction&, Word row, Word kept)> metadata_place;
  // The number of the element in a slot after ldmatrix, and before stmatrix.
  std::function<Word(bool transposed, Word element, Word lane)> matrix_element;
};

// nvidia_mma and dot_op; the layout of metadata is in no notation, and stated here.
const FragmentModels& fragment_models();

Result<Difference> replay_fragments(const Observation& observation, const FragmentModels& models);
Result<Difference> replay_fragments(const Observation& observation);

}  // namespace tileproof::oracles
