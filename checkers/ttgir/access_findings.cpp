// Accesses of shared memory.
#include <algorithm>

#include "checkers/claims/vector_width.hpp"
#include "checkers/conversion/conversion_check.hpp"
#include "checkers/layout/places.hpp"
#include "checkers/prover/prover.hpp"
#include "checkers/shared_access/access_check.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"
#include "checkers/ttgir/own_elements.hpp"
#include "core/check.hpp"

namespace tileproof {
using ttgir::kNoType;
using ttgir::MemorySpace;
using ttgir::OpKind;

void ModuleChecker::check_access_op(const Operation& op) {
  const bool is_load = op.kind() == OpKind::kLocalLoad;
  const auto operands = module_.operands(op);
  if (operands.size() < (is_load ? 1U : 2U)) return add_untyped(op);
  if (is_load) {
    return check_access(
        {op, result_type(op), operand_type(op, 0), nullptr, &operands[0], /*is_load=*/true});
  }
  check_access({op,
                operand_type(op, 0),
                operand_type(op, 1),
                &operands[0],
                &operands[1],
                /*is_load=*/false});
}

// The tensor is what the memory shows, element for element.
bool ModuleChecker::check_access_types(const Access& access) {
  const Type& tensor = type(access.tensor);
  const Type& memory = type(access.memory);
  const Operation& op = access.op;
  if (!require_types(
          op, tensor.element == memory.element, "elements change: ", tensor, " and ", memory))
    return false;
  if (is_pointer(memory.element)) {
    add_unknown(op, Topic::kTypes, "how compilers keep pointers in memory");
    return false;
  }
  if (!require_types(op,
                     access.is_load || access.memory_operand == nullptr || memory.is_mutable ||
                         memory.space == MemorySpace::kNone,
                     "the memory may not be written: ",
                     tensor,
                     " and ",
                     memory)) {
    return false;
  }
  if (!require_types(
          op, memory.space != MemorySpace::kTensorMemory, memory, " is not in shared memory") ||
      !require_types(
          op,
          memory.layout == nullptr || memory.shape.size() <= triton::rank(*memory.layout),
          "a buffer is to be chosen before: ",
          tensor,
          " and ",
          memory)) {
    return false;
  }
  // Which elements are read beyond their memory is said, too.
  require_types(op, tensor.shape == memory.shape, "shapes differ: ", tensor, " and ", memory);
  return true;
}

bool ModuleChecker::require_all_ctas_written(const Access& access) {
  const Placed& registers = placed(access.tensor);
  const Placed& memory = placed(access.memory);
  if (access.is_load || module_.num_ctas.value_or(1) == 1) return true;
  const OwnElements held = own_elements(memory);
  // Where each element lies in one CTA, that it is written is a question of the data.
  if (!held.have_copies()) return true;
  if (registers.shape == memory.shape && own_elements(registers).contain(held)) {
    return true;
  }
  add_unknown(access.op,
              Topic::kConversion,
              "whether all copies that the CTAs' memories have of an element are written");
  return false;
}

bool ModuleChecker::reaches_other_ctas() const {
  return !target_ || target_->vendor() != Target::Vendor::kAmd;
}

bool ModuleChecker::require_reached_ctas(const Access& access) {
  if (module_.num_ctas.value_or(1) == 1 || reaches_other_ctas() ||
      own_elements(placed(access.memory)).contain(own_elements(placed(access.tensor)))) {
    return true;
  }
  add_unknown(access.op,
              Topic::kConversion,
              "whether compilers reach the memory of other CTAs on " + target_->name());
  return false;
}

bool ModuleChecker::require_own_cta(const Access& access) {
  const Placed& registers = placed(access.tensor);
  const Placed& memory = placed(access.memory);
  if (module_.num_ctas.value_or(1) == 1) return true;
  if (registers.shape != memory.shape ||
      bits_of(registers.tensor->form, kBlock) != bits_of(memory.tensor->form, kBlock)) {
    add_unknown(access.op, Topic::kConversion, "whether what is copied is in the CTA's own memory");
    return false;
  }
  return require(access.op,
                 Topic::kConversion,
                 own_elements(memory).contain(own_elements(registers)),
                 "a CTA copies elements that another CTA's memory has: ",
                 registers.text,
                 " and ",
                 memory.text);
}

void ModuleChecker::check_access(const Access& access) {
  const auto unknown = [&](const std::string& reason) {
    for (const Topic question :
         {Topic::kConversion, Topic::kVectorization, Topic::kBankConflicts, Topic::kBounds}) {
      add_unknown(access.op, question, reason);
    }
  };
  if (access.tensor == kNoType || access.memory == kNoType) {
    return unknown("the operation does not say what it accesses");
  }
  if (!check_access_types(access)) return;
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
  if (!require_all_ctas_written(access) || !require_reached_ctas(access)) return;
  check_access_data(access);
  check_access_cost(access);
  check_bounds(access);
  check_alignment(access);
}

bool ModuleChecker::is_at_beginning(const Access& access, TypeId defined) {
  const auto is_whole = [&](TypeId id) { return type(id).shape == type(id).alloc_shape; };
  if (is_whole(defined) && is_whole(access.memory)) return true;
  const MemoryView view = views_.of(access.memory_operand->value, defined);
  return std::ranges::all_of(view.cut, [](const Cut& cut) { return cut == Cut{}; });
}

void ModuleChecker::check_access_data(const Access& access) {
  const Placed& registers = placed(access.tensor);
  const Placed& shared = placed(access.memory);
  Detail detail{{"registers", registers.text}, {"shared", shared.text}};
  const TypeId tensor_definition =
      access.tensor_operand != nullptr ? defined_type(*access.tensor_operand) : kNoType;
  const TypeId memory_definition =
      access.memory_operand != nullptr ? defined_type(*access.memory_operand) : kNoType;
  if (!is_as_defined(access.op, tensor_definition, access.tensor, detail)) return;
  if (const auto reason = why_not_compared(memory_definition, access.memory)) {
    return add_unknown(access.op, Topic::kConversion, *reason);
  }
  const Tensor* defined_memory = nullptr;
  const bool is_otherwise = is_defined_otherwise(memory_definition, access.memory);
  if (is_otherwise && !is_at_beginning(access, memory_definition)) {
    const MemoryView view = views_.of(access.memory_operand->value, memory_definition);
    if (!require_one_part(access.op, Topic::kConversion, memory_definition, access.memory, view)) {
      return;
    }
  } else if (is_otherwise) {
    const Placed& defined = placed(memory_definition);
    defined_memory = &*defined.tensor;
    detail.emplace_back("defined_with", defined.text);
  }
  const triton::Shape view = view_of(type(access.memory), registers.shape.size());
  const AccessTypes types{*registers.tensor, *shared.tensor, view, access.is_load, defined_memory};
  const std::string key = (access.is_load ? "load " : "store ") + registers.id + shared.id +
                          triton::to_string(view) +
                          (defined_memory != nullptr ? placed(memory_definition).id : "");
  auto verdict =
      known_->accesses.of(key, [&] { return tileproof::check_access_data(types, decide_); });
  if (!verdict) return add_unknown(access.op, Topic::kConversion, verdict.error().message);
  if (is_proved(*verdict) && !require_added_registers(access)) return;
  add(access.op, Topic::kConversion, std::move(*verdict), std::move(detail));
  state([&] {
    auto claims = data_claims(layout_on(access.tensor),
                              layout_on(is_otherwise ? memory_definition : access.memory),
                              layout_on(access.memory));
    add_same(claims, tensor_definition, access.tensor);
    return claims;
  });
}

const Result<ExplainedConflicts>* ModuleChecker::cost_of(const Access& access) {
  const unsigned element_bits = type(access.memory).element_bits;
  if (!target_ || element_bits == 0) return nullptr;
  const std::string key = std::to_string(access.tensor) + " " + std::to_string(access.memory) +
                          (access.is_load ? " load" : " store");
  auto& cached = costs_[key];
  if (cached != nullptr) return cached;
  const Placed& registers = placed(access.tensor);
  const Placed& shared = placed(access.memory);
  const auto count = [&] {
    const auto paddings = triton::paddings(*type(access.memory).layout);
    const SharedAccess question{registers.tensor->form,
                                shared.tensor->form,
                                element_bits,
                                *target_,
                                access.is_load ? Direction::kLoad : Direction::kStore,
                                paddings};
    return explained_bank_conflicts(question);
  };
  cached = &known_->costs.of((access.is_load ? "load " : "store ") + registers.id + shared.id +
                                 std::to_string(element_bits) + target_->name(),
                             count);
  return cached;
}

// Costs are counted from a memory's first byte on.  From where a slice begins they are the same if
// each address is its address in the memory and the beginning's: without padding, or where the
// slice begins at multiples of its intervals, and at a word of the banks.
std::string ModuleChecker::why_banks_differ(const Access& access) {
  const auto paddings = triton::paddings(*type(access.memory).layout);
  if (access.memory_operand == nullptr || paddings.empty()) return "";
  const MemoryView view = views_.of(access.memory_operand->value, access.memory);
  const Placed& memory = placed(access.memory);
  const auto cells = invert(memory.tensor->form);
  if (!cells) return "where a slice of padded memory begins";
  for (std::size_t d = 0; d < std::min(memory.shape.size(), view.cut.size()); ++d) {
    for (Word at = 1; at < memory.shape[d]; at *= 2) {
      const auto [begin, unit] = view.cut[d];
      if ((begin & at) == 0 && (unit == 0 || at < unit)) continue;
      const Word moved =
          cells->basis(standard_out_dims(memory.shape.size())[d], log2_ceil(at), kOffset);
      Word gaps = 0;
      bool is_whole = true;
      for (const auto& padding : paddings) {
        is_whole = is_whole && moved % padding.interval == 0;
        gaps += moved / padding.interval * padding.amount;
      }
      if (!is_whole || (moved + gaps) * type(access.memory).element_bits % 32 != 0) {
        return "a slice at " + std::to_string(at) + " begins within what padding follows";
      }
    }
  }
  return "";
}

// Where an interval limits a vector, compilers take a thread's registers in their order, and else
// in any that makes one.
std::string ModuleChecker::why_vectors_differ(const Access& access) {
  const auto paddings = triton::paddings(*type(access.memory).layout);
  if (paddings.empty()) return "";
  const auto places =
      invert_and_compose(placed(access.tensor).tensor->form, placed(access.memory).tensor->form);
  TP_CHECK(places, "an access whose cost is counted has places");
  const auto vector = vector_width(*places, type(access.memory).element_bits, paddings);
  TP_CHECK(vector, "an access whose cost is counted has a vector");
  for (unsigned i = 0; i < vector->register_bits.size(); ++i) {
    if (vector->register_bits[i] == i) continue;
    return "the registers of a vector of " + std::to_string(vector->elements) +
           " elements are not the first, and compilers leave them in their order for padded memory";
  }
  return "";
}

void ModuleChecker::check_access_cost(const Access& access) {
  const auto both_unknown = [&](const std::string& reason) {
    add_unknown(access.op, Topic::kVectorization, reason);
    add_unknown(access.op, Topic::kBankConflicts, reason);
  };
  if (!target_) return both_unknown(no_target_);
  const unsigned element_bits = type(access.memory).element_bits;
  if (element_bits == 0) {
    return both_unknown("the width of element type '" + std::string(type(access.memory).element) +
                        "' is not known");
  }
  const auto* cached = cost_of(access);
  TP_CHECK(cached != nullptr, "there is a target and a width");
  if (!*cached) return both_unknown(cached->error().message);
  for (const std::string& why : {why_banks_differ(access), why_vectors_differ(access)}) {
    if (!why.empty()) return both_unknown(why);
  }
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
    if (doubtful_memories_.contains(&placed(access.memory))) {
      return FindingClaims{{}, "the memory's layout is not proved"};
    }
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
  const TypeId defined =
      access.memory_operand != nullptr ? defined_type(*access.memory_operand) : kNoType;
  if (defined != kNoType) {
    const triton::Shape shown = view_of(type(defined), view.size());
    if (shown.size() != view.size()) {
      return add_unknown(access.op,
                         Topic::kBounds,
                         "the memory was defined with the shape " + triton::to_string(shown) +
                             ", which has another rank than " + triton::to_string(view));
    }
    for (std::size_t d = 0; d < view.size(); ++d) view[d] = std::min(view[d], shown[d]);
  }
  const Placed& shared = placed(access.memory);
  auto answer = known_->bounds.of(
      (access.is_load ? "load " : "store ") + registers.id + shared.id + triton::to_string(view),
      [&] {
        return check_access_bounds({*registers.tensor, *shared.tensor, view, access.is_load},
                                   decide_);
      });
  if (!answer) return add_unknown(access.op, Topic::kBounds, answer.error().message);
  Detail detail{{"allocation_elements", answer->allocation}};
  if (const unsigned bits = type(access.memory).element_bits; bits != 0) {
    detail.emplace_back("allocation_bytes", (answer->allocation * (bits == 1 ? 8 : bits) + 7) / 8);
  }
  add(access.op, Topic::kBounds, std::move(answer->verdict), std::move(detail));
  state([&] { return bounds_claims(layout_on(access.memory), answer->allocation); });
}

std::string ModuleChecker::why_not_scattered(const Operation& op, TypeId memory) {
  if (op.kind() == OpKind::kLocalAtomicScatter && module_.right(op).empty()) {
    return "some compilers ask for the values that were there before";
  }
  if (type(memory).layout->as<triton::PartitionedShared>() != nullptr) {
    return "whether compilers choose elements of partitions";
  }
  if (module_.num_ctas.value_or(1) == 1 || !placed(memory).tensor) return {};
  const OwnElements held = own_elements(placed(memory));
  if (op.kind() != OpKind::kLocalGather && held.have_copies()) {
    return "whether all copies that the CTAs' memories have of an element are written";
  }
  const bool is_split = std::ranges::any_of(held.moved_by, [](Word by) { return by != 0; });
  if (is_split && !reaches_other_ctas()) {
    return "whether compilers reach the memory of other CTAs on " + target_->name();
  }
  return {};
}

// An element for each index, along one dimension of the memory.
void ModuleChecker::check_local_gather(const Operation& op) {
  const bool is_load = op.kind() == OpKind::kLocalGather;
  const bool is_atomic = op.kind() == OpKind::kLocalAtomicScatter;
  const Type* memory = shaped_operand(op, 0);
  // In the text's order: gather m[i], scatter m[i], v; in generic form of the others m, v, i.
  const bool values_first = op.generic && !is_load;
  const std::size_t index_at = values_first ? 2 : 1;
  const std::size_t value_at = values_first ? 1 : 2;
  const Type* indices = shaped_operand(op, index_at);
  const TypeId value = is_load ? result_type(op) : operand_type(op, value_at);
  const auto axis = integer_attribute(op, "axis");
  if (memory == nullptr || indices == nullptr || value == kNoType || !axis) return add_untyped(op);
  const std::size_t rank = memory->shape.size();
  if (!require_types(op,
                     memory->space == MemorySpace::kShared || memory->space == MemorySpace::kNone,
                     *memory,
                     " is not in shared memory") ||
      !require_types(op, is_sized_integer(indices->element), "indices are ", indices->element) ||
      !require_types(op,
                     type(value).element == memory->element,
                     "elements change: ",
                     *memory,
                     " and ",
                     type(value)) ||
      !require_types(
          op,
          indices->shape.size() == rank && *axis >= 0 && static_cast<std::size_t>(*axis) < rank,
          "axis ",
          *axis,
          " of ",
          *memory,
          " with indices ",
          *indices) ||
      !require_types(
          op, is_load || memory->is_mutable, "the memory may not be written: ", *memory) ||
      !require_alike(op, operand_type(op, index_at), value, "indices and values")) {
    return;
  }
  if (is_atomic && op.result_count != 0 &&
      (!require_alike(op, value, result_type(op), "values and result") ||
       !require_one_element(op, type(value), type(result_type(op))))) {
    return;
  }
  // What else is a tensor is a mask.
  for (std::size_t i = 3; i < op.operand_count; ++i) {
    const Type* mask = shaped_operand(op, i);
    if (mask != nullptr && !require_alike(op, value, operand_type(op, i), "values and mask"))
      return;
  }
  for (std::size_t d = 0; d < rank; ++d) {
    if (d == static_cast<std::size_t>(*axis)) continue;
    if (!require(op,
                 Topic::kBounds,
                 indices->shape[d] <= memory->shape[d],
                 "indices ",
                 *indices,
                 " reach beyond ",
                 *memory,
                 " in dimension ",
                 d)) {
      return;
    }
  }
  if (is_atomic && !require_atomic(op, value)) return;
  if (memory->layout != nullptr) {
    const std::string why = why_not_scattered(op, operand_type(op, 0));
    if (!why.empty()) return add_unknown(op, Topic::kTypes, why);
  }
  add_decided(op, Topic::kTypes);
  if (check_range(
          op, module_.operands(op)[index_at], 1, memory->shape[static_cast<std::size_t>(*axis)])) {
    add_decided(op, Topic::kBounds);
  }
}

}  // namespace tileproof
