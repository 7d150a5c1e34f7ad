// Your own encoding: its parameters, one function over an algebra (tileproof::Algebra), a line of
// notation (tileproof::Family), and the function that comes of it (tileproof::IndexMap).
#pragma once

#include "core/algebra.hpp"
#include "encodings/index_map/family.hpp"
#include "encodings/index_map/index_map.hpp"
