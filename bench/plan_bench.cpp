// How long does it take to plan a conversion and to prove the plan?  From parsed layouts; the run
// in all threads is there to compare with what linear algebra takes.
#include <benchmark/benchmark.h>

#include "checkers/moves/linear_run.hpp"
#include "checkers/plan/plan.hpp"

namespace tileproof {
namespace {

// A tile of f16, blocked to mma, 4 warps.
struct Conversion {
  explicit Conversion(Word side)
      : shape{side, side},
        source(
            *triton::parse_layout("#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], "
                                  "warpsPerCTA = [4, 1], order = [1, 0]}>")),
        destination(*triton::parse_layout("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
                                          "warpsPerCTA = [2, 2], instrShape = [16, 8]}>")),
        from(*tensor_of(*source, shape)),
        to(*tensor_of(*destination, shape)) {}

  // From the parsed layouts on.
  [[nodiscard]] plan::Plan planned() const {
    return *plan::make_plan(*tensor_of(*source, shape), *tensor_of(*destination, shape), request);
  }

  triton::Shape shape;
  triton::LayoutPtr source;
  triton::LayoutPtr destination;
  Tensor from;
  Tensor to;
  plan::PlanRequest request{16, *Target::parse("cuda:90")};
};

void plan_and_prove(benchmark::State& state) {
  const Conversion conversion(static_cast<Word>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(conversion.planned());
}
BENCHMARK(plan_and_prove)->Arg(32)->Arg(128)->Arg(256);

void by_linear_algebra(benchmark::State& state) {
  const Conversion conversion(static_cast<Word>(state.range(0)));
  const auto program = conversion.planned().chosen.program;
  const auto from = *moves::HeldElements::make(program, conversion.from.form);
  const auto to = *moves::HeldElements::make(program, conversion.to.form);
  for (auto _ : state) benchmark::DoNotOptimize(moves::linear_run(program, from, to));
}
BENCHMARK(by_linear_algebra)->Arg(128);

void by_a_run_of_all_threads(benchmark::State& state) {
  const Conversion conversion(static_cast<Word>(state.range(0)));
  const auto program = conversion.planned().chosen.program;
  const auto from = *moves::HeldElements::make(program, conversion.from.form);
  const auto to = *moves::HeldElements::make(program, conversion.to.form);
  for (auto _ : state) benchmark::DoNotOptimize(moves::run_program(program, from, to));
}
BENCHMARK(by_a_run_of_all_threads)->Arg(128);

}  // namespace
}  // namespace tileproof

BENCHMARK_MAIN();
