#include "checkers/buffers/check_buffers.hpp"

#include <algorithm>

#include "checkers/buffers/claims.hpp"
#include "checkers/prover/prover.hpp"
#include "encodings/buffers/tlx_offsets.hpp"

namespace tileproof::buffers {
namespace {

// Storages in shared memory begin at multiples of so many bytes.
constexpr Word kStorageAlignment = 128;
// More buffers of one index are not compared.
constexpr Word kMostOfIndex = 4096;

IndexMap map_of(const Graph& graph, std::vector<Axis> axes, const char* out) {
  auto map = IndexMap::make(graph, std::move(axes), {OutAxis{out, std::nullopt}});
  TP_CHECK(map.has_value(), "a graph that was read: " + map.error().message);
  return *std::move(map);
}

// Buffers one after the other.
Graph in_a_row(Word size) { return beginning_of({0, size}); }

std::string count_text(Word number, const char* one, const char* many) {
  return std::to_string(number) + " " + (number == 1 ? one : many);
}

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
  Checker(const Plan& plan, const Limits& limits) : plan_(plan), limits_(limits) {}

  BufferReport check() {
    for (const Storage& storage : plan_.storages) check_storage(storage);
    for (const Memory memory : {Memory::kShared, Memory::kTensor}) check_fits(memory);
    for (std::size_t k = 0; k < plan_.views.size(); ++k) check_view(k);
    return std::move(report_);
  }

 private:
  // An allocation of a group, with the product of the sizes of the groups around it that are
  // smaller than the one in which it is looked at.
  struct Leaf {
    std::size_t allocation;
    Word per_index;
  };

  template <typename Claim>
  void ask(std::string name, std::vector<std::string> of, const Claim& claim, std::string scope) {
    Prover prover(by_all_engines(limits_));
    const auto refute = [&](const Question& question, const Decision& found) -> Verdict {
      const auto& at = std::get<Broken>(found.answer).at;
      return Refuted::replayed(found.engine, describe(claim, question, at), [&] {
        return is_broken(claim, question, at);
      });
    };
    std::optional<Verdict> end;
    for (const Question& question : questions_of(claim)) {
      end = prover.ask(question, refute);
      if (end) break;
    }
    if (!end) end = prover.proved(std::move(scope));
    add(std::move(name), std::move(of), *std::move(end));
  }

  // What is read off the plan.
  void ask_text(std::string name, std::vector<std::string> of, bool holds, Counterexample example) {
    if (!holds) {
      return add(std::move(name),
                 std::move(of),
                 Refuted::replayed("text", std::move(example), [] { return true; }));
    }
    Prover prover;
    prover.ask(Read{name, true});
    add(std::move(name), std::move(of), prover.proved("the text"));
  }

  void add(std::string name, std::vector<std::string> of, Verdict verdict) {
    report_.findings.push_back({std::move(name), std::move(of), std::move(verdict)});
  }

  [[nodiscard]] Buffers buffers_of(std::size_t allocation, Word per_index = 1) const {
    const Allocation& a = plan_.allocations[allocation];
    return {a.name, *begins_[allocation], a.size, per_index};
  }

  // ---- Where buffers begin

  void begin_at(std::size_t allocation, const Graph& graph) {
    const Allocation& a = plan_.allocations[allocation];
    begins_[allocation] = map_of(graph, {{"i", a.buffers}}, "offset");
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
      return add("offsets", {storage.name}, Unknown{size.error().message});
    }
    report_.storages.push_back(
        {storage.name, storage.memory, *size ? **size : end_of(storage)});
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
    ask(name, std::move(of), claim,
        "all " + std::to_string(a.buffers * b.buffers) + " pairs of buffers");
  }

  // They meet in the smallest group that holds both.
  void check_pair(const Group& around, std::size_t one, std::size_t other) {
    const Group* meeting = &around;
    for (bool is_smaller = true; is_smaller;) {
      is_smaller = false;
      for (const Group& member : meeting->members) {
        const auto list = leaves(member);
        if (std::ranges::count(list, one) != 0 && std::ranges::count(list, other) != 0) {
          meeting = &member;
          is_smaller = true;
          break;
        }
      }
    }
    if (meeting->is_distinct) {
      return ask_apart("distinct", one, other, buffers_of(one), buffers_of(other), false);
    }
    ask_apart("shared",
              one,
              other,
              buffers_of(one, per_index(*meeting, one)),
              buffers_of(other, per_index(*meeting, other)),
              true);
  }

  // The product of the sizes of the groups around an allocation that are in this one.
  static Word per_index(const Group& group, std::size_t allocation) {
    for (const Group& member : group.members) {
      for (const Leaf& leaf : leaves_of(member)) {
        if (leaf.allocation == allocation) return leaf.per_index;
      }
    }
    TP_CHECK(false, "an allocation that is not in the group");
  }

  // Of a member of a group, which is counted itself.
  static std::vector<Leaf> leaves_of(const Group& member) {
    if (member.allocation) return {{*member.allocation, 1}};
    std::vector<Leaf> list;
    for (const Group& inner : member.members) {
      for (const Leaf& leaf : leaves_of(inner)) {
        list.push_back({leaf.allocation, leaf.per_index * member.size});
      }
    }
    return list;
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
      return add("starts", std::move(of), Unknown{"more than 4096 buffers of one index"});
    }
    if (claim.indices == 0) return ask_text("starts", std::move(of), true, {});
    ask("starts", std::move(of), claim, "all " + count_text(claim.indices, "index", "indices"));
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
    ask_text("subtiling", {a.name}, rest == 0, std::move(example));
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
    ask("within",
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
      return add("fits", {to_string(memory)}, Unknown{"the size of a storage is not known"});
    }
    if (end > there && has_gaps) {
      return add("fits",
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
    ask_text("fits", {to_string(memory)}, end <= there, std::move(example));
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

  // ---- Views

  void check_view(std::size_t number) {
    const View& view = plan_.views[number];
    const Allocation& a = plan_.allocations[view.allocation];
    const std::string name = "view " + std::to_string(number + 1);
    if (view.index) {
      ask_bound("index", {name}, view, *view.index, a.buffers, [&a](Word value) {
        return "buffer " + std::to_string(value) + " of '" + a.name + "', which has " +
               std::to_string(a.buffers);
      });
    }
    for (const auto& step : view.steps) {
      if (const auto* remote = std::get_if<Remote>(&step)) {
        ask_bound("block", {name}, view, remote->block, plan_.blocks, [this](Word value) {
          return "block " + std::to_string(value) + " of a cluster of " +
                 std::to_string(plan_.blocks);
        });
        continue;
      }
      check_slice(view, std::get<Slice>(step), name);
    }
  }

  void check_slice(const View& view, const Slice& slice, const std::string& name) {
    for (std::size_t d = 0; d < slice.dims.size(); ++d) {
      const Word size = slice.sizes[d];
      const Word dim = slice.dims[d];
      const std::string dimension = "dimension " + std::to_string(d);
      ask_bound("slice",
                {name, dimension},
                view,
                slice.offsets[d],
                size > dim ? 0 : dim - size + 1,
                [=](Word value) {
                  return "elements " + std::to_string(value) + " to " +
                         std::to_string(value + size - 1) + " of " + dimension + ", which has " +
                         std::to_string(dim);
                });
    }
  }

  void ask_bound(const char* claim,
                 std::vector<std::string> of,
                 const View& view,
                 const Graph& value,
                 Word bound,
                 const std::function<std::string(Word)>& what) {
    std::vector<Axis> axes;
    for (const View::Name& name : view.names) axes.push_back({name.name, name.size});
    Word points = 1;
    for (const Axis& axis : axes) points *= axis.size;
    const auto words = [&](const std::vector<Word>& point, Word found) {
      Counterexample example;
      for (std::size_t k = view.names.size(); k-- > 0;) {
        const Word at = view.names[k].first + point[k];
        example.text += (example.text.empty() ? "where " : " and ") + view.names[k].name + " is " +
                        std::to_string(at);
        example.add(view.names[k].name, at);
      }
      example.text += (example.text.empty() ? "it is " : " it is ") + what(found);
      example.add("value", found);
      return example;
    };
    ask(claim,
        std::move(of),
        Bounded{map_of(value, std::move(axes), "value"), bound, words},
        "all " + count_text(points, "value", "values"));
  }

  const Plan& plan_;
  const Limits& limits_;
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
