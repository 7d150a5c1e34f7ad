// What do the kernels answer that visit all points?  They are compiled for the host here, where a
// block has one thread, and held against enumeration.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "gpu_oracles/exhaustive/kernel_source.hpp"
#include "gpu_oracles/runner/runtime_compiler.hpp"
#include "tests/gpu_oracles/flat_layouts.hpp"
#include "tests/support/compiled_c.hpp"

namespace tileproof::oracles {
namespace {

using Word32 = unsigned;
using Word64 = unsigned long long;
constexpr Word64 kNone = ~Word64{0};
constexpr unsigned kBlocks = 3;

// The part of CUDA that the kernels use.
constexpr const char* kCudaOnTheHost = R"(
#define __device__
#define __global__
#define __shared__ static
#define __forceinline__ inline
#define __launch_bounds__(threads)
struct Index { unsigned x; };
Index threadIdx{0}, blockIdx{0}, blockDim{1}, gridDim{3};
extern "C" void enter_block(unsigned block) { blockIdx.x = block; }
inline void __syncthreads() {}
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(x); }
template <typename T> T swapped(T* at, T value) { const T old = *at; *at = value; return old; }
template <typename T> T atomicOr(T* at, T x) { return swapped(at, T(*at | x)); }
template <typename T> T atomicAdd(T* at, T x) { return swapped(at, T(*at + x)); }
template <typename T> T atomicMin(T* at, T x) { return swapped(at, *at < x ? *at : x); }
template <typename T> T atomicMax(T* at, T x) { return swapped(at, *at < x ? x : *at); }
)";
constexpr const char* kKernels[] = {
    "set_bits", "find_largest", "find_repeated", "find_point", "compare_values", "evaluate_at"};

// As kernels.cuh has them.
struct Totals {
  Word64 points, largest, sum, outside;
};
struct Differences {
  Word64 points, sums[2], first;
};

struct Case {
  std::string text;
  FlatMap map;
};

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const auto& [text, shape] : flat_layouts()) {
    list.push_back({text, flatten(*parse_index_map(text, shape)).value()});
  }
  return list;
}

// The kernels of sources in one library: set_bits_0, set_bits_1 ...
class HostKernels {
 public:
  explicit HostKernels(const std::vector<std::string>& sources)
      : compiled_(renamed(sources), "-O0") {}

  template <typename... Arguments>
  void launch(const char* kernel, std::size_t of_case, Arguments... arguments) const {
    auto* const enter_block = compiled_.function<void(unsigned)>("enter_block");
    auto* const function =
        compiled_.function<void(Arguments...)>(kernel + std::string("_") + std::to_string(of_case));
    for (unsigned block = 0; block < kBlocks; ++block) {
      enter_block(block);
      function(arguments...);
    }
  }

 private:
  static std::string renamed(const std::vector<std::string>& sources) {
    std::string text = kCudaOnTheHost;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const std::string number = std::to_string(i);
      for (const std::string kernel : kKernels) {
        text += "#undef " + kernel + "\n#define " + kernel + " " + kernel + "_" + number + "\n";
      }
      text += "namespace case_" + number + " {\n" + sources[i] + "}\n";
    }
    return text;
  }

  CompiledC compiled_;
};

HostKernels kernels_of(const std::vector<Case>& cases, Kernels kernels) {
  std::vector<std::string> sources;
  for (const Case& each : cases) sources.push_back(kernel_source(each.map, kernels));
  return HostKernels(sources);
}

const HostKernels& finding_kernels() {
  static const HostKernels kFinding = kernels_of(cases(), Kernels::kFind);
  return kFinding;
}

Word value_at(const FlatMap& map, Word number) {
  return results_of(U64{}, map.graph, std::span<const Word>(&number, 1))[0];
}

// set_bits at 0, step, 2 * step ..., against the values there.
void expect_bits(
    const HostKernels& kernels, std::size_t i, const Case& a_case, Word64 step, Word64 limit) {
  const Word64 points = (a_case.map.points + step - 1) / step;
  Totals expected{points, 0, 0, 0};
  std::vector<Word32> expected_bits(limit / 32 + 1);
  for (Word64 k = 0; k < points; ++k) {
    const Word64 value = value_at(a_case.map, k * step);
    expected.sum += value;
    expected.largest = std::max(expected.largest, value);
    if (value >= limit) ++expected.outside;
    if (value < limit) expected_bits[value / 32] |= Word32{1} << value % 32;
  }
  Totals totals{};
  std::vector<Word32> bits(expected_bits.size());
  kernels.launch("set_bits", i, points, step, bits.data(), limit, &totals);
  EXPECT_EQ(bits, expected_bits) << a_case.text << ", step " << step << ", limit " << limit;
  EXPECT_EQ(totals.points, expected.points) << a_case.text;
  EXPECT_EQ(totals.largest, expected.largest) << a_case.text;
  EXPECT_EQ(totals.sum, expected.sum) << a_case.text;
  EXPECT_EQ(totals.outside, expected.outside) << a_case.text;
}

// A step of 3 shows that nothing is taken from one point to the next: the kernels that are asked
// have it as an argument, and are the same.
TEST(Kernels, SetTheBitOfEachValue) {
  const auto list = cases();
  const HostKernels kernels = kernels_of(list, Kernels::kCount);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Word64 limit = list[i].map.largest + 1;
    for (const Word64 step : {Word64{1}, Word64{3}}) {
      expect_bits(kernels, i, list[i], step, limit);
      expect_bits(kernels, i, list[i], step, limit / 2 + 1);
    }
  }
}

TEST(Kernels, FindTheLargestValue) {
  const auto list = cases();
  const HostKernels& kernels = finding_kernels();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const FlatMap& map = list[i].map;
    Word64 expected = 0;
    for (Word64 k = 0; k < map.points; ++k) expected = std::max<Word64>(expected, value_at(map, k));
    Word64 largest = 0;
    kernels.launch("find_largest", i, Word64{map.points}, Word64{1}, &largest);
    EXPECT_EQ(largest, expected) << list[i].text;
  }
}

TEST(Kernels, FindTheSmallestValueThatIsThereTwiceAndItsPoints) {
  const auto list = cases();
  const HostKernels& kernels = finding_kernels();
  std::size_t repeating = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Word64 points = list[i].map.points;
    const Word64 limit = list[i].map.largest + 1;
    std::map<Word64, std::vector<Word64>> points_of;
    for (Word64 k = 0; k < points; ++k) points_of[value_at(list[i].map, k)].push_back(k);
    Word64 expected = kNone;
    for (const auto& [value, where] : points_of) {
      if (where.size() > 1) expected = std::min(expected, value);
    }
    std::vector<Word32> bits(limit / 32 + 1);
    Word64 found = kNone;
    kernels.launch("find_repeated", i, points, Word64{1}, bits.data(), limit, &found);
    EXPECT_EQ(found, expected) << list[i].text;
    if (found == kNone) continue;
    ++repeating;
    Word64 first = kNone;
    kernels.launch("find_point", i, points, Word64{1}, found, kNone, &first);
    EXPECT_EQ(first, points_of[found][0]) << list[i].text;
    Word64 second = kNone;
    kernels.launch("find_point", i, points, Word64{1}, found, first, &second);
    EXPECT_EQ(second, points_of[found][1]) << list[i].text;
  }
  EXPECT_GE(repeating, 4U);
  EXPECT_LT(repeating, list.size());
}

// Each layout against itself, and against itself with another value at one point.
TEST(Kernels, FindTheFirstDifference) {
  auto list = cases();
  for (Case& again : cases()) list.push_back(std::move(again));
  std::vector<std::string> sources;
  for (std::size_t i = 0; i < list.size(); ++i) {
    FlatMap other = list[i].map;
    if (i < list.size() / 2) {
      Steps steps;
      const Recorder a{steps};
      const Recorded number = steps.input(0);
      const auto value = results_of(a, other.graph, std::span<const Recorded>(&number, 1))[0];
      const auto changed = a.ite(a.eq(number, other.points * 2 / 3), a.add(value, 5), value);
      other.graph = std::move(steps).graph({&changed, 1});
    }
    sources.push_back(comparing_source(list[i].map, other));
  }
  const HostKernels kernels(sources);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Word64 points = list[i].map.points;
    const Word64 expected = i < list.size() / 2 ? points * 2 / 3 : kNone;
    Word64 sum = 0;
    for (Word64 k = 0; k < points; ++k) sum += value_at(list[i].map, k);
    Differences found{0, {0, 0}, kNone};
    kernels.launch("compare_values", i, points, Word64{1}, Word64{0}, &found);
    EXPECT_EQ(found.first, expected) << list[i].text;
    EXPECT_EQ(found.points, points);
    EXPECT_EQ(found.sums[0], sum) << list[i].text;
    EXPECT_EQ(found.sums[1], sum + (expected == kNone ? 0 : 5)) << list[i].text;
    if (expected == kNone) continue;
    Word64 values[2] = {0, 0};
    kernels.launch("evaluate_at", i, expected, &values[0]);
    EXPECT_EQ(values[0], value_at(list[i].map, expected)) << list[i].text;
    EXPECT_EQ(values[1], values[0] + 5) << list[i].text;
  }
}

// Nor is g asked where f is because it is the same function.
TEST(Kernels, AskBothFunctionsEachAtItsOwnPoints) {
  const FlatMap map = flatten(*parse_index_map("offset(i: 1000) = i / 10", {})).value();
  const HostKernels kernels({comparing_source(map, map)});
  Differences found{0, {0, 0}, kNone};
  kernels.launch("compare_values", 0, Word64{900}, Word64{1}, Word64{1}, &found);
  EXPECT_EQ(found.first, 9U);
  EXPECT_EQ(found.sums[1], found.sums[0] + 90);
}

class CompiledAsTheProgramRuns
    : public ::testing::TestWithParam<std::pair<DevicePlatform, const char*>> {};

// Each is tested where it is; neither needs a device.
TEST_P(CompiledAsTheProgramRuns, AreTheKernelsOfEachQuestion) {
  const auto [platform, architecture] = GetParam();
  const auto compiler = RuntimeCompiler::find(platform);
  if (!compiler) GTEST_SKIP() << compiler.error().message;
  const auto map = parse_index_map(
      "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [65536, 65536]}>", {65536, 65536});
  const FlatMap flat = flatten(*map).value();
  const std::pair<std::string, const char*> sources[] = {
      {kernel_source(flat, Kernels::kCount), "set_bits"},
      {kernel_source(flat, Kernels::kFind), "find_repeated"},
      {comparing_source(flat, flat), "compare_values"}};
  for (const auto& [source, kernel] : sources) {
    const auto code = compiler->compile(source, architecture);
    ASSERT_TRUE(code.has_value()) << code.error().message;
    EXPECT_NE(code->find(kernel), std::string::npos) << kernel;
  }
  const auto wrong = compiler->compile("__global__ void broken( {}", architecture);
  ASSERT_FALSE(wrong.has_value());
  EXPECT_NE(wrong.error().message.find("error"), std::string::npos) << wrong.error().message;
}

INSTANTIATE_TEST_SUITE_P(Kernels,
                         CompiledAsTheProgramRuns,
                         ::testing::Values(std::pair(DevicePlatform::kNvidia, "sm_90"),
                                           std::pair(DevicePlatform::kAmd, "gfx90a")));

TEST(RuntimeCompiler, SaysWhereItWasLookedFor) {
  unsigned absent = 0;
  for (const auto& [platform, message] :
       {std::pair(DevicePlatform::kNvidia, "no NVRTC, which compiles the kernels; tried libnvrtc."),
        std::pair(DevicePlatform::kAmd,
                  "no HIPRTC, which compiles the kernels; tried libhiprtc.")}) {
    const auto compiler = RuntimeCompiler::find(platform);
    if (compiler) continue;
    ++absent;
    EXPECT_EQ(compiler.error().message.find(message), 0U) << compiler.error().message;
  }
  if (absent == 0) GTEST_SKIP() << "both compilers are there";
}

}  // namespace
}  // namespace tileproof::oracles
