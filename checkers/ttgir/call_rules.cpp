// Calls: is the function one of the module, does it take what is passed, and can its caller's warps
// and memory stand it?
#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::ElementRule;
using ttgir::kNoType;
using ttgir::OpKind;

namespace {

bool is_atomic(const ttgir::Operation& op) {
  return op.row != nullptr && (op.row->elements == ElementRule::kAtomic ||
                               op.row->elements == ElementRule::kCompareAndSwap);
}

bool allocates_shared(const ttgir::Operation& op) {
  return op.kind() == OpKind::kLocalAlloc || op.kind() == OpKind::kStorageAlloc;
}

}  // namespace

// Tensors are handed over, results of atomics too, and other dialects' operations are of warps and
// memory.
bool ModuleChecker::may_wait(const Operation& op) const {
  static constexpr std::array<std::string_view, 6> kOfThreads = {
      "tt", "arith", "math", "scf", "cf", "func"};
  const auto dialect = op.name.substr(0, op.name.find('.'));
  return concerns_data(op) || is_atomic(op) || std::ranges::count(kOfThreads, dialect) == 0;
}

// For itself, or for a while: what a conversion or a reduction hands over lies there.
bool ModuleChecker::may_use_shared_memory(const Operation& op) const {
  using enum OpKind;
  static constexpr std::array kInRegisters = {
      kElementwise, kConstant, kMakeRange,  kSplat,       kBroadcast, kExpandDims, kTrans,
      kJoin,        kSplit,    kBufferLoad, kBufferStore, kFor,       kIf,         kWhile,
      kCondition,   kYield,    kBranch,     kReturn,      kCall,      kRegion};
  if (is_atomic(op) || allocates_shared(op)) return true;
  return concerns_data(op) && std::ranges::count(kInRegisters, op.kind()) == 0;
}

// Is any allocation of the caller's made before the call, or in a round before it?
bool ModuleChecker::has_memory_at(const Operation& call, const Operation& caller) const {
  const auto operands = module_.operands(call);
  if (std::ranges::any_of(operands,
                          [&](const auto& operand) { return is_memory(defined_type(operand)); })) {
    return true;
  }
  // The first operation stands in the first block, to which no branch goes.
  const bool may_repeat = call.block != module_.operations[id_of(caller) + 1].block;
  for (auto inner = id_of(caller) + 1; inner < caller.end; ++inner) {
    if (!allocates_shared(module_.operations[inner])) continue;
    if (inner < id_of(call) || may_repeat) return true;
  }
  return false;
}

// Kernels of NVIDIA's take parameters of whole bytes, a power of two of them, or of an array of
// bytes, which compilers write from 128 bits on; what LLVM has no type for, nobody takes.
std::string ModuleChecker::why_not_passed(const Type& number) const {
  const bool is_nvidias = target_ && target_->vendor() == Target::Vendor::kNvidia;
  const unsigned bits = number.element_bits;
  const bool has_type =
      number.element != "tf32" && number.element != "none" && !number.element.starts_with("tuple<");
  const bool is_odd = bits > 1 && bits < 128 && (bits < 8 || !std::has_single_bit(bits));
  if (has_type && !(is_nvidias && is_odd)) return {};
  return "whether compilers pass a kernel " + std::string(number.element.substr(0, 40));
}

void ModuleChecker::check_function(const Operation& op) {
  const ttgir::Block* body = entry(op, 0);
  for (std::uint32_t i = 0; is_kernel(op) && body != nullptr && i < body->argument_count; ++i) {
    const TypeId id = argument_type(*body, i);
    const bool is_number =
        id != kNoType && !type(id).is_shaped() && type(id).kind != Type::Kind::kDescriptor;
    std::string why = is_number ? why_not_passed(type(id)) : "";
    if (!why.empty()) return add_unknown(op, Topic::kTypes, std::move(why));
  }
  if (concerns_data(op)) add_decided(op, Topic::kTypes);
}

bool ModuleChecker::check_call(const Operation& op) {
  const std::string_view name = name_of_callee(module_, op);
  const auto found = functions_.find(name);
  if (found == functions_.end()) {
    add_opaque(op, "the function '" + std::string(name) + "' is not in this module");
    return false;
  }
  const Operation& function = *found->second;
  // A parameter may come from elsewhere, too: it is what its type says.
  if (const auto* body = entry(function, 0); body != nullptr) {
    for (std::size_t i = 0; i < body->argument_count; ++i) {
      const TypeId id = argument_type(*body, i);
      if (id == kNoType || type(id).kind != Type::Kind::kMemDesc) continue;
      if (type(id).layout != nullptr) {
        views_.of(static_cast<ttgir::ValueId>(body->first_argument + i), id);
      }
    }
  }
  if (function.regions != 0 &&
      !meets_arguments(
          op, entry(function, 0), 0, module_.operands(op), "what is passed and the parameter")) {
    return false;
  }
  if (const auto why = why_not_followed(op, function); !why.empty()) {
    add_opaque(op, why);
    return false;
  }
  // Its layouts are checked for the warps that it is for.
  const ttgir::OpId first = id_of(function) + 1;
  if (first < function.end && module_.operations[first].num_warps != op.num_warps) {
    add_unknown(
        op, Topic::kTypes, "what the function does for " + std::to_string(op.num_warps) + " warps");
    return false;
  }
  if (function.generic && !module_.attribute(function, "function_type")) {
    if (op.result_count == 0) return true;
    add_opaque(op, "what a function in generic form returns is not read");
    return false;
  }
  const auto results = module_.right(function);
  if (!require_types(op,
                     results.size() == op.result_count,
                     op.result_count,
                     " results of a function that gives ",
                     results.size())) {
    return false;
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!require_met(op, results[i], result_type(op, i), "the function's result and its use")) {
      return false;
    }
  }
  return true;
}

namespace {

// The predicates of calls_, by their numbers.
enum : std::size_t { kMayWait, kMayUseSharedMemory };

}  // namespace

const CallGraph& ModuleChecker::calls() {
  if (!calls_) {
    has_partitions_ = std::ranges::any_of(module_.operations, [](const Operation& op) {
      return op.kind() == OpKind::kWarpSpecialize;
    });
    calls_.emplace(module_,
                   functions_,
                   std::vector<CallGraph::Predicate>{
                       [&](const Operation& op) { return may_wait(op); },
                       [&](const Operation& op) { return may_use_shared_memory(op); }});
  }
  return *calls_;
}

// What compilers do of a call that is no harm to its caller; empty if nothing is in the way.
std::string ModuleChecker::why_not_followed(const Operation& call, const Operation& function) {
  if (function.regions == 0) {
    return "the function '" + std::string(name_of_callee(module_, call)) +
           "' has no body in this module";
  }
  if (function.name == "tt.func" && !is_private(function)) {
    return "the function is not private, and so a kernel, which compilers do not call";
  }
  const Operation* caller = function_around(call);
  if (caller == nullptr) return "";
  if (calls().are_in_one_circle(function, *caller)) {
    return "the function calls itself, which some compilers do not end on";
  }
  if (has_partitions_ && calls().has(function, kMayWait)) {
    return "barriers of a function wait for all warps, and the module gives warps work of their "
           "own";
  }
  if (calls().has(function, kMayUseSharedMemory) && has_memory_at(call, *caller)) {
    return "shared memory that a function uses is its caller's, which some compilers place there, "
           "too";
  }
  return "";
}

}  // namespace tileproof
