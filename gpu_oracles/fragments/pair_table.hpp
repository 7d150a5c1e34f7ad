// Which rows, columns and places along k do the slots of a matrix instruction stand for?
//
// A *slot* is an element of a register of a thread: slot = element * threads + thread, where
// element counts those of the first register, then those of the second ...  What can be asked of an
// instruction D = A B + C on registers alone is: which slot of B, if any, is multiplied with slot a
// of A and added to slot d of D?  From the answers the slots fall into classes:
//
//   a and d meet            -> the same row
//   b and d meet            -> the same column
//   a and b meet anywhere   -> the same k
//
// The names of rows, columns and k are free: an instruction whose rows are renamed in A and in D
// alike computes the same.  So classes are numbered as they first come, in the order of the slots
// (of D for rows and columns, of A for k), and who compares must allow one renaming of each.
#pragma once

#include <cstdint>
#include <vector>

#include "core/result.hpp"

namespace tileproof::oracles {

struct PairTable {
  static constexpr std::int32_t kNone = -1;
  static constexpr std::int32_t kContradiction = -2;  // more than one slot of B, or a wrong value

  std::size_t a_slots = 0;
  std::size_t b_slots = 0;
  std::size_t d_slots = 0;
  std::vector<std::int32_t> b_of;  // at [a * d_slots + d]
};

struct SlotLabels {
  std::vector<std::uint32_t> a_row, a_k;
  std::vector<std::uint32_t> b_k, b_col;
  std::vector<std::uint32_t> d_row, d_col;
};

// Fails (kInvalid) unless the table is exactly that of a product of matrices: for each a and d of a
// row, the one b at (k of a, column of d), and for others none.  Slots of B that meet nothing (as
// under the metadata of a sparse A) have the k kNoLabel.
Result<SlotLabels> label_slots(const PairTable& table);

inline constexpr std::uint32_t kNoLabel = 0xFFFFFFFF;

}  // namespace tileproof::oracles
