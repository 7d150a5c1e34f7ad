// Which program brings a tensor from one layout to another within each thread, or within each warp?
#pragma once

#include <optional>

#include "checkers/plan/move_writer.hpp"

namespace tileproof::plan {

// Nothing if a thread lacks an element that it is to have, or bytes that lanes hold in different
// places of a register.
std::optional<moves::Program> register_plan(const moves::Program& empty,
                                            const Side& source,
                                            const Side& destination);

// With one shuffle for each register of the destination.  Nothing if that does not suffice.
std::optional<moves::Program> shuffle_plan(const moves::Program& empty,
                                           const Side& source,
                                           const Side& destination);

}  // namespace tileproof::plan
