// How long do the operations of the algebra take?  Goals: invert_and_compose of 13 bits under 0.5
// us (Triton's own class: about 28 us from its binding), an invertibility decision under 0.2 us
// (0.2 us).
#include <benchmark/benchmark.h>

#include "core/linear_layout.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof {
namespace {

LinearLayout layout_of(const char* attribute, const triton::Shape& shape) {
  return to_linear(**triton::parse_layout(attribute), shape).value();
}

// 128x64: 13 bits in both layouts.
const triton::Shape kShape{128, 64};
constexpr const char* kMma =
    "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, "
    "8]}>";
constexpr const char* kShared =
    "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>";

void invert_and_compose_13_bits(benchmark::State& state) {
  const LinearLayout registers = layout_of(kMma, kShape);
  const LinearLayout shared = layout_of(kShared, kShape);
  for (auto _ : state) benchmark::DoNotOptimize(invert_and_compose(registers, shared));
  state.SetLabel("goal 500 ns");
}
BENCHMARK(invert_and_compose_13_bits);

void is_invertible_13_bits(benchmark::State& state) {
  const LinearLayout shared = layout_of(kShared, kShape);
  for (auto _ : state) benchmark::DoNotOptimize(shared.is_invertible());
  state.SetLabel("goal 200 ns");
}
BENCHMARK(is_invertible_13_bits);

// The limit: what a table of all 2^13 elements, filled and read once, would take.
void invert_by_table_13_bits(benchmark::State& state) {
  const LinearLayout registers = layout_of(kMma, kShape);
  const LinearLayout shared = layout_of(kShared, kShape);
  std::vector<Word> place_of(shared.total_out_size());
  for (auto _ : state) {
    for (Word place = 0; place < shared.total_in_size(); ++place) {
      place_of[shared.apply_flat(place)] = place;
    }
    Word sum = 0;
    for (Word index = 0; index < registers.total_in_size(); ++index) {
      sum ^= place_of[registers.apply_flat(index)];
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetLabel("to compare: enumeration");
}
BENCHMARK(invert_by_table_13_bits);

void product_of_layouts(benchmark::State& state) {
  const auto tile = LinearLayout::identity_1d(8, kRegister, Name::dim(1)).value();
  const LinearLayout registers = layout_of(kMma, kShape);
  for (auto _ : state) benchmark::DoNotOptimize(product(tile, registers));
}
BENCHMARK(product_of_layouts);

}  // namespace
}  // namespace tileproof

BENCHMARK_MAIN();
