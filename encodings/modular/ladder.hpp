// Which sums of bases modulo one number need no search?  Those of bases that form a ladder.
//
// Sorted, bases b1 <= b2 <= ... with the sums S(i) = b1 + ... + b(i)
//   - reach every number from 0 to S(n) if each b(i) <= S(i-1) + 1     (1, 2, 3, 7 reach 0 .. 13)
//   - have all different sums if each b(i) > S(i-1)                    (2, 3, 7: 0 2 3 5 7 ...)
// and that holds modulo m if S(n) >= m - 1 in the first case, S(n) < m in the second, which is so
// for b(n) <= m / 2.
//
// Bases need not be so at sight.  A basis b may be replaced by m - b: that moves all sums by the
// same amount.  And all bases may be multiplied by a unit of m: that permutes the sums.  So 5, 4, 2
// modulo 6 becomes 1, 2, 4 (times 5), then 1, 2, 2, which reaches 0 .. 5.
//
// Bases that form no ladder need not miss anything: 2, 2, 3 modulo 6 reach all six residues.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/bits.hpp"

namespace tileproof::modular {

class Ladder {
 public:
  // Requires: bases below the modulus, which is at most 2^62; at most 62 bases.

  // A ladder that shows that the sums reach every residue.
  static std::optional<Ladder> covering(Word modulus, std::span<const Word> bases);
  // A ladder that shows that different sets of bases have different sums.
  static std::optional<Ladder> distinct(Word modulus, std::span<const Word> bases);

  // A set of bases with this sum; nullopt if there is none.
  [[nodiscard]] std::optional<Word> find(Word residue) const;

 private:
  struct Rung {
    Word height;
    Word below;  // the sum of the rungs before it
    unsigned basis;
  };
  Ladder(Word modulus, Word factor, std::span<const Word> bases);
  // Keeps the rungs up to a sum of modulus - 1; false if they leave a gap below that.
  bool climb_without_gaps();
  bool climb_without_repeats();
  template <typename Climb>
  static std::optional<Ladder> first(Word modulus, std::span<const Word> bases, Climb climb);

  Word modulus_;
  Word factor_;        // a unit that every basis was multiplied by
  Word reversed_ = 0;  // the bases that were replaced by modulus - basis
  Word moved_ = 0;     // by how much that moved the sums
  Word height_ = 0;    // the sum of all rungs
  std::vector<Rung> rungs_;
};

// The smallest number that is no sum of these bases, if their sum is below the modulus.
std::optional<Word> first_gap(Word modulus, std::span<const Word> bases);

// A set of bases whose sum is the modulus, if the sorted bases reach every number up to it: it has
// the same sum as the empty set.
std::optional<Word> wrapping_set(Word modulus, std::span<const Word> bases);

}  // namespace tileproof::modular
