#include "properties/cute/naive.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace tileproof::cute::naive {

Int size_of(const Mode& mode) {
  Int product = mode.size;
  for (const Mode& inner : mode.modes) product *= size_of(inner);
  return product;
}

int depth_of(const Mode& mode) {
  int deepest = -1;
  for (const Mode& inner : mode.modes) deepest = std::max(deepest, depth_of(inner));
  return deepest + 1;
}

std::vector<Mode> leaves_of(const Mode& mode) {
  if (mode.modes.empty()) return {mode};
  std::vector<Mode> leaves;
  for (const Mode& inner : mode.modes) {
    for (const Mode& each : leaves_of(inner)) leaves.push_back(each);
  }
  return leaves;
}

std::vector<Mode> modes_of(const Mode& mode) {
  return mode.modes.empty() ? std::vector<Mode>{mode} : mode.modes;
}

Int sum_at(const Mode& mode, Int index) {
  if (mode.modes.empty()) return index * mode.stride;
  Int sum = 0;
  for (std::size_t k = 0; k + 1 < mode.modes.size(); ++k) {
    const Int count = size_of(mode.modes[k]);
    sum += sum_at(mode.modes[k], index % count);
    index /= count;
  }
  return sum + sum_at(mode.modes.back(), index);
}

Int swizzled(const Layout& layout, Int offset) {
  if (!layout.swizzle) return offset;
  const auto [bits, base, shift] = *layout.swizzle;
  const int source = static_cast<int>(base) + std::max(shift, 0);
  const int target = static_cast<int>(base) + std::max(-shift, 0);
  Int result = offset;
  for (int bit = 0; bit < static_cast<int>(bits); ++bit) {
    if (((offset >> (source + bit)) & 1) != 0) result ^= Int{1} << (target + bit);
  }
  return result;
}

Int at(const Layout& layout, Int index) {
  return swizzled(layout, layout.offset + sum_at(layout.mode, index));
}

std::vector<Int> list_of(const Layout& layout) {
  std::vector<Int> list;
  for (Int i = 0; i < size_of(layout.mode); ++i) list.push_back(at(layout, i));
  return list;
}

Layout plain(const Mode& mode) { return {std::nullopt, 0, mode}; }

bool starts_alike(const Layout& a, const Layout& r) {
  return a.swizzle == r.swizzle && a.offset == r.offset;
}

std::set<Int> set_of(const std::vector<Int>& list) { return {list.begin(), list.end()}; }

bool takes_first(const std::vector<Int>& offsets) {
  const auto set = set_of(offsets);
  return static_cast<std::size_t>(*set.rbegin()) + 1 == offsets.size() && *set.begin() == 0 &&
         set.size() == offsets.size();
}

bool is_compatible(const Mode& coarse, const Mode& fine) {
  if (coarse.modes.empty()) return size_of(fine) == coarse.size;
  return std::equal(coarse.modes.begin(),
                    coarse.modes.end(),
                    fine.modes.begin(),
                    fine.modes.end(),
                    is_compatible);
}

bool is_coalesced(const Layout& a, const Layout& r) {
  return depth_of(r.mode) <= 1 && list_of(a) == list_of(r);
}

bool is_coalesced_by_mode(const Layout& a, const Layout& r) {
  const auto fits = [](const Mode& x, const Mode& y) {
    return size_of(x) == size_of(y) && depth_of(y) <= 1;
  };
  const auto of_a = modes_of(a.mode);
  return list_of(a) == list_of(r) &&
         std::equal(of_a.begin(), of_a.end(), r.mode.modes.begin(), r.mode.modes.end(), fits);
}

bool is_filtered(const Layout& a, const Layout& r) {
  std::vector<Int> wanted;
  const auto leaves = leaves_of(a.mode);
  for (Int i = 0; i < size_of(a.mode); ++i) {
    Int rest = i;
    bool is_first = true;
    for (const Mode& leaf : leaves) {
      is_first = is_first && (leaf.stride != 0 || rest % leaf.size == 0);
      rest /= leaf.size;
    }
    if (is_first) wanted.push_back(at(a, i));
  }
  const auto kept = leaves_of(r.mode);
  const bool has_work = std::all_of(
      kept.begin(), kept.end(), [](const Mode& m) { return m.size > 1 && m.stride != 0; });
  return list_of(r) == wanted && depth_of(r.mode) <= 1 &&
         (has_work || (kept.size() == 1 && kept[0].size == 1 && kept[0].stride == 0));
}

bool is_composition(const Layout& a, const Layout& b, const Layout& r) {
  auto wanted = list_of(b);
  for (Int& value : wanted) value = at(a, value);
  return is_compatible(b.mode, r.mode) && list_of(r) == wanted;
}

bool is_right_inverse(const Layout& a, const Layout& r) {
  const auto of_r = list_of(r);
  for (std::size_t i = 0; i < of_r.size(); ++i) {
    if (of_r[i] < 0 || of_r[i] >= size_of(a.mode)) return false;
    if (at(a, of_r[i]) != static_cast<Int>(i)) return false;
  }
  const auto of_a = list_of(a);
  return !takes_first(of_a) || of_r.size() == of_a.size();
}

bool is_left_inverse(const Layout& a, const Layout& r) {
  const auto offsets = list_of(a);
  return std::all_of(offsets.begin(), offsets.end(), [&](Int offset) {
    const Int element = at(r, offset);
    return element >= 0 && element < size_of(a.mode) && at(a, element) == offset;
  });
}

bool is_complement(const Layout& a, Int target, const Mode& r) {
  Int period = 1;
  for (const Mode& leaf : leaves_of(a.mode)) {
    if (leaf.size > 1) period = std::max(period, leaf.size * leaf.stride);
  }
  const Int end = (target + period - 1) / period * period;
  const auto places = list_of(plain(r));
  std::map<Int, Int> copy_of;
  for (const Int place : places) {
    for (Int j = 0; j < size_of(a.mode); ++j) {
      const Int inner = sum_at(a.mode, j) + place;
      if (inner >= end) return false;
      if (copy_of.emplace(swizzled(a, a.offset + inner), place).first->second != place) {
        return false;
      }
    }
  }
  for (Int x = 0; x < target; ++x) {
    if (copy_of.count(x) == 0) return false;
  }
  const auto given = set_of(list_of(a));
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i - 1] >= places[i] || given.count(places[i]) > 0) return false;
  }
  return true;
}

bool nests(const Layout& a) {
  if (a.swizzle || a.offset != 0) return false;
  std::map<Int, Int> size_of_stride;
  for (const Mode& leaf : leaves_of(a.mode)) {
    if (leaf.size == 1 || leaf.stride == 0) continue;
    if (leaf.stride < 0 || !size_of_stride.emplace(leaf.stride, leaf.size).second) return false;
  }
  Int reached = 1;
  for (const auto& [stride, size] : size_of_stride) {
    if (stride % reached != 0) return false;
    reached = stride * size;
  }
  return true;
}

bool is_division(const Layout& a, const Layout& tile, const Mode& tiles, const Layout& r) {
  if (r.mode.modes.size() != 2 || !is_compatible(tile.mode, r.mode.modes[0])) return false;
  if (!is_complement(tile, size_of(a.mode), tiles)) return false;
  std::vector<Int> wanted;
  for (const Int start : list_of(plain(tiles))) {
    for (const Int within : list_of(tile)) wanted.push_back(at(a, within + start));
  }
  return list_of(r) == wanted;
}

bool are_copies(const std::vector<Int>& block,
                const std::vector<Int>& tiler,
                const std::vector<Int>& places) {
  if (places.size() != tiler.size()) return false;
  std::map<Int, Int> place_of;
  for (std::size_t j = 0; j < places.size(); ++j) {
    if (place_of.emplace(tiler[j], places[j]).first->second != places[j]) return false;
  }
  for (auto it = place_of.begin(), next = it; ++next != place_of.end(); it = next) {
    if (it->second >= next->second) return false;
  }
  std::map<Int, Int> copy_of;
  std::vector<Int> all;
  for (const Int place : places) {
    for (const Int offset : block) {
      all.push_back(offset + place);
      if (copy_of.emplace(all.back(), place).first->second != place) return false;
    }
  }
  return !takes_first(block) || !takes_first(tiler) || takes_first(all);
}

bool is_product(const Layout& block, const Layout& tiler, const Layout& r) {
  return r.mode.modes.size() == 2 && starts_alike(block, r) &&
         is_compatible(block.mode, r.mode.modes[0]) && is_compatible(tiler.mode, r.mode.modes[1]) &&
         list_of(plain(block.mode)) == list_of(plain(r.mode.modes[0])) &&
         are_copies(list_of(plain(block.mode)), list_of(tiler), list_of(plain(r.mode.modes[1])));
}

bool is_paired_product(const Layout& block, const Layout& tiler, const Layout& r, bool is_blocked) {
  const auto of_block = modes_of(block.mode);
  const auto of_tiler = modes_of(tiler.mode);
  const auto count = [](const std::vector<Mode>& modes, std::size_t i) {
    return i < modes.size() ? size_of(modes[i]) : 1;
  };
  if (r.mode.modes.size() != std::max(of_block.size(), of_tiler.size())) return false;
  for (std::size_t i = 0; i < r.mode.modes.size(); ++i) {
    if (size_of(r.mode.modes[i]) != count(of_block, i) * count(of_tiler, i)) return false;
  }
  const auto inner = [&](Int in_block, Int copy) {
    Int sum = 0;
    for (std::size_t i = 0; i < r.mode.modes.size(); ++i) {
      const Int n = count(of_block, i);
      const Int m = count(of_tiler, i);
      const Int index = is_blocked ? in_block % n + n * (copy % m) : copy % m + m * (in_block % n);
      sum += sum_at(r.mode.modes[i], index);
      in_block /= n;
      copy /= m;
    }
    return sum;
  };
  const auto given = list_of(plain(block.mode));
  std::vector<Int> places;
  for (Int copy = 0; copy < size_of(tiler.mode); ++copy) {
    places.push_back(inner(0, copy));
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (inner(static_cast<Int>(i), copy) != given[i] + places.back()) return false;
    }
  }
  return starts_alike(block, r) && are_copies(given, list_of(tiler), places);
}

std::vector<Int> unpacked_sizes(const Mode& mode) {
  std::vector<Int> sizes;
  for (const Mode& each : modes_of(mode)) sizes.push_back(size_of(each));
  return sizes;
}

bool is_reordered(const Layout& logical, const Tiler& tiler, const Layout& r, TileOrder order) {
  const bool unpacks_first = order == TileOrder::kFlat;
  const bool unpacks_second = order != TileOrder::kZipped;
  struct Digit {
    Int size;
    bool is_first;
  };
  std::vector<Digit> digits;
  std::vector<Int> firsts;
  std::vector<Int> seconds;
  const auto add = [&](const Mode& mode, bool is_first) {
    digits.push_back({size_of(mode), is_first});
    (is_first ? firsts : seconds).push_back(digits.back().size);
  };
  for (std::size_t i = 0; i < logical.mode.modes.size(); ++i) {
    const Mode& mode = logical.mode.modes[i];
    if (!tiler.by_mode) {
      add(mode, i == 0);
    } else if (i < tiler.layouts.size()) {
      add(mode.modes[0], true);
      add(mode.modes[1], false);
    } else {
      add(mode, false);
    }
  }
  const auto product = [](const std::vector<Int>& sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), Int{1}, std::multiplies<>());
  };
  const Int count_first = product(firsts);
  for (Int i = 0; i < size_of(logical.mode); ++i) {
    Int rest = i;
    Int index[2] = {0, 0};
    Int unit[2] = {1, 1};
    for (const Digit& digit : digits) {
      index[digit.is_first ? 0 : 1] += rest % digit.size * unit[digit.is_first ? 0 : 1];
      unit[digit.is_first ? 0 : 1] *= digit.size;
      rest /= digit.size;
    }
    if (at(r, index[0] + count_first * index[1]) != at(logical, i)) return false;
  }
  if (!tiler.by_mode && unpacks_first) firsts = unpacked_sizes(logical.mode.modes[0]);
  if (!tiler.by_mode && unpacks_second) seconds = unpacked_sizes(logical.mode.modes[1]);
  std::vector<Int> sizes = unpacks_first ? firsts : std::vector<Int>{count_first};
  if (!unpacks_second) seconds = {product(seconds)};
  sizes.insert(sizes.end(), seconds.begin(), seconds.end());
  return unpacked_sizes(r.mode) == sizes;
}

bool is_recast(const Layout& a, Int narrower, const Layout& r, Int wider) {
  const auto of_a = leaves_of(a.mode);
  const auto of_r = leaves_of(r.mode);
  if (of_a.size() != of_r.size()) return false;
  std::map<std::vector<Int>, Int> place_of;
  std::set<Int> units_of_a;
  std::set<Int> units_of_r;
  for (const Int element : list_of(r)) {
    for (Int k = 0; k < wider; ++k) units_of_r.insert(element * wider + k);
  }
  for (Int i = 0; i < size_of(a.mode); ++i) {
    for (Int k = 0; k < narrower; ++k) {
      const Int unit = at(a, i) * narrower + k;
      units_of_a.insert(unit);
      const Int mixed = narrower * wider;
      const Int place = (unit % mixed + mixed) % mixed;
      std::vector<Int> within = {k};
      Int rest = i;
      Int sum = r.offset;
      bool has_part = narrower == 1;
      for (std::size_t l = 0; l < of_a.size(); ++l) {
        const Int distance = std::abs(of_a[l].stride);
        const Int shared = distance == 0 || distance >= wider ? 1 : wider / distance;
        Int coordinate = rest % of_a[l].size / shared;
        within.push_back(rest % of_a[l].size % shared);
        Int end = (of_a[l].size + shared - 1) / shared;
        rest /= of_a[l].size;
        if (!has_part && distance != 0 && distance <= wider) {
          has_part = true;
          coordinate = coordinate * narrower + place / wider;
          end *= narrower;
        }
        if (of_r[l].size != end) return false;
        sum += coordinate * of_r[l].stride;
      }
      if (swizzled(r, sum) != (unit - (unit % wider + wider) % wider) / wider) return false;
      if (place_of.emplace(within, place).first->second != place) return false;
    }
  }
  return units_of_a == units_of_r;
}

}  // namespace tileproof::cute::naive
