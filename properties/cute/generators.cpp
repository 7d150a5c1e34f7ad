#include "properties/cute/generators.hpp"

#include <algorithm>

#include "encodings/cute/flat.hpp"

namespace tileproof::cute {

Int draw_below(Source& source, Int limit) {
  return static_cast<Int>(source.below(static_cast<Word>(limit)));
}

Mode draw_nesting(Source& source, std::vector<Mode> modes) {
  while (modes.size() > 1 && source.below(3) != 0) {
    const auto first = static_cast<std::ptrdiff_t>(source.below(modes.size()));
    const auto rest = modes.size() - static_cast<std::size_t>(first);
    const auto count = static_cast<std::ptrdiff_t>(1 + source.below(rest));
    const auto begin = modes.begin() + first;
    Mode group = tuple({begin, begin + count});
    if (depth(group) > 3) break;
    modes.insert(modes.erase(begin, begin + count), std::move(group));
  }
  return modes.size() == 1 ? modes.front() : tuple(std::move(modes));
}

Mode draw_mode(Source& source, Int max_size, bool negative) {
  const int kind = source.of({0, 1, 2, 3, 4, 5, 1, 2, 3, 5, 1, 5, 1});
  std::vector<Mode> leaves(source.of({1u, 2u, 2u, 2u, 3u, 3u, 3u, 3u}));
  std::vector<std::size_t> order(leaves.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  source.shuffle(order);
  Int stride = kind == 1 ? 2 + draw_below(source, 3) : 1;
  for (const std::size_t i : order) {
    leaves[i] = leaf(1 + draw_below(source, max_size), stride);
    if (kind == 2 && source.below(4) != 0) stride *= 2 + draw_below(source, 2);
    if (kind == 3 && source.below(4) != 0) stride += 1 + draw_below(source, 2);
    stride *= leaves[i].size;
    if (kind == 4 && source.one_in(3)) leaves[i].stride = 0;
    if (kind == 5) leaves[i].stride = draw_below(source, 20);
    if (negative && source.one_in(4)) leaves[i].stride = -leaves[i].stride;
  }
  return draw_nesting(source, std::move(leaves));
}

Layout draw_layout(Source& source, Int max_size, bool negative) {
  return {std::nullopt, 0, draw_mode(source, max_size, negative)};
}

Layout draw_swizzled(Source& source, Int max_size, bool has_offset) {
  Layout layout = draw_layout(source, max_size);
  if (source.one_in(3)) {
    const auto bits = 1 + source.below(2);
    const auto distance = static_cast<int>(bits + source.below(2));
    layout.swizzle = {static_cast<unsigned>(bits),
                      static_cast<unsigned>(source.below(3)),
                      source.one_in(2) ? -distance : distance};
  }
  if (has_offset && source.one_in(4)) layout.offset = draw_below(source, 9);
  return layout;
}

Tiler draw_tiler(Source& source, const Layout& a, Int max_size) {
  if (!source.one_in(2)) return {false, {draw_layout(source, max_size)}};
  Tiler tiler{true, {}};
  const auto count = 1 + source.below(rank(a.mode));
  for (std::size_t i = 0; i < count; ++i) tiler.layouts.push_back(draw_layout(source, max_size));
  return tiler;
}

const char* degeneracy(const Layout& layout) {
  if (size(layout.mode) == 1) return "one element";
  const FlatLayout flat = coalesced(flatten(layout.mode));
  if (flat.size() != 1 || layout.swizzle || layout.offset != 0) return nullptr;
  if (flat[0].stride == 0) return "all in one place";
  return flat[0].stride == 1 ? "0, 1, 2 ..." : nullptr;
}

}  // namespace tileproof::cute
