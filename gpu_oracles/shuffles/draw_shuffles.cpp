#include "gpu_oracles/shuffles/draw_shuffles.hpp"

#include <algorithm>
#include <bit>

#include "gpu_oracles/random_draws.hpp"

namespace tileproof::oracles {
namespace {

WaveShuffle draw_shuffle(Draws& draws, unsigned lanes) {
  const auto below = [&](unsigned count) { return static_cast<std::uint32_t>(draws.below(count)); };
  WaveShuffle one;
  one.call = static_cast<ShuffleCall>(below(4));
  one.lanes = lanes;
  one.width = 1U << below(static_cast<unsigned>(std::bit_width(lanes)));
  one.bytes = draws.flip() ? 8 : 4;
  const unsigned operands = one.call == ShuffleCall::kFrom ? 2 * lanes : lanes;
  const bool is_uniform = draws.flip();
  const std::uint32_t operand = below(operands);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    // 40 bits, the lane among them; the upper half of 8 bytes is not 0.
    const std::uint64_t word = (draws.next() >> 32) << 8 | lane;
    one.value[lane] = one.bytes == 8 ? word : word & 0xFFFFFFFF;
    one.operand[lane] = is_uniform ? operand : below(operands);
  }
  return one;
}

}  // namespace

std::vector<WaveShuffle> draw_shuffles(std::uint64_t seed, std::uint64_t count, unsigned lanes) {
  Draws draws(seed);
  std::vector<WaveShuffle> cases;
  for (std::uint64_t i = 0; i < count; ++i) cases.push_back(draw_shuffle(draws, lanes));
  return cases;
}

std::vector<WaveShuffle> smaller_shuffles(const WaveShuffle& one) {
  std::vector<WaveShuffle> list;
  const auto add = [&](const auto& change) {
    WaveShuffle changed = one;
    change(changed);
    if (changed != one) list.push_back(changed);
  };
  add([](WaveShuffle& shuffle) { shuffle.width = shuffle.lanes; });
  add([](WaveShuffle& shuffle) {
    shuffle.bytes = 4;
    for (unsigned lane = 0; lane < shuffle.lanes; ++lane) shuffle.value[lane] = lane;
  });
  for (unsigned size = one.lanes; size >= 1; size /= 2) {
    for (unsigned first = 0; first < one.lanes; first += size) {
      add([&](WaveShuffle& shuffle) { std::fill_n(shuffle.operand + first, size, 0); });
    }
  }
  return list;
}

}  // namespace tileproof::oracles
