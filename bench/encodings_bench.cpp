// How fast are texts read and definitions recorded?  Goals: attribute text to linear layout under
// 5 us (Triton: 34 us), layout to the steps of its definition under 5 us, TTGIR at 50 MB/s or more,
// all 150 reference files checked in under 1 s; one core.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "checkers/ttgir/check_file.hpp"
#include "cli/check_files.hpp"
#include "cli/find_files.hpp"
#include "encodings/index_map/index_map.hpp"
#include "encodings/index_map/triton_instance.hpp"
#include "encodings/ttgir/reader.hpp"

namespace tileproof {
namespace {

std::vector<std::string> reference_files() {
  std::vector<std::string> texts;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(TILEPROOF_TEST_DATA "/ttgir")) {
    if (entry.path().extension() != ".ttgir") continue;
    std::ifstream file(entry.path());
    std::ostringstream text;
    text << file.rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

void attribute_to_linear(benchmark::State& state, const char* attribute, triton::Shape shape) {
  for (auto _ : state) {
    const auto layout = triton::parse_layout(attribute);
    benchmark::DoNotOptimize(to_linear(**layout, shape));
  }
  state.SetLabel("goal 5 us");
}

// The steps of the definition, from a layout that is already read.
void record(benchmark::State& state, const char* attribute, triton::Shape shape) {
  const auto instance = triton::Instance::make(*triton::parse_layout(attribute), std::move(shape));
  for (auto _ : state) {
    const auto map = IndexMap::make(*instance);
    benchmark::DoNotOptimize(map->graph().results.data());
  }
  state.SetLabel("goal 5 us");
}

constexpr const char* kBlocked =
    "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], "
    "order = [1, 0]}>";
constexpr const char* kDotOperand =
    "#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = "
    "0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 2}>";
constexpr const char* kNvmmaShared =
    "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>";
BENCHMARK_CAPTURE(attribute_to_linear, blocked, kBlocked, {128, 64});
BENCHMARK_CAPTURE(attribute_to_linear, dot_operand, kDotOperand, {128, 64});
BENCHMARK_CAPTURE(attribute_to_linear, nvmma_shared, kNvmmaShared, {128, 64});
BENCHMARK_CAPTURE(record, blocked, kBlocked, {128, 64});
BENCHMARK_CAPTURE(record, nvidia_mma dot_op, kDotOperand, {128, 64});
BENCHMARK_CAPTURE(record, nvmma_shared, kNvmmaShared, {128, 64});

void read_ttgir(benchmark::State& state) {
  std::string text;
  for (int copies = 0; copies < 4; ++copies) {
    for (const std::string& file : reference_files()) text += file + "\n// -----\n";
  }
  for (auto _ : state) benchmark::DoNotOptimize(ttgir::read(text));
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
  state.SetLabel("goal 50 MB/s");
}
BENCHMARK(read_ttgir)->Unit(benchmark::kMillisecond);

// The limit of a reader that looks at every byte once: counting the quotation marks.
void look_at_every_byte(benchmark::State& state) {
  std::string text;
  for (const std::string& file : reference_files()) text += file;
  for (auto _ : state) benchmark::DoNotOptimize(std::count(text.begin(), text.end(), '"'));
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
  state.SetLabel("to compare: the memory's speed");
}
BENCHMARK(look_at_every_byte)->Unit(benchmark::kMillisecond);

void check_150_files(benchmark::State& state) {
  const std::vector<std::string> files = reference_files();
  for (auto _ : state) {
    std::size_t proved = 0;
    CheckOptions options;
    options.known = std::make_shared<KnownAnswers>();
    for (const std::string& text : files) {
      proved += check_ttgir("kernel.ttgir", text, options).counts.proved;
    }
    benchmark::DoNotOptimize(proved);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(files.size()) * state.iterations());
  state.SetLabel("goal 1 s");
}
BENCHMARK(check_150_files)->Unit(benchmark::kMillisecond);

// As the program checks them, from the disk and on all processors; a user waits so long.
void check_150_files_as_the_program(benchmark::State& state) {
  const auto files = cli::find_files(TILEPROOF_TEST_DATA "/ttgir");
  const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  for (auto _ : state) {
    std::size_t proved = 0;
    CheckOptions options;
    options.known = std::make_shared<KnownAnswers>();
    cli::check_files(files, options, jobs, [&](const FileReport& report) {
      proved += report.counts.proved;
      return true;
    });
    benchmark::DoNotOptimize(proved);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(files.size()) * state.iterations());
  state.SetLabel("on all processors");
}
BENCHMARK(check_150_files_as_the_program)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace tileproof

BENCHMARK_MAIN();
