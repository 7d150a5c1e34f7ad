// What may be said about one access of shared memory from registers?
#include "checkers/conversion/conversion_check.hpp"
#include "checkers/layout/layout_check.hpp"
#include "checkers/layout/places.hpp"
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
    for (const Question question :
         {Question::kConversion, Question::kVectorization, Question::kBankConflicts,
          Question::kBounds}) {
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
  const LinearLayout& from = *registers.form;
  const LinearLayout& to = *shared.form;
  Detail detail{{"registers", registers.text}, {"shared", shared.text}};
  // The tensor in registers was defined with another layout than the access assumes.
  if (access.tensor_definition.type != ttgir::kNoType &&
      access.tensor_definition.type != access.tensor &&
      type(access.tensor_definition.type).layout != nullptr) {
    const Linear& defined = linear(access.tensor_definition.type);
    auto same = check_same_layout({*type(access.tensor_definition.type).layout, defined.shape},
                                  {*type(access.tensor).layout, registers.shape});
    if (same && !is_proved(*same)) {
      detail.emplace_back("defined_with", defined.text);
      return add(access.op, Question::kConversion, std::move(*same), std::move(detail));
    }
  }
  auto places = invert_and_compose(from, to);
  if (!places) return;  // the question `bounds` says why
  // Which element does the memory have where a register reads or writes?  By the layout with which the
  // memory was defined, and for that layout by its definition.
  const bool redefined = access.memory_definition.type != ttgir::kNoType &&
                         access.memory_definition.type != access.memory &&
                         type(access.memory_definition.type).layout != nullptr &&
                         linear(access.memory_definition.type).form &&
                         linear(access.memory_definition.type).shape == shared.shape;
  const ttgir::TypeId memory = redefined ? access.memory_definition.type : access.memory;
  const triton::Layout& layout = *type(memory).layout;
  const LinearLayout& truth = *linear(memory).form;
  for (unsigned i = 0; i <= from.total_in_bits(); ++i) {
    const Word index = i == 0 ? 0 : Word{1} << (i - 1);
    const Word element = from.apply_flat(index);
    // The element in the memory's out-dims, which may be larger than the view's.
    Word in_memory = 0;
    for (std::size_t d = 0; d < from.out_dims().size(); ++d) {
      in_memory |= from.field(element, d) << to.field_shift(d);
    }
    const Word place = places->apply_flat(index);
    const bool same_dims = std::ranges::equal(truth.in_dims(), to.in_dims());
    const Word there = same_dims ? truth.apply_flat(place) : ~Word{0};
    if (same_dims && there == in_memory) continue;
    Counterexample example;
    example.text = place_text(from, index) + (access.is_load ? " is to read" : " writes") +
                   " element " + element_text(from, element) + " at " + place_text(to, place) +
                   ", where the memory was laid out to have " +
                   (same_dims ? "element " + element_text(truth, there) : "nothing");
    add_place(example, from, index);
    add_element(example, from, element);
    add_place(example, to, place, "memory_");
    if (same_dims) add_element(example, truth, there, "memory_");
    detail.emplace_back("defined_with", linear(memory).text);
    return add(access.op, Question::kConversion,
               Refuted::replayed("f2", std::move(example),
                                 [&] { return !same_dims || truth.apply_flat(place) != in_memory; }),
               std::move(detail));
  }
  // The linear forms agree; a swizzle that is not linear differs from its linear form.
  auto answer = check_layout(layout, linear(memory).shape);
  if (answer && is_refuted(answer->verdict)) {
    const auto& broken = std::get<Refuted>(answer->verdict).counterexample();
    // The element that the definition puts elsewhere, and a register that accesses it.
    for (Word index = 0; index < from.total_in_size(); ++index) {
      const Word element = from.apply_flat(index);
      Word in_memory = 0;
      for (std::size_t d = 0; d < from.out_dims().size(); ++d) {
        in_memory |= from.field(element, d) << truth.field_shift(d);
      }
      const Word by_definition = defined_place(layout, linear(memory).shape, truth, in_memory);
      const Word accessed = places->apply_flat(index);
      if (by_definition == accessed) continue;
      Counterexample example;
      example.text = place_text(from, index) + (access.is_load ? " reads" : " writes") +
                     " element " + element_text(from, element) + " at " + place_text(to, accessed) +
                     ", but its layout's definition has it at " + place_text(truth, by_definition);
      add_place(example, from, index);
      add_element(example, from, element);
      add_place(example, to, accessed, "accessed_");
      add_place(example, truth, by_definition, "defined_");
      return add(access.op, Question::kConversion,
                 Refuted::replayed("enumerate", std::move(example),
                                   [&] {
                                     return defined_place(layout, linear(memory).shape, truth,
                                                          in_memory) != accessed;
                                   }),
                 std::move(detail));
    }
    return add(access.op, Question::kConversion, Unknown{broken.text}, std::move(detail));
  }
  add(access.op, Question::kConversion,
      Proved{"f2", "all 2^" + std::to_string(from.total_in_bits()) + " places"}, std::move(detail));
}

void ModuleChecker::check_access_cost(const Access& access) {
  const auto both_unknown = [&](const std::string& reason) {
    add_unknown(access.op, Question::kVectorization, reason);
    add_unknown(access.op, Question::kBankConflicts, reason);
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
  add(access.op, Question::kVectorization, Proved{std::string(cost.engine), scope},
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
    add(access.op, Question::kBankConflicts,
        Refuted::replayed(std::string(cost.engine), std::move(example),
                          [&] { return cost.conflicts() > limit; }),
        std::move(detail), std::move(remark));
    return;
  }
  add(access.op, Question::kBankConflicts, Proved{std::string(cost.engine), scope},
      std::move(detail), std::move(remark));
}

void ModuleChecker::check_bounds(const Access& access) {
  const Linear& registers = linear(access.tensor);
  const Linear& shared = linear(access.memory);
  const LinearLayout& from = *registers.form;
  const LinearLayout& to = *shared.form;
  // Every element of the tensor must be one of the memory's view.
  const triton::Shape& view = type(access.memory).shape;
  const std::size_t rank = from.out_dims().size();
  if (view.size() < rank || view.size() > rank + 1) {
    return add_unknown(access.op, Question::kBounds,
                       "the memory's shape " + triton::to_string(view) +
                           " has another rank than the tensor's " +
                           triton::to_string(registers.shape));
  }
  for (std::size_t d = 0; d < rank; ++d) {
    const Word size = view[view.size() - rank + d];
    for (unsigned i = 0; i < from.total_in_bits(); ++i) {
      const Word element = from.field_bases()[i];
      if (from.field(element, d) < size) continue;
      Counterexample example;
      const Word index = Word{1} << i;
      example.text = place_text(from, index) + (access.is_load ? " reads" : " writes") +
                     " element " + element_text(from, element) + " of a memory of shape " +
                     triton::to_string(view);
      add_place(example, from, index);
      add_element(example, from, element);
      return add(access.op, Question::kBounds, Refuted::replayed("f2", std::move(example), [&] {
                   return from.field(from.apply_flat(index), d) >= size;
                 }));
    }
  }
  auto places = invert_and_compose(from, to);
  if (!places) return add_unknown(access.op, Question::kBounds, places.error().message);
  // Each place's offset is an XOR of bases below the layout's power of two of offsets.
  const Word offsets = Word{1} << to.in_bits(kOffset);
  Word allocated = offsets;
  if (const auto* padded = type(access.memory).layout->as<triton::PaddedShared>()) {
    allocated = padded->padded_size(offsets);
  }
  Detail detail{{"allocation_elements", allocated}};
  if (const unsigned bits = type(access.memory).element_bits; bits != 0) {
    detail.emplace_back("allocation_bytes", (allocated * (bits == 1 ? 8 : bits) + 7) / 8);
  }
  add(access.op, Question::kBounds,
      Proved{"f2", "all 2^" + std::to_string(from.total_in_bits()) + " places"}, std::move(detail));
}

}  // namespace tileproof
