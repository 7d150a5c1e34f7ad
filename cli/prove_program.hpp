// `tileproof prove` as a program of another project, which reads that project's notations, too:
//
//   int main(int argc, char** argv) {
//     return tileproof::run_prove_program(argc, argv, {skewed_family()});
//   }
#pragma once

#include <vector>

#include "encodings/index_map/family.hpp"

namespace tileproof {

// Takes the arguments of `tileproof prove`, prints what it prints, and gives its exit code: 0
// proved, 1 refuted, 2 bad usage or input, 3 unknown, 4 internal error.
int run_prove_program(int argc, char** argv, const std::vector<Family>& families);

}  // namespace tileproof
