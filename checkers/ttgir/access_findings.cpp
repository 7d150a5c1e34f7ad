// What may be said about one access of shared memory from registers?
#include <algorithm>

#include "checkers/conversion/conversion_check.hpp"
#include "checkers/shared_access/access_check.hpp"
#include "checkers/shared_access/bank_conflicts.hpp"
#include "checkers/ttgir/module_checker.hpp"
#include "core/check.hpp"

namespace tileproof {

using ttgir::Type;

// What an access costs; the same for all accesses with the same layouts.
struct ModuleChecker::Costs {
  std::string why_not;  // not empty: nothing is known
  BankConflicts conflicts;
  std::optional<ConflictBlame> blame;
};

void ModuleChecker::check_access(const Access& access) {
  const auto unknown = [&](const std::string& reason) {
    for (const Topic question :
         {Topic::kConversion, Topic::kVectorization, Topic::kBankConflicts, Topic::kBounds}) {
      add_unknown(access.op, question, reason);
    }
  };
  if (access.tensor == ttgir::kNoType || access.memory == ttgir::kNoType) {
    return unknown("the operation does not say what it accesses");
  }
  const Type& tensor = type(access.tensor);
  const Type& memory = type(access.memory);
  if (tensor.layout == nullptr || memory.layout == nullptr) {
    return unknown("the tensor or the memory has no layout that tileproof knows");
  }
  if (triton::storage(*tensor.layout) != triton::Storage::kRegisters ||
      triton::storage(*memory.layout) != triton::Storage::kSharedMemory) {
    return unknown("not an access of shared memory from registers");
  }
  for (const auto id : {access.tensor, access.memory}) {
    if (!linear(id).form) return unknown(linear(id).why_not);
    if (!linear(id).form->is_surjective()) {
      return unknown("the layout " + linear(id).text + " does not hold every element");
    }
  }
  check_access_data(access);
  check_access_cost(access);
  check_bounds(access);
}

void ModuleChecker::check_access_data(const Access& access) {
  const Linear& registers = linear(access.tensor);
  const Linear& shared = linear(access.memory);
  Detail detail{{"registers", registers.text}, {"shared", shared.text}};
  for (const auto& [definition, used] : {std::pair(access.tensor_definition, access.tensor),
                                         std::pair(access.memory_definition, access.memory)}) {
    if (!is_defined_otherwise(definition, used)) continue;
    if (const auto reason = why_not_compared(definition.type)) {
      return add_unknown(access.op, Topic::kConversion, *reason);
    }
  }
  // The tensor in registers was defined with another layout than the access assumes.
  if (is_defined_otherwise(access.tensor_definition, access.tensor)) {
    const Linear& defined = linear(access.tensor_definition.type);
    auto same = check_same_layout({*type(access.tensor_definition.type).layout, defined.shape},
                                  {*type(access.tensor).layout, registers.shape});
    if (!same) return add_unknown(access.op, Topic::kConversion, same.error().message);
    if (!is_proved(*same)) {
      detail.emplace_back("defined_with", defined.text);
      return add(access.op, Topic::kConversion, std::move(*same), std::move(detail));
    }
  }
  AccessTypes types = access_types(access);
  if (is_defined_otherwise(access.memory_definition, access.memory)) {
    const Linear& defined = linear(access.memory_definition.type);
    types.defined_memory.emplace(
        TensorLayout{*type(access.memory_definition.type).layout, defined.shape});
    detail.emplace_back("defined_with", defined.text);
  }
  auto verdict = tileproof::check_access_data(types);
  if (!verdict) return add_unknown(access.op, Topic::kConversion, verdict.error().message);
  add(access.op, Topic::kConversion, std::move(*verdict), std::move(detail));
}

AccessTypes ModuleChecker::access_types(const Access& access) {
  const Linear& registers = linear(access.tensor);
  const Linear& shared = linear(access.memory);
  views_.try_emplace(access.memory, view_of(type(access.memory), registers.shape.size()));
  return {{*type(access.tensor).layout, registers.shape},
          {*type(access.memory).layout, shared.shape},
          views_.at(access.memory),
          access.is_load};
}

triton::Shape ModuleChecker::view_of(const Type& memory, std::size_t rank) {
  const triton::Shape& all = memory.shape;
  const std::size_t kept = std::min(all.size(), rank);
  return {all.end() - static_cast<std::ptrdiff_t>(kept), all.end()};
}

void ModuleChecker::check_access_cost(const Access& access) {
  const auto both_unknown = [&](const std::string& reason) {
    add_unknown(access.op, Topic::kVectorization, reason);
    add_unknown(access.op, Topic::kBankConflicts, reason);
  };
  if (!target_) return both_unknown(no_target_);
  const Linear& registers = linear(access.tensor);
  const Linear& shared = linear(access.memory);
  const unsigned element_bits = type(access.memory).element_bits;
  if (element_bits == 0) {
    return both_unknown("the width of element type '" + std::string(type(access.memory).element) +
                        "' is not known");
  }
  const std::string key = std::to_string(access.tensor) + " " + std::to_string(access.memory) +
                          (access.is_load ? " load" : " store");
  auto& cached = costs_[key];
  if (!cached) {
    auto costs = std::make_shared<Costs>();
    const auto paddings = triton::paddings(*type(access.memory).layout);
    const SharedAccess question{*registers.form,
                                *shared.form,
                                element_bits,
                                *target_,
                                access.is_load ? Direction::kLoad : Direction::kStore,
                                paddings};
    auto conflicts = bank_conflicts(question);
    if (!conflicts) {
      costs->why_not = conflicts.error().message;
    } else {
      costs->conflicts = *conflicts;
      if (conflicts->conflicts() > 0) {
        if (auto blame = bank_conflict_blame(question); blame && *blame) {
          costs->blame = **blame;
        }
      }
    }
    cached = costs;
  }
  if (!cached->why_not.empty()) return both_unknown(cached->why_not);
  const BankConflicts& cost = cached->conflicts;
  const std::string scope = "all instructions of all warps";
  add(access.op,
      Topic::kVectorization,
      Proved{std::string(cost.engine), scope},
      {{"instruction", cost.rule->instruction},
       {"vector_bits", Word{cost.vector_bits}},
       {"instructions_per_warp", cost.instructions_per_warp}});
  Detail detail{{"instruction", cost.rule->instruction},
                {"wavefronts", cost.wavefronts},
                {"ideal_wavefronts", cost.ideal_wavefronts},
                {"conflicts", cost.conflicts()},
                {"worst_instruction_wavefronts", Word{cost.worst_instruction_wavefronts}},
                {"evidence", cost.rule->evidence.to_string()}};
  std::string blame_text;
  if (cached->blame) {
    blame_text = cached->blame->to_string();
    std::vector<Word> guilty;
    for (const auto& lane : cached->blame->lanes) guilty.push_back(lane.lane);
    detail.emplace_back("blame", blame_text);
    detail.emplace_back("bank", Word{cached->blame->bank});
    detail.emplace_back("lanes", guilty);
  }
  std::string remark;
  if (cost.conflicts() > 0) {
    remark = std::to_string(cost.wavefronts) + " wavefronts where " +
             std::to_string(cost.ideal_wavefronts) + " would do";
  }
  if (options_.max_conflicts && cost.conflicts() > *options_.max_conflicts) {
    Counterexample example;
    example.text = std::to_string(cost.conflicts()) + " conflicts, more than the limit of " +
                   std::to_string(*options_.max_conflicts) + ": " + blame_text;
    example.fields.emplace_back("conflicts", cost.conflicts());
    const Word limit = *options_.max_conflicts;
    add(access.op,
        Topic::kBankConflicts,
        Refuted::replayed(
            std::string(cost.engine), std::move(example), [&] { return cost.conflicts() > limit; }),
        std::move(detail),
        std::move(remark));
    return;
  }
  add(access.op,
      Topic::kBankConflicts,
      Proved{std::string(cost.engine), scope},
      std::move(detail),
      std::move(remark));
}

void ModuleChecker::check_bounds(const Access& access) {
  const AccessTypes types = access_types(access);
  // A use may not see more of the memory than its definition.
  triton::Shape view = types.view;
  if (const auto defined = access.memory_definition.type; defined != ttgir::kNoType) {
    const triton::Shape shown = view_of(type(defined), view.size());
    for (std::size_t d = 0; d < view.size() && shown.size() == view.size(); ++d) {
      view[d] = std::min(view[d], shown[d]);
    }
  }
  auto answer = check_access_bounds({types.tensor, types.memory, view, types.is_load});
  if (!answer) return add_unknown(access.op, Topic::kBounds, answer.error().message);
  Detail detail{{"allocation_elements", answer->allocation}};
  if (const unsigned bits = type(access.memory).element_bits; bits != 0) {
    detail.emplace_back("allocation_bytes", (answer->allocation * (bits == 1 ? 8 : bits) + 7) / 8);
  }
  add(access.op, Topic::kBounds, std::move(answer->verdict), std::move(detail));
}

}  // namespace tileproof
