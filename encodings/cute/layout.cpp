#include "encodings/cute/layout.hpp"

#include <algorithm>
#include <limits>

#include "encodings/cute/notation.hpp"

namespace tileproof::cute {
namespace {

// Sums over the leaves in 64-bit arithmetic that notes when it overflows.
class Extent {
 public:
  // Returns the rule that is broken, naming the numbers.
  std::optional<Error> add(const Mode& mode, unsigned depth) {
    if (depth > kMaxDepth) {
      return Error{ErrorCode::kUnsupported,
                   "nested deeper than " + std::to_string(kMaxDepth) + " levels"};
    }
    if (!mode.is_leaf()) {
      for (const Mode& inner : mode.modes) {
        if (auto error = add(inner, depth + 1)) return error;
      }
      return std::nullopt;
    }
    if (mode.size < 1) {
      return Error{ErrorCode::kInvalid,
                   "size " + std::to_string(mode.size) + " must be at least 1"};
    }
    if (mode.stride == std::numeric_limits<Int>::min()) return overflow("the stride", mode);
    if (__builtin_mul_overflow(size_, mode.size, &size_)) {
      return overflow("the product of the sizes", mode);
    }
    Int reach = 0;
    Int& end = mode.stride < 0 ? lowest_ : highest_;
    if (__builtin_mul_overflow(mode.size - 1, mode.stride, &reach) ||
        __builtin_add_overflow(end, reach, &end)) {
      return overflow("the offset", mode);
    }
    return std::nullopt;
  }

  // Shifts the range; false if it does not fit.
  bool shift(Int offset) {
    return !__builtin_add_overflow(lowest_, offset, &lowest_) &&
           !__builtin_add_overflow(highest_, offset, &highest_);
  }
  // Does highest - lowest + 1, the cosize, fit?
  [[nodiscard]] bool has_cosize() const {
    Int cosize = 0;
    return !__builtin_sub_overflow(highest_, lowest_, &cosize) &&
           !__builtin_add_overflow(cosize, 1, &cosize);
  }
  [[nodiscard]] OffsetRange range() const { return {lowest_, highest_}; }

 private:
  static Error overflow(const std::string& what, const Mode& mode) {
    return {ErrorCode::kOverflow,
            what + " exceeds 63 bits at the mode " + std::to_string(mode.size) + ":" +
                std::to_string(mode.stride)};
  }

  Int size_ = 1;
  Int lowest_ = 0;
  Int highest_ = 0;
};

void append_axes(const Mode& mode, const std::string& place, std::vector<Axis>& axes) {
  if (mode.is_leaf()) {
    axes.push_back({"mode" + (place.empty() ? "0" : place), static_cast<Word>(mode.size)});
    return;
  }
  for (std::size_t i = 0; i < mode.modes.size(); ++i) {
    append_axes(mode.modes[i], place + (place.empty() ? "" : ".") + std::to_string(i), axes);
  }
}

}  // namespace

std::optional<Error> check(const Swizzle& swizzle) {
  if (swizzle.bits > swizzle.distance()) {
    return Error{ErrorCode::kInvalid,
                 print(swizzle) + ": |S| = " + std::to_string(swizzle.distance()) +
                     " must be at least B = " + std::to_string(swizzle.bits)};
  }
  if (swizzle.bits > 63 || swizzle.base > 63 || swizzle.distance() > 63 ||
      swizzle.bits + swizzle.base + swizzle.distance() > 63) {
    return Error{ErrorCode::kOverflow, print(swizzle) + ": M + B + |S| must be at most 63"};
  }
  return std::nullopt;
}

Mode leaf(Int size, Int stride) { return {size, stride, {}}; }

Mode tuple(std::vector<Mode> modes) {
  TP_CHECK(!modes.empty(), "a tuple without modes");
  return {1, 0, std::move(modes)};
}

std::optional<Error> check(const Layout& layout) {
  Extent extent;
  if (auto error = extent.add(layout.mode, 0)) return error;
  if (!extent.has_cosize()) {
    return Error{ErrorCode::kOverflow, "the cosize of " + print(layout.mode) + " exceeds 63 bits"};
  }
  if (!extent.shift(layout.offset)) {
    return Error{ErrorCode::kOverflow,
                 "the offset exceeds 63 bits when it starts at " + std::to_string(layout.offset)};
  }
  if (!layout.swizzle) return std::nullopt;
  if (auto error = check(*layout.swizzle)) return error;
  if (extent.range().lowest < 0 && layout.swizzle->bits > 0) {
    return Error{ErrorCode::kUnsupported,
                 print(*layout.swizzle) + " of offsets down to " +
                     std::to_string(extent.range().lowest) +
                     ": the bits of a negative offset depend on its width"};
  }
  return std::nullopt;
}

Int size(const Mode& mode) {
  if (mode.is_leaf()) return mode.size;
  Int product = 1;
  for (const Mode& inner : mode.modes) product *= size(inner);
  return product;
}

Int cosize(const Mode& mode) {
  const OffsetRange range = unswizzled_range({std::nullopt, 0, mode});
  return range.highest - range.lowest + 1;
}

unsigned rank(const Mode& mode) {
  return mode.is_leaf() ? 1 : static_cast<unsigned>(mode.modes.size());
}

unsigned depth(const Mode& mode) {
  if (mode.is_leaf()) return 0;
  unsigned deepest = 0;
  for (const Mode& inner : mode.modes) deepest = std::max(deepest, depth(inner));
  return deepest + 1;
}

OffsetRange unswizzled_range(const Layout& layout) {
  Extent extent;
  const bool fits = !extent.add(layout.mode, 0) && extent.shift(layout.offset);
  TP_CHECK(fits, "the range of a layout that was not checked");
  return extent.range();
}

std::vector<Axis> axes(const Layout& layout) {
  std::vector<Axis> axes;
  append_axes(layout.mode, "", axes);
  return axes;
}

std::vector<OutAxis> out_axes(const Layout& layout) {
  return {{"offset", std::nullopt, false, unswizzled_range(layout).lowest < 0}};
}

}  // namespace tileproof::cute
