#include "encodings/cute/composition_law.hpp"

#include <limits>

#include "encodings/cute/leaf_step.hpp"

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
  auto left = static_cast<Word>(leaf.size);
  Word stride = magnitude(leaf.stride);
  for (std::size_t i = 0; i + 1 < a.size() && left > 1; ++i) {
    const auto size = static_cast<Word>(a[i].size);
    const auto step = leaf_step(U64{}, size, left, stride);
    if (leaf_fits(U64{}, size, left, stride)) {
      left = step.left;
      stride = step.stride;
    } else if (stride >= size) {
      return text_of(leaf) + ": " + mode_text(a, i) + ", does not divide the stride " +
             std::to_string(stride);
    } else if (size % stride != 0) {
      return text_of(leaf) + ": the stride " + std::to_string(stride) + " does not divide " +
             mode_text(a, i) + ", which the elements leave";
    } else {
      return text_of(leaf) + ": " + std::to_string(step.taken) + " elements fill " +
             mode_text(a, i) + ", and do not divide " + std::to_string(left);
    }
  }
  return {};
}

}  // namespace

Result<std::vector<ComposedPart>> compose_leaf(const FlatLayout& a, const FlatMode& b) {
  std::vector<ComposedPart> parts;
  auto left = static_cast<Word>(b.size);
  Word distance = magnitude(b.stride);
  if (distance == 0) return parts;
  const Int sign = b.stride < 0 ? -1 : 1;
  const auto part = [sign](std::size_t mode, Word size, Word stride) {
    return ComposedPart{mode, static_cast<Int>(size), sign * static_cast<Int>(stride)};
  };
  for (std::size_t i = 0; i + 1 < a.size(); ++i) {
    const auto size = static_cast<Word>(a[i].size);
    // As CuTe has it: a negative stride always passes.  One element needs no stride, though CuTe
    // checks it.
    if (left > 1 && sign > 0 && !stride_divides(U64{}, size, distance)) {
      return Error{ErrorCode::kNotSolvable,
                   "composition with " + text_of(b) + ": stride divisibility, " + mode_text(a, i) +
                       ", must divide the stride " + std::to_string(distance) + " or exceed it"};
    }
    const auto step = leaf_step(U64{}, size, left, distance);
    if (step.taken > 1) {
      if (!shape_divides(U64{}, size, left, distance)) {
        return Error{ErrorCode::kNotSolvable,
                     "composition with " + text_of(b) + ": shape divisibility, " +
                         std::to_string(step.taken) + " elements in " + mode_text(a, i) +
                         ", must divide " + std::to_string(left)};
      }
      parts.push_back(part(i, step.taken, distance));
    }
    left = step.left;
    distance = step.stride;
  }
  if (left > 1 || parts.empty()) parts.push_back(part(a.size() - 1, left, distance));
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
