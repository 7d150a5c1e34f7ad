#include "properties/law_catalogue.hpp"
#include "properties/subject_text.hpp"

namespace tileproof::laws {
namespace {

using gen::said;
using gen::Source;
using gen::tell;

constexpr F2Law kF2Laws[] = {
    {"F1",
     "ApplyingIsLinear",
     "M unit(i) is column i, and M (x ^ y) = M x ^ M y",
     [](Source& source, const F2Ops& ops, unsigned bits) {
       const auto m = said(source, "m", gen::matrix(source, bits, bits));
       const Word x = said(source, "x", gen::word(source, bits));
       return applying_is_linear(m, x, said(source, "y", gen::word(source, bits)), ops);
     }},
    {"F2",
     "MultiplyingIsComposition",
     "(M N) x = M (N x), and the identity is neutral. Not applicable if the sizes do not "
     "match",
     [](Source& source, const F2Ops& ops, unsigned bits) {
       const auto [left, right] = gen::multipliable(source, bits);
       tell(source, "left", left);
       tell(source, "right", right);
       return multiplying_is_composition(left, right, ops);
     }},
    {"F3",
     "TransposingSwapsRowsAndColumns",
     "Row r, column c of M is row c, column r of its transpose; twice gives back M",
     [](Source& source, const F2Ops& ops, unsigned bits) {
       return transposing_swaps_rows_and_columns(said(source, "m", gen::matrix(source, bits, bits)),
                                                 ops);
     }},
    {"F4",
     "RankCountsTheImage",
     "M has 2^rank different values, and its transpose has the same rank",
     [](Source& source, const F2Ops& ops, unsigned bits) {
       return rank_counts_the_image(said(source, "m", gen::matrix(source, bits, bits)), ops);
     }},
    {"F5",
     "KernelIsWhatMapsToZero",
     "M x = 0 for just the sums of the kernel's basis; rank + dimension of the kernel = "
     "columns; the largest bit of each kernel vector is in no other",
     [](Source& source, const F2Ops& ops, unsigned bits) {
       return kernel_is_what_maps_to_zero(said(source, "m", gen::matrix(source, bits, bits)), ops);
     }},
    {"F6",
     "SolutionsSolve",
     "solve(M, y) = x means M x = y, x uses no column that depends on columns before it, "
     "and where there is no solution y is not in the image",
     [](Source& source, const F2Ops& ops, unsigned bits) {
       const auto m = said(source, "m", gen::matrix(source, bits, bits));
       const bool reachable = gen::below(source, 4) != 0;
       const Word drawn =
           gen::word(source, reachable ? static_cast<unsigned>(m.columns.size()) : m.rows);
       const Word y = said(source, "y", reachable ? f2::apply(m.columns, drawn) : drawn);
       return solutions_solve(m, y, ops);
     }},
    {"F7",
     "InverseCancels",
     "The inverse exists iff M is square and of full rank, and cancels M on both sides",
     [](Source& source, const F2Ops& ops, unsigned bits) {
       const bool is_any = gen::below(source, 4) == 3;
       const auto size = static_cast<unsigned>(1 + gen::below(source, bits));
       const auto m =
           is_any ? gen::matrix(source, size, size) : gen::invertible_matrix(source, size);
       return inverse_cancels(said(source, "m", m), ops);
     }},
    {"F8",
     "EchelonFormIsReduced",
     "The echelon form has the same row space, is its own echelon form, and its pivots "
     "(the first ones of its rows) move right, each alone in its column",
     [](Source& source, const F2Ops& ops, unsigned bits) {
       return echelon_form_is_reduced(said(source, "m", gen::matrix(source, bits, bits)), ops);
     }},
    {"F9",
     "SpanIsAllSums",
     "The span contains just the sums of its generators, whatever their order",
     [](Source& source, const F2Ops& ops, unsigned bits) {
       return span_is_all_sums(said(source, "m", gen::matrix(source, bits, bits)).columns, ops);
     }},
    {"F10",
     "SumIsAllPairwiseSums",
     "A vector is in sum(A, B) iff it is a vector of A plus one of B",
     [](Source& source, const F2Ops& ops, unsigned bits) {
       const auto a = said(source, "a", gen::subspace(source, bits / 2));
       return sum_is_all_pairwise_sums(a, said(source, "b", gen::subspace(source, bits / 2)), ops);
     }},
    {"F11",
     "IntersectionIsWhatBothHave",
     "A vector is in intersection(A, B) iff it is in both",
     [](Source& source, const F2Ops& ops, unsigned bits) {
       const auto a = said(source, "a", gen::subspace(source, bits));
       return intersection_is_what_both_have(
           a, said(source, "b", gen::subspace(source, bits)), ops);
     }},
    {"F12",
     "DimensionsAddUp",
     "dim sum(A, B) + dim intersection(A, B) = dim A + dim B",
     [](Source& source, const F2Ops& ops, unsigned bits) {
       const auto a = said(source, "a", gen::subspace(source, bits));
       return dimensions_add_up(a, said(source, "b", gen::subspace(source, bits)), ops);
     }},
    {"F13",
     "ReducingPicksOneOfACoset",
     "reduce(v) differs from v by a vector of the subspace, and is the same for all of v's "
     "coset",
     [](Source& source, const F2Ops& ops, unsigned bits) {
       const auto a = said(source, "a", gen::subspace(source, bits));
       const Word v = said(source, "v", gen::word(source, bits));
       return reducing_picks_one_of_a_coset(a, v, said(source, "w", gen::word(source, bits)), ops);
     }},
};

}  // namespace

std::span<const F2Law> f2_laws() { return kF2Laws; }

}  // namespace tileproof::laws
