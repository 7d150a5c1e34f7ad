// Programs of moves and plans as JSON (interface.md).
#pragma once

#include "checkers/plan/plan.hpp"
#include "checkers/requests/json.hpp"

namespace tileproof::requests {

Json to_json(const moves::ProgramCost& cost);
// {"verdict": .., "remarks": [..], "cost": .. or null}
Json to_json(const moves::Realised& answer);
// {"wavefronts": .., "shuffles": .., "family": ..}, or null
Json to_json(const std::optional<plan::Bound>& bound);
// That, "kind" and "program".
Json to_json(const plan::Plan& plan);
// [{"kind": .., "why": ..}, ..]
Json to_json(const std::vector<plan::LesserKind>& kinds);

}  // namespace tileproof::requests
