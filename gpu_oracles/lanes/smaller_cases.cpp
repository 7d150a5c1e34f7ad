#include "gpu_oracles/lanes/smaller_cases.hpp"

#include <algorithm>
#include <cstring>

namespace tileproof::oracles {
namespace {

// Plain data without padding: the bytes say whether two are equal.
template <typename Case>
bool is_same(const Case& a, const Case& b) {
  static_assert(std::has_unique_object_representations_v<Case>);
  return std::memcmp(&a, &b, sizeof(Case)) == 0;
}

template <typename Case>
struct Smaller {
  const Case& one;
  std::vector<Case> list;

  template <typename Change>
  void add(const Change& change) {
    Case changed = one;
    change(changed);
    if (!is_same(changed, one)) list.push_back(changed);
  }
  // Sets `value` in blocks of the list's lanes.
  template <typename List>
  void add_blocks(List list_of, std::uint32_t value) {
    for (unsigned size = 32; size >= 1; size /= 2) {
      for (unsigned first = 0; first < 32; first += size) {
        add([&](Case& changed) { std::fill_n(list_of(changed) + first, size, value); });
      }
    }
  }
};

}  // namespace

std::vector<ShuffleCase> smaller_cases(const ShuffleCase& one) {
  Smaller<ShuffleCase> smaller{one, {}};
  smaller.add([](ShuffleCase& c) { c.members = 0xFFFFFFFF; });
  smaller.add_blocks([](ShuffleCase& c) { return c.lane; }, 0);
  smaller.add_blocks([](ShuffleCase& c) { return c.value; }, 0);
  for (unsigned bit = 0; bit < 13; ++bit) {
    smaller.add([&](ShuffleCase& c) { c.control &= ~(1U << bit); });
  }
  return std::move(smaller.list);
}

std::vector<PermuteCase> smaller_cases(const PermuteCase& one) {
  Smaller<PermuteCase> smaller{one, {}};
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
  Smaller<ClusterCase> smaller{one, {}};
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
  smaller.add_blocks([](ClusterCase& c) { return c.rank; }, 0);
  smaller.add_blocks([](ClusterCase& c) { return c.store_rank; }, 0);
  smaller.add_blocks([](ClusterCase& c) { return c.word; }, 0);
  return std::move(smaller.list);
}

}  // namespace tileproof::oracles
