#include "encodings/cute/composition_law.hpp"

#include <algorithm>
#include <limits>

namespace tileproof::cute {
namespace {

constexpr Int kFar = std::numeric_limits<Int>::max();

std::string text_of(const FlatMode& mode) {
  return std::to_string(mode.size) + ":" + std::to_string(mode.stride);
}

std::string mode_text(const FlatLayout& a, std::size_t i) {
  return "mode " + std::to_string(i) + " of A, size " + std::to_string(a[i].size);
}

// Condition (1), with the leaf's magnitudes; empty if it holds.
std::string leaf_misfit(const FlatLayout& a, const FlatMode& leaf) {
  Int left = leaf.size;
  Int stride = std::abs(leaf.stride);
  for (std::size_t i = 0; i + 1 < a.size() && left > 1; ++i) {
    const Int size = a[i].size;
    if (stride >= size) {
      if (stride % size != 0) {
        return text_of(leaf) + ": " + mode_text(a, i) + ", does not divide the stride " +
               std::to_string(stride);
      }
      stride /= size;
    } else {
      if (left <= ceil_div(size, stride)) return {};
      if (size % stride != 0) {
        return text_of(leaf) + ": the stride " + std::to_string(stride) + " does not divide " +
               mode_text(a, i) + ", which the elements leave";
      }
      if (left % (size / stride) != 0) {
        return text_of(leaf) + ": " + std::to_string(size / stride) + " elements fill " +
               mode_text(a, i) + ", and do not divide " + std::to_string(left);
      }
      left /= size / stride;
      stride = 1;
    }
  }
  return {};
}

}  // namespace

Result<std::vector<ComposedPart>> compose_leaf(const FlatLayout& a, const FlatMode& b) {
  std::vector<ComposedPart> parts;
  Int left = b.size;
  Int stride = b.stride;
  if (stride == 0) return parts;
  for (std::size_t i = 0; i + 1 < a.size(); ++i) {
    const Int size = a[i].size;
    // As CuTe has it: a negative stride always passes.  One element needs no stride, though CuTe
    // checks it.
    if (left > 1 && stride % size != 0 && stride >= size) {
      return Error{ErrorCode::kNotSolvable,
                   "composition with " + text_of(b) + ": stride divisibility, " + mode_text(a, i) +
                       ", must divide the stride " + std::to_string(stride) + " or exceed it"};
    }
    const Int distance = std::abs(stride);
    const Int in_mode = ceil_div(size, distance);
    if (in_mode > 1 && left > 1) {
      const Int taken = std::min(in_mode, left);
      if (left % taken != 0) {
        return Error{ErrorCode::kNotSolvable,
                     "composition with " + text_of(b) + ": shape divisibility, " +
                         std::to_string(taken) + " elements in " + mode_text(a, i) +
                         ", must divide " + std::to_string(left)};
      }
      parts.push_back({i, taken, stride});
      left /= taken;
    }
    stride = ceil_div(distance, size) * (stride < 0 ? -1 : 1);
  }
  if (left > 1 || parts.empty()) parts.push_back({a.size() - 1, left, stride});
  return parts;
}

CompositionLaw composition_law(const FlatLayout& a, const FlatLayout& b) {
  bool has_negative = false;
  bool has_positive = false;
  std::vector<Int> reach(a.size(), 0);
  CompositionLaw law;
  for (const FlatMode& leaf : b) {
    if (leaf.size == 1 || leaf.stride == 0) continue;
    (leaf.stride < 0 ? has_negative : has_positive) = true;
    if (auto misfit = leaf_misfit(a, leaf); !misfit.empty() && law.holds) {
      law = {true, false, std::move(misfit)};
    }
    const auto parts = compose_leaf(a, {leaf.size, std::abs(leaf.stride)});
    if (!parts) continue;  // (1) fails, too
    for (const ComposedPart& part : *parts) {
      if (part.mode + 1 == a.size()) continue;
      Int& sum = reach[part.mode];
      if (__builtin_add_overflow(sum, (part.size - 1) * part.stride, &sum)) sum = kFar;
    }
  }
  for (std::size_t i = 0; i + 1 < a.size() && law.holds; ++i) {
    if (reach[i] >= a[i].size) {
      law = {true,
             false,
             "carry: the leaves of B together reach coordinate " + std::to_string(reach[i]) +
                 " in " + mode_text(a, i)};
    }
  }
  law.applies = !(has_negative && has_positive) || a.size() == 1;
  return law;
}

}  // namespace tileproof::cute
