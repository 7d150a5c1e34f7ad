#include "properties/cute/laws.hpp"

#include <algorithm>
#include <numeric>

#include "properties/cute/naive.hpp"

namespace tileproof::laws {
namespace {

using namespace cute;
namespace naive = cute::naive;
using Ops = CuteOperations;

std::string number(Int value) { return std::to_string(value); }

// Where an answer is known to exist, it is wrong to refuse it or not to keep what it promises.
enum class Exists { kPerhaps, kSurely };

LawResult holds_of_answer(const Result<Answer>& answer,
                          const auto& is_right,
                          const char* operation,
                          Exists exists = Exists::kPerhaps) {
  if (!answer || !all_hold(*answer)) {
    if (exists == Exists::kPerhaps) return LawResult::not_applicable();
    if (!answer) return LawResult::failed(operation, answer.error());
    return LawResult::broken(std::string(operation) + " gives " + cute::print(answer->layout) +
                             ", which does not keep what it promises");
  }
  if (is_right(answer->layout)) return LawResult::kept();
  return LawResult::broken(std::string(operation) + " gives " + cute::print(answer->layout));
}

// The leaves' coordinates of an index, by plain division.
std::vector<Word> digits_of(const Layout& a, Int index) {
  std::vector<Word> digits;
  for (const Mode& leaf : naive::leaves_of(a.mode)) {
    digits.push_back(static_cast<Word>(index % leaf.size));
    index /= leaf.size;
  }
  return digits;
}

LawResult differs_at(Int index, Int found, Int wanted) {
  return LawResult::broken("at " + number(index) + ": " + number(found) + ", not " +
                           number(wanted));
}

}  // namespace

LawResult cute_text_gives_back(const Cute& a, const Ops& ops) {
  const std::string text = ops.print(a);
  const auto parsed = ops.parse(text);
  if (!parsed) return LawResult::failed("parsing " + text, parsed.error());
  if (*parsed != a) return LawResult::broken("'" + text + "' is read as " + cute::print(*parsed));
  return LawResult::kept();
}

LawResult cute_definition_sums_products(const Cute& a, const Ops& ops) {
  for (Int i = 0; i < naive::size_of(a.mode); ++i) {
    const auto found = static_cast<Int>(ops.definition(a, digits_of(a, i)));
    if (found != naive::at(a, i)) return differs_at(i, found, naive::at(a, i));
  }
  return LawResult::kept();
}

LawResult cute_index_counts_the_first_leaf_fastest(const Cute& a, const Ops& ops) {
  // Beyond its size, the last mode goes on.
  for (Int i = 0; i < 2 * naive::size_of(a.mode); ++i) {
    if (ops.at_index(a, i) != naive::at(a, i)) {
      return differs_at(i, ops.at_index(a, i), naive::at(a, i));
    }
  }
  return LawResult::kept();
}

LawResult cute_coordinates_mean_their_index(const Cute& a, const Ops& ops) {
  const Int size = naive::size_of(a.mode);
  for (Int i = 0; i < size; ++i) {
    const auto found = ops.leaf_coordinates(a.mode, {static_cast<Word>(i), {}});
    if (!found) return LawResult::failed("the coordinates of " + number(i), found.error());
    if (*found != digits_of(a, i)) return LawResult::broken("at " + number(i));
    // One coordinate for each mode says the same.
    Coordinate by_mode;
    Int rest = i;
    for (const Mode& mode : a.mode.modes) {
      by_mode.items.push_back({static_cast<Word>(rest % naive::size_of(mode)), {}});
      rest /= naive::size_of(mode);
    }
    if (a.mode.is_leaf()) continue;
    const auto same = ops.leaf_coordinates(a.mode, by_mode);
    if (!same || *same != *found) return LawResult::broken("by mode, at " + number(i));
  }
  const bool is_refused = !ops.leaf_coordinates(a.mode, {static_cast<Word>(size), {}});
  return is_refused ? LawResult::kept() : LawResult::broken("an index beyond the size is taken");
}

LawResult cute_cosize_ends_the_offsets(const Cute& a, const Ops& ops) {
  const auto offsets = naive::list_of(naive::plain(a.mode));
  if (std::ranges::min(offsets) < 0) return LawResult::not_applicable();
  const Int wanted = std::ranges::max(offsets) + 1;
  if (ops.cosize(a.mode) == wanted) return LawResult::kept();
  return LawResult::broken("cosize " + number(ops.cosize(a.mode)) + ", not " + number(wanted));
}

LawResult cute_taken_offsets_are_counted(const Cute& a, const Ops& ops) {
  const auto taken = ops.taken_offsets(a);
  if (!taken) return LawResult::not_applicable();
  const auto offsets = naive::set_of(naive::list_of(a));
  Int first_free = 0;
  while (offsets.contains(first_free)) ++first_free;
  if (taken->count != static_cast<Int>(offsets.size())) {
    return LawResult::broken("counts " + number(taken->count) + " of " +
                             std::to_string(offsets.size()));
  }
  if (taken->first_free == first_free) return LawResult::kept();
  return LawResult::broken("first free " + number(taken->first_free) + ", not " +
                           number(first_free));
}

LawResult cute_coalescing_keeps_the_function(const Cute& a, const Ops& ops) {
  return holds_of_answer(
      ops.coalesce(a),
      [&](const Layout& r) {
        const auto leaves = naive::leaves_of(r.mode).size();
        return naive::is_coalesced(a, r) &&
               leaves == std::max<std::size_t>(coalesced(flatten(a.mode)).size(), 1);
      },
      "coalesce",
      Exists::kSurely);
}

LawResult cute_coalescing_keeps_the_modes(const Cute& a, const Ops& ops) {
  if (a.mode.is_leaf()) return LawResult::not_applicable();
  return holds_of_answer(
      ops.coalesce_by_mode(a),
      [&](const Layout& r) { return naive::is_coalesced_by_mode(a, r); },
      "coalesce by mode",
      Exists::kSurely);
}

LawResult cute_filtering_drops_copies(const Cute& a, const Ops& ops) {
  return holds_of_answer(
      ops.filter(a),
      [&](const Layout& r) { return naive::is_filtered(a, r); },
      "filter",
      Exists::kSurely);
}

LawResult cute_right_inverse_undoes(const Cute& a, const Ops& ops) {
  return holds_of_answer(
      ops.right_inverse(a),
      [&](const Layout& r) { return naive::is_right_inverse(a, r); },
      "right_inverse");
}

LawResult cute_left_inverse_undoes(const Cute& a, const Ops& ops) {
  return holds_of_answer(
      ops.left_inverse(a),
      [&](const Layout& r) { return naive::is_left_inverse(a, r); },
      "left_inverse");
}

LawResult cute_composition_is_one_after_the_other(const Cute& a, const Cute& b, const Ops& ops) {
  return holds_of_answer(
      ops.composition(a, b),
      [&](const Layout& r) { return naive::is_composition(a, b, r); },
      "composition");
}

LawResult cute_composition_is_associative(const Cute& a,
                                          const Cute& b,
                                          const Cute& c,
                                          const Ops& ops) {
  const auto ab = ops.composition(a, b);
  const auto bc = ops.composition(b, c);
  if (!ab || !bc || !all_hold(*ab) || !all_hold(*bc)) return LawResult::not_applicable();
  // Beyond its size a composition need not go on as A o B does.
  const auto indices = naive::list_of(c);
  if (std::ranges::max(indices) >= naive::size_of(b.mode) || std::ranges::min(indices) < 0) {
    return LawResult::not_applicable();
  }
  const auto left = ops.composition(ab->layout, c);
  const auto right = ops.composition(a, bc->layout);
  if (!left || !right || !all_hold(*left) || !all_hold(*right)) return LawResult::not_applicable();
  if (naive::list_of(left->layout) == naive::list_of(right->layout)) return LawResult::kept();
  return LawResult::broken(cute::print(left->layout) + " and " + cute::print(right->layout));
}

LawResult cute_complement_fills_the_rest(const Cute& a, Int target, const Ops& ops) {
  return holds_of_answer(
      ops.complement(a, target),
      [&](const Layout& r) { return naive::is_complement(a, target, r.mode); },
      "complement",
      naive::nests(a) ? Exists::kSurely : Exists::kPerhaps);
}

LawResult cute_division_cuts_into_tiles(const Cute& a, const Cute& tile, const Ops& ops) {
  return holds_of_answer(
      ops.logical_divide(a, {false, {tile}}),
      [&](const Layout& r) {
        // The tiles are a complement of the tile: R's second mode says where they begin.
        const auto shape = coalesced(flatten(a.mode));
        std::vector<Int> sizes;
        for (const FlatMode& mode : shape) sizes.push_back(mode.size);
        if (sizes.empty()) sizes.push_back(1);
        const auto tiles = left_out(tile, sizes);
        return tiles.has_value() && naive::is_division(a, tile, *tiles, r);
      },
      "logical_divide");
}

LawResult cute_product_repeats_the_block(const Cute& block, const Cute& tiler, const Ops& ops) {
  return holds_of_answer(
      ops.logical_product(block, {false, {tiler}}),
      [&](const Layout& r) { return naive::is_product(block, tiler, r); },
      "logical_product");
}

LawResult cute_products_pair_their_modes(const Cute& block, const Cute& tiler, const Ops& ops) {
  LawResult result = LawResult::not_applicable();
  for (const bool is_blocked : {true, false}) {
    const LawResult next = holds_of_answer(
        is_blocked ? ops.blocked_product(block, tiler) : ops.raked_product(block, tiler),
        [&](const Layout& r) { return naive::is_paired_product(block, tiler, r, is_blocked); },
        is_blocked ? "blocked_product" : "raked_product");
    if (!next.holds) return next;
    if (next.applied) result = next;
  }
  return result;
}

LawResult cute_orders_only_move_modes(const Cute& a, const Tiler& tiler, const Ops& ops) {
  const auto logical = ops.logical_product(a, tiler);
  if (!logical || !all_hold(*logical)) return LawResult::not_applicable();
  for (const auto order : {TileOrder::kZipped, TileOrder::kTiled, TileOrder::kFlat}) {
    const Answer answer = ops.reorder(*logical, tiler, order);
    if (!all_hold(answer)) return LawResult::broken("an order's obligation does not hold");
    if (!naive::is_reordered(logical->layout, tiler, answer.layout, order)) {
      return LawResult::broken(cute::print(logical->layout) + " became " +
                               cute::print(answer.layout));
    }
  }
  return LawResult::kept();
}

LawResult cute_recasting_keeps_the_bytes(const Cute& a,
                                         Int old_bits,
                                         Int new_bits,
                                         const Ops& ops) {
  const Int common = std::gcd(old_bits, new_bits);
  return holds_of_answer(
      ops.recast(a, old_bits, new_bits),
      [&](const Layout& r) { return naive::is_recast(a, old_bits / common, r, new_bits / common); },
      "recast");
}

}  // namespace tileproof::laws
