#include "gpu_oracles/shuffles/draw_shuffles.hpp"

#include <bit>

#include "gpu_oracles/random_draws.hpp"
#include "gpu_oracles/shrink_case.hpp"

namespace tileproof::oracles {
namespace {

WaveShuffle draw_shuffle(Draws& draws, unsigned lanes) {
  const auto below = [&](unsigned count) { return static_cast<std::uint32_t>(draws.below(count)); };
  WaveShuffle one;
  one.mode = static_cast<ShuffleMode>(below(4));
  one.lanes = lanes;
  one.width = 1U << below(static_cast<unsigned>(std::bit_width(lanes)));
  one.bytes = draws.flip() ? 8 : 4;
  const unsigned operands = one.mode == ShuffleMode::kIndex ? 2 * lanes : lanes;
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
  SmallerCases<WaveShuffle> smaller{one, {}};
  smaller.add([](WaveShuffle& c) { c.width = c.lanes; });
  smaller.add([](WaveShuffle& c) {
    c.bytes = 4;
    for (unsigned lane = 0; lane < c.lanes; ++lane) c.value[lane] = lane;
  });
  smaller.add_zeros(one.lanes, [](WaveShuffle& c) { return c.operand; });
  return std::move(smaller.list);
}

}  // namespace tileproof::oracles
