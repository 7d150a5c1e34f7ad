#include "encodings/cute/divide.hpp"

#include "encodings/cute/by_mode.hpp"
#include "encodings/cute/complement.hpp"
#include "encodings/cute/composition.hpp"
#include "encodings/cute/flat.hpp"
#include "encodings/cute/tile_order.hpp"

namespace tileproof::cute {
namespace {

// CuTe's cotarget: the shape of A, coalesced.
std::vector<Int> coalesced_shape(const Mode& a) {
  std::vector<Int> shape;
  for (const FlatMode& mode : coalesced(flatten(a))) shape.push_back(mode.size);
  if (shape.empty()) shape.push_back(1);
  return shape;
}

Result<Answer> divide(const Layout& a, const Layout& tile) {
  if (auto error = require_plain(tile, "division by")) return *error;
  const auto shape = coalesced_shape(a.mode);
  TP_TRY(rest, complement(tile, std::span<const Int>(shape)));
  const Layout both{std::nullopt, 0, tuple({tile.mode, rest.layout.mode})};
  TP_TRY(answer, composition(a, both));
  TP_TRY(picked, composition(a, tile));
  answer.obligations.push_back(
      holds_if(answer.layout.mode.modes[0] == picked.layout.mode, "layout<0>(R) = A o B"));
  for (Obligation& each : rest.obligations) {
    answer.obligations.push_back({"complement of B: " + each.text, each.holds});
  }
  return std::move(answer);
}

Result<Answer> divide_in_order(const Layout& a, const Tiler& tiler, TileOrder order) {
  TP_TRY(answer, logical_divide(a, tiler));
  return reorder(std::move(answer), tiler, order);
}

}  // namespace

Result<Answer> logical_divide(const Layout& a, const Tiler& tiler) {
  if (!tiler.by_mode) return divide(a, tiler.layouts.front());
  return apply_by_mode(a, tiler, /*keeps_rest=*/true, divide);
}

Result<Answer> zipped_divide(const Layout& a, const Tiler& tiler) {
  return divide_in_order(a, tiler, TileOrder::kZipped);
}

Result<Answer> tiled_divide(const Layout& a, const Tiler& tiler) {
  return divide_in_order(a, tiler, TileOrder::kTiled);
}

Result<Answer> flat_divide(const Layout& a, const Tiler& tiler) {
  return divide_in_order(a, tiler, TileOrder::kFlat);
}

}  // namespace tileproof::cute
