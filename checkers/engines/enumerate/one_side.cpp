// Points of one map with the same value: are there any, or have they also the same image?
#include <algorithm>
#include <optional>

#include "checkers/engines/enumerate/key_slots.hpp"
#include "checkers/engines/enumerate/pieces.hpp"
#include "checkers/engines/enumerate/visits.hpp"
#include "core/check.hpp"

namespace tileproof::enumeration {
namespace {

// Of so many points the order of the visit is what takes its time: slots in memory, one after the
// other or far apart.
constexpr Word kWorthAnOrder = Word{1} << 20;

// The first position from `begin` on that has the key of one at `end`, or `end`.
Word first_with_key(MapVisit& visit, KeySpace& keys, Word begin, Word end) {
  const auto wanted = [&] {
    visit.run(end);
    return keys.keys_of(outputs_from(visit, 0))[0];
  }();
  Word found = end;
  visit_keys(visit,
             keys,
             begin,
             end,
             Deadline({.seconds = 3600}),
             [&](Word first, std::span<const Word> block) {
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
        deadline_(limits),
        f_(asked.f),
        own_(asked.f.points()),
        has_g_(asked.g.has_value()),
        visit_(has_g_ ? std::vector<IndexMap>{asked.f, *asked.g} : std::vector<IndexMap>{asked.f}),
        outputs_(asked.f.out_axes().size()),
        keys_(KeySpace::of(visit_.ranges_of(0, outputs_))) {
    if (has_g_) images_ = KeySpace::of(visit_.ranges_of(outputs_, asked.g->out_axes().size()));
  }

  Answer decide() {
    if (!keys_ || (has_g_ && !images_)) return too_wide();
    if (auto answer = out_of_order()) return *std::move(answer);
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
    const bool in_time = visit_keys(visit_, *keys_, 0, visit_.positions(), deadline_, at);
    if (broken) {
      const Word choice = *broken - *broken % own_;
      const Word earlier = first_with_key(visit_, *keys_, choice, *broken);
      TP_CHECK(earlier != *broken, "a value was taken that no earlier point has");
      return broken_pair(visit_, *broken, earlier);
    }
    if (is_full) return too_many("the points", slots_->room());
    return in_time ? Answer{Yes{}} : out_of_time(limits_);
  }

  // One where the first pair is to be found in any case; each has memory for all keys.
  [[nodiscard]] std::size_t threads() const {
    if (!may_be_out_of_order()) return 1;
    // Threads take some for themselves as well.
    const auto keys = static_cast<std::size_t>(KeySlots::dense_bytes(keys_->values()));
    const std::size_t with_memory = std::max<std::size_t>(limits_.memory_bytes / 2 / keys, 1);
    return std::min(threads_for(own_, limits_), with_memory);
  }

 private:
  [[nodiscard]] bool may_be_out_of_order() const {
    return keys_ && !has_g_ && own_ == visit_.positions() &&
           KeySlots::is_dense(keys_->values(), own_, limits_.memory_bytes);
  }

  // In the order that is the quickest, and in threads.  All points have different values, if those
  // of each thread have, and no two threads' have one in common.  No answer where that is not so,
  // or points are so few that nothing is gained: then the first pair is to be found.
  std::optional<Answer> out_of_order() {
    if (!may_be_out_of_order() || own_ < kWorthAnOrder) return std::nullopt;
    const std::size_t count = threads();
    const std::size_t memory = limits_.memory_bytes / count;
    Pieces pieces(visit_.positions(), count);
    std::vector<std::optional<KeySlots>> taken(count);
    std::atomic<bool> is_late = false;
    std::atomic<bool> has_pair = false;
    const IndexMap near = in_small_steps();
    visit_side_by_side(count, [&](std::size_t number) {
      MapVisit visit({near});
      KeySpace space = *keys_;
      KeySlots& slots = taken[number].emplace(space.values(), own_, memory);
      const auto at = [&](Word /*first*/, std::span<const Word> keys) {
        if (slots.take_until_taken(keys) < keys.size()) has_pair = true;
        return has_pair.load(std::memory_order_relaxed);
      };
      while (const auto piece = has_pair || is_late ? std::nullopt : pieces.next()) {
        if (!visit_keys(visit, space, piece->begin, piece->end, deadline_, at)) is_late = true;
      }
    });
    if (is_late && !has_pair) return out_of_time(limits_);
    for (std::size_t i = 1; i < taken.size() && !has_pair; ++i) {
      if (!taken[0]->take_those_of(*taken[i])) has_pair = true;
    }
    if (has_pair) return std::nullopt;
    return Yes{};
  }

  // The same function with those axes fastest along which keys change least, as a few points show:
  // slots that are taken one after the other then lie side by side in memory.
  [[nodiscard]] IndexMap in_small_steps() {
    constexpr Word kSamples = 9;
    const auto key_at = [&](Word position) {
      visit_.run(position);
      return keys_->keys_of(outputs_from(visit_, 0))[0];
    };
    std::vector<std::pair<Word, Axis>> by_step;
    Word stride = 1;  // of the axis in positions
    for (const Axis& axis : f_.axes()) {
      std::vector<Word> steps;
      for (Word sample = 0; axis.size > 1 && sample < kSamples; ++sample) {
        Word position = sample * (own_ / kSamples);
        if (position / stride % axis.size == axis.size - 1) position -= stride;
        const Word here = key_at(position);
        const Word next = key_at(position + stride);
        steps.push_back(std::max(here, next) - std::min(here, next));
      }
      std::ranges::sort(steps);
      by_step.emplace_back(steps.empty() ? 0 : steps[steps.size() / 2], axis);
      stride *= axis.size;
    }
    std::ranges::stable_sort(by_step, {}, &std::pair<Word, Axis>::first);
    std::vector<Axis> axes;
    for (auto& [step, axis] : by_step) axes.push_back(std::move(axis));
    return f_.over(std::move(axes));
  }

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
  Deadline deadline_;
  const IndexMap& f_;
  Word own_;  // points for each choice of parameters
  bool has_g_;
  MapVisit visit_;
  std::size_t outputs_;  // of f
  std::optional<KeySpace> keys_;
  std::optional<KeySpace> images_;  // of g
  std::optional<KeySlots> slots_;
  ZeroedWords first_image_;
};

}  // namespace

std::size_t one_side_threads(const Determines& asked, const Limits& limits) {
  return OneSide(asked, limits).threads();
}

Answer decide_one_side(const Determines& asked, const Limits& limits) {
  return OneSide(asked, limits).decide();
}

}  // namespace tileproof::enumeration
