#include "gpu_oracles/lanes/smaller_cases.hpp"

#include "gpu_oracles/shrink_case.hpp"

namespace tileproof::oracles {

std::vector<ShuffleCase> smaller_cases(const ShuffleCase& one) {
  SmallerCases<ShuffleCase> smaller{one, {}};
  smaller.add([](ShuffleCase& c) { c.members = 0xFFFFFFFF; });
  smaller.add_zeros(32, [](ShuffleCase& c) { return c.lane; });
  smaller.add_zeros(32, [](ShuffleCase& c) { return c.value; });
  for (unsigned bit = 0; bit < 13; ++bit) {
    smaller.add([&](ShuffleCase& c) { c.control &= ~(1U << bit); });
  }
  return std::move(smaller.list);
}

std::vector<PermuteCase> smaller_cases(const PermuteCase& one) {
  SmallerCases<PermuteCase> smaller{one, {}};
  for (const auto member : {&PermuteCase::a, &PermuteCase::b, &PermuteCase::selector}) {
    for (std::uint32_t mask = 0; mask < 0xFFFFFFFF; mask = mask << 4 | 15) {
      smaller.add([&](PermuteCase& c) { c.*member &= mask; });
    }
    for (unsigned digit = 0; digit < 32; digit += 4) {
      smaller.add([&](PermuteCase& c) { c.*member &= ~(15U << digit); });
    }
  }
  return std::move(smaller.list);
}

std::vector<ClusterCase> smaller_cases(const ClusterCase& one) {
  SmallerCases<ClusterCase> smaller{one, {}};
  for (std::uint32_t d = 0; d < 3; ++d) {
    if (one.size[d] == 1) continue;
    smaller.add([&](ClusterCase& c) {
      --c.size[d];
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        c.rank[lane] %= c.ctas();
        c.store_rank[lane] %= c.ctas();
      }
    });
  }
  smaller.add([](ClusterCase& c) { c.width_words = 1; });
  smaller.add_zeros(32, [](ClusterCase& c) { return c.rank; });
  smaller.add_zeros(32, [](ClusterCase& c) { return c.store_rank; });
  smaller.add_zeros(32, [](ClusterCase& c) { return c.word; });
  return std::move(smaller.list);
}

}  // namespace tileproof::oracles
