// Which values does a map take?
#include <algorithm>
#include <memory>
#include <optional>

#include "checkers/engines/enumerate/key_slots.hpp"
#include "checkers/engines/enumerate/visits.hpp"

namespace tileproof::enumeration {
namespace {

// Which values does a map take, of a box or of another map's?
class Coverage {
 public:
  Coverage(const Covers& asked, const Limits& limits)
      : asked_(asked), limits_(limits), deadline_(limits), visit_({asked.map}) {
    const std::size_t outputs = asked.map.out_axes().size();
    const auto ranges = visit_.ranges_of(0, outputs);
    if (asked.image) {
      image_.emplace(std::vector<IndexMap>{*asked.image});
      keys_ = KeySpace::of(joined_ranges(ranges, image_->ranges_of(0, outputs)));
      return;
    }
    // The first value that is not taken has the lowest key: an offset is slowest, then comes the
    // last coordinate.
    std::vector<IntervalWord> box;
    std::vector<std::size_t> places;
    for (std::size_t k = 0; k < outputs; ++k) {
      box.push_back(asked.sizes[k] ? IntervalWord::between(0, Int128{*asked.sizes[k]} - 1)
                                   : IntervalWord::between(0, ranges[k].high()));
      if (k > 0 || !has_offset()) places.push_back(k);
    }
    if (has_offset()) places.push_back(0);
    keys_ = KeySpace::of(box, places);
  }

  Answer decide() {
    if (!keys_) return too_wide();
    const Word points = visit_.positions();
    taken_ = std::make_shared<KeySlots>(keys_->values(), points, limits_.memory_bytes);
    if (taken_->room() < points) return too_many("the points", taken_->room());
    Word largest = 0;
    const auto take = [&](Word /*first*/, std::span<const Word> keys) {
      taken_->take_all(keys);
      for (const Word value : visit_.output(0)) largest = std::max(largest, value);
      return false;
    };
    if (!visit_keys(visit_, *keys_, 0, points, deadline_, take)) return out_of_time(limits_);
    return asked_.image ? decide_image() : decide_box(largest);
  }

 private:
  [[nodiscard]] bool has_offset() const { return !asked_.sizes[0]; }

  [[nodiscard]] Answer decide_box(Word largest) const {
    UInt128 wanted = 1;
    for (std::size_t k = 0; k < asked_.sizes.size(); ++k) {
      wanted *= asked_.sizes[k] ? UInt128{*asked_.sizes[k]} : UInt128{largest} + 1;
    }
    if (wanted == taken_->size()) return Yes{};
    Missing gap = missing(taken_->first_free());
    if (has_offset()) gap.largest = largest;
    return gap;
  }

  Answer decide_image() {
    std::optional<Missing> gap;
    const auto look = [&](Word first, std::span<const Word> keys) {
      const auto free = std::ranges::find_if(keys, [&](Word key) { return !taken_->find(key); });
      if (free == keys.end()) return false;
      gap = missing(*free);
      gap->image_at = image_->values_at(first + static_cast<Word>(free - keys.begin()));
      return true;
    };
    const bool in_time = visit_keys(*image_, *keys_, 0, image_->positions(), deadline_, look);
    if (gap) return *std::move(gap);
    return in_time ? Answer{Yes{}} : out_of_time(limits_);
  }

  [[nodiscard]] Missing missing(Word key) const {
    Missing gap{keys_->value_of(key), std::nullopt, {}, {}};
    gap.argument = [taken = taken_, key] { return !taken->find(key); };
    return gap;
  }

  const Covers& asked_;
  const Limits& limits_;
  Deadline deadline_;
  MapVisit visit_;
  std::optional<MapVisit> image_;
  std::optional<KeySpace> keys_;
  std::shared_ptr<KeySlots> taken_;
};

}  // namespace

Answer decide_coverage(const Covers& asked, const Limits& limits) {
  if (asked.map.has_parameters()) return Open{"what is covered is asked for each parameter"};
  return Coverage(asked, limits).decide();
}

}  // namespace tileproof::enumeration
