#include "encodings/cute/tile_order.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "encodings/cute/flat.hpp"

namespace tileproof::cute {
namespace {

struct Halves {
  Mode first;   // (A0,A1,...)
  Mode second;  // (B0,B1,...,rest)
};

Halves gather(const Mode& logical, const Tiler& tiler) {
  const std::vector<Mode>& modes = logical.modes;
  if (!tiler.by_mode) {
    TP_CHECK(modes.size() == 2, "a division or product of rank other than 2");
    return {modes[0], modes[1]};
  }
  Halves halves;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const bool is_tiled = i < tiler.layouts.size();
    if (is_tiled) halves.first.modes.push_back(modes[i].modes[0]);
    halves.second.modes.push_back(is_tiled ? modes[i].modes[1] : modes[i]);
  }
  return halves;
}

// The modes of a tuple; CuTe leaves a tuple of one mode as it is.
void append_unpacked(const Mode& mode, std::vector<Mode>& modes) {
  if (mode.modes.size() <= 1) {
    modes.push_back(mode);
  } else {
    modes.insert(modes.end(), mode.modes.begin(), mode.modes.end());
  }
}

std::vector<Int> sizes_of(const Mode& mode, bool unpacked) {
  if (!unpacked || mode.is_leaf()) return {size(mode)};
  std::vector<Int> sizes;
  for (const Mode& inner : mode.modes) sizes.push_back(size(inner));
  return sizes;
}

}  // namespace

Obligation consists_of(const std::vector<Mode>& parts,
                       const std::vector<Int>& sizes,
                       const Mode& r,
                       std::string text) {
  FlatLayout leaves;
  for (const Mode& part : parts) {
    const FlatLayout more = flatten(part);
    leaves.insert(leaves.end(), more.begin(), more.end());
  }
  const bool fits = std::equal(
      r.modes.begin(), r.modes.end(), sizes.begin(), sizes.end(), [](const Mode& mode, Int wanted) {
        return size(mode) == wanted;
      });
  return holds_if(fits && flatten(r) == leaves, std::move(text));
}

Obligation order_obligation(const Mode& logical,
                            const Tiler& tiler,
                            TileOrder order,
                            const Mode& r) {
  const Halves halves = gather(logical, tiler);
  std::vector<Int> sizes = sizes_of(halves.first, order == TileOrder::kFlat);
  const auto rest = sizes_of(halves.second, order != TileOrder::kZipped);
  sizes.insert(sizes.end(), rest.begin(), rest.end());
  return consists_of(
      {halves.first, halves.second}, sizes, r, "R has the tile's modes, then the rest's");
}

Answer reorder(Answer logical, const Tiler& tiler, TileOrder order) {
  const Halves halves = gather(logical.layout.mode, tiler);
  std::vector<Mode> ordered;
  if (order == TileOrder::kFlat) {
    append_unpacked(halves.first, ordered);
  } else {
    ordered.push_back(halves.first);
  }
  if (order == TileOrder::kZipped) {
    ordered.push_back(halves.second);
  } else {
    append_unpacked(halves.second, ordered);
  }
  Mode r = tuple(std::move(ordered));
  logical.obligations.push_back(order_obligation(logical.layout.mode, tiler, order, r));
  logical.layout.mode = std::move(r);
  return logical;
}

}  // namespace tileproof::cute
