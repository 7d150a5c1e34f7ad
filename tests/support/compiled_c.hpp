// Text in C or C++ as functions of this process: the compiler that built the tests makes a library
// of it, which is loaded.
#pragma once

#include <dlfcn.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "tests/support/temporary_folder.hpp"

namespace tileproof {

class CompiledC {
 public:
  // Throws with what the compiler says.
  explicit CompiledC(const std::string& text, const std::string& options = "-O1") {
    const std::string source = folder_.file("source.cpp", text);
    const std::string library = folder_.path("library.so");
    const std::string said = folder_.path("said");
    const std::string command = "'" TILEPROOF_CXX "' -std=c++20 -shared -fPIC -w " + options +
                                " -o " + library + " " + source + " 2> " + said;
    if (std::system(command.c_str()) != 0) {
      std::ostringstream message;
      message << std::ifstream(said).rdbuf();
      throw std::runtime_error(message.str());
    }
    library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) throw std::runtime_error(dlerror());
  }
  ~CompiledC() {
    if (library_ != nullptr) dlclose(library_);
  }
  CompiledC(const CompiledC&) = delete;
  CompiledC& operator=(const CompiledC&) = delete;

  // An extern "C" function of this type.
  template <typename Function>
  [[nodiscard]] Function* function(const std::string& name) const {
    void* const found = dlsym(library_, name.c_str());
    if (found == nullptr) throw std::runtime_error("no function " + name);
    return reinterpret_cast<Function*>(found);
  }

 private:
  TemporaryFolder folder_;
  void* library_ = nullptr;
};

}  // namespace tileproof
