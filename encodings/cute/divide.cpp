#include "encodings/cute/divide.hpp"

#include "encodings/cute/by_mode.hpp"
#include "encodings/cute/complement.hpp"
#include "encodings/cute/composition.hpp"
#include "encodings/cute/flat.hpp"
#include "encodings/cute/offsets.hpp"
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
  TP_TRY(tiles, left_out(tile, coalesced_shape(a.mode)));
  TP_TRY(r, compose(a, copies_at(tile, tiles)));
  auto obligations = division_obligations(a, tile, tiles, r);
  return Answer{std::move(r), std::move(obligations)};
}

Result<Answer> divide_in_order(const Layout& a, const Tiler& tiler, TileOrder order) {
  TP_TRY(answer, logical_divide(a, tiler));
  return reorder(std::move(answer), tiler, order);
}

}  // namespace

std::vector<Obligation> division_obligations(const Layout& a,
                                             const Layout& tile,
                                             const Mode& tiles,
                                             const Layout& r) {
  std::vector<Obligation> obligations;
  append(obligations,
         "composition of A and (B, complement of B): ",
         composition_obligations(a, copies_at(tile, tiles), r));
  const auto picked = compose(a, tile);
  obligations.push_back(holds_if(rank(r.mode) == 2 && picked && r.mode.modes[0] == picked->mode,
                                 "layout<0>(R) = A o B"));
  append(obligations, "complement of B: ", complement_obligations(tile, size(a.mode), tiles));
  return obligations;
}

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
