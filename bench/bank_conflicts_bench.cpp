// How long does an exact bank-conflict count take?  The linear path includes the inverse of the
// shared layout; the others are there to compare with.
#include <benchmark/benchmark.h>

#include <array>
#include <vector>

#include "checkers/shared_access/bank_conflicts.hpp"
#include "core/wavefronts.hpp"

namespace tileproof {
namespace {

// A tile of 2^row_bits x 2^col_bits f16: eight columns in a thread and the threads down the rows,
// to or from swizzled_shared vec 8, perPhase 1, maxPhase 8.
struct Access {
  Access(unsigned row_bits, unsigned col_bits) {
    const unsigned bits = row_bits + col_bits;
    const OutDim outs[] = {{Name::dim(1), Word{1} << col_bits},
                           {Name::dim(0), Word{1} << row_bits}};
    std::vector<Word> columns;
    std::vector<Word> swizzled;
    for (unsigned i = 0; i < bits; ++i) {
      const Word unit = Word{1} << i;
      columns.push_back(unit);
      swizzled.push_back(i < col_bits ? unit : unit | ((unit >> col_bits) % 8 * 8));
    }
    // Registers: columns 1, 2, 4 and what lanes and warps leave; lanes: rows; warps: columns 8, 16.
    std::vector<Word> places = {1, 2, 4};
    for (unsigned i = 5; i < col_bits; ++i) places.push_back(Word{1} << i);
    for (unsigned i = col_bits + 5; i < bits; ++i) places.push_back(Word{1} << i);
    const auto register_bits = static_cast<unsigned>(places.size());
    for (unsigned i = 0; i < 5; ++i) places.push_back(Word{1} << (col_bits + i));
    places.push_back(8);
    places.push_back(16);
    const InDim register_ins[] = {{kRegister, register_bits}, {kLane, 5}, {kWarp, 2}, {kBlock, 0}};
    const InDim shared_ins[] = {{kOffset, bits}, {kBlock, 0}};
    registers = LinearLayout::from_fields(register_ins, outs, places);
    plain = LinearLayout::from_fields(shared_ins, outs, columns);
    shared = LinearLayout::from_fields(shared_ins, outs, swizzled);
  }

  LinearLayout registers;
  LinearLayout plain;
  LinearLayout shared;
  Target target = Target::parse("cuda:90").value();
};

void inverse_only(benchmark::State& state) {
  const Access a(6, 6);
  for (auto _ : state) benchmark::DoNotOptimize(invert_and_compose(a.registers, a.shared));
}
BENCHMARK(inverse_only);

void swizzled_by_f2(benchmark::State& state) {
  const Access a(static_cast<unsigned>(state.range(0)), 6);
  const SharedAccess access{a.registers, a.shared, 16, a.target, Direction::kLoad};
  for (auto _ : state) benchmark::DoNotOptimize(bank_conflicts(access));
}
BENCHMARK(swizzled_by_f2)->Arg(6)->Arg(7)->Arg(10);

void swizzled_by_enumeration(benchmark::State& state) {
  const Access a(static_cast<unsigned>(state.range(0)), 6);
  const SharedAccess access{a.registers, a.shared, 16, a.target, Direction::kLoad};
  for (auto _ : state) benchmark::DoNotOptimize(bank_conflicts_by_enumeration(access));
}
BENCHMARK(swizzled_by_enumeration)->Arg(6)->Arg(7)->Arg(10);

void padded(benchmark::State& state) {
  const Access a(static_cast<unsigned>(state.range(0)), 6);
  const std::vector<Padding> paddings = {{64, 8}};
  const SharedAccess access{a.registers, a.plain, 16, a.target, Direction::kLoad, paddings};
  for (auto _ : state) benchmark::DoNotOptimize(bank_conflicts(access));
}
BENCHMARK(padded)->Arg(6)->Arg(7)->Arg(10);

void one_instruction(benchmark::State& state) {
  const AccessRule& rule = **Target::parse("cuda:90")->find_rule("ld.shared.b128");
  std::array<std::optional<Word>, 32> column;
  for (Word lane = 0; lane < 32; ++lane) column[lane] = static_cast<Word>(state.range(0)) * lane;
  for (auto _ : state) benchmark::DoNotOptimize(count_wavefronts(rule, column));
}
BENCHMARK(one_instruction)->Arg(16)->Arg(128);

}  // namespace
}  // namespace tileproof

BENCHMARK_MAIN();
