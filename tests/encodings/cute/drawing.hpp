// CuTe layouts drawn at random: nested, of strides that are no powers of two, with copies and sizes
// 1, and often with strides that fit together, which most operations ask for.
#pragma once

#include <algorithm>
#include <random>

#include "encodings/cute/notation.hpp"

namespace tileproof::cute {

using Random = std::mt19937_64;

inline Int draw_below(Random& random, Int limit) {
  return static_cast<Int>(random() % static_cast<std::uint64_t>(limit));
}

// A tree over the leaves, in their order.
inline Mode draw_nesting(Random& random, std::vector<Mode> modes) {
  while (modes.size() > 1 && random() % 3 != 0) {
    const auto first = static_cast<std::size_t>(draw_below(random, static_cast<Int>(modes.size())));
    const auto count = 1 + random() % (modes.size() - first);
    const auto begin = modes.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    Mode group = tuple({begin, end});
    if (depth(group) > 3) break;
    modes.insert(modes.erase(begin, end), std::move(group));
  }
  return modes.size() == 1 ? modes.front() : tuple(std::move(modes));
}

// Leaves of which each begins where the ones before end, in any order; with copies, gaps and
// overlaps strewn in.
inline Mode draw_mode(Random& random, Int max_size, bool negative = false) {
  const auto kind = random() % 6;
  std::vector<Mode> leaves(1 + random() % 3);
  std::vector<std::size_t> order(leaves.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  Int stride = kind == 1 ? 1 + draw_below(random, 3) : 1;
  for (const std::size_t i : order) {
    leaves[i] = leaf(1 + draw_below(random, max_size), stride);
    if (kind == 2 && random() % 2 == 0) stride *= 1 + draw_below(random, 3);
    if (kind == 3 && random() % 2 == 0) stride += draw_below(random, 3);
    stride *= leaves[i].size;
    if (kind == 4 && random() % 3 == 0) leaves[i].stride = 0;
    if (kind == 5) leaves[i].stride = draw_below(random, 20);
    if (negative && random() % 4 == 0) leaves[i].stride = -leaves[i].stride;
  }
  return draw_nesting(random, std::move(leaves));
}

inline Layout draw_layout(Random& random, Int max_size, bool negative = false) {
  return {std::nullopt, 0, draw_mode(random, max_size, negative)};
}

// Now and then with a swizzle, an offset or both.
inline Layout draw_swizzled(Random& random, Int max_size, bool has_offset = true) {
  Layout layout = draw_layout(random, max_size);
  if (random() % 3 == 0) {
    const auto bits = 1 + static_cast<int>(random() % 2);
    const int distance = bits + static_cast<int>(random() % 2);
    layout.swizzle = {static_cast<unsigned>(bits),
                      static_cast<unsigned>(random() % 3),
                      random() % 2 == 0 ? distance : -distance};
  }
  if (has_offset && random() % 4 == 0) layout.offset = draw_below(random, 9);
  return layout;
}

// A tiler is a layout, or one for each of the first modes of A.
inline Tiler draw_tiler(Random& random, const Layout& a, Int max_size) {
  if (random() % 2 == 0) return {false, {draw_layout(random, max_size)}};
  Tiler tiler{true, {}};
  const auto count = 1 + random() % rank(a.mode);
  for (std::size_t i = 0; i < count; ++i) tiler.layouts.push_back(draw_layout(random, max_size));
  return tiler;
}

}  // namespace tileproof::cute
