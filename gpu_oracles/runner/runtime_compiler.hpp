// How is device code compiled while the program runs?  By the platform's own compiler library,
// NVRTC or HIPRTC, which is looked for then: nothing is linked, and a machine may lack it.
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"

namespace tileproof::oracles {

enum class DevicePlatform { kNvidia, kAmd };

class RuntimeCompiler {
 public:
  // Fails (kUnsupported) with the places where it was looked for.
  static Result<RuntimeCompiler> find(DevicePlatform platform);

  // "NVRTC 13.0"
  [[nodiscard]] const std::string& name() const { return name_; }
  // Code that the device loads, for an architecture: "sm_90", "gfx942:sramecc+:xnack-".  Fails
  // (kInvalid) with what the compiler says.
  [[nodiscard]] Result<std::string> compile(const std::string& source,
                                            const std::string& architecture) const;

 private:
  // Each library has these functions, under names of its own.
  struct Calls {
    int (*version)(int*, int*);
    int (*create)(void**, const char*, const char*, int, const char* const*, const char* const*);
    int (*compile)(void*, int, const char* const*);
    int (*log_size)(void*, std::size_t*);
    int (*log)(void*, char*);
    int (*code_size)(void*, std::size_t*);
    int (*code)(void*, char*);
    int (*destroy)(void**);
    const char* (*error_text)(int);
  };

  RuntimeCompiler(DevicePlatform platform, const Calls& calls, std::string name)
      : platform_(platform), calls_(calls), name_(std::move(name)) {}

  DevicePlatform platform_;
  Calls calls_;
  std::string name_;
};

}  // namespace tileproof::oracles
