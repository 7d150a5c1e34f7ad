#include "properties/cute/generators.hpp"
#include "properties/cute/laws.hpp"

namespace tileproof::laws {
namespace {

using namespace cute;
using gen::Source;
using Ops = CuteOperations;

struct Pair {
  Layout a;
  Layout b;
};

bool are_valid(const auto&... layouts) { return (... && !check(layouts)); }

template <auto Law, Layout (*Draw)(Source&)>
LawResult of_one(Source& source, const Ops& ops) {
  const Layout a = Draw(source);
  source.say("layout", [&] { return cute::print(a); });
  return are_valid(a) ? Law(a, ops) : LawResult::not_applicable();
}

template <auto Law, Pair (*Draw)(Source&)>
LawResult of_two(Source& source, const Ops& ops) {
  const Pair pair = Draw(source);
  source.say("a", [&] { return cute::print(pair.a); });
  source.say("b", [&] { return cute::print(pair.b); });
  return are_valid(pair.a, pair.b) ? Law(pair.a, pair.b, ops) : LawResult::not_applicable();
}

// With strides of both signs, a swizzle and an offset, which can be written but not all be computed
// with.
Layout signed_layout(Source& source) {
  Layout layout = draw_layout(source, 6, /*negative=*/true);
  if (source.one_in(3)) layout.offset = draw_below(source, 40) - 20;
  return layout;
}
Layout swizzled(Source& source) { return draw_swizzled(source, 6); }
Layout with_swizzle_alone(Source& source) { return draw_swizzled(source, 6, /*has_offset=*/false); }
Layout any(Source& source) { return source.one_in(3) ? signed_layout(source) : swizzled(source); }
Layout without_swizzle(Source& source) { return draw_layout(source, 6); }

// B picks elements of A: half of the time every n-th of some, which CuTe can compute.
Pair composed(Source& source) {
  const Layout a = draw_swizzled(source, 5);
  if (source.one_in(2)) {
    Layout b = draw_layout(source, 5, /*negative=*/true);
    if (source.one_in(4)) b = draw_swizzled(source, 5, /*has_offset=*/false);
    return {a, b};
  }
  const Int step = 1 + draw_below(source, 4);
  return {a, {std::nullopt, 0, leaf(1 + draw_below(source, size(a.mode)), step)}};
}

// Half of the time every n-th element.
Pair divided(Source& source) {
  const Layout a = draw_layout(source, 8);
  if (source.one_in(2)) return {a, draw_layout(source, 4)};
  return {a, {std::nullopt, 0, leaf(1 + draw_below(source, 4), 1 + draw_below(source, 3))}};
}
Pair multiplied(Source& source) {
  const Layout block = draw_swizzled(source, 5);
  return {block, draw_layout(source, 4)};
}

LawResult ordered(Source& source, const Ops& ops) {
  const Layout a = draw_layout(source, 5);
  const Tiler tiler = draw_tiler(source, a, 3);
  source.say("block", [&] { return cute::print(a); });
  source.say("tiler", [&] { return cute::print(tiler); });
  return are_valid(a) ? cute_orders_only_move_modes(a, tiler, ops) : LawResult::not_applicable();
}

Layout draw_compact_pair(Source& source, Int max_size) {
  const Int first = 1 + draw_below(source, max_size);
  const Int second = 1 + draw_below(source, max_size);
  const bool is_turned = source.one_in(2);
  return {std::nullopt,
          0,
          tuple({leaf(first, is_turned ? second : 1), leaf(second, is_turned ? 1 : first)})};
}

LawResult associated(Source& source, const Ops& ops) {
  const Layout a = draw_swizzled(source, 6);
  const Layout b = draw_compact_pair(source, 4);
  const Layout c = source.one_in(2) ? draw_compact_pair(source, 3) : draw_layout(source, 3);
  source.say("a", [&] { return cute::print(a); });
  source.say("b", [&] { return cute::print(b); });
  source.say("c", [&] { return cute::print(c); });
  return are_valid(a) ? cute_composition_is_associative(a, b, c, ops) : LawResult::not_applicable();
}

LawResult completed(Source& source, const Ops& ops) {
  const Layout a = draw_swizzled(source, 4);
  const Int target = 1 + draw_below(source, 60);
  source.say("layout", [&] { return cute::print(a); });
  source.say("target", [&] { return std::to_string(target); });
  return are_valid(a) ? cute_complement_fills_the_rest(a, target, ops)
                      : LawResult::not_applicable();
}

LawResult recast_to(Source& source, const Ops& ops) {
  const Layout a = draw_swizzled(source, 6);
  const Int old_bits = source.of<Int>({8, 16, 32, 24, 12});
  const Int new_bits = source.of<Int>({16, 32, 8, 24, 12});
  source.say("layout", [&] { return cute::print(a); });
  source.say("old bits", [&] { return std::to_string(old_bits); });
  source.say("new bits", [&] { return std::to_string(new_bits); });
  return are_valid(a) ? cute_recasting_keeps_the_bytes(a, old_bits, new_bits, ops)
                      : LawResult::not_applicable();
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

template <Layout (*Draw)(Source&)>
Drawn drawn(Source& source) {
  const Layout a = Draw(source);
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
