#include "gpu_oracles/plans/smaller_conversions.hpp"

#include <algorithm>

#include "gpu_oracles/plans/as_linear.hpp"

namespace tileproof::oracles {
namespace {

using triton::Dims;
using triton::Linear;
using triton::PaddedShared;
using triton::Shape;

bool is_zero(const Dims& basis) {
  return std::ranges::all_of(basis, [](Word along) { return along == 0; });
}

// Both sides as bases, from which single bits can be taken, and so the memory between them if it
// has gaps: it would describe no smaller tensor otherwise.
struct BasesPair {
  Shape shape;
  Linear source;
  Linear destination;
  std::optional<PaddedShared> memory;
};

std::optional<PaddedShared> memory_by_bases(const Conversion& conversion) {
  if (!conversion.shared || conversion.shared->as<PaddedShared>() == nullptr) return std::nullopt;
  PaddedShared memory = *conversion.shared->as<PaddedShared>();
  memory.bases = memory.bases_for(conversion.shape);
  memory.order_of_any_shape.reset();
  return memory;
}

// The tensor without half of its elements: those of which a coordinate has this bit.
void take_bit(BasesPair& pair, std::size_t dim, unsigned bit) {
  pair.shape[dim] /= 2;
  const auto erase = [&](std::vector<Dims>& bases) {
    std::erase_if(bases, [&](const Dims& basis) {
      Dims without = basis;
      without[dim] &= ~(Word{1} << bit);
      return !is_zero(basis) && is_zero(without);
    });
  };
  const auto lower = [&](std::vector<Dims>& bases) {
    for (Dims& basis : bases) {
      const Word low = basis[dim] & low_mask(bit);
      basis[dim] = low | basis[dim] >> (bit + 1) << bit;
    }
  };
  for (Linear* side : {&pair.source, &pair.destination}) {
    erase(side->registers);
    for (auto* bases : {&side->registers, &side->lanes, &side->warps}) lower(*bases);
  }
  if (!pair.memory) return;
  erase(pair.memory->bases.offsets);
  lower(pair.memory->bases.offsets);
}

// Gives a lane that holds a copy what a warp has, which holds a copy then.
bool give_to_lane(Linear& side) {
  const auto lane = std::ranges::find_if(side.lanes, is_zero);
  const auto warp = std::ranges::find_if_not(side.warps, is_zero);
  if (lane == side.lanes.end() || warp == side.warps.end()) return false;
  std::swap(*lane, *warp);
  return true;
}

bool erase_zero(std::vector<Dims>& bases) {
  const auto zero = std::ranges::find_if(bases, is_zero);
  if (zero == bases.end()) return false;
  bases.erase(zero);
  return true;
}

// Gathers what changes make of a conversion, where that has a plan.
class Gatherer {
 public:
  Gatherer(const Conversion& conversion, const Target& target)
      : conversion_(conversion),
        target_(target),
        pair_{conversion.shape,
              as_linear(*conversion.source, conversion.shape).value(),
              as_linear(*conversion.destination, conversion.shape).value(),
              memory_by_bases(conversion)} {}

  template <typename Change>
  void add(const Change& change) {
    Conversion changed = conversion_;
    change(changed);
    keep(changed);
  }

  template <typename Change>
  void add_bases(const Change& change) {
    BasesPair changed = pair_;
    if (!change(changed)) return;
    keep(with_bases(changed));
  }

  [[nodiscard]] bool is_linear() const {
    return conversion_.source->as<Linear>() != nullptr &&
           conversion_.destination->as<Linear>() != nullptr;
  }
  [[nodiscard]] std::vector<PlannedConversion> take() && { return std::move(list_); }

 private:
  [[nodiscard]] Conversion with_bases(const BasesPair& pair) const {
    Conversion changed = conversion_;
    changed.shape = pair.shape;
    changed.source = std::make_shared<const triton::Layout>(pair.source);
    changed.destination = std::make_shared<const triton::Layout>(pair.destination);
    if (pair.memory) changed.shared = std::make_shared<const triton::Layout>(*pair.memory);
    return changed;
  }

  void keep(const Conversion& changed) {
    for (const auto* layout : {&changed.source, &changed.destination}) {
      if (broken_bases(**layout)) return;
      const auto form = to_linear(**layout, changed.shape);
      if (!form || !form->is_surjective()) return;
    }
    if (auto plan = planned(changed, target_)) list_.push_back(*std::move(plan));
  }

  const Conversion& conversion_;
  const Target& target_;
  BasesPair pair_;
  std::vector<PlannedConversion> list_;
};

}  // namespace

std::vector<PlannedConversion> smaller_conversions(const Conversion& conversion,
                                                   const Target& target) {
  Gatherer gatherer(conversion, target);
  if (conversion.shared) gatherer.add([](Conversion& changed) { changed.shared = nullptr; });
  if (conversion.bytes) gatherer.add([](Conversion& changed) { changed.bytes.reset(); });
  if (!gatherer.is_linear()) {
    gatherer.add_bases([](BasesPair&) { return true; });
    return std::move(gatherer).take();
  }
  // A warp that holds copies on both sides.
  gatherer.add_bases([](BasesPair& changed) {
    return erase_zero(changed.source.warps) && erase_zero(changed.destination.warps);
  });
  for (std::size_t dim = 0; dim < conversion.shape.size(); ++dim) {
    for (unsigned bit = log2_exact(conversion.shape[dim]); bit-- > 0;) {
      gatherer.add_bases([&](BasesPair& changed) {
        take_bit(changed, dim, bit);
        return true;
      });
    }
  }
  for (Linear BasesPair::*side : {&BasesPair::source, &BasesPair::destination}) {
    gatherer.add_bases([&](BasesPair& changed) { return erase_zero((changed.*side).registers); });
    gatherer.add_bases([&](BasesPair& changed) { return give_to_lane(changed.*side); });
  }
  gatherer.add_bases([](BasesPair& changed) {
    if (!changed.memory || changed.memory->paddings.size() < 2) return false;
    changed.memory->paddings.pop_back();
    return true;
  });
  if (conversion.element_bits > 8) {
    gatherer.add([](Conversion& changed) { changed.element_bits /= 2; });
  }
  return std::move(gatherer).take();
}

}  // namespace tileproof::oracles
