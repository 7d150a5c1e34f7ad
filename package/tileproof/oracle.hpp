// A GPU asked about a layout: tileproof::device_program(), for nvcc and hipcc.
#pragma once

#include "gpu_oracles/layout_program.hpp"
