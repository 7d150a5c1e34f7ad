// Does the program that asks a GPU about a layout find a point that has another value?  It is
// compiled here with a runtime that runs kernels on the host.
#include "gpu_oracles/layout_program.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/support/temporary_folder.hpp"

namespace tileproof {
namespace {

constexpr const char* kHostRuntime = R"(
#include <cstdlib>
#include <cstring>
#define __device__ static
#define __global__ static
struct dim3 { unsigned x; explicit dim3(unsigned n) : x(n) {} };
static struct { unsigned x; } blockIdx, blockDim, threadIdx;
enum cudaError_t { cudaSuccess, cudaErrorUnknown };
enum { cudaMemcpyDeviceToHost };
inline const char* cudaGetErrorString(cudaError_t) { return "error"; }
inline cudaError_t cudaGetDeviceCount(int* n) { *n = DEVICES; return cudaSuccess; }
inline cudaError_t cudaMalloc(void** p, std::size_t n) { *p = std::malloc(n); return cudaSuccess; }
inline cudaError_t cudaMemset(void* p, int c, std::size_t n) { std::memset(p, c, n); return cudaSuccess; }
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t n, int) {
  std::memcpy(to, from, n);
  return cudaSuccess;
}
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, int, int) {
  blockDim.x = block.x;
  for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x) {
    for (threadIdx.x = 0; threadIdx.x < block.x; ++threadIdx.x) {
      ((void (*)(unsigned long long*))kernel)(*(unsigned long long**)arguments[0]);
    }
  }
  return cudaSuccess;
}
)";

struct Ended {
  int code;
  std::string said;
};

Ended run(const std::string& program, int devices = 1) {
  const TemporaryFolder folder;
  static_cast<void>(folder.file("cuda_runtime.h", kHostRuntime));
  const std::string source = folder.file("program.cpp", program);
  const std::string command =
      "'" TILEPROOF_CXX "' -std=c++17 -w -DDEVICES=" + std::to_string(devices) + " -I " +
      folder.path() + " " + source + " -o " + folder.path("program") + " && " +
      folder.path("program") + " > " + folder.path("said");
  const int status = std::system(command.c_str());
  std::ifstream said(folder.path("said"));
  return {WEXITSTATUS(status), {std::istreambuf_iterator<char>(said), {}}};
}

std::string program_of(const char* layout) {
  return device_program(parse_index_map(layout, {}).value()).value();
}

TEST(LayoutProgram, FindsThatTheDeviceGivesTheDefinition) {
  const Ended seen = run(program_of("offset(row: 12, col: 20) = row*20 + (col + row*3) % 20"));
  EXPECT_EQ(seen.code, 0);
  EXPECT_EQ(seen.said, "all 240 points have the definition's value\n");
  EXPECT_EQ(run(program_of("offset() = 5")).code, 0);
}

TEST(LayoutProgram, FindsAPointWithAnotherValue) {
  std::string program = program_of("(8,8):(9,1)");
  const std::size_t last = program.find(" 70u,");
  ASSERT_NE(last, std::string::npos);
  program.replace(last, 5, " 69u,");
  const Ended seen = run(program);
  EXPECT_EQ(seen.code, 1);
  EXPECT_EQ(seen.said, "(mode1 7, mode0 7) has 70 on the device, and 69 by the definition\n");
}

TEST(LayoutProgram, IsSkippedWithoutADevice) {
  const Ended seen = run(program_of("8:1"), 0);
  EXPECT_EQ(seen.code, 3);
  EXPECT_EQ(seen.said, "skipped: no device\n");
}

TEST(LayoutProgram, IsNotWrittenForWhatItCannotAsk) {
  const auto error = [](const char* layout) {
    return device_program(parse_index_map(layout, {}).value()).error().code;
  };
  EXPECT_EQ(error("65537:1"), ErrorCode::kUnsupported);
  EXPECT_EQ(error("2:-1"), ErrorCode::kUnsupported);
  EXPECT_EQ(error("(row, col)(row: 8, col: 8) = (row, col)"), ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace tileproof
