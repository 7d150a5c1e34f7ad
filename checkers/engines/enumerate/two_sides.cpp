// Points of two maps with the same value: have they the same image?
#include <algorithm>
#include <optional>

#include "checkers/engines/enumerate/key_slots.hpp"
#include "checkers/engines/enumerate/visits.hpp"
#include "core/check.hpp"

namespace tileproof::enumeration {
namespace {

// By a table of the second side, then one visit of each point of the first.
class TwoSides {
 public:
  TwoSides(const Determines& asked, const Limits& limits)
      : limits_(limits),
        deadline_(limits),
        points_({asked.f, *asked.g}),
        places_({asked.other->f, asked.other->g}),
        outputs_(asked.f.out_axes().size()),
        keys_(KeySpace::of(
            joined_ranges(points_.ranges_of(0, outputs_), places_.ranges_of(0, outputs_)))) {
    const std::size_t images = asked.g->out_axes().size();
    images_ = KeySpace::of(
        joined_ranges(points_.ranges_of(outputs_, images), places_.ranges_of(outputs_, images)));
  }

  Answer decide() {
    if (!keys_ || !images_) return too_wide();
    slots_.emplace(keys_->values(), places_.positions(), limits_.memory_bytes, 2 * sizeof(Word));
    if (slots_->room() < places_.positions()) return too_many("the places", slots_->room());
    first_image_ = zeroed_words(slots_->capacity());
    is_contradicted_ = zeroed_words(slots_->capacity());
    const auto take = [&](Word /*first*/, std::span<const Word> keys) {
      const auto images = images_->keys_of(outputs_from(places_, outputs_));
      slots_->prefetch(keys);
      for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto [slot, is_new] = slots_->take(keys[i]);
        if (is_new) {
          first_image_[slot] = images[i];
        } else if (first_image_[slot] != images[i]) {
          is_contradicted_[slot] = 1;
        }
      }
      return false;
    };
    if (!visit_keys(places_, *keys_, 0, places_.positions(), deadline_, take)) {
      return out_of_time(limits_);
    }
    std::optional<Word> broken;
    const auto compare = [&](Word first, std::span<const Word> keys) {
      const auto images = images_->keys_of(outputs_from(points_, outputs_));
      for (std::size_t i = 0; i < keys.size() && !broken; ++i) {
        const auto slot = slots_->find(keys[i]);
        if (slot && (first_image_[*slot] != images[i] || is_contradicted_[*slot] != 0)) {
          broken = first + i;
        }
      }
      return broken.has_value();
    };
    const bool in_time = visit_keys(points_, *keys_, 0, points_.positions(), deadline_, compare);
    if (broken) return broken_at(*broken);
    return in_time ? Answer{Yes{}} : out_of_time(limits_);
  }

 private:
  // The point and the first place with its f, and with another g.
  Answer broken_at(Word point) {
    points_.run(point);
    const Word key = keys_->keys_of(outputs_from(points_, 0))[0];
    const Word image = images_->keys_of(outputs_from(points_, outputs_))[0];
    std::optional<Word> place;
    const auto look = [&](Word first, std::span<const Word> keys) {
      const auto images = images_->keys_of(outputs_from(places_, outputs_));
      for (std::size_t i = 0; i < keys.size() && !place; ++i) {
        if (keys[i] == key && images[i] != image) place = first + i;
      }
      return place.has_value();
    };
    visit_keys(places_, *keys_, 0, places_.positions(), Deadline({.seconds = 3600}), look);
    TP_CHECK(place.has_value(), "a place was found that no visit finds again");
    auto at = points_.values_at(point);
    const auto other = places_.values_at(*place);
    at.insert(at.end(), other.begin(), other.end());
    return Broken{std::move(at)};
  }

  const Limits& limits_;
  Deadline deadline_;
  MapVisit points_;
  MapVisit places_;
  std::size_t outputs_;  // of f
  std::optional<KeySpace> keys_;
  std::optional<KeySpace> images_;  // of g
  std::optional<KeySlots> slots_;
  ZeroedWords first_image_;
  ZeroedWords is_contradicted_;
};

}  // namespace

Answer decide_two_sides(const Determines& asked, const Limits& limits) {
  if (asked.f.has_parameters() || asked.other->f.has_parameters()) {
    return Open{"two sides are visited for each value of the parameters"};
  }
  return TwoSides(asked, limits).decide();
}

}  // namespace tileproof::enumeration
