#include "gpu_oracles/amd_moves/draw_amd_moves.hpp"

#include <algorithm>
#include <numeric>

namespace tileproof::oracles {
namespace {

constexpr std::uint32_t kSizes[] = {1, 2, 4, 8, 12, 16};

std::uint32_t draw_below(Draws& draws, std::uint64_t count) {
  return static_cast<std::uint32_t>(draws.below(count));
}

// All lanes, or in a quarter of the cases any.
std::uint64_t draw_active(Draws& draws) {
  return draws.below(4) == 0 ? draws.next() : ~std::uint64_t{0};
}

std::vector<std::uint32_t> in_any_order(Draws& draws, std::uint32_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  draws.shuffle(numbers);
  return numbers;
}

}  // namespace

LdsRoundTrip draw_lds_round_trip(Draws& draws, unsigned lanes) {
  LdsRoundTrip one;
  one.lanes = lanes;
  one.write_bytes = draws.one_of<std::uint32_t>(kSizes);
  one.read_bytes = draws.one_of<std::uint32_t>(kSizes);
  one.writing = draw_active(draws);
  one.reading = draw_active(draws);
  const auto pieces = in_any_order(draws, kLdsBytes / one.write_bytes);
  const std::uint32_t step = one.read_bytes == 12 ? 4 : one.read_bytes;
  const std::uint32_t reads = (kLdsBytes - one.read_bytes) / step + 1;
  const bool reads_what_is_written = draws.flip();
  for (unsigned lane = 0; lane < lanes; ++lane) {
    one.write_at[lane] = pieces[lane] * one.write_bytes;
    const std::uint32_t anywhere = draw_below(draws, reads) * step;
    const std::uint32_t near = one.write_at[lanes - 1 - lane] / step * step;
    one.read_at[lane] =
        reads_what_is_written && near + one.read_bytes <= kLdsBytes ? near : anywhere;
  }
  return one;
}

TransposingLoad draw_transposing_load(Draws& draws) {
  TransposingLoad one;
  one.element_bytes = draws.flip() ? 2 : 1;
  const auto rows = in_any_order(draws, kTransposingLanes);
  const bool may_repeat = draws.flip();
  for (unsigned lane = 0; lane < kTransposingLanes; ++lane) {
    one.row_at[lane] = may_repeat ? draw_below(draws, kTransposingLanes) : rows[lane];
  }
  return one;
}

GlobalToLds draw_global_to_lds(Draws& draws) {
  constexpr std::uint32_t kBytes[] = {1, 2, 4};
  GlobalToLds one;
  one.bytes = draws.one_of<std::uint32_t>(kBytes);
  one.offset = draws.flip() ? 64 : 0;
  one.m0 = 4 * draw_below(draws, (kLdsBytes - one.offset) / 4 - kMaxLanes + 1);
  one.active = draw_active(draws);
  const std::uint32_t places = (kGlobalBytes - one.offset) / one.bytes;
  for (std::uint32_t& from : one.from) from = draw_below(draws, places) * one.bytes;
  return one;
}

}  // namespace tileproof::oracles
