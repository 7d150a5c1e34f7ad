#include "properties/cute/generators.hpp"
#include "properties/cute/laws.hpp"

namespace tileproof::laws {
namespace {

using namespace cute;
using gen::Choices;
using Ops = CuteOperations;

std::string text_of(const Layout& a) { return cute::print(a); }

struct Pair {
  Layout a;
  Layout b;
};
std::string text_of(const Pair& pair) {
  return cute::print(pair.a) + " and " + cute::print(pair.b);
}

constexpr auto kText = [](const auto& subject) { return text_of(subject); };

bool are_valid(const auto&... layouts) { return (... && !check(layouts)); }

template <auto Law, Layout (*Draw)(Choices&)>
Trial of_one(const Ops& ops, Choices& choices) {
  const Layout a = Draw(choices);
  if (!are_valid(a)) return {LawResult::not_applicable(), ""};
  return trial(Law(a, ops), a, kText);
}

template <auto Law, Pair (*Draw)(Choices&)>
Trial of_two(const Ops& ops, Choices& choices) {
  const Pair pair = Draw(choices);
  if (!are_valid(pair.a, pair.b)) return {LawResult::not_applicable(), ""};
  return trial(Law(pair.a, pair.b, ops), pair, kText);
}

// With strides of both signs, a swizzle and an offset, which can be written but not all be computed
// with.
Layout signed_layout(Choices& choices) {
  Layout layout = draw_layout(choices, 6, /*negative=*/true);
  if (choices.one_in(3)) layout.offset = draw_below(choices, 40) - 20;
  return layout;
}
Layout swizzled(Choices& choices) { return draw_swizzled(choices, 6); }
Layout with_swizzle_alone(Choices& choices) {
  return draw_swizzled(choices, 6, /*has_offset=*/false);
}
Layout any(Choices& choices) {
  return choices.one_in(3) ? signed_layout(choices) : swizzled(choices);
}
Layout without_swizzle(Choices& choices) { return draw_layout(choices, 6); }

// B picks elements of A: half of the time every n-th of some, which CuTe can compute.
Pair composed(Choices& choices) {
  const Layout a = draw_swizzled(choices, 5);
  if (choices.one_in(2)) {
    Layout b = draw_layout(choices, 5, /*negative=*/true);
    if (choices.one_in(4)) b = draw_swizzled(choices, 5, /*has_offset=*/false);
    return {a, b};
  }
  const Int step = 1 + draw_below(choices, 4);
  return {a, {std::nullopt, 0, leaf(1 + draw_below(choices, size(a.mode)), step)}};
}

// Half of the time every n-th element.
Pair divided(Choices& choices) {
  const Layout a = draw_layout(choices, 8);
  if (choices.one_in(2)) return {a, draw_layout(choices, 4)};
  return {a, {std::nullopt, 0, leaf(1 + draw_below(choices, 4), 1 + draw_below(choices, 3))}};
}
Pair multiplied(Choices& choices) {
  const Layout block = draw_swizzled(choices, 5);
  return {block, draw_layout(choices, 4)};
}

// For a block to be repeated, its strides must leave room.
Trial ordered(const Ops& ops, Choices& choices) {
  const Layout a = draw_layout(choices, 5);
  const Tiler tiler = draw_tiler(choices, a, 3);
  if (!are_valid(a)) return {LawResult::not_applicable(), ""};
  return trial(cute_orders_only_move_modes(a, tiler, ops), a, [&](const Layout& layout) {
    return cute::print(layout) + " and " + cute::print(tiler);
  });
}

Trial associated(const Ops& ops, Choices& choices) {
  const auto compact = [&](Int max_size) {
    const Int first = 1 + draw_below(choices, max_size);
    const Int second = 1 + draw_below(choices, max_size);
    const bool is_turned = choices.one_in(2);
    return Layout{
        std::nullopt,
        0,
        tuple({leaf(first, is_turned ? second : 1), leaf(second, is_turned ? 1 : first)})};
  };
  const Layout a = draw_swizzled(choices, 6);
  const Layout b = compact(4);
  const Layout c = choices.one_in(2) ? compact(3) : draw_layout(choices, 3);
  if (!are_valid(a)) return {LawResult::not_applicable(), ""};
  return trial(cute_composition_is_associative(a, b, c, ops), a, [&](const Layout& layout) {
    return cute::print(layout) + " and " + cute::print(b) + " and " + cute::print(c);
  });
}

Trial completed(const Ops& ops, Choices& choices) {
  const Layout a = draw_swizzled(choices, 4);
  const Int target = 1 + draw_below(choices, 60);
  if (!are_valid(a)) return {LawResult::not_applicable(), ""};
  return trial(cute_complement_fills_the_rest(a, target, ops), a, [&](const Layout& layout) {
    return cute::print(layout) + " up to " + std::to_string(target);
  });
}

Trial recast_to(const Ops& ops, Choices& choices) {
  const Layout a = draw_swizzled(choices, 6);
  const Int old_bits = choices.of<Int>({8, 16, 32, 24, 12});
  const Int new_bits = choices.of<Int>({16, 32, 8, 24, 12});
  if (!are_valid(a)) return {LawResult::not_applicable(), ""};
  return trial(
      cute_recasting_keeps_the_bytes(a, old_bits, new_bits, ops), a, [&](const Layout& layout) {
        return cute::print(layout) + " from " + std::to_string(old_bits) + " to " +
               std::to_string(new_bits) + " bits";
      });
}

constexpr FamilyLaw<Ops> kLaws[] = {
    {"C1",
     "CuteTextGivesBack",
     "Parsing what was printed of a layout gives the layout.",
     of_one<cute_text_gives_back, any>},
    {"C2",
     "CuteDefinitionSumsProducts",
     "The definition gives the swizzled sum of each leaf's stride times its coordinate.",
     of_one<cute_definition_sums_products, any>},
    {"C3",
     "CuteIndexCountsTheFirstLeafFastest",
     "Read as a function of one integer, the first leaf changes fastest and the last mode goes on.",
     of_one<cute_index_counts_the_first_leaf_fastest, any>},
    {"C4",
     "CuteCoordinatesMeanTheirIndex",
     "An index and one coordinate for each mode mean the leaves that division gives.",
     of_one<cute_coordinates_mean_their_index, without_swizzle>},
    {"C5",
     "CuteCosizeEndsTheOffsets",
     "The cosize is 1 more than the largest offset, where no stride is below 0.",
     of_one<cute_cosize_ends_the_offsets, without_swizzle>},
    {"C6",
     "CuteTakenOffsetsAreCounted",
     "The offsets that a layout takes are counted once each, and the first free one is found.",
     of_one<cute_taken_offsets_are_counted, swizzled>},
    {"C7",
     "CuteCoalescingKeepsTheFunction",
     "A coalesced layout is flat, has the fewest modes, and gives the same offsets.",
     of_one<cute_coalescing_keeps_the_function, swizzled>},
    {"C8",
     "CuteCoalescingKeepsTheModes",
     "Coalescing by mode keeps the size of each mode and all offsets.",
     of_one<cute_coalescing_keeps_the_modes, swizzled>},
    {"C9",
     "CuteFilteringDropsCopies",
     "A filtered layout gives the offsets of the modes that move, once each.",
     of_one<cute_filtering_drops_copies, swizzled>},
    {"C10",
     "CuteRightInverseUndoes",
     "A(R(i)) = i for a right inverse R, which is whole where A has an inverse.",
     of_one<cute_right_inverse_undoes, with_swizzle_alone>},
    {"C11",
     "CuteLeftInverseUndoes",
     "A(R(A(i))) = A(i) for a left inverse R.",
     of_one<cute_left_inverse_undoes, with_swizzle_alone>},
    {"C12",
     "CuteCompositionIsOneAfterTheOther",
     "(A o B)(i) = A(B(i)), in B's shape or a refinement of it.",
     of_two<cute_composition_is_one_after_the_other, composed>},
    {"C13",
     "CuteCompositionIsAssociative",
     "(A o B) o C and A o (B o C) give the same offsets, for C within B.",
     associated},
    {"C14",
     "CuteComplementFillsTheRest",
     "Copies of A at the complement's offsets fill all up to the target and do not meet.",
     completed},
    {"C15",
     "CuteDivisionCutsIntoTiles",
     "Divided, each element of A is in just one tile, at the place that the tile says.",
     of_two<cute_division_cuts_into_tiles, divided>},
    {"C16",
     "CuteProductRepeatsTheBlock",
     "A product has the block's copies in the tiler's order, of which no two meet.",
     of_two<cute_product_repeats_the_block, multiplied>},
    {"C17",
     "CuteProductsPairTheirModes",
     "Blocked and raked products have the block's and the tiler's modes in pairs.",
     of_two<cute_products_pair_their_modes, multiplied>},
    {"C18",
     "CuteOrdersOnlyMoveModes",
     "Zipped, tiled and flat are the logical product with its modes in another order.",
     ordered},
    {"C19",
     "CuteRecastingKeepsTheBytes",
     "Recast, each element lies in the element of the other width that has its bits.",
     recast_to},
};

template <Layout (*Draw)(Choices&)>
Drawn drawn(Choices& choices) {
  const Layout a = Draw(choices);
  return {cute::print(a), degeneracy(a)};
}

}  // namespace

std::span<const FamilyLaw<Ops>> cute_laws() { return kLaws; }

std::vector<Generator> cute_generators() {
  return {{"CuteWithSwizzle", drawn<swizzled>},
          {"CuteWithStridesOfBothSigns", drawn<signed_layout>},
          {"CuteWithoutSwizzle", drawn<without_swizzle>}};
}

}  // namespace tileproof::laws
