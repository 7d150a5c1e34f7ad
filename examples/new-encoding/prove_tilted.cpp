// `tileproof prove`, which reads tilted<32x32, 1>, too.
#include <tileproof/prove_program.hpp>

#include "tilted.hpp"

int main(int argc, char** argv) {
  return tileproof::run_prove_program(argc, argv, {mine::tilted().value()});
}
