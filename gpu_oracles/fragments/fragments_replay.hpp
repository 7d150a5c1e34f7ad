// Do nvidia_mma and dot_op say which slot of a thread's registers holds which element, as a GPU
// showed it?  A slot is element * threads + thread (pair_table.hpp).
//
//   in   {"kind": "mma", "instruction": ..., "m", "n", "k": sizes, "bits": of an element of A,
//         "computations": products at once; 1 if left out}
//   out  {"a_row", "a_k", "b_k", "b_col", "d_row", "d_col": for each slot its label,
//         "c_of_d": for each slot of D the slot of C that is added}
//
// Labels of registers are free names: rows may be named otherwise in A and D alike, and so on.  The
// replay asks for a renaming, one to one, under which the model has the same labels.  Where an
// operand lay in memory ("kind": "wgmma"), the names of its rows, columns and k are fixed.
//
//   "mma.sp"       A holds half of the elements along k.  "metadata_values": each for the whole A;
//                  a_row and a_k have the slots under the first value, then under the second ...
//                  "a_metadata": for each slot, thread * 8 + nibble of the metadata that rules it
//   "wgmma.sp"     both; slots of an A in memory are row * kept + i for the i-th that is kept of a
//   row "matrix_move"  "element_of_slot" (ldmatrix) or "slot_of_element" (stmatrix): element j of
//   the
//                  row whose address lane l gives is 8 l + j
#pragma once

#include <functional>

#include "core/bits.hpp"
#include "gpu_oracles/model_choice.hpp"
#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

struct MatrixInstruction {
  std::string kind;
  std::string name;
  Word m = 0;
  Word n = 0;
  Word k = 0;
  Word bits = 0;
  Word selector = 0;      // of a sparse A
  Word computations = 1;  // products of m x n x k that are done at once
  // Of m8n8k4 with 16-bit elements, as its name says.
  bool a_by_columns = false;
  bool b_by_rows = false;
  bool sums_are_halves = false;

  [[nodiscard]] bool is_wgmma() const { return kind == "wgmma" || kind == "wgmma.sp"; }
  [[nodiscard]] bool is_sparse() const { return kind == "mma.sp" || kind == "wgmma.sp"; }
  [[nodiscard]] Word threads() const { return is_wgmma() ? 128 : 32; }
  // Elements of a row of A.
  [[nodiscard]] Word kept() const { return is_sparse() ? k / 2 : k; }
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
  // thread * 8 + nibble of the metadata of a kept element.
  std::function<Word(const MatrixInstruction&, Word row, Word kept)> metadata_place;
  // The number of the element in a slot after ldmatrix, and before stmatrix.
  std::function<Word(bool transposed, Word element, Word lane)> matrix_element;
};

// nvidia_mma and dot_op; m8n8k4 of 16 bits and metadata, which have no notation, as documented.
const FragmentModels& fragment_models();
// The models with one bit of one coordinate flipped where one bit of the thread is set.
FragmentModels with_flipped_bit(MatrixOperand wrong, bool is_first, unsigned thread_bit);
// The models and planted errors.
const ModelChoice<FragmentModels>& fragment_model_choice();

Result<Difference> replay_fragments(const Observation& observation,
                                    const FragmentModels& models = fragment_models());

}  // namespace tileproof::oracles
