// CuTe layouts from their text, and their values, for tests.
#pragma once

#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "encodings/cute/flat.hpp"
#include "encodings/cute/notation.hpp"
#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

// Throws for text that is no layout: a test that means one would otherwise test nothing.
inline Layout layout_of(std::string_view text) {
  auto layout = parse_layout(text);
  if (!layout) throw std::runtime_error(std::string(text) + ": " + layout.error().message);
  return *layout;
}

inline Tiler tiler_of(std::string_view text) {
  auto tiler = parse_tiler(text);
  if (!tiler) throw std::runtime_error(std::string(text) + ": " + tiler.error().message);
  return *tiler;
}

inline Layout flat_layout(const FlatLayout& flat) { return {std::nullopt, 0, unflatten(flat)}; }

inline std::vector<Int> values(const Layout& layout) {
  const IndexFunction function(layout);
  std::vector<Int> result;
  for (Int i = 0; i < size(layout.mode); ++i) result.push_back(function(i));
  return result;
}

// "layout" if all obligations hold, otherwise "layout ! the first that does not"; "code: message"
// for an error.
inline std::string show(const Result<Answer>& answer) {
  if (!answer) return std::string(to_string(answer.error().code)) + ": " + answer.error().message;
  std::string text = print(answer.value().layout);
  for (const Obligation& each : answer.value().obligations) {
    if (each.holds != Holds::kYes) return text + " ! " + each.text;
  }
  return text;
}

// Every flat layout of `modes` modes with sizes 2 .. max_size and strides min_stride .. max_stride.
inline std::vector<FlatLayout> all_layouts(int modes,
                                           Int max_size,
                                           Int min_stride,
                                           Int max_stride) {
  std::vector<FlatLayout> layouts = {{}};
  for (int mode = 0; mode < modes; ++mode) {
    std::vector<FlatLayout> longer;
    for (const FlatLayout& layout : layouts) {
      for (Int size = 2; size <= max_size; ++size) {
        for (Int stride = min_stride; stride <= max_stride; ++stride) {
          longer.push_back(layout);
          longer.back().push_back({size, stride});
        }
      }
    }
    layouts = std::move(longer);
  }
  return layouts;
}

}  // namespace tileproof::cute
