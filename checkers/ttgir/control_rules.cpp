// Where control flow takes a value on, the types that meet are one.
#include <algorithm>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

namespace {

constexpr std::string_view kNextRound =
    " is allocated in the loop, and in the next round again in its place";

}  // namespace

bool ModuleChecker::require_met(const Operation& op,
                                TypeId given,
                                TypeId taken,
                                std::string_view what) {
  if (given == taken || given == kNoType || taken == kNoType) return true;
  const Type& a = type(given);
  const Type& b = type(taken);
  const bool are_numbers = !a.is_shaped() && !b.is_shaped();
  if (are_numbers && (a.kind == Type::Kind::kOther || b.kind == Type::Kind::kOther)) return true;
  const std::string words = std::string(what) + ": " + to_string(a) + " and " + to_string(b);
  if (!require_types(op, a.kind == b.kind && a.shape == b.shape && a.element == b.element, words) ||
      !require_one_layout(op, given, taken, what)) {
    return false;
  }
  if (a.kind != Type::Kind::kMemDesc) return true;
  return require_types(
      op,
      a.alloc_shape == b.alloc_shape && a.space == b.space && a.is_mutable == b.is_mutable,
      words);
}

bool ModuleChecker::require_memory_met(const Operation& op,
                                       const ttgir::Operand& given,
                                       std::size_t taken,
                                       std::string_view what) {
  const TypeId id = given.written != kNoType ? given.written : defined_type(given);
  if (id == kNoType || given.value == ttgir::kNoValue) return true;
  const Type& t = type(id);
  if (t.kind != Type::Kind::kMemDesc || t.layout == nullptr || !placed(id).tensor) return true;
  const auto value = static_cast<ttgir::ValueId>(taken);
  if (views_.take(value, id, views_.of(given.value, id))) return true;
  add_unknown(op,
              Topic::kAlignment,
              std::string(what) + ": " + std::string(given.name) +
                  " begins elsewhere in its allocation than what was said of it before allows");
  return false;
}

bool ModuleChecker::require_yields(const Operation& op, std::uint32_t region, std::size_t count) {
  const auto ends = terminators(op, region);
  if (!require_types(op, count == 0 || !ends.empty(), "its region yields nothing")) return false;
  for (const Operation* last : ends) {
    if (!require_types(op,
                       last->operand_count == count,
                       last->operand_count,
                       " values are yielded for ",
                       count)) {
      return false;
    }
  }
  return true;
}

bool ModuleChecker::meets_arguments(const Operation& op,
                                    const ttgir::Block* block,
                                    std::size_t skip,
                                    std::span<const ttgir::Operand> given,
                                    std::string_view what) {
  if (block == nullptr) return require_types(op, given.empty(), what, ": there is no block");
  if (!require_types(op,
                     block->argument_count == given.size() + skip,
                     what,
                     ": ",
                     given.size(),
                     " values for ",
                     block->argument_count - std::min<std::size_t>(skip, block->argument_count),
                     " arguments")) {
    return false;
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    const TypeId id = given[i].written != kNoType ? given[i].written : defined_type(given[i]);
    const std::size_t taken = block->first_argument + skip + i;
    if (!require_met(op, id, argument_type(*block, skip + i), what) ||
        !require_memory_met(op, given[i], taken, what)) {
      return false;
    }
  }
  return true;
}

bool ModuleChecker::check_branch(const Operation& op) {
  const auto successors = module_.successors(op);
  const std::size_t least = op.row->name == "cond_br" ? 2 : 1;
  if (!require_types(
          op,
          successors.size() == least || (op.row->name == "switch" && !successors.empty()),
          "it goes to ",
          successors.size(),
          successors.size() == 1 ? " block" : " blocks")) {
    return false;
  }
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const auto id = blocks_.target(op.block, successors[i].label);
    const auto own = blocks_.of(op.parent, module_.blocks[op.block].region);
    if (!require_types(op, id.has_value(), "there is no block ", successors[i].label) ||
        !require_types(
            op, *id != own[0], "nothing may go to block ", successors[i].label, ", the first")) {
      return false;
    }
    const ttgir::Block* target = &module_.blocks[*id];
    const auto passed = passed_to(op, i);
    if (!passed) {
      add_unknown(op, Topic::kTypes, "which operand goes to which block is not read");
      return false;
    }
    if (!meets_arguments(op, target, 0, *passed, "what is passed and the block's argument") ||
        !require_no_memory_sent_back(op, *target, *passed)) {
      return false;
    }
  }
  return true;
}

void ModuleChecker::check_control(const Operation& op) {
  const auto operands = module_.operands(op);
  const Operation* parent = op.parent == ttgir::kNoOp ? nullptr : &module_.operations[op.parent];
  switch (op.kind()) {
    case OpKind::kFor: {
      for (std::size_t i = 0; i < 3; ++i) {
        const TypeId id = operand_type(op, i);
        if (id == kNoType) continue;
        const auto* body = entry(op, 0);
        const TypeId counted = body != nullptr ? argument_type(*body, 0) : kNoType;
        if (counted != kNoType && !require_types(op,
                                                 type(counted).kind == Type::Kind::kScalar &&
                                                     type(id).element == type(counted).element,
                                                 "a bound is ",
                                                 type(id),
                                                 ", and what is counted ",
                                                 type(counted))) {
          return;
        }
      }
      if (!meets_arguments(
              op, entry(op, 0), 1, operands.subspan(3), "initial values and arguments")) {
        return;
      }
      if (!require_yields(op, 0, operands.size() - 3)) return;
      for (std::size_t i = 0; i < op.result_count && 3 + i < operands.size(); ++i) {
        const std::string_view what = "initial values and results";
        if (!require_met(op, operand_type(op, 3 + i), result_type(op, i), what) ||
            !require_memory_met(op, operands[3 + i], op.first_result + i, what)) {
          return;
        }
      }
      break;
    }
    case OpKind::kIf:
      if (op.result_count == 0) break;
      if (!require_types(op, op.regions == 2, "it has results, and no else")) return;
      if (!require_yields(op, 0, op.result_count) || !require_yields(op, 1, op.result_count))
        return;
      break;
    case OpKind::kWhile:
      if (!meets_arguments(op, entry(op, 0), 0, operands, "initial values and arguments")) return;
      if (!require_types(op, !terminators(op, 0).empty(), "its region has no condition") ||
          !require_yields(op, 1, operands.size())) {
        return;
      }
      break;
    case OpKind::kYield: {
      if (parent == nullptr) break;
      const auto region = module_.blocks[op.block].region;
      const bool is_loop = parent->kind() == OpKind::kFor || parent->kind() == OpKind::kWhile;
      if (is_loop && !require_outlives(op, op.parent, 0, kNextRound)) return;
      if (!require_tensor_memory_kept(op, *parent)) return;
      for (std::size_t i = 0; i < operands.size(); ++i) {
        constexpr std::string_view kWhat = "what is yielded and what is taken";
        // A loop takes it as its next argument; what was said of a result is of it, too.
        const bool is_for = parent->kind() == OpKind::kFor;
        const bool is_next = is_for || (parent->kind() == OpKind::kWhile && region == 1);
        const auto* block = is_next ? entry(*parent, 0) : nullptr;
        const std::size_t skip = is_for ? 1 : 0;
        TypeId wanted = result_type(*parent, i);
        if (block != nullptr) wanted = argument_type(*block, skip + i);
        if (!require_met(op, operand_type(op, i), wanted, kWhat)) return;
        if (block != nullptr && skip + i < block->argument_count &&
            !require_memory_met(op, operands[i], block->first_argument + skip + i, kWhat)) {
          return;
        }
        if ((block == nullptr || is_for) && i < parent->result_count &&
            !require_memory_met(op, operands[i], parent->first_result + i, kWhat)) {
          return;
        }
      }
      break;
    }
    case OpKind::kCondition: {
      if (parent == nullptr || operands.empty()) break;
      if (!require_outlives(op, op.parent, 1, kNextRound) ||
          !require_tensor_memory_kept(op, *parent)) {
        return;
      }
      const auto* block = entry(*parent, 1);
      if (!require_types(op,
                         operands.size() == parent->result_count + 1U,
                         operands.size() - 1,
                         " values are passed on for ",
                         parent->result_count,
                         " results") ||
          !require_types(op,
                         block == nullptr || operands.size() == block->argument_count + 1U,
                         operands.size() - 1,
                         " values are passed on for ",
                         block == nullptr ? 0 : block->argument_count,
                         " arguments")) {
        return;
      }
      for (std::size_t i = 1; i < operands.size(); ++i) {
        if (!require_met(op,
                         operand_type(op, i),
                         result_type(*parent, i - 1),
                         "what is passed on and the loop's result") ||
            (block != nullptr && !require_met(op,
                                              operand_type(op, i),
                                              argument_type(*block, i - 1),
                                              "what is passed on and the argument"))) {
          return;
        }
        if ((i - 1 < parent->result_count &&
             !require_memory_met(
                 op, operands[i], parent->first_result + i - 1, "what is passed on")) ||
            (block != nullptr && i - 1 < block->argument_count &&
             !require_memory_met(
                 op, operands[i], block->first_argument + i - 1, "what is passed on"))) {
          return;
        }
      }
      break;
    }
    case OpKind::kReturn: {
      const Operation* function = function_around(op);
      if (function == nullptr) break;
      if (function->generic && !module_.attribute(*function, "function_type")) {
        if (!concerns_data(op)) break;
        return add_unknown(
            op, Topic::kTypes, "what a function in generic form returns is not read");
      }
      const auto results = module_.right(*function);
      if (!require_types(op,
                         operands.size() == results.size(),
                         operands.size(),
                         " values are returned for ",
                         results.size(),
                         " results")) {
        return;
      }
      for (std::size_t i = 0; i < operands.size(); ++i) {
        if (!require_met(op, operand_type(op, i), results[i], "what is returned and the result")) {
          return;
        }
        const Type* memory = shaped_operand(op, i);
        if (memory != nullptr && memory->kind == Type::Kind::kMemDesc &&
            memory->layout != nullptr && operands[i].value != ttgir::kNoValue &&
            !views_.assumed(operand_type(op, i))
                 .allows(views_.of(operands[i].value, operand_type(op, i)))) {
          return add_unknown(op,
                             Topic::kAlignment,
                             std::string(operands[i].name) +
                                 " is returned, and is not the beginning of its allocation");
        }
      }
      if (!require_no_memory_returned(op)) return;
      // Of tensors nothing is said, since compilers' own tests return them.
      if (!operands.empty() && !concerns_data(op) && is_kernel(*function)) {
        return add_unknown(op, Topic::kTypes, "a public function is a kernel, and returns numbers");
      }
      break;
    }
    case OpKind::kCall:
      if (!check_call(op)) return;
      break;
    case OpKind::kBranch:
      if (!check_branch(op) || !require_tensor_memory_kept(op, op)) return;
      break;
    case OpKind::kRegion:
      if (!require_types(op, op.regions != 0, "it has no region")) return;
      for (std::uint32_t region = 0; region < op.regions; ++region) {
        if (!require_yields(op, region, op.result_count)) return;
      }
      break;
    default:
      break;
  }
  if (concerns_data(op)) add_decided(op, Topic::kTypes);
}

}  // namespace tileproof
