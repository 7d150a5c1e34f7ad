// Which moves bring a tensor from one layout to another?  One plan for each route, as wide as the
// conversion allows and the layouts permit.  The plan may be clumsy, not wrong: what it leaves
// behind is compared with the model, which knows nothing of it.
#pragma once

#include <string>

#include "gpu_oracles/conversions/conversion.hpp"
#include "gpu_oracles/conversions/move_list.hpp"

namespace tileproof::oracles {

struct MovePlan {
  MoveList list;
  std::string instructions;  // "st.shared.b64 x4, bar.sync, ldmatrix.x4 x2"
};

// Fails (kNotSolvable) if the route cannot do it: the element is not in the thread or warp; and
// (kUnsupported) beyond kMaxThreads or kMaxRegisters.
Result<MovePlan> plan_moves(const Conversion& conversion, const ConversionModel& model);

}  // namespace tileproof::oracles
