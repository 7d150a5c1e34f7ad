// What does no program do with less?  By counting: in a wavefront each bank serves one word, which
// lanes take that want just that, and a shuffle gives each lane one register.
#pragma once

#include <optional>
#include <string_view>

#include "checkers/plan/choose_plan.hpp"

namespace tileproof::plan {

// Of one CTA's warps together.  A byte that a lane is to have and does not hold is loaded, or
// shuffled, into that lane; what is loaded was stored.
struct Bound {
  Word store_wavefronts = 0;
  Word load_wavefronts = 0;
  Word shuffles = 0;
  Word wavefronts_and_shuffles = 0;  // together, of all programs
  std::string_view family = "";      // "programs without shuffles"

  friend bool operator==(const Bound&, const Bound&) = default;
};

// The first three are of programs that do it as the plan does, the family: without shuffles where
// it goes through memory, without memory where it shuffles, all where it does neither.  nullopt for
// several blocks, whose accesses to each other are not counted.
std::optional<Bound> bound_of(const ChosenPlan& plan,
                              const LinearLayout& source,
                              const LinearLayout& destination);

}  // namespace tileproof::plan
