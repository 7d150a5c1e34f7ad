#include "encodings/buffers/tlx_offsets.hpp"

#include <algorithm>

#include "core/algebra.hpp"
#include "core/recorder.hpp"

namespace tileproof::buffers {
namespace {

// Bytes of which every allocation in shared memory begins at a multiple, as copies by TMA want it.
constexpr Word kSharedAlignment = 128;

Word round_up(Word number, Word unit) { return (number + unit - 1) / unit * unit; }

Error refusal(std::string why) {
  return {ErrorCode::kNotSolvable, "the compiler refuses: " + std::move(why)};
}

class Assigner {
 public:
  Assigner(const Plan& plan, const Storage& storage) : plan_(plan), storage_(storage) {}

  Result<TlxOffsets> assign() {
    const Group& whole = *storage_.overlap;
    alignment_ = alignment_of(whole);
    const Word stride = round_up(size_of(whole), alignment_);
    const Word least = least_size(stride);
    if (storage_.stated_size && *storage_.stated_size < least) {
      return refusal("'" + storage_.name + "' has " + std::to_string(*storage_.stated_size) + " " +
                     unit_of(storage_.memory) + "s and needs " + std::to_string(least));
    }
    if (auto error = place(whole, 0, stride, 1)) return *error;
    found_.storage_size = storage_.stated_size.value_or(0);
    if (storage_.memory == Memory::kShared) {
      found_.storage_size = std::max(found_.storage_size, least);
    }
    for (const std::size_t member : storage_.members) {
      found_.storage_size = std::max(found_.storage_size, end_of(member));
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] const Allocation& at(std::size_t leaf) const { return plan_.allocations[leaf]; }

  [[nodiscard]] Word alignment_of(const Group& group) const {
    if (group.allocation) {
      const Allocation& leaf = at(*group.allocation);
      return storage_.memory == Memory::kTensor ? leaf.size
                                                : std::max(kSharedAlignment, leaf.element_bytes);
    }
    Word most = 1;
    for (const Group& member : group.members) most = std::max(most, alignment_of(member));
    return most;
  }

  // From a multiple of which a member of a distinct group is placed.
  [[nodiscard]] Word alignment_of_member(const Group& member) const {
    return storage_.memory == Memory::kTensor ? alignment_of(member) : alignment_;
  }

  [[nodiscard]] Word size_of(const Group& group) const {
    if (group.allocation) return at(*group.allocation).size;
    Word size = 0;
    for (const Group& member : group.members) {
      size = group.is_distinct ? round_up(size, alignment_of_member(member)) + size_of(member)
                               : std::max(size, size_of(member) * group.size);
    }
    return size;
  }

  // What a stated size must not be less than.
  [[nodiscard]] Word least_size(Word stride) const {
    if (storage_.memory == Memory::kShared) return stride * at(storage_.members.front()).buffers;
    Word least = 0;
    for (const std::size_t member : storage_.members) {
      least = std::max(least, at(member).size * at(member).buffers);
    }
    return least;
  }

  std::optional<Error> place(const Group& group, Word offset, Word stride, Word step) {
    if (group.allocation) return place_leaf(*group.allocation, offset, stride, step);
    Word running = offset;
    for (const Group& member : group.members) {
      if (group.is_distinct) running = round_up(running, alignment_of_member(member));
      auto error = group.is_distinct
                       ? place(member, running, stride, step)
                       : place(member, offset, stride / group.size, step * group.size);
      if (error) return error;
      if (group.is_distinct) running += size_of(member);
    }
    if (running - offset > stride) {
      return refusal("a distinct group needs " + std::to_string(running - offset) + " " +
                     unit_of(storage_.memory) + "s of " + std::to_string(stride));
    }
    return std::nullopt;
  }

  std::optional<Error> place_leaf(std::size_t leaf, Word offset, Word stride, Word step) {
    const Word size = at(leaf).size;
    for (const Word number : {stride, offset}) {
      if (number % size == 0) continue;
      return refusal("'" + at(leaf).name + "' has buffers of " + std::to_string(size) + " " +
                     unit_of(storage_.memory) + "s, of which " +
                     (number == offset ? "its offset " : "the stride ") + std::to_string(number) +
                     " is no multiple");
    }
    TlxPlace found{leaf, size, stride / size, offset / size, step};
    // An alias that neither scales nor moves indices leaves them as they are.
    if (found.scale <= 1 && found.slots == 0) found = {leaf, size};
    found_.places.push_back(found);
    return std::nullopt;
  }

  [[nodiscard]] Word end_of(std::size_t member) const {
    const Word last = at(member).buffers - 1;
    for (const TlxPlace& p : found_.places) {
      if (p.allocation == member) {
        return p.size * (p.scale * last + p.slots + last % p.step + 1);
      }
    }
    const Allocation& own = at(member);
    return (own.at ? results_of(U64{}, *own.at, {&last, 1})[0] : own.size * last) + own.size;
  }

  const Plan& plan_;
  const Storage& storage_;
  Word alignment_ = 1;  // of the whole group
  TlxOffsets found_;
};

}  // namespace

bool is_assigned(const Plan& plan, const Storage& storage) {
  if (!storage.is_spec || !storage.overlap) return false;
  const auto list = leaves(*storage.overlap);
  return std::ranges::none_of(
      list, [&](std::size_t leaf) { return plan.allocations[leaf].at.has_value(); });
}

Result<TlxOffsets> tlx_offsets(const Plan& plan, const Storage& storage) {
  return Assigner(plan, storage).assign();
}

Graph beginning_of(const TlxPlace& place) {
  Steps steps;
  const Recorder a{steps};
  const auto i = steps.input(0);
  auto slot = a.add(a.mul(i, place.scale), place.slots);
  if (place.step > 1) slot = a.add(slot, a.urem(i, place.step));
  const auto begin = a.mul(slot, place.size);
  return std::move(steps).graph({&begin, 1});
}

}  // namespace tileproof::buffers
