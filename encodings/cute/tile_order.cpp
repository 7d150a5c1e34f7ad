#include "encodings/cute/tile_order.hpp"

#include "core/check.hpp"

namespace tileproof::cute {
namespace {

// The modes of a tuple; CuTe leaves a tuple of one mode as it is.
void append_unpacked(const Mode& mode, std::vector<Mode>& modes) {
  if (mode.modes.size() <= 1) {
    modes.push_back(mode);
  } else {
    modes.insert(modes.end(), mode.modes.begin(), mode.modes.end());
  }
}

}  // namespace

Answer reorder(Answer logical, const Tiler& tiler, TileOrder order) {
  const std::vector<Mode>& modes = logical.layout.mode.modes;
  Mode first;
  Mode second;
  if (tiler.by_mode) {
    for (std::size_t i = 0; i < modes.size(); ++i) {
      if (i < tiler.layouts.size()) {
        first.modes.push_back(modes[i].modes[0]);
        second.modes.push_back(modes[i].modes[1]);
      } else {
        second.modes.push_back(modes[i]);
      }
    }
  } else {
    TP_CHECK(modes.size() == 2, "a division or product of rank other than 2");
    first = modes[0];
    second = modes[1];
  }
  std::vector<Mode> ordered;
  if (order == TileOrder::kFlat) {
    append_unpacked(first, ordered);
  } else {
    ordered.push_back(std::move(first));
  }
  if (order == TileOrder::kZipped) {
    ordered.push_back(std::move(second));
  } else {
    append_unpacked(second, ordered);
  }
  logical.layout.mode = tuple(std::move(ordered));
  return logical;
}

}  // namespace tileproof::cute
