// How is an expression of a program made anew with a change in it?
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/moves/program.hpp"
#include "core/recorder.hpp"

namespace tileproof::moves {

// change(a, at, inputs) gives the new result, recorded by a: `inputs` are lane, warp, block and the
// loops, `inputs_of_it` in all, and at(others) is the expression at other inputs.
//
//   [](const Recorder& a, const auto& at, auto in) { return a.add(at(std::move(in)), 4); }
template <typename Change>
IndexExpression changed(const IndexExpression& before,
                        std::uint32_t inputs_of_it,
                        const Change& change) {
  Steps steps;
  const Recorder a{steps};
  std::vector<Recorded> given;
  for (std::uint32_t input = 0; input < inputs_of_it; ++input) given.push_back(steps.input(input));
  const auto at = [&](const std::vector<Recorded>& inputs) {
    return results_of(a, before, std::span<const Recorded>(inputs))[0];
  };
  const Recorded result = change(a, at, given);
  return std::move(steps).graph({&result, 1});
}

}  // namespace tileproof::moves
