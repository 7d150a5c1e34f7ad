// Tries texts on one reader until one upsets it: libFuzzer's program, which knows what parts of the
// code each text reaches.
//
//   fuzz_readers --reader=NAME CORPUS... [libFuzzer's options]
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/fuzzing/readers.hpp"

namespace {

const tileproof::fuzzing::Reader* chosen = nullptr;

}  // namespace

// libFuzzer leaves options of two dashes to us.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr std::string_view kOption = "--reader=";
  for (int i = 1; i < *argc; ++i) {
    const std::string_view argument = (*argv)[i];
    if (argument.starts_with(kOption)) {
      chosen = tileproof::fuzzing::reader(argument.substr(kOption.size()));
    }
  }
  if (chosen != nullptr) return 0;
  std::fputs("fuzz_readers: --reader=NAME names one of", stderr);
  for (const auto& reader : tileproof::fuzzing::readers()) {
    std::fprintf(stderr, " %s", reader.name);
  }
  std::fputs("\n", stderr);
  std::exit(2);
}

// An exception ends the program, and is a finding.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  chosen->takes({reinterpret_cast<const char*>(data), size});
  return 0;
}
