#include "encodings/index_map/match_axes.hpp"

namespace tileproof {
namespace {

// How many axes from `first` on make up `size`, or 0 if they do not.
std::size_t axes_that_make(std::span<const Axis> axes, std::size_t first, Word size) {
  Word product = 1;
  for (std::size_t i = first; i < axes.size() && product < size; ++i) {
    if (__builtin_mul_overflow(product, axes[i].size, &product)) return 0;
    if (product == size) return i - first + 1;
  }
  return 0;
}

std::vector<Word> sizes_of(std::span<const Axis> axes) {
  std::vector<Word> sizes;
  for (const Axis& axis : axes) sizes.push_back(axis.size);
  return sizes;
}

std::string sizes_text(const IndexMap& map) {
  std::string list;
  for (const Axis& axis : map.axes()) {
    list += (list.empty() ? "" : " x ") + std::to_string(axis.size);
  }
  return list;
}

}  // namespace

Result<std::pair<IndexMap, IndexMap>> match_axes(const IndexMap& a, const IndexMap& b) {
  if (a.out_axes().size() != b.out_axes().size() || a.gives_offset() != b.gives_offset()) {
    return Error{ErrorCode::kUsage, "the layouts do not give the same kind of place"};
  }
  std::pair pair(a.without_unit_axes(), b.without_unit_axes());
  const auto mismatch = [&] {
    return Error{ErrorCode::kShape,
                 "the layouts do not have the same inputs: " + sizes_text(pair.first) + " and " +
                     sizes_text(pair.second)};
  };
  for (std::size_t at = 0; at < pair.first.axes().size() && at < pair.second.axes().size(); ++at) {
    const Axis& x = pair.first.axes()[at];
    const Axis& y = pair.second.axes()[at];
    if (x.first != y.first || x.is_parameter != y.is_parameter) return mismatch();
    if (x.size == y.size) continue;
    IndexMap& whole = x.size > y.size ? pair.first : pair.second;
    const auto digits = (x.size > y.size ? pair.second : pair.first).axes();
    const Axis& axis = whole.axes()[at];
    const std::size_t count = axes_that_make(digits, at, axis.size);
    if (count == 0 || axis.is_parameter || axis.first != 0) return mismatch();
    whole = whole.cut(at, sizes_of(digits.subspan(at, count)));
  }
  if (pair.first.axes().size() != pair.second.axes().size()) return mismatch();
  return pair;
}

}  // namespace tileproof
