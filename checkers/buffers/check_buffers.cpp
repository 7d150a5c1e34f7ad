#include "checkers/buffers/check_buffers.hpp"

#include <algorithm>

#include "checkers/buffers/check_views.hpp"
#include "checkers/buffers/finding_list.hpp"
#include "checkers/buffers/indices.hpp"
#include "encodings/buffers/tlx_offsets.hpp"

namespace tileproof::buffers {
namespace {

// Storages in shared memory begin at multiples of so many bytes.
constexpr Word kStorageAlignment = 128;
// More buffers of one index are not compared.
constexpr Word kMostOfIndex = 4096;

// Buffers one after the other.
Graph in_a_row(Word size) { return beginning_of({0, size}); }

// "shared(qk, p)"
std::string text_of(const Plan& plan, const Group& group) {
  if (group.allocation) return plan.allocations[*group.allocation].name;
  std::string text = group.is_distinct ? "distinct(" : "shared(";
  for (const Group& member : group.members) {
    text += (&member == &group.members.front() ? "" : ", ") + text_of(plan, member);
  }
  return text + (group.size > 1 ? ", size " + std::to_string(group.size) + ")" : ")");
}

class Checker {
 public:
  Checker(const Plan& plan, const Limits& limits) : plan_(plan), list_(limits) {}

  BufferReport check() {
    for (const Storage& storage : plan_.storages) check_storage(storage);
    for (const Memory memory : {Memory::kShared, Memory::kTensor}) check_fits(memory);
    check_views(plan_, list_);
    report_.findings = std::move(list_.findings());
    return std::move(report_);
  }

 private:
  [[nodiscard]] Buffers buffers_of(std::size_t allocation, Word per_index = 1) const {
    const Allocation& a = plan_.allocations[allocation];
    return {a.name, *begins_[allocation], a.size, per_index};
  }

  // ---- Where buffers begin

  void begin_at(std::size_t allocation, const Graph& graph) {
    const Allocation& a = plan_.allocations[allocation];
    begins_[allocation] = map_of(graph, {{"i", a.buffers}});
    AllocationExtent extent{a.name, plan_.storages[a.storage].name, a.size};
    for (Word i = 0; i < std::min(a.buffers, kMostListed); ++i) {
      extent.begins.push_back(value_at(*begins_[allocation], {&i, 1})[0]);
    }
    report_.allocations.push_back(std::move(extent));
  }

  // The size of the storage if it is stated or assigned; the reason why there are no offsets.
  Result<std::optional<Word>> place(const Storage& storage) {
    std::optional<Word> size = storage.stated_size;
    std::vector<TlxPlace> assigned;
    if (is_assigned(plan_, storage)) {
      TP_TRY(offsets, tlx_offsets(plan_, storage));
      assigned = std::move(offsets.places);
      size = offsets.storage_size;
    }
    for (const std::size_t member : storage.members) {
      const Allocation& a = plan_.allocations[member];
      const auto own = std::ranges::find(assigned, member, &TlxPlace::allocation);
      begin_at(member,
               a.at                    ? *a.at
               : own != assigned.end() ? beginning_of(*own)
                                       : in_a_row(a.size));
    }
    return size;
  }

  [[nodiscard]] Word end_of(const Storage& storage) const {
    Word end = 0;
    for (const std::size_t member : storage.members) {
      const Allocation& a = plan_.allocations[member];
      for (Word i = 0; i < a.buffers; ++i) {
        end = std::max(end, value_at(*begins_[member], {&i, 1})[0] + a.size);
      }
    }
    return end;
  }

  // ---- A storage

  void check_storage(const Storage& storage) {
    const auto size = place(storage);
    if (!size) {
      report_.storages.push_back({storage.name, storage.memory});
      return list_.add("offsets", {storage.name}, Unknown{size.error().message});
    }
    report_.storages.push_back({storage.name, storage.memory, *size ? **size : end_of(storage)});
    for (const std::size_t member : storage.members) {
      const Buffers own = buffers_of(member);
      ask_apart("buffers", member, member, own, own, true);
    }
    if (storage.overlap) check_group(*storage.overlap);
    if (!*size) return;
    for (const std::size_t member : storage.members) check_within(storage, member, **size);
  }

  void check_group(const Group& whole) {
    const auto list = leaves(whole);
    for (std::size_t k = 0; k < list.size(); ++k) {
      for (std::size_t other = k + 1; other < list.size(); ++other) {
        check_pair(whole, list[k], list[other]);
      }
    }
    check_starts(whole);
    check_subtiling(whole, 1);
    remark_on(whole);
  }

  void ask_apart(const char* name,
                 std::size_t one,
                 std::size_t other,
                 Buffers one_buffers,
                 Buffers other_buffers,
                 bool index_counts) {
    const Allocation& a = plan_.allocations[one];
    const Allocation& b = plan_.allocations[other];
    Apart claim{std::move(one_buffers), std::move(other_buffers), index_counts, a.memory};
    if (a.memory == Memory::kTensor) {
      claim.first_lane = std::max(a.first_lane, b.first_lane);
      claim.end_lane = std::min(a.end_lane, b.end_lane);
    }
    std::vector<std::string> of{a.name};
    if (one != other) of.push_back(b.name);
    list_.ask(name,
              std::move(of),
              claim,
              "all " + std::to_string(a.buffers * b.buffers) + " pairs of buffers");
  }

  void check_pair(const Group& around, std::size_t one, std::size_t other) {
    const Group& meeting = meeting_of(around, one, other);
    if (meeting.is_distinct) {
      return ask_apart("distinct", one, other, buffers_of(one), buffers_of(other), false);
    }
    ask_apart("shared",
              one,
              other,
              buffers_of(one, per_index(meeting, one)),
              buffers_of(other, per_index(meeting, other)),
              true);
  }

  void check_starts(const Group& group) {
    if (group.allocation) return;
    for (std::size_t k = 1; k < group.members.size() && !group.is_distinct; ++k) {
      ask_starts(leaves_of(group.members.front()), leaves_of(group.members[k]));
    }
    for (const Group& member : group.members) check_starts(member);
  }

  void ask_starts(const std::vector<Leaf>& one, const std::vector<Leaf>& other) {
    std::vector<std::string> of{plan_.allocations[one.front().allocation].name,
                                plan_.allocations[other.front().allocation].name};
    Starts claim;
    claim.memory = plan_.allocations[one.front().allocation].memory;
    claim.indices = kMostBuffers;
    Word buffers = 0;
    for (const auto& [from, to] : {std::pair(&one, &claim.one), std::pair(&other, &claim.other)}) {
      for (const Leaf& leaf : *from) {
        to->push_back(buffers_of(leaf.allocation, leaf.per_index));
        claim.indices =
            std::min(claim.indices, plan_.allocations[leaf.allocation].buffers / leaf.per_index);
        buffers += leaf.per_index;
      }
    }
    if (buffers > kMostOfIndex) {
      return list_.add("starts", std::move(of), Unknown{"more than 4096 buffers of one index"});
    }
    if (claim.indices == 0) {
      return list_.add("starts", std::move(of), Unknown{"no index has all its buffers"});
    }
    list_.ask(
        "starts", std::move(of), claim, "all " + count_text(claim.indices, "index", "indices"));
  }

  void check_subtiling(const Group& group, Word indices) {
    if (!group.allocation) {
      for (const Group& member : group.members) check_subtiling(member, indices * group.size);
      return;
    }
    const Allocation& a = plan_.allocations[*group.allocation];
    if (indices == 1) return;
    Counterexample example;
    const Word rest = a.buffers % indices;
    if (rest != 0) {
      example.text = "index " + std::to_string(a.buffers / indices) + " has " +
                     std::to_string(rest) + " of its " + std::to_string(indices) + " buffers: '" +
                     a.name + "' has " + std::to_string(a.buffers);
      example.add("buffers", a.buffers);
      example.add("size", indices);
    }
    list_.ask_text("subtiling", {a.name}, rest == 0, std::move(example));
  }

  // Members whose buffers give them different numbers of indices.
  void remark_on(const Group& group) {
    if (group.allocation) return;
    std::vector<Word> counts;
    for (const Group& member : group.members) {
      Word most = 0;
      for (const Leaf& leaf : leaves_of(member)) {
        const Word buffers = plan_.allocations[leaf.allocation].buffers;
        most = std::max(most, (buffers + leaf.per_index - 1) / leaf.per_index);
      }
      counts.push_back(most);
      if (most == counts.front()) continue;
      report_.remarks.push_back("in " + text_of(plan_, group) + ", " +
                                text_of(plan_, group.members.front()) + " has buffers of " +
                                count_text(counts.front(), "index", "indices") + " and " +
                                text_of(plan_, member) + " of " + std::to_string(most));
    }
    for (const Group& member : group.members) remark_on(member);
  }

  void check_within(const Storage& storage, std::size_t member, Word size) {
    const Allocation& a = plan_.allocations[member];
    const Word bound = a.size > size ? 0 : size - a.size + 1;
    const auto words = [&](const std::vector<Word>& point, Word value) {
      Counterexample example;
      example.text = a.name + "[" + std::to_string(point[0]) + "] has " + unit_of(a.memory) + "s " +
                     std::to_string(value) + " to " + std::to_string(value + a.size - 1) +
                     ", and '" + storage.name + "' has " + std::to_string(size);
      example.add("buffer", point[0]);
      example.add("first", value);
      example.add("last", value + a.size - 1);
      example.add("size", size);
      return example;
    };
    list_.ask("within",
              {a.name},
              Bounded{*begins_[member], bound, words},
              "all " + count_text(a.buffers, "buffer", "buffers"));
  }

  // ---- The target's memory

  void check_fits(Memory memory) {
    Word end = 0;
    bool is_known = true;
    bool is_there = false;
    bool has_gaps = false;
    for (std::size_t k = 0; k < plan_.storages.size(); ++k) {
      const Storage& storage = plan_.storages[k];
      if (storage.memory != memory) continue;
      is_there = true;
      const auto& size = report_.storages[k].size;
      if (!size) {
        is_known = false;
        continue;
      }
      if (memory == Memory::kShared) {
        end = (end + kStorageAlignment - 1) / kStorageAlignment * kStorageAlignment;
      }
      end += *size;
      has_gaps = has_gaps || leaves_lanes(storage);
    }
    if (!is_there) return;
    const Word there =
        memory == Memory::kShared ? plan_.target.shared_bytes() : kTensorMemoryColumns;
    if (!is_known) {
      return list_.add("fits", {to_string(memory)}, Unknown{"the size of a storage is not known"});
    }
    if (end > there && has_gaps) {
      return list_.add("fits",
                       {to_string(memory)},
                       Unknown{"storages of fewer than 128 lanes may lie beside each other"});
    }
    Counterexample example;
    const std::string unit = unit_of(memory);
    example.text = "the storages together have " + std::to_string(end) + " " + unit + "s, and " +
                   plan_.target.name() + " has " + std::to_string(there) +
                   (memory == Memory::kShared ? " for a block" : "");
    if (memory == Memory::kShared) {
      example.text += " (" + plan_.target.shared_bytes_evidence().to_string() + ")";
    }
    example.add("needed", end);
    example.add("there", there);
    list_.ask_text("fits", {to_string(memory)}, end <= there, std::move(example));
  }

  // Are there lanes that none of its allocations has?
  [[nodiscard]] bool leaves_lanes(const Storage& storage) const {
    if (storage.memory != Memory::kTensor || storage.members.empty()) return false;
    for (Word lane = 0; lane < kTensorMemoryLanes; ++lane) {
      const auto has = [&](std::size_t member) {
        const Allocation& a = plan_.allocations[member];
        return a.first_lane <= lane && lane < a.end_lane;
      };
      if (std::ranges::none_of(storage.members, has)) return true;
    }
    return false;
  }

  const Plan& plan_;
  FindingList list_;
  BufferReport report_;
  std::vector<std::optional<IndexMap>> begins_ =
      std::vector<std::optional<IndexMap>>(plan_.allocations.size());
};

}  // namespace

const char* BufferReport::verdict() const {
  const auto has = [&](auto is_it) {
    return std::ranges::any_of(findings, [&](const auto& f) { return is_it(f.verdict); });
  };
  return has(is_refuted) ? "refuted" : has(is_unknown) ? "unknown" : "proved";
}

BufferReport check_buffers(const Plan& plan, const Limits& limits) {
  return Checker(plan, limits).check();
}

}  // namespace tileproof::buffers
