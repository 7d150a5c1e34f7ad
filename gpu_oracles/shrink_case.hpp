// What is the smallest case that still shows a disagreement?
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/result.hpp"

namespace tileproof::oracles {

// Requires: the case shows it.  `smaller` gives simpler cases, the simplest first; `first_shown`
// the position of the first of them that shows it, if any.  Goes there until none does.
template <typename Case, typename Smaller, typename FirstShown>
Result<Case> shrink_case(Case one, const Smaller& smaller, const FirstShown& first_shown) {
  constexpr unsigned kMaxGenerations = 200;
  for (unsigned generation = 0; generation < kMaxGenerations; ++generation) {
    std::vector<Case> cases = smaller(one);
    TP_TRY(first, first_shown(std::span<const Case>(cases)));
    if (!first) break;
    one = std::move(cases[*first]);
  }
  return one;
}

// `first_shown` for oracles that are asked one case after the other: `shows` says of one case
// whether it shows the disagreement.
template <typename Shows>
auto one_by_one(Shows shows) {
  return [shows](const auto& cases) -> Result<std::optional<std::size_t>> {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      TP_TRY(shown, shows(cases[i]));
      if (shown) return std::optional<std::size_t>(i);
    }
    return std::optional<std::size_t>();
  };
}

}  // namespace tileproof::oracles
