// What do loads and stores of global memory cost?  docs/global-memory.md says what is counted;
// where a pointer leads is found in pointer_rows.hpp, and what the compiler knows of it in
// axis_facts.hpp.
#include <algorithm>

#include "checkers/global_access/global_instructions.hpp"
#include "checkers/prover/prover.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::kNoValue;

namespace {

std::string joined_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Of an access, beside its layout: targets of one rule share what was counted.
std::string what_counts(const GlobalAccess& access) {
  std::string text = access.direction == Direction::kLoad ? "load" : "store";
  const GlobalRule& rule = access.rule;
  const VectorFacts& facts = access.facts;
  for (const Word number : {Word{access.element_bits},
                            rule.sector_bytes,
                            rule.line_bytes,
                            rule.widest_bytes,
                            facts.contiguity,
                            facts.divisibility,
                            facts.mask_constancy.value_or(0)}) {
    text += " " + std::to_string(number);
  }
  return text + " ";
}

Error not_followed(std::string why) { return {ErrorCode::kUnsupported, std::move(why)}; }

// Do vectors of so many elements of so many bytes lie where `facts` says?
bool has_vectors(const VectorFacts& facts, Word elements, Word bytes) {
  return elements == 1 ||
         (facts.contiguity % elements == 0 && facts.divisibility % (elements * bytes) == 0 &&
          facts.mask_constancy.value_or(elements) % elements == 0);
}

}  // namespace

bool ModuleChecker::accesses_global_memory(const Operation& op) {
  return op.name == "tt.load" || op.name == "tt.store";
}

Result<VectorFacts> ModuleChecker::vector_facts(const KnownAxes& axes,
                                                const ttgir::Operand& pointers,
                                                const ttgir::Operand* mask,
                                                std::size_t dim) {
  VectorFacts all;
  for (const ttgir::Operand* operand : {&pointers, mask}) {
    if (operand == nullptr) continue;
    const AxisFacts* facts = axes.of(operand->value);
    if (facts == nullptr || dim >= facts->dims.size()) {
      return not_followed("what the compiler knows of " + std::string(operand->name) +
                          " is not followed");
    }
    const AxisFact& fact = facts->dims[dim];
    if (operand == mask) {
      all.mask_constancy = fact.constancy;
    } else {
      all.contiguity = fact.contiguity;
      all.divisibility = fact.divisibility;
    }
  }
  return all;
}

Result<ModuleChecker::GlobalAnswer> ModuleChecker::global_answer(const Operation& op) {
  const bool is_load = op.name == "tt.load";
  const std::size_t mask_at = is_load ? 1 : 2;
  const auto operands = module_.operands(op);
  if (worst_ != Worst::kProved || operands.empty() || operands[0].value == kNoValue) {
    return not_followed("what it accesses is refuted or unknown");
  }
  const TypeId pointers = defined_type(operands[0]);
  if (pointers == kNoType || type(pointers).kind != Type::Kind::kTensor) {
    return not_followed("it accesses a single number");
  }
  if (!target_) return not_followed(no_target_);
  TP_TRY(rule, global_rule(*target_));
  if (!type(pointers).layout) return not_followed("its pointers have no layout");
  const Placed& where = placed(pointers);
  if (!where.tensor) return where.why_not;
  const LinearLayout& form = where.tensor->form;
  if (has_copies_in_registers(form)) {
    return not_followed(
        "threads hold elements in several registers, which compilers access once or "
        "several times");
  }
  if (!axes_) axes_.emplace(module_, AxisRules::kCompiler);
  if (!certain_axes_) certain_axes_.emplace(module_, AxisRules::kCertain);
  if (!pointers_) pointers_.emplace(module_, *certain_axes_);
  const HeldTogether held = held_together(form);
  const bool is_masked = operands.size() > mask_at;
  const ttgir::Operand* mask = is_masked ? &operands[mask_at] : nullptr;
  TP_TRY(facts, vector_facts(*axes_, operands[0], mask, held.fastest));
  const unsigned bits = ttgir::element_bits(pointee_of(type(pointers).element));
  const GlobalAccess access{
      form, bits, is_load ? Direction::kLoad : Direction::kStore, facts, rule};
  TP_TRY(bytes, bytes_of_element(bits));
  TP_TRY(certain, vector_facts(*certain_axes_, operands[0], mask, held.fastest));
  if (const Word vector = vector_elements(access); !has_vectors(certain, vector, bytes)) {
    return not_followed("the compiler takes vectors of " + std::to_string(vector) +
                        " elements, which need not lie together at a multiple of " +
                        std::to_string(vector * bytes) + " bytes");
  }
  TP_TRY(followed, pointers_->of(operands[0]));
  // An element's address is a multiple of its size, or the hardware refuses it; multiples beyond a
  // sector change nothing.
  for (auto& row : followed.rows) {
    row.multiple = std::min(std::max(row.multiple, bytes), rule.sector_bytes);
  }
  const auto count = [&]() -> Result<GlobalAccessCost> {
    const AddressRows addresses = followed.addresses();
    Word all_bits = 0;
    for (const std::int64_t byte : addresses.byte) all_bits |= static_cast<Word>(byte);
    if (all_bits % bytes != 0) {
      return not_followed("not all elements lie at multiples of their size");
    }
    return global_access_cost(access, addresses);
  };
  const auto& cost =
      known_->global_costs.of(where.id + what_counts(access) + followed.text(), count);
  if (!cost) return cost.error();
  return GlobalAnswer{*cost, rule, is_masked, std::move(followed.unknowns)};
}

void ModuleChecker::check_global_access(const Operation& op) {
  const auto answer = global_answer(op);
  if (!answer) return add_not_asked(op, answer.error().message);
  const auto& [cost, rule, is_masked, unknowns] = *answer;
  Prover prover;
  prover.ask(Cost{"the sectors of all instructions", "enumerate", cost.most.sectors, [&] {
                    return cost.recounted_sectors;
                  }});
  Detail detail{
      {"instruction",
       (op.name == "tt.load" ? "ld.global.b" : "st.global.b") + std::to_string(cost.vector_bits)},
      {"vector_bits", cost.vector_bits},
      {"requests", cost.most.requests},
      {"sectors", cost.most.sectors},
      {"sectors_at_least", cost.sectors_at_least},
      {"aligned_sectors", cost.aligned_sectors},
      {"least_sectors", cost.least_sectors},
      {"lines", cost.most.lines},
      {"least_requests", cost.least_requests},
      {"exact", cost.is_exact()},
      {"masked", is_masked},
      {"unknowns", joined_names(unknowns)},
      {"evidence", rule.evidence.to_string()}};
  std::string remark;
  // What rows cost more because they begin within a sector, no layout helps.
  if (cost.aligned_sectors > cost.aligned_least_sectors) {
    remark = std::to_string(cost.aligned_sectors) + " sectors where " +
             std::to_string(cost.aligned_least_sectors) + " would do; " +
             std::to_string(cost.most.requests) + " requests";
  }
  add(op,
      Topic::kGlobalAccess,
      prover.proved("all instructions of a CTA, for all values of what is not known"),
      std::move(detail),
      std::move(remark));
  state([] { return FindingClaims{{}, "no claim states what global memory costs"}; });
}

}  // namespace tileproof
