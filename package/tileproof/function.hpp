// Functions that can only be called: tileproof::opaque(), check_injective(), check_in_bounds(),
// check_equal().
#pragma once

#include "checkers/opaque/opaque_function.hpp"
