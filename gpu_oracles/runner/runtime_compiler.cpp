#include "gpu_oracles/runner/runtime_compiler.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

namespace tileproof::oracles {
namespace {

struct Library {
  const char* name;
  const char* prefix;  // of its functions
  const char* code;    // what it calls the code that a device loads
  std::vector<const char*> files;
  std::vector<const char*> homes;      // variables of the environment that name a toolkit's folder
  const char* usual_place;             // of toolkits' folders
  const char* usual_folder;            // how they begin
  std::vector<const char*> libraries;  // folders of a toolkit's
};

// Older versions of HIP have HIPRTC in their runtime.
const Library& library_of(DevicePlatform platform) {
  static const Library kNvrtc{"NVRTC",
                              "nvrtc",
                              "CUBIN",
                              {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"},
                              {"CUDA_HOME", "CUDA_PATH"},
                              "/usr/local",
                              "cuda",
                              {"lib64", "lib"}};
  static const Library kHiprtc{
      "HIPRTC",
      "hiprtc",
      "Code",
      {"libhiprtc.so.7", "libhiprtc.so.6", "libhiprtc.so.5", "libhiprtc.so", "libamdhip64.so.5"},
      {"ROCM_PATH", "HIP_PATH"},
      "/opt",
      "rocm",
      {"lib"}};
  return platform == DevicePlatform::kNvidia ? kNvrtc : kHiprtc;
}

// The loader's own places, then those of toolkits.
std::vector<std::string> candidates(const Library& library) {
  std::vector<std::string> folders = {""};
  const auto add_toolkit = [&](const std::string& home) {
    for (const char* folder : library.libraries) folders.push_back(home + "/" + folder + "/");
  };
  for (const char* variable : library.homes) {
    const char* const home = std::getenv(variable);
    if (home != nullptr && *home != '\0') add_toolkit(home);
  }
  std::vector<std::string> homes;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(library.usual_place, none)) {
    if (entry.path().filename().string().rfind(library.usual_folder, 0) == 0) {
      homes.push_back(entry.path().string());
    }
  }
  std::ranges::sort(homes);
  for (const std::string& home : homes) add_toolkit(home);
  std::vector<std::string> paths;
  for (const std::string& folder : folders) {
    for (const char* file : library.files) paths.push_back(folder + file);
  }
  return paths;
}

}  // namespace

Result<RuntimeCompiler> RuntimeCompiler::find(DevicePlatform platform) {
  const Library& library = library_of(platform);
  void* handle = nullptr;
  std::string tried;
  for (const std::string& path : candidates(library)) {
    // Never closed: the code's compiler stays as long as the program.
    handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr) break;
    tried += (tried.empty() ? "" : ", ") + path;
  }
  if (handle == nullptr) {
    return Error{
        ErrorCode::kUnsupported,
        std::string("no ") + library.name + ", which compiles the kernels; tried " + tried};
  }
  std::string missing;
  const auto find_call = [&](auto& call, const std::string& name) {
    void* const found = dlsym(handle, (library.prefix + name).c_str());
    call = reinterpret_cast<std::remove_reference_t<decltype(call)>>(found);
    if (found == nullptr) missing += " " + (library.prefix + name);
  };
  Calls calls{};
  find_call(calls.version, "Version");
  find_call(calls.create, "CreateProgram");
  find_call(calls.compile, "CompileProgram");
  find_call(calls.log_size, "GetProgramLogSize");
  find_call(calls.log, "GetProgramLog");
  find_call(calls.code_size, std::string("Get") + library.code + "Size");
  find_call(calls.code, std::string("Get") + library.code);
  find_call(calls.destroy, "DestroyProgram");
  find_call(calls.error_text, "GetErrorString");
  if (!missing.empty()) {
    return Error{ErrorCode::kUnsupported,
                 std::string("the ") + library.name + " that was found lacks" + missing};
  }
  int major = 0;
  int minor = 0;
  if (const int code = calls.version(&major, &minor); code != 0) {
    return Error{
        ErrorCode::kUnsupported,
        std::string(library.name) + " does not say its version: " + calls.error_text(code)};
  }
  return RuntimeCompiler(
      platform,
      calls,
      std::string(library.name) + " " + std::to_string(major) + "." + std::to_string(minor));
}

Result<std::string> RuntimeCompiler::compile(const std::string& source,
                                             const std::string& architecture) const {
  void* created = nullptr;
  const auto failed = [&](const char* what, int code) {
    return Error{ErrorCode::kInvalid, name_ + ": " + what + ": " + calls_.error_text(code)};
  };
  if (const int code = calls_.create(&created, source.c_str(), "kernels.cu", 0, nullptr, nullptr)) {
    return failed("creating the program", code);
  }
  const auto destroy = [&](void* program) { (void)calls_.destroy(&program); };
  const std::unique_ptr<void, decltype(destroy)> program(created, destroy);
  const std::string target = platform_ == DevicePlatform::kNvidia
                                 ? "--gpu-architecture=" + architecture
                                 : "--offload-arch=" + architecture;
  const char* const options[] = {target.c_str(), "-std=c++17"};
  const int compiled = calls_.compile(created, 2, options);
  std::size_t size = 0;
  if (compiled != 0) {
    std::string log;
    if (calls_.log_size(created, &size) == 0) {
      log.resize(size);
      (void)calls_.log(created, log.data());
    }
    return failed(log.c_str(), compiled);
  }
  if (const int code = calls_.code_size(created, &size)) return failed("the code's size", code);
  std::string code(size, '\0');
  if (const int got = calls_.code(created, code.data())) return failed("the code", got);
  return code;
}

}  // namespace tileproof::oracles
