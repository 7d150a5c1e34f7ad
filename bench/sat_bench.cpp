// How long does it take to decide a layout question by SAT, from the formula to the answer?  Each
// round builds the circuit, sends it to CaDiCaL and decides it.
#include <benchmark/benchmark.h>

#include <array>
#include <vector>

#include "checkers/sat/engine.hpp"
#include "encodings/triton/padding.hpp"
#include "encodings/triton/swizzled_shared.hpp"

namespace tileproof::sat {
namespace {

using triton::Padding;

const Limits kLimits{.seconds = 60};

triton::SwizzledShared swizzled_by_8() {
  triton::SwizzledShared e;
  e.vec = 8;
  e.max_phase = 8;
  e.order = {1, 0};
  e.cga = triton::CgaLayout::single(2);
  return e;
}

// Do two elements of a tile lie at one place?
void swizzle_injective(benchmark::State& state) {
  const auto row_bits = static_cast<unsigned>(state.range(0) / 2);
  const auto col_bits = static_cast<unsigned>(state.range(0)) - row_bits;
  const triton::SwizzledShared swizzled = swizzled_by_8();
  const triton::Shape shape{Word{1} << row_bits, Word{1} << col_bits};
  for (auto _ : state) {
    Engine engine(kLimits);
    const Aig& a = engine.algebra();
    std::array<AigWord, 2> rows, cols, offsets;
    for (std::size_t i = 0; i < 2; ++i) {
      rows[i] = engine.variable(shape[0]);
      cols[i] = engine.variable(shape[1]);
      triton::Coords<AigWord> coords(2);
      coords[0] = rows[i];
      coords[1] = cols[i];
      offsets[i] = place(a, swizzled, shape, coords).offset;
    }
    const Lit same = a.bool_and(a.eq(rows[0], rows[1]), a.eq(cols[0], cols[1]));
    const Lit collide = a.bool_and(!same, a.eq(offsets[0], offsets[1]));
    if (engine.check(collide) != Answer::kUnsat) state.SkipWithError("not injective");
  }
}
BENCHMARK(swizzle_injective)->Arg(10)->Arg(14)->Arg(20)->Arg(30);

// The 8 lanes of a phase read 16 bytes each from 8 rows at one column; two lanes are in conflict if
// they touch one bank at different words.
void padded_bank_conflict(benchmark::State& state, const std::vector<Padding>& paddings) {
  for (auto _ : state) {
    Engine engine(kLimits);
    const Aig& a = engine.algebra();
    const AigWord tile = engine.variable(1 << 10);
    const AigWord group = engine.variable(8);
    std::array<AigWord, 2> lanes, banks;
    for (std::size_t i = 0; i < 2; ++i) {
      lanes[i] = engine.variable(8);
      const auto row = a.add(a.mul(tile, 8), lanes[i]);
      const auto offset = a.add(a.mul(row, 64), a.mul(group, 8));
      const auto word = a.udiv(a.mul(padded_offset(a, paddings, offset), 2), 4);
      // 4 words of one access lie in 4 neighbouring banks from a multiple of 4 on.
      banks[i] = a.udiv(a.urem(word, 32), 4);
    }
    const Lit conflict = a.bool_and(!a.eq(lanes[0], lanes[1]), a.eq(banks[0], banks[1]));
    if (engine.check(conflict) != Answer::kUnsat) state.SkipWithError("conflicts");
  }
}
BENCHMARK_CAPTURE(padded_bank_conflict, one, {{64, 8}});
BENCHMARK_CAPTURE(padded_bank_conflict, two, {{64, 8}, {4096, 16}});

void padded_injective(benchmark::State& state) {
  const std::vector<Padding> paddings{{128, 4}, {512, 8}};
  for (auto _ : state) {
    Engine engine(kLimits);
    const Aig& a = engine.algebra();
    std::array<AigWord, 2> at, offsets;
    for (std::size_t i = 0; i < 2; ++i) {
      at[i] = engine.variable(Word{1} << state.range(0));
      offsets[i] = padded_offset(a, paddings, at[i]);
    }
    const Lit collide = a.bool_and(a.ult(at[0], at[1]), a.eq(offsets[0], offsets[1]));
    if (engine.check(collide) != Answer::kUnsat) state.SkipWithError("not injective");
  }
}
BENCHMARK(padded_injective)->Arg(10)->Arg(14)->Arg(20)->Arg(30)->Unit(benchmark::kMillisecond);

// A colliding layout's first pair of elements, bit by bit from the highest: 40 questions on one
// circuit.
void smallest_collision(benchmark::State& state) {
  for (auto _ : state) {
    Engine engine(kLimits);
    const Aig& a = engine.algebra();
    std::array<AigWord, 2> at, offsets;
    for (std::size_t i = 0; i < 2; ++i) {
      at[i] = engine.variable(Word{1} << 20);
      offsets[i] = a.add(a.mul(a.udiv(at[i], 128), 124), a.urem(at[i], 128));
    }
    engine.require(a.bool_and(a.ult(at[0], at[1]), a.eq(offsets[0], offsets[1])));
    for (const AigWord& word : at) {
      for (unsigned bit = 20; bit-- > 0;) {
        if (engine.check(!word.bit(bit)) == Answer::kSat) engine.require(!word.bit(bit));
      }
    }
    if (engine.check(kTrue) != Answer::kSat || engine.value(at[0]) != 124) {
      state.SkipWithError("not the first collision");
    }
  }
}
BENCHMARK(smallest_collision)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tileproof::sat

BENCHMARK_MAIN();
