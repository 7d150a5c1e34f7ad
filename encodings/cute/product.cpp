#include "encodings/cute/product.hpp"

#include <algorithm>

#include "encodings/cute/by_mode.hpp"
#include "encodings/cute/complement.hpp"
#include "encodings/cute/composition.hpp"
#include "encodings/cute/flat.hpp"
#include "encodings/cute/offsets.hpp"
#include "encodings/cute/tile_order.hpp"

namespace tileproof::cute {
namespace {

// As many offsets as A and the copies have together: then no two copies meet.
Obligation copies_are_apart(const Layout& block,
                            const std::vector<Layout>& tilers,
                            const Layout& r) {
  std::string text = "the copies of A do not meet";
  const auto result = taken_offsets(r);
  auto expected = taken_offsets(block);
  for (const Layout& tiler : tilers) {
    const auto copies = taken_offsets(tiler);
    if (copies && expected) {
      expected->count *= copies->count;
    } else {
      expected.reset();
    }
  }
  if (!result || !expected) return undecided(std::move(text), size(r.mode));
  return holds_if(result->count == expected->count,
                  text + ": " + std::to_string(expected->count) + " offsets, R has " +
                      std::to_string(result->count));
}

Result<Answer> multiply(const Layout& block, const Layout& tiler) {
  if (auto error = require_plain(tiler, "product with")) return *error;
  TP_TRY(target, times(size(block.mode), cosize(tiler.mode), "product: cotarget"));
  TP_TRY(places, left_out({std::nullopt, 0, block.mode}, std::span<const Int>(&target, 1)));
  TP_TRY(copies, compose({std::nullopt, 0, places}, tiler));
  Layout r = copies_at(block, copies.mode);
  if (auto error = check(r)) return *error;
  auto obligations = product_obligations(block, tiler, places, r);
  return Answer{std::move(r), std::move(obligations)};
}

Result<Answer> multiply_in_order(const Layout& block, const Tiler& tiler, TileOrder order) {
  TP_TRY(answer, logical_product(block, tiler));
  return reorder(std::move(answer), tiler, order);
}

// With modes 1:0 up to the rank.
Layout padded(Layout layout, unsigned wanted) {
  if (rank(layout.mode) == wanted) return layout;
  if (layout.mode.is_leaf()) layout.mode = tuple({layout.mode});
  layout.mode.modes.resize(wanted, leaf(1, 0));
  return layout;
}

std::pair<Mode, Mode> halves_of(const Mode& product, ProductOrder order) {
  std::pair<Mode, Mode> halves(product.modes[0], product.modes[1]);
  if (order == ProductOrder::kRaked) std::swap(halves.first, halves.second);
  return halves;
}

// The parts of each mode.  Requires: the halves are leaves, or have as many modes as each other.
std::vector<std::pair<Mode, Mode>> pairs_of(const Mode& product, ProductOrder order) {
  const auto [first, second] = halves_of(product, order);
  std::vector<std::pair<Mode, Mode>> pairs;
  if (first.is_leaf()) pairs.emplace_back(first, second);
  for (std::size_t i = 0; i < first.modes.size(); ++i) {
    pairs.emplace_back(first.modes[i], second.modes[i]);
  }
  return pairs;
}

Result<Answer> zip(const Layout& block, const Layout& tiler, ProductOrder order) {
  const unsigned wanted = std::max(rank(block.mode), rank(tiler.mode));
  TP_TRY(answer, multiply(padded(block, wanted), padded(tiler, wanted)));
  const Mode product = std::move(answer.layout.mode);
  const auto [first, second] = halves_of(product, order);
  // A leaf is paired with any mode.
  if (!first.is_leaf() && first.modes.size() != second.modes.size()) {
    return Error{ErrorCode::kUnsupported,
                 "product of " + print(block.mode) + " and " + print(tiler.mode) +
                     ": CuTe cannot pair the modes of " + print(first) + " with those of " +
                     print(second)};
  }
  std::vector<Mode> modes;
  for (const auto& [x, y] : pairs_of(product, order)) modes.push_back(tuple({x, y}));
  Mode r = tuple(std::move(modes));
  answer.obligations.push_back(pairing_obligation(product, order, r));
  answer.layout.mode = std::move(r);
  return std::move(answer);
}

}  // namespace

std::vector<Obligation> product_obligations(const Layout& block,
                                            const Layout& tiler,
                                            const Mode& places,
                                            const Layout& r) {
  if (rank(r.mode) != 2) return {holds_if(false, "rank(R) = 2")};
  const bool starts_alike = r.swizzle == block.swizzle && r.offset == block.offset;
  std::vector<Obligation> obligations = {
      holds_if(starts_alike && r.mode.modes[0] == block.mode, "layout<0>(R) = A"),
      copies_are_apart(block, {tiler}, r)};
  append(obligations,
         "complement of A, composed with B: ",
         composition_obligations(
             {std::nullopt, 0, places}, tiler, {std::nullopt, 0, r.mode.modes[1]}));
  const Int target = size(block.mode) * cosize(tiler.mode);
  append(obligations, "complement of A: ", repetition_obligations(block, target, places));
  return obligations;
}

Obligation pairing_obligation(const Mode& product, ProductOrder order, const Mode& r) {
  std::vector<Mode> parts;
  std::vector<Int> sizes;
  for (const auto& [first, second] : pairs_of(product, order)) {
    parts.insert(parts.end(), {first, second});
    sizes.push_back(size(first) * size(second));
  }
  return consists_of(parts, sizes, r, "mode i of R is A's mode i and that of its copies");
}

Result<Answer> logical_product(const Layout& block, const Tiler& tiler) {
  if (!tiler.by_mode) return multiply(block, tiler.layouts.front());
  TP_TRY(answer, apply_by_mode(block, tiler, /*keeps_rest=*/true, multiply));
  answer.obligations.push_back(copies_are_apart(block, tiler.layouts, answer.layout));
  return std::move(answer);
}

Result<Answer> zipped_product(const Layout& block, const Tiler& tiler) {
  return multiply_in_order(block, tiler, TileOrder::kZipped);
}

Result<Answer> tiled_product(const Layout& block, const Tiler& tiler) {
  return multiply_in_order(block, tiler, TileOrder::kTiled);
}

Result<Answer> flat_product(const Layout& block, const Tiler& tiler) {
  return multiply_in_order(block, tiler, TileOrder::kFlat);
}

Result<Answer> blocked_product(const Layout& block, const Layout& tiler) {
  return zip(block, tiler, ProductOrder::kBlocked);
}

Result<Answer> raked_product(const Layout& block, const Layout& tiler) {
  return zip(block, tiler, ProductOrder::kRaked);
}

}  // namespace tileproof::cute
