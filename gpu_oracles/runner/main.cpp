// tileproof-oracle: asks the device, and holds the models against what devices answered.  It builds
// on machines that lack the solvers.
#include <iostream>

#include "gpu_oracles/runner/program.hpp"

int main(int argc, char** argv) {
  using namespace tileproof::oracles;
  const int code = run_program(std::vector<std::string>(argv + 1, argv + argc), quoted_program());
  if (std::cout.flush()) return code;
  std::cerr << "tileproof-oracle: cannot write to standard output\n";
  return 2;
}
