// Layouts of CuTe's C++, handed over as they are: tileproof::cute::index_map_of(layout).
#pragma once

#include "encodings/cute/from_tuples.hpp"
