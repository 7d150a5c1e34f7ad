#include "properties/law_catalogue.hpp"

namespace tileproof::laws {
namespace {

using gen::Bounds;

Name draw_in(const Layout& l) { return l.in_dims()[*gen::below(l.in_dims().size())].name; }
Name draw_out(const Layout& l) { return l.out_dims()[*gen::below(l.out_dims().size())].name; }

template <auto Law>
LawResult of_any_layout(const Ops& ops, Bounds bounds) {
  return Law(*gen::any_layout(bounds), ops);
}

// A structured layout, so that the counts are not all 1.
template <auto Law>
LawResult of_any_or_vectorizable(const Ops& ops, Bounds bounds) {
  return Law(*rc::gen::oneOf(gen::any_layout(bounds), gen::vectorizable_layout(bounds)), ops);
}

template <auto Law>
LawResult of_invertible(const Ops& ops, Bounds bounds) {
  return Law(*rc::gen::weightedOneOf<Layout>(
                 {{9, gen::invertible_layout(bounds)}, {1, gen::layout(bounds)}}),
             ops);
}

template <auto Law>
LawResult of_surjective(const Ops& ops, Bounds bounds) {
  return Law(*rc::gen::weightedOneOf<Layout>(
                 {{9, gen::surjective_layout(bounds)}, {1, gen::layout(bounds)}}),
             ops);
}

template <auto Law>
LawResult of_factors(const Ops& ops, Bounds bounds) {
  const auto [a, b, c] = *gen::factors(bounds);
  return Law(a, b, ops);
}

template <auto Law>
LawResult of_convertible(const Ops& ops, Bounds bounds) {
  const auto [a, b] = *gen::convertible(bounds);
  return Law(a, b, ops);
}

constexpr LayoutLaw kLayoutLaws[] = {
    {"L1", "ValueIsTheXorOfBases", of_any_layout<value_is_the_xor_of_bases>},
    {"L2", "RebuildingFromBasesGivesBack", of_any_layout<rebuilding_from_bases_gives_back>},
    {"L3", "PrintingShowsEachBasis", of_any_layout<printing_shows_each_basis>},
    {"L4",
     "EqualityUpToOrderIsEqualityOfFunctions",
     [](const Ops& ops, Bounds bounds) {
       const auto [a, b] = *gen::nearly_equal(bounds);
       return equality_up_to_order_is_equality_of_functions(a, b, ops);
     }},
    {"L5",
     "SurjectiveMeansEachValueIsReached",
     of_any_layout<surjective_means_each_value_is_reached>},
    {"L6",
     "InjectiveMeansNoTwoPlacesCollide",
     of_any_layout<injective_means_no_two_places_collide>},
    {"L7",
     "InvertibleMeansInjectiveAndSurjective",
     of_any_layout<invertible_means_injective_and_surjective>},
    {"L8",
     "FreeVariablesAreTheRedundantBits",
     of_any_layout<free_variables_are_the_redundant_bits>},
    {"L9", "ConsecutiveValuesAreCounted", of_any_or_vectorizable<consecutive_values_are_counted>},
    {"L10",
     "VectorsAreTheWidest",
     [](const Ops& ops, Bounds bounds) {
       const auto l = *gen::vectorizable_layout(bounds);
       return vectors_are_the_widest(l, kRegister, kOffset, Word{1} << *gen::below(6), ops);
     }},
    {"L11",
     "ProductIsAssociative",
     [](const Ops& ops, Bounds bounds) {
       const auto [a, b, c] = *gen::factors(bounds);
       return product_is_associative(a, b, c, ops);
     }},
    {"L12", "ProductHasANeutralLayout", of_any_layout<product_has_a_neutral_layout>},
    {"L13", "ProductActsOnLowAndHighParts", of_factors<product_acts_on_low_and_high_parts>},
    {"L14", "LeftDivisionUndoesProduct", of_factors<left_division_undoes_product>},
    {"L15", "RightDivisionUndoesProduct", of_factors<right_division_undoes_product>},
    {"L16",
     "AQuotientIsAFactor",
     [](const Ops& ops, Bounds bounds) {
       const auto [a, b] = *gen::dividend_and_divisor(bounds);
       return a_quotient_is_a_factor(a, b, ops);
     }},
    {"L17",
     "QuotientLeavesOutIdentities",
     [](const Ops& ops, Bounds bounds) {
       const auto l = *gen::endomorphism(bounds);
       return quotient_leaves_out_identities(l, *gen::some_ins(l), ops);
     }},
    {"L18",
     "SublayoutIsTheRestriction",
     [](const Ops& ops, Bounds bounds) {
       const auto l = *gen::any_layout(bounds);
       const auto ins = *gen::some_ins(l);
       return sublayout_is_the_restriction(l, ins, *gen::some_outs(l), ops);
     }},
    {"L19",
     "PartsConcatenateToTheWhole",
     [](const Ops& ops, Bounds bounds) {
       const auto l = *gen::any_layout(bounds);
       const auto ins = *gen::below(l.in_dims().size() + 1);
       return parts_concatenate_to_the_whole(l, ins, *gen::below(l.out_dims().size() + 1), ops);
     }},
    {"L20",
     "TransposingChangesNoValue",
     [](const Ops& ops, Bounds bounds) {
       const auto l = *gen::any_layout(bounds);
       const auto ins = *gen::in_order(l);
       return transposing_changes_no_value(l, ins, *gen::out_order(l), ops);
     }},
    {"L21",
     "ReshapingKeepsTheFlatMap",
     [](const Ops& ops, Bounds bounds) {
       const auto l = *gen::any_layout(bounds);
       const auto ins = *gen::split(l.total_in_bits());
       return reshaping_keeps_the_flat_map(l, ins, *gen::split(l.total_out_bits()), ops);
     }},
    {"L22", "FlatteningIsReshapingToOneDim", of_any_layout<flattening_is_reshaping_to_one_dim>},
    {"L23",
     "ResizeInRestricts",
     [](const Ops& ops, Bounds bounds) {
       const auto l = *gen::any_layout(bounds);
       const Name in = draw_in(l);
       return resize_in_restricts(l, in, Word{1} << *gen::below(l.in_bits(in) + 1), ops);
     }},
    {"L24",
     "ResizeOutClearsLargeCoordinates",
     [](const Ops& ops, Bounds bounds) {
       const auto l = *gen::any_layout(bounds);
       const Name out = draw_out(l);
       const Word bits = *gen::below(log2_exact(l.out_size(out)) + 1);
       return resize_out_clears_large_coordinates(l, out, Word{1} << bits, ops);
     }},
    {"L25",
     "RemoveZeroBasesKeepsTheOthers",
     [](const Ops& ops, Bounds bounds) {
       const auto l = *gen::layout_with_zero_bases(bounds);
       return remove_zero_bases_keeps_the_others(l, draw_in(l), ops);
     }},
    {"L26",
     "RenamingOnlyRenames",
     [](const Ops& ops, Bounds bounds) {
       const auto l = *gen::any_layout(bounds);
       const Name in = draw_in(l);
       return renaming_only_renames(l, in, draw_out(l), ops);
     }},
    {"L27",
     "StandardIdentityCountsInOrder",
     [](const Ops& ops, Bounds bounds) {
       const auto dims = *gen::split(static_cast<unsigned>(*gen::below(bounds.max_bits + 1)));
       std::vector<Word> shape;
       for (const auto& [name, size] : dims) shape.push_back(size);
       const auto drawn = *gen::permutation(static_cast<unsigned>(shape.size()));
       const std::vector<Word> order(drawn.begin(), drawn.end());
       return standard_identity_counts_in_order(shape, order, ops);
     }},
    {"L28",
     "ComposeIsFunctionComposition",
     [](const Ops& ops, Bounds bounds) {
       const auto [f, g, h] = *gen::composable(bounds);
       return compose_is_function_composition(f, g, ops);
     }},
    {"L29",
     "ComposeIsAssociative",
     [](const Ops& ops, Bounds bounds) {
       const auto [f, g, h] = *gen::composable(bounds);
       return compose_is_associative(f, g, h, ops);
     }},
    {"L30", "InvertingTwiceGivesBack", of_invertible<inverting_twice_gives_back>},
    {"L31", "ALayoutAndItsInverseCancel", of_invertible<a_layout_and_its_inverse_cancel>},
    {"L32", "PseudoinverseIsARightInverse", of_surjective<pseudoinverse_is_a_right_inverse>},
    {"L33", "PseudoinverseUsesNoFreeVariable", of_surjective<pseudoinverse_uses_no_free_variable>},
    {"L34", "ConversionFindsTheSameValues", of_convertible<conversion_finds_the_same_values>},
    {"L35",
     "ConversionKeepsEqualDims",
     [](const Ops& ops, Bounds bounds) {
       const auto [a, b] = *gen::sharing_a_dim(bounds);
       return conversion_keeps_equal_dims(a, b, ops);
     }},
    {"L36",
     "ConversionExistsWhereValuesDo",
     [](const Ops& ops, Bounds bounds) {
       const auto [a, b] = *gen::convertible(bounds);
       // Against another layout of the same dimensions, which may lack values of a.
       const auto [c, d] = *gen::nearly_equal(bounds);
       return *gen::below(2) == 0 ? conversion_exists_where_values_do(a, b, ops)
                                  : conversion_exists_where_values_do(c, d, ops);
     }},
    {"L37",
     "MinimalConversionLeavesOutIdentities",
     [](const Ops& ops, Bounds bounds) {
       const auto [a, b] = *rc::gen::oneOf(gen::convertible(bounds), gen::sharing_a_dim(bounds));
       return minimal_conversion_leaves_out_identities(b, a, ops);
     }},
};

constexpr F2Law kF2Laws[] = {
    {"F1",
     "ApplyingIsLinear",
     [](const F2Ops& ops, unsigned bits) {
       const auto m = *gen::matrix(bits, bits);
       const Word x = *gen::word(bits);
       return applying_is_linear(m, x, *gen::word(bits), ops);
     }},
    {"F2",
     "MultiplyingIsComposition",
     [](const F2Ops& ops, unsigned bits) {
       const auto [left, right] = *gen::multipliable(bits);
       return multiplying_is_composition(left, right, ops);
     }},
    {"F3",
     "TransposingSwapsRowsAndColumns",
     [](const F2Ops& ops, unsigned bits) {
       return transposing_swaps_rows_and_columns(*gen::matrix(bits, bits), ops);
     }},
    {"F4",
     "RankCountsTheImage",
     [](const F2Ops& ops, unsigned bits) {
       return rank_counts_the_image(*gen::matrix(bits, bits), ops);
     }},
    {"F5",
     "KernelIsWhatMapsToZero",
     [](const F2Ops& ops, unsigned bits) {
       return kernel_is_what_maps_to_zero(*gen::matrix(bits, bits), ops);
     }},
    {"F6",
     "SolutionsSolve",
     [](const F2Ops& ops, unsigned bits) {
       const auto m = *gen::matrix(bits, bits);
       const bool reachable = *gen::below(4) != 0;
       const Word x = *gen::word(static_cast<unsigned>(m.columns.size()));
       return solutions_solve(m, reachable ? f2::apply(m.columns, x) : *gen::word(m.rows), ops);
     }},
    {"F7",
     "InverseCancels",
     [](const F2Ops& ops, unsigned bits) {
       const auto size = static_cast<unsigned>(1 + *gen::below(bits));
       return inverse_cancels(
           *gen::below(4) != 0 ? *gen::invertible_matrix(size) : *gen::matrix(bits, bits), ops);
     }},
    {"F8",
     "EchelonFormIsReduced",
     [](const F2Ops& ops, unsigned bits) {
       return echelon_form_is_reduced(*gen::matrix(bits, bits), ops);
     }},
    {"F9",
     "SpanIsAllSums",
     [](const F2Ops& ops, unsigned bits) {
       return span_is_all_sums((*gen::matrix(bits, bits)).columns, ops);
     }},
    {"F10",
     "SumIsAllPairwiseSums",
     [](const F2Ops& ops, unsigned bits) {
       const auto a = *gen::subspace(bits / 2);
       return sum_is_all_pairwise_sums(a, *gen::subspace(bits / 2), ops);
     }},
    {"F11",
     "IntersectionIsWhatBothHave",
     [](const F2Ops& ops, unsigned bits) {
       const auto a = *gen::subspace(bits);
       return intersection_is_what_both_have(a, *gen::subspace(bits), ops);
     }},
    {"F12",
     "DimensionsAddUp",
     [](const F2Ops& ops, unsigned bits) {
       const auto a = *gen::subspace(bits);
       return dimensions_add_up(a, *gen::subspace(bits), ops);
     }},
    {"F13",
     "ReducingPicksOneOfACoset",
     [](const F2Ops& ops, unsigned bits) {
       const auto a = *gen::subspace(bits);
       const Word v = *gen::word(bits);
       return reducing_picks_one_of_a_coset(a, v, *gen::word(bits), ops);
     }},
};

}  // namespace

std::span<const LayoutLaw> layout_laws() { return kLayoutLaws; }
std::span<const F2Law> f2_laws() { return kF2Laws; }

}  // namespace tileproof::laws
