#include "checkers/claims/stride_rules.hpp"

#include <algorithm>

#include "checkers/claims/obligation.hpp"
#include "checkers/claims/stride_sets.hpp"
#include "encodings/cute/layout.hpp"
#include "encodings/index_map/triton_instance.hpp"

namespace tileproof {
namespace {

void add_leaves(const cute::Mode& mode, StrideModes& modes) {
  if (mode.is_leaf()) {
    modes.push_back({cute::magnitude(mode.stride), static_cast<Word>(mode.size)});
    return;
  }
  for (const cute::Mode& inner : mode.modes) add_leaves(inner, modes);
}

const triton::PaddedShared* padded(const IndexMap& map) {
  const auto* instance = map.as<triton::Instance>();
  return instance == nullptr ? nullptr : instance->layout().as<triton::PaddedShared>();
}

bool is_injective(const IndexMap& map) {
  if (const auto* layout = map.as<cute::Layout>()) {
    StrideModes modes;
    add_leaves(layout->mode, modes);
    const auto range = cute::unswizzled_range(*layout);
    constexpr cute::Int kLargest = cute::Int{1} << 61;
    if (range.highest > kLargest || range.lowest < -kLargest) return false;
    return is_sorted_injective(modes);
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

// The lowest offset bits count along the vector's coordinate, and no other offset bit touches the
// coordinate's lowest bits, so that a vector starts at a multiple of its length; every gap before
// it is a multiple of the alignment.
bool is_aligned(const Aligned& claim) {
  const auto* layout = padded(claim.map);
  const Word unit = 8 * claim.bytes / claim.element_bits;
  if (layout == nullptr || !claim.map.is_whole() || unit * claim.element_bits != 8 * claim.bytes ||
      !is_power_of_two(unit) || claim.vector % unit != 0) {
    return false;
  }
  const auto& form = claim.map.as<triton::Instance>()->form();
  const auto offset = form.find_in(kOffset);
  const auto along = form.find_out(Name::dim(static_cast<unsigned>(claim.along)));
  const unsigned bits = log2_exact(unit);
  if (!offset || !along || form.in_bits(kOffset) < bits) return false;
  const auto bases = form.field_bases();
  for (unsigned k = 0; k < bases.size(); ++k) {
    const Word wanted = Word{1} << k << form.field_shift(*along);
    const Word touched = form.field(bases[k], *along) & (unit - 1);
    if (k < bits ? bases[k] != wanted : touched != 0) return false;
  }
  return std::all_of(layout->paddings.begin(), layout->paddings.end(), [&](const auto& gap) {
    return gap.amount % unit == 0;
  });
}

}  // namespace

std::optional<Proved> proved_by_stride_rule(const Claim& claim) {
  bool holds = false;
  if (const auto* injective = std::get_if<Injective>(&claim)) {
    holds = is_injective(injective->map);
  } else if (const auto* in_bounds = std::get_if<InBounds>(&claim)) {
    holds = is_below(in_bounds->map, in_bounds->allocation);
  } else if (const auto* aligned = std::get_if<Aligned>(&claim)) {
    holds = is_aligned(*aligned);
  }
  if (!holds) return std::nullopt;
  return Proved{"strides", scope(claim)};
}

}  // namespace tileproof
