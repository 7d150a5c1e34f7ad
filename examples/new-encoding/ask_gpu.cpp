// Prints a program for nvcc or hipcc that asks a GPU whether it computes what the definition says.
#include <cstdio>
#include <tileproof/oracle.hpp>

#include "tilted.hpp"

int main(int argc, char** argv) {
  const tileproof::Family families[] = {mine::tilted().value()};
  const auto layout = tileproof::read_index_map(argc > 1 ? argv[1] : "", {}, families);
  const auto program = layout ? tileproof::device_program(*layout) : layout.error();
  if (program) return std::fputs(program->c_str(), stdout) < 0 ? 2 : 0;
  std::fprintf(stderr, "ask_gpu: %s\n", program.error().message.c_str());
  return 2;
}
