#include "properties/law_catalogue.hpp"
#include "properties/subject_text.hpp"

namespace tileproof::laws {
namespace {

using gen::Bounds;
using gen::said;
using gen::Source;
using gen::tell;

Name draw_in(Source& source, const Layout& l) {
  return l.in_dims()[gen::below(source, l.in_dims().size())].name;
}
Name draw_out(Source& source, const Layout& l) {
  return l.out_dims()[gen::below(source, l.out_dims().size())].name;
}

template <auto Law>
LawResult of_any_layout(Source& source, const Ops& ops, Bounds bounds) {
  return Law(said(source, "l", gen::any_layout(source, bounds)), ops);
}

// A structured layout, so that the counts are not all 1.
template <auto Law>
LawResult of_any_or_vectorizable(Source& source, const Ops& ops, Bounds bounds) {
  const bool is_any = gen::below(source, 2) == 0;
  return Law(
      said(source,
           "l",
           is_any ? gen::any_layout(source, bounds) : gen::vectorizable_layout(source, bounds)),
      ops);
}

template <auto Law>
LawResult of_invertible(Source& source, const Ops& ops, Bounds bounds) {
  const bool is_any = gen::below(source, 10) == 9;
  return Law(said(source,
                  "l",
                  is_any ? gen::layout(source, bounds) : gen::invertible_layout(source, bounds)),
             ops);
}

template <auto Law>
LawResult of_surjective(Source& source, const Ops& ops, Bounds bounds) {
  const bool is_any = gen::below(source, 10) == 9;
  return Law(said(source,
                  "l",
                  is_any ? gen::layout(source, bounds) : gen::surjective_layout(source, bounds)),
             ops);
}

template <auto Law>
LawResult of_factors(Source& source, const Ops& ops, Bounds bounds) {
  const auto [a, b, c] = gen::factors(source, bounds);
  tell(source, "a", a);
  tell(source, "b", b);
  return Law(a, b, ops);
}

template <auto Law>
LawResult of_convertible(Source& source, const Ops& ops, Bounds bounds) {
  const auto [a, b] = gen::convertible(source, bounds);
  tell(source, "a", a);
  tell(source, "b", b);
  return Law(a, b, ops);
}

constexpr LayoutLaw kLayoutLaws[] = {
    {"L1",
     "ValueIsTheXorOfBases",
     "The value at a place is the XOR of the bases that the place selects",
     of_any_layout<value_is_the_xor_of_bases>},
    {"L2",
     "RebuildingFromBasesGivesBack",
     "A layout made again from its bases is the same layout",
     of_any_layout<rebuilding_from_bases_gives_back>},
    {"L3",
     "PrintingShowsEachBasis",
     "What is printed can be read back: each basis, each size, each name",
     of_any_layout<printing_shows_each_basis>},
    {"L4",
     "EqualityUpToOrderIsEqualityOfFunctions",
     "Two layouts are equal up to order iff they are the same function of named "
     "coordinates",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto [a, b] = gen::nearly_equal(source, bounds);
       tell(source, "a", a);
       tell(source, "b", b);
       return equality_up_to_order_is_equality_of_functions(a, b, ops);
     }},
    {"L5",
     "SurjectiveMeansEachValueIsReached",
     "A layout is surjective iff each value is reached",
     of_any_layout<surjective_means_each_value_is_reached>},
    {"L6",
     "InjectiveMeansNoTwoPlacesCollide",
     "A layout is injective iff no two places have one value",
     of_any_layout<injective_means_no_two_places_collide>},
    {"L7",
     "InvertibleMeansInjectiveAndSurjective",
     "A layout is invertible iff it is injective and surjective",
     of_any_layout<invertible_means_injective_and_surjective>},
    {"L8",
     "FreeVariablesAreTheRedundantBits",
     "The free variables are zero iff the layout is injective; an index without them "
     "reaches each value just once; and each depends on earlier bits only",
     of_any_layout<free_variables_are_the_redundant_bits>},
    {"L9",
     "ConsecutiveValuesAreCounted",
     "n = num_consecutive_in_out is the largest power of two such that adding k < n to a "
     "multiple of n in the first in-dim adds k in the first out-dim and nothing elsewhere",
     of_any_or_vectorizable<consecutive_values_are_counted>},
    {"L10",
     "VectorsAreTheWidest",
     "v = largest_vectorization is the largest power of two <= max such that some log2(v) "
     "bits of `in`, taken as a number k, add k to offsets that are multiples of v",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto l = said(source, "l", gen::vectorizable_layout(source, bounds));
       const Word max = said(source, "max", Word{1} << gen::below(source, 6));
       return vectors_are_the_widest(l, kRegister, kOffset, max, ops);
     }},
    {"L11",
     "ProductIsAssociative",
     "product(product(a, b), c) = product(a, product(b, c)), where dimension orders allow "
     "both",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto [a, b, c] = gen::factors(source, bounds);
       tell(source, "a", a);
       tell(source, "b", b);
       tell(source, "c", c);
       return product_is_associative(a, b, c, ops);
     }},
    {"L12",
     "ProductHasANeutralLayout",
     "The layout of no dimensions is neutral for product, on both sides",
     of_any_layout<product_has_a_neutral_layout>},
    {"L13",
     "ProductActsOnLowAndHighParts",
     "product(a, b) at x + |a| y is a(x) + |a| b(y), in each dimension",
     of_factors<product_acts_on_low_and_high_parts>},
    {"L14",
     "LeftDivisionUndoesProduct",
     "divide_left(product(a, b), a) is b",
     of_factors<left_division_undoes_product>},
    {"L15",
     "RightDivisionUndoesProduct",
     "divide_right(product(a, b), b) is a",
     of_factors<right_division_undoes_product>},
    {"L16",
     "AQuotientIsAFactor",
     "What a division gives is a factor: product(b, divide_left(a, b)) = a, and so on the "
     "right",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto [a, b] = gen::dividend_and_divisor(source, bounds);
       tell(source, "a", a);
       tell(source, "b", b);
       return a_quotient_is_a_factor(a, b, ops);
     }},
    {"L17",
     "QuotientLeavesOutIdentities",
     "quotient(l, dims) exists iff l keeps the coordinates `dims` and uses them for "
     "nothing else; then its product with their identities is l",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto l = said(source, "l", gen::endomorphism(source, bounds));
       return quotient_leaves_out_identities(
           l, said(source, "dims", gen::some_ins(source, l)), ops);
     }},
    {"L18",
     "SublayoutIsTheRestriction",
     "The sublayout is the layout where the other in-dims are 0 and the other out-dims are "
     "ignored",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto l = said(source, "l", gen::any_layout(source, bounds));
       const auto ins = said(source, "ins", gen::some_ins(source, l));
       return sublayout_is_the_restriction(
           l, ins, said(source, "outs", gen::some_outs(source, l)), ops);
     }},
    {"L19",
     "PartsConcatenateToTheWhole",
     "Cut after the first `ins` in-dims (or `outs` out-dims), the parts concatenate to the "
     "whole",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto l = said(source, "l", gen::any_layout(source, bounds));
       const auto ins = said(source, "ins", gen::below(source, l.in_dims().size() + 1));
       return parts_concatenate_to_the_whole(
           l, ins, said(source, "outs", gen::below(source, l.out_dims().size() + 1)), ops);
     }},
    {"L20",
     "TransposingChangesNoValue",
     "Transposing changes the order of dimensions and no value, and can be undone",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto l = said(source, "l", gen::any_layout(source, bounds));
       const auto ins = said(source, "ins", gen::in_order(source, l));
       return transposing_changes_no_value(
           l, ins, said(source, "outs", gen::out_order(source, l)), ops);
     }},
    {"L21",
     "ReshapingKeepsTheFlatMap",
     "Reshaping keeps the map from flat index to flat value, and can be undone",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto l = said(source, "l", gen::any_layout(source, bounds));
       const auto ins = said(source, "ins", gen::split(source, l.total_in_bits()));
       return reshaping_keeps_the_flat_map(
           l, ins, said(source, "outs", gen::split(source, l.total_out_bits())), ops);
     }},
    {"L22",
     "FlatteningIsReshapingToOneDim",
     "Flattening is reshaping to one dimension under the first name",
     of_any_layout<flattening_is_reshaping_to_one_dim>},
    {"L23",
     "ResizeInRestricts",
     "resize_in restricts the layout to indices below the size",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto l = said(source, "l", gen::any_layout(source, bounds));
       const Name in = said(source, "in", draw_in(source, l));
       const Word bits = gen::below(source, l.in_bits(in) + 1);
       return resize_in_restricts(l, in, said(source, "size", Word{1} << bits), ops);
     }},
    {"L24",
     "ResizeOutClearsLargeCoordinates",
     "resize_out keeps the bases' coordinates below the size, and makes the others 0",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto l = said(source, "l", gen::any_layout(source, bounds));
       const Name out = said(source, "out", draw_out(source, l));
       const Word bits = gen::below(source, log2_exact(l.out_size(out)) + 1);
       return resize_out_clears_large_coordinates(
           l, out, said(source, "size", Word{1} << bits), ops);
     }},
    {"L25",
     "RemoveZeroBasesKeepsTheOthers",
     "remove_zero_bases leaves the other bases in their order, and none that is zero",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto l = said(source, "l", gen::layout_with_zero_bases(source, bounds));
       return remove_zero_bases_keeps_the_others(l, said(source, "in", draw_in(source, l)), ops);
     }},
    {"L26",
     "RenamingOnlyRenames",
     "Renaming a dimension changes its name and nothing else",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto l = said(source, "l", gen::any_layout(source, bounds));
       const Name in = said(source, "in", draw_in(source, l));
       return renaming_only_renames(l, in, said(source, "out", draw_out(source, l)), ops);
     }},
    {"L27",
     "StandardIdentityCountsInOrder",
     "identity_standard_nd counts through the shape, order[0] fastest",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto dims =
           gen::split(source, static_cast<unsigned>(gen::below(source, bounds.max_bits + 1)));
       std::vector<Word> shape;
       for (const auto& [name, size] : dims) shape.push_back(size);
       const auto drawn = gen::permutation(source, static_cast<unsigned>(shape.size()));
       const std::vector<Word> order(drawn.begin(), drawn.end());
       tell(source, "shape", std::span<const Word>(shape));
       tell(source, "order", std::span<const Word>(order));
       return standard_identity_counts_in_order(shape, order, ops);
     }},
    {"L28",
     "ComposeIsFunctionComposition",
     "compose(f, g)(x) = g(f(x))",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto [f, g, h] = gen::composable(source, bounds);
       tell(source, "f", f);
       tell(source, "g", g);
       return compose_is_function_composition(f, g, ops);
     }},
    {"L29",
     "ComposeIsAssociative",
     "compose is associative",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto [f, g, h] = gen::composable(source, bounds);
       tell(source, "f", f);
       tell(source, "g", g);
       tell(source, "h", h);
       return compose_is_associative(f, g, h, ops);
     }},
    {"L30",
     "InvertingTwiceGivesBack",
     "invert exists iff the layout is invertible, and invert(invert(l)) = l",
     of_invertible<inverting_twice_gives_back>},
    {"L31",
     "ALayoutAndItsInverseCancel",
     "invert(l)(l(x)) = x and l(invert(l)(y)) = y",
     of_invertible<a_layout_and_its_inverse_cancel>},
    {"L32",
     "PseudoinverseIsARightInverse",
     "l(pseudoinvert(l)(y)) = y; it exists iff l is surjective",
     of_surjective<pseudoinverse_is_a_right_inverse>},
    {"L33",
     "PseudoinverseUsesNoFreeVariable",
     "pseudoinvert uses no free variable",
     of_surjective<pseudoinverse_uses_no_free_variable>},
    {"L34",
     "ConversionFindsTheSameValues",
     "b(invert_and_compose(a, b)(x)) = a(x)",
     of_convertible<conversion_finds_the_same_values>},
    {"L35",
     "ConversionKeepsEqualDims",
     "invert_and_compose(a, b) maps an in-dim with the same bases in both to itself alone",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const auto [a, b] = gen::sharing_a_dim(source, bounds);
       tell(source, "a", a);
       tell(source, "b", b);
       return conversion_keeps_equal_dims(a, b, ops);
     }},
    {"L36",
     "ConversionExistsWhereValuesDo",
     "invert_and_compose(a, b) fails only where b lacks a value of a",
     [](Source& source, const Ops& ops, Bounds bounds) {
       // Against another layout of the same dimensions, which may lack values of a.
       const bool may_lack = gen::below(source, 2) == 0;
       const auto [a, b] =
           may_lack ? gen::nearly_equal(source, bounds) : gen::convertible(source, bounds);
       tell(source, "a", a);
       tell(source, "b", b);
       return conversion_exists_where_values_do(a, b, ops);
     }},
    {"L37",
     "MinimalConversionLeavesOutIdentities",
     "minimal_conversion(b, a), with the identities that it left out, is "
     "invert_and_compose(a, b); and the last shared in-dims that could still be left out "
     "are none",
     [](Source& source, const Ops& ops, Bounds bounds) {
       const bool shares = gen::below(source, 2) == 0;
       const auto [a, b] =
           shares ? gen::sharing_a_dim(source, bounds) : gen::convertible(source, bounds);
       tell(source, "a", a);
       tell(source, "b", b);
       return minimal_conversion_leaves_out_identities(b, a, ops);
     }},
};

}  // namespace

std::span<const LayoutLaw> layout_laws() { return kLayoutLaws; }

}  // namespace tileproof::laws
