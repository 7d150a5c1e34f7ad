// Into which independent questions does a layout fall?  Whether it is surjective, injective, or has
// some value is asked of each part alone.  Four steps, each exact, so that in the end only bits
// that truly share an out-dim are left together:
//
//   1. Bits whose bases move along XOR out-dims alone span a subspace W.  Values are taken modulo
//   W:
//      whatever the other bits give, these bits move it within W.
//   2. The XOR coordinates that W leaves are combined (Gauss-Jordan) so that each *row*, the parity
//      of some coordinates, depends on as few bits as possible.
//   3. A row that depends on one bit says what that bit is.  The two are peeled off.
//   4. What is left falls into parts that share no bit.
//
// Example: {in = [[1, 0], [2, 0], [1, 1], [0, 2], [0, 4]]} -> {x = 4, y = 6}.  The first two bits
// span all of x; what is left is y, with the bases 1, 2, 4 of the other three bits.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/f2.hpp"
#include "encodings/modular/subset_sums.hpp"

namespace tileproof::modular {

class Parts {
 public:
  struct Part {
    Sums sums;                             // its XOR rows as one coordinate, then those that add
    std::vector<unsigned> bits;            // which bits of the index its columns are
    std::vector<std::size_t> rows;         // which of rows_
    std::vector<std::size_t> coordinates;  // which coordinates of the group add here
  };

  // Requires: at most 62 columns.
  Parts(const Group& group, std::span<const Word> columns);

  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  // Two indices of the bits of step 1 with the same value, or null if they span W without repeats.
  [[nodiscard]] std::optional<Collision> spanning_collision() const;

  // An element that gives this one in a part and 0 in everything else that is asked.
  [[nodiscard]] Word lift(const Part& part, Word part_element) const;
  // The index whose bits in the part are these; bits elsewhere are 0.
  [[nodiscard]] static Word spread(const Part& part, Word part_index);
  // Two indices with the same value, from two that have the same value in a part.
  [[nodiscard]] Collision complete(const Collision& in_part) const;
  // Some index with this value.
  [[nodiscard]] Decision<Word> find(Word element) const;

 private:
  // The parity of some XOR coordinates, as the bits of the index that it depends on.
  struct Row {
    Word bits;
    Word combination;
  };
  struct Peeled {
    std::size_t row;
    unsigned bit;
  };
  void make_rows(Word free_bits);
  void make_parts(Word free_bits);
  [[nodiscard]] Word row_value(const Row& row, Word element) const;
  [[nodiscard]] Word project(const Part& part, Word element) const;
  // The index of bits of step 1 for an element of W; nullopt for others.
  [[nodiscard]] std::optional<Word> span_index(Word element) const;

  Group group_;
  std::vector<Word> columns_;
  std::vector<unsigned> spanning_;  // the bits of step 1
  f2::Subspace span_;               // W
  std::vector<Row> rows_;
  std::vector<Peeled> peeled_;
  std::vector<Part> parts_;
};

}  // namespace tileproof::modular
