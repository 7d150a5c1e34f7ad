// `tileproof prove` with notations of your own: tileproof::run_prove_program().
#pragma once

#include "cli/prove_program.hpp"
