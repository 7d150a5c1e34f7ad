// What is the smallest case that still shows a disagreement?
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "gpu_oracles/observation.hpp"

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

// The device's answer to the smallest case that differs: of the cases the first, shrunk.  If none
// differs when it is asked again, to the first.
template <typename Case, typename Smaller, typename Ask>
Result<Observation> smallest_difference(std::span<const Case> cases,
                                        const Smaller& smaller,
                                        const Ask& ask,
                                        const Replay& replay) {
  const auto first_shown = one_by_one([&](const Case& one) -> Result<bool> {
    TP_TRY(observation, ask(one));
    TP_TRY(difference, replay(observation));
    return difference.has_value();
  });
  TP_TRY(first, first_shown(cases));
  if (!first) return ask(cases.front());
  TP_TRY(smallest, shrink_case(cases[*first], smaller, first_shown));
  return ask(smallest);
}

// Gathers the cases that changes make of one, but for those that leave it as it is.
template <typename Case>
struct SmallerCases {
  const Case& one;
  std::vector<Case> list;

  template <typename Change>
  void add(const Change& change) {
    Case changed = one;
    change(changed);
    if (changed != one) list.push_back(std::move(changed));
  }
  // 0 in a list of the lanes: in all, in each half, in each quarter ...
  template <typename ListOf>
  void add_zeros(unsigned lanes, const ListOf& list_of) {
    for (unsigned size = lanes; size >= 1; size /= 2) {
      for (unsigned first = 0; first < lanes; first += size) {
        add([&](Case& changed) { std::fill_n(list_of(changed) + first, size, 0); });
      }
    }
  }
};

}  // namespace tileproof::oracles
