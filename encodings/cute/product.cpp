#include "encodings/cute/product.hpp"

#include <algorithm>

#include "encodings/cute/by_mode.hpp"
#include "encodings/cute/complement.hpp"
#include "encodings/cute/composition.hpp"
#include "encodings/cute/flat.hpp"
#include "encodings/cute/tile_order.hpp"

namespace tileproof::cute {
namespace {

// As many offsets as A and B have together: then no two copies meet.
Int count_offsets(const Mode& mode) {
  const IndexFunction function(mode);
  std::vector<Int> offsets(static_cast<std::size_t>(size(mode)));
  for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = function(static_cast<Int>(i));
  std::sort(offsets.begin(), offsets.end());
  return std::unique(offsets.begin(), offsets.end()) - offsets.begin();
}

Obligation copies_are_apart(const Mode& block, const Mode& tiler, const Mode& r) {
  std::string text = "the copies of A do not meet";
  if (size(r) > kMaxTried) return undecided(std::move(text), size(r));
  const Int of_block = count_offsets(block);
  const Int of_tiler = count_offsets(tiler);
  const Int of_result = count_offsets(r);
  return holds_if(of_result == of_block * of_tiler,
                  text + ": " + std::to_string(of_block) + " * " + std::to_string(of_tiler) +
                      " offsets, R has " + std::to_string(of_result));
}

Result<Answer> multiply(const Layout& block, const Layout& tiler) {
  if (auto error = require_plain(tiler, "product with")) return *error;
  TP_TRY(target, times(size(block.mode), cosize(tiler.mode), "product: cotarget"));
  TP_TRY(rest, complement({std::nullopt, 0, block.mode}, target));
  TP_TRY(copies, composition(rest.layout, tiler));
  Mode mode = tuple({block.mode, copies.layout.mode});
  if (auto error = check(Layout{std::nullopt, 0, mode})) return *error;
  std::vector<Obligation> obligations = {copies_are_apart(block.mode, tiler.mode, mode)};
  for (Obligation& each : copies.obligations) {
    obligations.push_back({"complement of A, composed with B: " + each.text, each.holds});
  }
  for (Obligation& each : rest.obligations) {
    obligations.push_back({"complement of A: " + each.text, each.holds});
  }
  return checked_answer({block.swizzle, block.offset, std::move(mode)}, std::move(obligations));
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

Result<Answer> zip(const Layout& block, const Layout& tiler, std::size_t front) {
  const unsigned wanted = std::max(rank(block.mode), rank(tiler.mode));
  TP_TRY(answer, multiply(padded(block, wanted), padded(tiler, wanted)));
  const std::vector<Mode> both = std::move(answer.layout.mode.modes);
  const Mode& first = both[front];
  const Mode& second = both[1 - front];
  if (first.is_leaf()) {
    answer.layout.mode = tuple({tuple({first, second})});
    return std::move(answer);
  }
  if (second.is_leaf()) {
    return Error{ErrorCode::kUnsupported,
                 "product of " + print(block.mode) + " and " + print(tiler.mode) +
                     ": CuTe cannot pair a tuple of one mode with a leaf"};
  }
  std::vector<Mode> zipped;
  for (std::size_t i = 0; i < first.modes.size(); ++i) {
    zipped.push_back(tuple({first.modes[i], second.modes[i]}));
  }
  answer.layout.mode = tuple(std::move(zipped));
  return std::move(answer);
}

}  // namespace

Result<Answer> logical_product(const Layout& block, const Tiler& tiler) {
  if (!tiler.by_mode) return multiply(block, tiler.layouts.front());
  return apply_by_mode(block, tiler, /*keeps_rest=*/true, multiply);
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
  return zip(block, tiler, 0);
}

Result<Answer> raked_product(const Layout& block, const Layout& tiler) {
  return zip(block, tiler, 1);
}

}  // namespace tileproof::cute
