// tileproof-oracle: asks the device, and holds the models against what devices answered.  It builds
// on machines that lack the solvers.
#include "gpu_oracles/runner/program.hpp"

int main(int argc, char** argv) {
  using namespace tileproof::oracles;
  return run_program(std::vector<std::string>(argv + 1, argv + argc), quoted_program());
}
