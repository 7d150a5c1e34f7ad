// Which laws does linear algebra over GF(2) keep?  As in layout_laws.hpp: a number, a sentence, one
// predicate, and the operations as a parameter.  Laws that enumerate take at most kExhaustiveBits
// bits.
#pragma once

#include <span>
#include <vector>

#include "core/f2.hpp"
#include "properties/law.hpp"

namespace tileproof::laws {

using f2::Matrix;
using f2::Subspace;

struct F2Operations {
  Word (*apply)(std::span<const Word>, Word) = f2::apply;
  Matrix (*multiply)(const Matrix&, const Matrix&) = f2::multiply;
  Matrix (*transpose)(const Matrix&) = f2::transpose;
  unsigned (*rank)(std::span<const Word>) = f2::rank;
  std::vector<Word> (*kernel)(std::span<const Word>) = f2::kernel;
  std::optional<Word> (*solve)(std::span<const Word>, Word) =
      [](std::span<const Word> columns, Word y) { return f2::Solver(columns).solve(y); };
  std::optional<Matrix> (*inverse)(const Matrix&) = f2::inverse;
  Matrix (*echelon_form)(const Matrix&) = f2::echelon_form;
  Subspace (*span)(std::span<const Word>) = [](std::span<const Word> generators) {
    return Subspace(generators);
  };
  Subspace (*sum)(const Subspace&, const Subspace&) = f2::sum;
  Subspace (*intersection)(const Subspace&, const Subspace&) = f2::intersection;
};

using F2Ops = F2Operations;

// F1. M unit(i) is column i, and M (x ^ y) = M x ^ M y.
LawResult applying_is_linear(const Matrix& m, Word x, Word y, const F2Ops& ops = {});
// F2. (M N) x = M (N x), and the identity is neutral.  Not applicable if the sizes do not match.
LawResult multiplying_is_composition(const Matrix& m, const Matrix& n, const F2Ops& ops = {});
// F3. Row r, column c of M is row c, column r of its transpose; twice gives back M.
LawResult transposing_swaps_rows_and_columns(const Matrix& m, const F2Ops& ops = {});
// F4. M has 2^rank different values, and its transpose has the same rank.  (Exhaustive.)
LawResult rank_counts_the_image(const Matrix& m, const F2Ops& ops = {});
// F5. M x = 0 for just the sums of the kernel's basis; rank + dimension of the kernel = columns;
// the
//     largest bit of each kernel vector is in no other.  (Exhaustive.)
LawResult kernel_is_what_maps_to_zero(const Matrix& m, const F2Ops& ops = {});
// F6. solve(M, y) = x means M x = y, x uses no column that depends on columns before it, and where
// there
//     is no solution y is not in the image.  (Exhaustive.)
LawResult solutions_solve(const Matrix& m, Word y, const F2Ops& ops = {});
// F7. The inverse exists iff M is square and of full rank, and cancels M on both sides.
LawResult inverse_cancels(const Matrix& m, const F2Ops& ops = {});
// F8. The echelon form has the same row space, is its own echelon form, and its pivots (the first
// ones
//     of its rows) move right, each alone in its column.
LawResult echelon_form_is_reduced(const Matrix& m, const F2Ops& ops = {});
// F9. The span contains just the sums of its generators, whatever their order.  (Exhaustive.)
LawResult span_is_all_sums(std::span<const Word> generators, const F2Ops& ops = {});
// F10. A vector is in sum(A, B) iff it is a vector of A plus one of B.  (Exhaustive.)
LawResult sum_is_all_pairwise_sums(const Subspace& a, const Subspace& b, const F2Ops& ops = {});
// F11. A vector is in intersection(A, B) iff it is in both.  (Exhaustive.)
LawResult intersection_is_what_both_have(const Subspace& a,
                                         const Subspace& b,
                                         const F2Ops& ops = {});
// F12. dim sum(A, B) + dim intersection(A, B) = dim A + dim B.
LawResult dimensions_add_up(const Subspace& a, const Subspace& b, const F2Ops& ops = {});
// F13. reduce(v) differs from v by a vector of the subspace, and is the same for all of v's coset.
LawResult reducing_picks_one_of_a_coset(const Subspace& a, Word v, Word w, const F2Ops& ops = {});

}  // namespace tileproof::laws
