// Every case, a block at a time: the second opinion on all other engines.
#include <algorithm>
#include <memory>

#include "checkers/engines/engines.hpp"
#include "checkers/engines/enumerate/key_slots.hpp"
#include "checkers/engines/enumerate/key_space.hpp"
#include "checkers/engines/enumerate/map_visit.hpp"
#include "checkers/limits/deadline.hpp"
#include "core/check.hpp"

namespace tileproof {
namespace {

constexpr std::size_t kBlock = BlockProgram::kBlock;
// The clock is looked at, and the definition asked, once in so many blocks.
constexpr Word kBlocksPerLook = 16;

Open too_many(const std::string& what, Word limit) {
  return {what + " exceed the " + std::to_string(limit) + " of which the values are kept"};
}

Open out_of_time(const Limits& limits) {
  return {"enumeration ran out of time after " + std::to_string(limits.seconds) + " s"};
}

Open too_wide() { return {"the outputs have more than 64 bits together"}; }

// How many of the positions from `first` on are in its block.
std::size_t count_of_block(Word first, Word positions) {
  return static_cast<std::size_t>(std::min<Word>(kBlock, positions - first));
}

KeySpace::Outputs outputs_from(const MapVisit& visit, std::size_t first) {
  return [&visit, first](std::size_t k) { return visit.output(first + k); };
}

// Calls at(first position, keys) for each block of positions from `begin` up to `end`, until it
// says that it is done.  False if time ran out before.
template <typename At>
bool visit_keys(
    MapVisit& visit, KeySpace& keys, Word begin, Word end, const Limits& limits, const At& at) {
  const Deadline deadline(limits);
  Word blocks = 0;
  for (Word first = begin; first < end;) {
    visit.run(first);
    const std::size_t count = count_of_block(first, end);
    if (at(first, keys.keys_of(outputs_from(visit, 0)).first(count))) return true;
    first += count;
    if (first < end && ++blocks % kBlocksPerLook == 0 && deadline.has_passed()) return false;
  }
  return true;
}

// The first position from `begin` on that has the key of one at `end`, or `end`.
Word first_with_key(MapVisit& visit, KeySpace& keys, Word begin, Word end, const Limits& limits) {
  const auto wanted = [&] {
    visit.run(end);
    return keys.keys_of(outputs_from(visit, 0))[0];
  }();
  Word found = end;
  visit_keys(visit, keys, begin, end, limits, [&](Word first, std::span<const Word> block) {
    const auto same = std::ranges::find(block, wanted);
    if (same == block.end()) return false;
    found = first + static_cast<Word>(same - block.begin());
    return true;
  });
  return found;
}

// Two points with one value, the second the first that had it.
Answer broken_pair(const MapVisit& visit, Word later, Word earlier) {
  auto at = visit.values_at(later);
  const auto other = visit.values_at(earlier);
  at.insert(at.end(), other.begin() + static_cast<std::ptrdiff_t>(visit.parameters()), other.end());
  return Broken{std::move(at)};
}

// Are values of g the same where values of f are?  Each is compared with that of the first point
// that had f's value: if any two differ, some point's differs from the first.
class OneSide {
 public:
  OneSide(const Determines& asked, const Limits& limits)
      : limits_(limits),
        own_(asked.f.points()),
        has_g_(asked.g.has_value()),
        visit_(has_g_ ? std::vector<IndexMap>{asked.f, *asked.g} : std::vector<IndexMap>{asked.f}),
        outputs_(asked.f.out_axes().size()),
        keys_(KeySpace::of(visit_.ranges_of(0, outputs_))) {
    if (has_g_) images_ = KeySpace::of(visit_.ranges_of(outputs_, asked.g->out_axes().size()));
  }

  Answer decide() {
    if (!keys_ || (has_g_ && !images_)) return too_wide();
    slots_.emplace(keys_->values(), own_, limits_.memory_bytes, has_g_ ? sizeof(Word) : 0);
    if (has_g_) first_image_ = zeroed_words(slots_->capacity());
    std::optional<Word> broken;
    bool is_full = false;
    const auto at = [&](Word first, std::span<const Word> keys) {
      for (std::size_t done = 0; done < keys.size();) {
        // The values of each choice of parameters are compared among themselves.
        const Word in_choice = (first + done) % own_;
        if (in_choice == 0 && first + done != 0) slots_->clear();
        is_full = in_choice >= slots_->room();
        if (is_full) return true;
        const Word until = std::min(own_, slots_->room()) - in_choice;
        const auto part = keys.subspan(done, std::min<Word>(until, keys.size() - done));
        const std::size_t held =
            has_g_ ? take_with_images(part, done) : slots_->take_until_taken(part);
        if (held < part.size()) broken = first + done + held;
        if (broken) return true;
        done += part.size();
      }
      return false;
    };
    const bool in_time = visit_keys(visit_, *keys_, 0, visit_.positions(), limits_, at);
    if (broken) {
      const Word choice = *broken - *broken % own_;
      const Word earlier = first_with_key(visit_, *keys_, choice, *broken, {.seconds = 3600});
      TP_CHECK(earlier != *broken, "a value was taken that no earlier point has");
      return broken_pair(visit_, *broken, earlier);
    }
    if (is_full) return too_many("the points", slots_->room());
    return in_time ? Answer{Yes{}} : out_of_time(limits_);
  }

 private:
  // How many of the keys come before one whose g differs from the first with that key.
  std::size_t take_with_images(std::span<const Word> keys, std::size_t place_in_block) {
    const auto images = images_->keys_of(outputs_from(visit_, outputs_)).subspan(place_in_block);
    slots_->prefetch(keys);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto [slot, is_new] = slots_->take(keys[i]);
      if (is_new) {
        first_image_[slot] = images[i];
      } else if (first_image_[slot] != images[i]) {
        return i;
      }
    }
    return keys.size();
  }

  const Limits& limits_;
  Word own_;  // points for each choice of parameters
  bool has_g_;
  MapVisit visit_;
  std::size_t outputs_;  // of f
  std::optional<KeySpace> keys_;
  std::optional<KeySpace> images_;  // of g
  std::optional<KeySlots> slots_;
  ZeroedWords first_image_;
};

std::vector<IntervalWord> joined_ranges(std::vector<IntervalWord> one,
                                        const std::vector<IntervalWord>& two) {
  for (std::size_t k = 0; k < one.size(); ++k) {
    one[k] = IntervalWord::between(std::min(one[k].low(), two[k].low()),
                                   std::max(one[k].high(), two[k].high()));
  }
  return one;
}

// By a table of the second side, then one visit of each point of the first.
class TwoSides {
 public:
  TwoSides(const Determines& asked, const Limits& limits)
      : limits_(limits),
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
    if (!visit_keys(places_, *keys_, 0, places_.positions(), limits_, take)) {
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
    const bool in_time = visit_keys(points_, *keys_, 0, points_.positions(), limits_, compare);
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
    visit_keys(places_, *keys_, 0, places_.positions(), {.seconds = 3600}, look);
    TP_CHECK(place.has_value(), "a place was found that no visit finds again");
    auto at = points_.values_at(point);
    const auto other = places_.values_at(*place);
    at.insert(at.end(), other.begin(), other.end());
    return Broken{std::move(at)};
  }

  const Limits& limits_;
  MapVisit points_;
  MapVisit places_;
  std::size_t outputs_;  // of f
  std::optional<KeySpace> keys_;
  std::optional<KeySpace> images_;  // of g
  std::optional<KeySlots> slots_;
  ZeroedWords first_image_;
  ZeroedWords is_contradicted_;
};

// Which values does a map take, of a box or of another map's?
class Coverage {
 public:
  Coverage(const Covers& asked, const Limits& limits)
      : asked_(asked), limits_(limits), visit_({asked.map}) {
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
    if (!visit_keys(visit_, *keys_, 0, points, limits_, take)) return out_of_time(limits_);
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
    const bool in_time = visit_keys(*image_, *keys_, 0, image_->positions(), limits_, look);
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
  MapVisit visit_;
  std::optional<MapVisit> image_;
  std::optional<KeySpace> keys_;
  std::shared_ptr<KeySlots> taken_;
};

// What a point breaks by itself.
Answer decide_pointwise(const Question& question, const Limits& limits) {
  const auto axes = variables(question);
  const Word positions = positions_of(axes);
  BlockProgram program(graph_of_positions(axes,
                                          [&](const Recorder& a,
                                              std::span<const Recorded> values,
                                              std::vector<Recorded>& /*results*/,
                                              std::vector<RecordedTruth>& truths) {
                                            truths.push_back(breaks(a, question, values));
                                          }),
                       positions);
  const Deadline deadline(limits);
  Word blocks = 0;
  for (Word first = 0; first < positions;) {
    program.run(first);
    const std::size_t broken = program.first_true();
    if (blocks % kBlocksPerLook == 0) {
      const auto values = values_at_position(axes, first);
      TP_CHECK(breaks(U64{}, question, std::span<const Word>(values)) == (broken == 0),
               "a block says something else of a point than the question");
    }
    if (broken < kBlock) return Broken{values_at_position(axes, first + broken)};
    first += count_of_block(first, positions);
    if (first < positions && ++blocks % kBlocksPerLook == 0 && deadline.has_passed()) {
      return out_of_time(limits);
    }
  }
  return Yes{};
}

struct ByEnumeration {
  const Question& question;
  const Limits& limits;

  template <typename Pointwise>
  Answer operator()(const Pointwise& /*asked*/) const {
    return decide_pointwise(question, limits);
  }

  Answer operator()(const Determines& asked) const {
    if (!asked.other) return OneSide(asked, limits).decide();
    if (asked.f.has_parameters() || asked.other->f.has_parameters()) {
      return Open{"two sides are visited for each value of the parameters"};
    }
    return TwoSides(asked, limits).decide();
  }

  Answer operator()(const Covers& asked) const {
    if (asked.map.has_parameters()) return Open{"what is covered is asked for each parameter"};
    return Coverage(asked, limits).decide();
  }
};

}  // namespace

double enumeration_seconds(const Question& question) {
  // Of a processor of today, as measured on one: a step of a point, what is kept of it, and the
  // preparation.
  constexpr double kStep = 0.4e-9;
  constexpr double kPoint = 2e-9;
  constexpr double kStart = 50e-6;
  const auto points = static_cast<double>(visits(question));
  return kStart + points * (kPoint + kStep * static_cast<double>(steps_of(question)));
}

Answer decide_by_enumeration(const Question& question, const Limits& limits) {
  return std::visit(ByEnumeration{question, limits}, question.form);
}

}  // namespace tileproof
