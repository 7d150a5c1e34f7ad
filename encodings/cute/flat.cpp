#include "encodings/cute/flat.hpp"

namespace tileproof::cute {
namespace {

void append_leaves(const Mode& mode, FlatLayout& flat) {
  if (mode.is_leaf()) {
    flat.push_back({mode.size, mode.stride});
    return;
  }
  for (const Mode& inner : mode.modes) append_leaves(inner, flat);
}

bool continues(const FlatMode& mode, const FlatMode& next) {
  Int end = 0;
  return !__builtin_mul_overflow(mode.size, mode.stride, &end) && end == next.stride;
}

}  // namespace

FlatLayout flatten(const Mode& mode) {
  FlatLayout flat;
  append_leaves(mode, flat);
  return flat;
}

Mode unflatten(const FlatLayout& flat) {
  if (flat.empty()) return leaf(1, 0);
  if (flat.size() == 1) return leaf(flat[0].size, flat[0].stride);
  std::vector<Mode> modes;
  modes.reserve(flat.size());
  for (const FlatMode& mode : flat) modes.push_back(leaf(mode.size, mode.stride));
  return tuple(std::move(modes));
}

FlatLayout coalesced(const FlatLayout& flat) {
  FlatLayout result;
  for (const FlatMode& mode : flat) {
    if (mode.size == 1) continue;
    if (!result.empty() && continues(result.back(), mode)) {
      result.back().size *= mode.size;
    } else {
      result.push_back(mode);
    }
  }
  return result;
}

FlatLayout without_copies(FlatLayout flat) {
  std::erase_if(flat, [](const FlatMode& mode) { return mode.stride == 0; });
  return flat;
}

FlatLayout coalesced_beyond_size(const FlatLayout& flat) {
  FlatLayout open = flat;
  if (open.back().size == 1) open.back().size = 2;
  return coalesced(open);
}

Int IndexFunction::operator()(Int index) const {
  const auto product = [](Int coordinate, Int stride) {
    return static_cast<Word>(coordinate) * static_cast<Word>(stride);
  };
  auto sum = static_cast<Word>(offset_);
  for (std::size_t i = 0; i + 1 < flat_.size(); ++i) {
    sum += product(index % flat_[i].size, flat_[i].stride);
    index /= flat_[i].size;
  }
  sum += product(index, flat_.back().stride);
  return static_cast<Int>(swizzle_ ? apply(U64(), *swizzle_, sum) : sum);
}

Result<Int> times(Int x, Int y, const char* what) {
  Int product = 0;
  if (!__builtin_mul_overflow(x, y, &product)) return product;
  return Error{
      ErrorCode::kOverflow,
      std::string(what) + " " + std::to_string(x) + " * " + std::to_string(y) + " exceeds 63 bits"};
}

}  // namespace tileproof::cute
