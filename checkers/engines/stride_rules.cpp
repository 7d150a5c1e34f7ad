#include "checkers/engines/stride_rules.hpp"

#include <algorithm>

#include "checkers/engines/stride_sets.hpp"
#include "encodings/cute/layout.hpp"
#include "encodings/index_map/triton_instance.hpp"

namespace tileproof {
namespace {

// False if multiples of the strides may sum up to more than modes may (stride_sets.hpp).
bool add_leaves(const cute::Mode& mode, StrideModes& modes, Word& sum) {
  if (!mode.is_leaf()) {
    return std::ranges::all_of(
        mode.modes, [&](const cute::Mode& inner) { return add_leaves(inner, modes, sum); });
  }
  const StrideMode leaf{cute::magnitude(mode.stride), static_cast<Word>(mode.size)};
  modes.push_back(leaf);
  Word largest = 0;
  return !__builtin_mul_overflow(leaf.stride, leaf.size - 1, &largest) &&
         !__builtin_add_overflow(sum, largest, &sum) && sum < Word{1} << 62;
}

const triton::PaddedShared* padded(const IndexMap& map) {
  const auto* instance = map.as<triton::Instance>();
  return instance == nullptr ? nullptr : instance->layout().as<triton::PaddedShared>();
}

bool is_injective(const IndexMap& map) {
  if (const auto* layout = map.as<cute::Layout>()) {
    StrideModes modes;
    Word sum = 0;
    return add_leaves(layout->mode, modes, sum) && is_sorted_injective(modes);
  }
  return padded(map) != nullptr;
}

bool is_below(const IndexMap& map, Word allocation) {
  if (const auto* layout = map.as<cute::Layout>()) {
    const auto range = cute::unswizzled_range(*layout);
    return !layout->swizzle && range.lowest >= 0 && static_cast<Word>(range.highest) < allocation;
  }
  if (const auto* layout = padded(map)) {
    const auto& form = map.as<triton::Instance>()->form();
    const Word largest = (Word{1} << form.in_bits(kOffset)) - 1;
    Word at_most = largest;
    for (const triton::Padding& gap : layout->paddings) {
      Word more = 0;
      if (__builtin_mul_overflow(largest / gap.interval, gap.amount, &more) ||
          __builtin_add_overflow(at_most, more, &at_most)) {
        return false;
      }
    }
    return at_most < allocation;
  }
  return false;
}

}  // namespace

bool follows_by_stride_rule(const Question& question) {
  if (const auto* points = std::get_if<Determines>(&question.form)) {
    return points->is_injectivity() && is_injective(points->f);
  }
  const auto* all = std::get_if<Below>(&question.form);
  return all != nullptr && all->bounds[0] && all->map.out_axes().size() == 1 &&
         is_below(all->map, *all->bounds[0]);
}

}  // namespace tileproof
