// What may be said about one access of shared memory from registers?
#include <algorithm>

#include "checkers/prover/prover.hpp"
#include "checkers/shared_access/access_check.hpp"
#include "checkers/ttgir/module_checker.hpp"
#include "core/check.hpp"

namespace tileproof {

using ttgir::Type;

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
    if (!placed(id).tensor) return unknown(placed(id).why_not.message);
    if (!placed(id).tensor->form.is_surjective()) {
      return unknown("the layout " + placed(id).text + " does not hold every element");
    }
  }
  check_access_data(access);
  check_access_cost(access);
  check_bounds(access);
}

void ModuleChecker::check_access_data(const Access& access) {
  const Placed& registers = placed(access.tensor);
  const Placed& shared = placed(access.memory);
  Detail detail{{"registers", registers.text}, {"shared", shared.text}};
  if (!is_as_defined(access.op, access.tensor_definition, access.tensor, detail)) return;
  if (const auto reason = why_not_compared(access.memory_definition, access.memory)) {
    return add_unknown(access.op, Topic::kConversion, *reason);
  }
  const Tensor* defined_memory = nullptr;
  if (is_defined_otherwise(access.memory_definition, access.memory)) {
    const Placed& defined = placed(access.memory_definition.type);
    defined_memory = &*defined.tensor;
    detail.emplace_back("defined_with", defined.text);
  }
  const triton::Shape view = view_of(type(access.memory), registers.shape.size());
  const AccessTypes types{*registers.tensor, *shared.tensor, view, access.is_load, defined_memory};
  auto verdict = tileproof::check_access_data(types, decide_);
  if (!verdict) return add_unknown(access.op, Topic::kConversion, verdict.error().message);
  add(access.op, Topic::kConversion, std::move(*verdict), std::move(detail));
  const bool is_used_as_defined = !is_defined_otherwise(access.memory_definition, access.memory);
  state([&] {
    auto claims =
        data_claims(layout_on(access.tensor),
                    layout_on(is_used_as_defined ? access.memory : access.memory_definition.type),
                    layout_on(access.memory));
    add_same(claims, access.tensor_definition, access.tensor);
    return claims;
  });
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
  const Placed& registers = placed(access.tensor);
  const Placed& shared = placed(access.memory);
  const unsigned element_bits = type(access.memory).element_bits;
  if (element_bits == 0) {
    return both_unknown("the width of element type '" + std::string(type(access.memory).element) +
                        "' is not known");
  }
  const std::string key = std::to_string(access.tensor) + " " + std::to_string(access.memory) +
                          (access.is_load ? " load" : " store");
  auto& cached = costs_[key];
  if (!cached) {
    const auto paddings = triton::paddings(*type(access.memory).layout);
    const SharedAccess question{registers.tensor->form,
                                shared.tensor->form,
                                element_bits,
                                *target_,
                                access.is_load ? Direction::kLoad : Direction::kStore,
                                paddings};
    cached = std::make_shared<const Result<ExplainedConflicts>>(explained_bank_conflicts(question));
  }
  if (!*cached) return both_unknown(cached->error().message);
  const BankConflicts& cost = (*cached)->cost;
  const auto& blame = (*cached)->blame;
  Prover prover;
  prover.ask(Cost{"the wavefronts of the worst instruction",
                  cost.engine,
                  cost.worst_instruction_wavefronts,
                  [&] { return Word{(*cached)->worst_counted}; }});
  const Proved proved = prover.proved("all instructions of all warps");
  add(access.op,
      Topic::kVectorization,
      proved,
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
  if (blame) {
    blame_text = blame->to_string();
    std::vector<Word> guilty;
    for (const auto& lane : blame->lanes) guilty.push_back(lane.lane);
    detail.emplace_back("blame", blame_text);
    detail.emplace_back("bank", Word{blame->bank});
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
            cost.engine, std::move(example), [&] { return cost.conflicts() > limit; }),
        std::move(detail),
        std::move(remark));
    return;
  }
  add(access.op, Topic::kBankConflicts, proved, std::move(detail), std::move(remark));
  state([&] {
    return cost.conflicts() > 0
               ? FindingClaims{{}, "no claim states how many conflicts there are"}
               : conflict_claims(layout_on(access.memory),
                                 layout_on(access.tensor),
                                 element_bits,
                                 *target_,
                                 access.is_load ? Direction::kLoad : Direction::kStore);
  });
}

void ModuleChecker::check_bounds(const Access& access) {
  const Placed& registers = placed(access.tensor);
  // A use may not see more of the memory than its definition.
  triton::Shape view = view_of(type(access.memory), registers.shape.size());
  if (const auto defined = access.memory_definition.type; defined != ttgir::kNoType) {
    const triton::Shape shown = view_of(type(defined), view.size());
    if (shown.size() != view.size()) {
      return add_unknown(access.op,
                         Topic::kBounds,
                         "the memory was defined with the shape " + triton::to_string(shown) +
                             ", which has another rank than " + triton::to_string(view));
    }
    for (std::size_t d = 0; d < view.size(); ++d) view[d] = std::min(view[d], shown[d]);
  }
  auto answer = check_access_bounds(
      {*registers.tensor, *placed(access.memory).tensor, view, access.is_load}, decide_);
  if (!answer) return add_unknown(access.op, Topic::kBounds, answer.error().message);
  Detail detail{{"allocation_elements", answer->allocation}};
  if (const unsigned bits = type(access.memory).element_bits; bits != 0) {
    detail.emplace_back("allocation_bytes", (answer->allocation * (bits == 1 ? 8 : bits) + 7) / 8);
  }
  add(access.op, Topic::kBounds, std::move(answer->verdict), std::move(detail));
  state([&] { return bounds_claims(layout_on(access.memory), answer->allocation); });
}

}  // namespace tileproof
