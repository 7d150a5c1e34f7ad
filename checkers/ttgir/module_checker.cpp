#include "checkers/ttgir/module_checker.hpp"

#include <algorithm>
#include <bit>

#include "checkers/prover/prover.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "core/check.hpp"
#include "encodings/ttgir/scanner.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

namespace {

// Triton's own operations take tensors of up to as many elements, a power of two.
constexpr Word kMostElements = Word{1} << 20;

// Of most types nothing need be asked where they occur: numbers, and tensors of so many elements
// that lie in registers.
bool is_plain(const ttgir::Type& type) {
  if (type.kind == ttgir::Type::Kind::kScalar) return true;
  if (type.kind != ttgir::Type::Kind::kTensor) return false;
  const Word elements = elements_of(type.shape);
  return std::has_single_bit(elements) && elements <= kMostElements &&
         (type.layout == nullptr || triton::storage(*type.layout) == triton::Storage::kRegisters);
}

}  // namespace

ModuleChecker::ModuleChecker(const ttgir::Module& module,
                             const ttgir::LineIndex& lines,
                             const CheckOptions& options,
                             FileReport& report)
    : ModuleText(module),
      lines_(lines),
      options_(options),
      known_(options.known ? options.known : std::make_shared<KnownAnswers>()),
      decide_(by_all_engines(options.limits)),
      report_(report),
      layouts_(module, decide_, known_->placed),
      views_(module, layouts_),
      subjects_(module),
      doubts_(module.values.size(), Doubt::kNone),
      guessed_(module.values.size(), false),
      is_plain_(module.types.size(), 0) {
  std::ranges::transform(module.types, is_plain_.begin(), is_plain);
  for (std::size_t row = 0; row < report.operations.size(); ++row) {
    operation_rows_.try_emplace(report.operations[row].op, row);
  }
  target_ = options.target;
  if (target_) return;
  if (!module.target) {
    no_target_ = "the module names no target; give one with --target";
    return;
  }
  auto parsed = Target::parse(*module.target);
  if (parsed) {
    target_ = *parsed;
  } else {
    no_target_ = parsed.error().message;
  }
}

namespace {

// Operations that take values on, numbers too.
bool is_control(OpKind kind) {
  using enum OpKind;
  return kind == kFor || kind == kWhile || kind == kIf || kind == kWarpSpecialize ||
         kind == kYield || kind == kCondition || kind == kBranch || kind == kCall ||
         kind == kReturn;
}

// Those that have a rule, though neither tensor nor memory may be among their operands and results.
bool has_rule_without_data(OpKind kind) {
  using enum OpKind;
  return is_control(kind) || kind == kReuseGroup || kind == kBufferOverlap ||
         kind == kMakeDescriptor || kind == kWait || kind == kFunction || kind == kUnknown;
}

}  // namespace

void ModuleChecker::run() {
  if (target_ && !report_.target) report_.target = target_->name();
  // Most operations have one finding, and findings are large.
  if (report_.findings.empty()) report_.findings.reserve(module_.operations.size());
  check_uses();
  check_numbers();
  for (const Operation& op : module_.operations) {
    if (op.kind() == OpKind::kFunction) enter_function(op);
  }
  for (const ttgir::Operand& operand : module_.operand_pool) {
    const bool is_guessed = operand.value != ttgir::kNoValue && operand.written != kNoType &&
                            module_.values[operand.value].type == kNoType;
    if (is_guessed && type(operand.written).is_shaped()) guessed_[operand.value] = true;
  }
  for (const Operation& op : module_.operations) check_operation(op);
}

void ModuleChecker::enter_function(const Operation& op) {
  const auto name = name_of_function(module_, op);
  if (!name) return add_error(op.offset, "the function has no name");
  const std::string shown = "the function '" + std::string(*name) + "' ";
  const auto blocks = blocks_of(op);
  const bool has_body =
      std::ranges::any_of(blocks, [](const BlockEnd& block) { return block.last != nullptr; });
  if (!has_body && !is_private(op)) {
    add_error(op.offset, shown + "has no body, and is not private");
  }
  if (!functions_.emplace(*name, &op).second) {
    add_error(op.offset, shown + "is defined a second time");
  }
}

// ---- The way of an operation

bool ModuleChecker::require_sizes(const Operation& op) {
  if (!has_type(op, [](const Type& t) { return t.is_unsized(); })) return true;
  add_unknown(op, Topic::kTypes, "tensors of sizes that are not known have no rule yet");
  return false;
}

bool ModuleChecker::has_plain_types(const Operation& op) const {
  const auto holds = [&](TypeId id) { return id == kNoType || is_plain_[id] != 0; };
  return std::ranges::all_of(module_.operands(op),
                             [&](const ttgir::Operand& operand) {
                               return holds(operand.written) && holds(defined_type(operand));
                             }) &&
         std::ranges::all_of(module_.results(op), holds, &ttgir::Value::type) &&
         std::ranges::all_of(module_.left(op), holds) &&
         std::ranges::all_of(module_.right(op), holds);
}

bool ModuleChecker::require_count(const Operation& op) {
  if (!op.name.starts_with("tt.")) return true;
  const auto is_odd = [](const Type& t) {
    return t.kind == Type::Kind::kTensor && !std::has_single_bit(elements_of(t.shape));
  };
  return require_types(
             op, !has_type(op, is_odd), "a tensor whose number of elements is no power of two") &&
         require_types(op,
                       !has_type(op,
                                 [](const Type& t) {
                                   return t.kind == Type::Kind::kTensor &&
                                          elements_of(t.shape) > kMostElements;
                                 }),
                       "a tensor of more than ",
                       kMostElements,
                       " elements");
}

void ModuleChecker::count_operation(const Operation& op) {
  auto known = operation_rows_.find(op.name);
  if (known == operation_rows_.kNone) {
    known = operation_rows_.try_emplace(std::string(op.name), report_.operations.size()).first;
    report_.operations.push_back({std::string(op.name)});
  }
  OperationCounts& counts = report_.operations[operation_rows_[known]];
  if (worst_ == Worst::kProved) ++counts.proved;
  if (worst_ == Worst::kUnknown) ++counts.unknown;
  if (worst_ == Worst::kRefuted) ++counts.refuted;
}

void ModuleChecker::add_not_asked(const Operation& op, const std::string& why) {
  auto& list = report_.not_asked;
  const auto known = std::find_if(list.begin(), list.end(), [&](const NotAsked& entry) {
    return entry.op == op.name && entry.why == why;
  });
  if (known != list.end()) {
    ++known->count;
  } else {
    list.push_back({std::string(op.name), 1, why});
  }
}

void ModuleChecker::check_operation(const Operation& op) {
  if (op.is_broken) {
    doubt_results(op, Doubt::kType);
    return;
  }
  if (op.kind() == OpKind::kWait) {
    add_not_asked(op, "");
  }
  const bool is_data = concerns_data(op);
  const bool are_plain = has_plain_types(op);
  worst_ = Worst::kProved;
  has_finding_ = false;
  doubt_ = Doubt::kNone;
  // Of a value whose type is in doubt, nothing can be said where the type is not written, or is
  // written otherwise; why was said where it arose.
  const auto operands = module_.operands(op);
  const auto hangs = [&](const ttgir::Operand& operand) {
    return operand.value != ttgir::kNoValue && doubts_[operand.value] == Doubt::kType &&
           (operand.written == kNoType || operand.written != defined_type(operand));
  };
  if (std::ranges::any_of(operands, hangs)) {
    worst_ = Worst::kUnknown;
    doubt_ = Doubt::kType;
    if (op.kind() == OpKind::kFor) pass_memory_on(op);
  } else if (check_place(op) && (are_plain || (require_sizes(op) && require_count(op))) &&
             require_no_block(op) && check_signature(op) && require_known_results(op) &&
             (are_plain || check_storage(op)) && check_operands(op) && require_typed(op, is_data) &&
             (is_data || has_rule_without_data(op.kind()))) {
    apply_rule(op);
    if (worst_ != Worst::kRefuted && compares_layouts(op.kind())) require_one_spelling(op);
  } else if (worst_ == Worst::kProved && op.kind() == OpKind::kElementwise) {
    require_numbers(op);
  } else if (worst_ == Worst::kProved && op.kind() == OpKind::kConstant) {
    require_constant(op);
  }
  if (accesses_global_memory(op)) check_global_access(op);
  if (is_data || (has_finding_ && op.kind() != OpKind::kUnknown)) count_operation(op);
  // A view of a memory lies where that does.
  const bool follows = std::any_of(operands.begin(), operands.end(), [&](const auto& operand) {
    const TypeId id = module_.type_of(operand);
    return operand.value != ttgir::kNoValue && doubts_[operand.value] != Doubt::kNone &&
           id != kNoType && type(id).kind == Type::Kind::kMemDesc;
  });
  if (doubt_ == Doubt::kNone && follows) doubt_ = Doubt::kOrigin;
  doubt_results(op, doubt_);
}

// What a loop takes on begins where it did, though nothing else is asked of the loop.
void ModuleChecker::pass_memory_on(const Operation& loop) {
  const auto given = module_.operands(loop);
  const ttgir::Block* body = entry(loop, 0);
  for (std::size_t i = 3; i < given.size(); ++i) {
    const TypeId id = defined_type(given[i]);
    if (!is_memory(id)) continue;
    const MemoryView memory = views_.of(given[i].value, id);
    const auto pass_to = [&](ttgir::ValueId value) {
      const TypeId taken = module_.values[value].type;
      if (!is_memory(taken)) return;
      MemoryView view = views_.assumed(taken);
      view.alignment = memory.alignment;
      views_.take(value, taken, view);
    };
    const auto number = static_cast<ttgir::ValueId>(i - 3);
    if (body != nullptr && number + 1 < body->argument_count) {
      pass_to(body->first_argument + number + 1);
    }
    if (number < loop.result_count) pass_to(loop.first_result + number);
  }
}

void ModuleChecker::doubt_results(const Operation& op, Doubt doubt) {
  for (std::size_t i = 0; i < op.result_count; ++i) doubts_[op.first_result + i] = doubt;
}

void ModuleChecker::apply_rule(const Operation& op) {
  using enum OpKind;
  switch (op.kind()) {
    case kUnknown: {
      const bool is_passed_over = op.name.empty() || ttgir::is_of_lower_dialect(op.name);
      if (is_passed_over && !concerns_data(op)) return;
      if (unplaced_seen_.emplace(std::string(op.name) + " is unknown").second) {
        const auto alike = std::ranges::count(module_.operations, op.name, &Operation::name);
        add_opaque(op,
                   "no rule is known of '" + std::string(op.name) + "', of which there " +
                       (alike == 1 ? "is 1" : "are " + std::to_string(alike)));
      }
      worst_ = Worst::kUnknown;
      doubt_ = Doubt::kOrigin;
      return;
    }
    case kElementwise:
      return check_elementwise(op);
    case kMapElementwise:
      return check_map_elementwise(op);
    case kConstant:
      return check_constant(op);
    case kMakeRange:
      return check_make_range(op);
    case kSplat:
      return check_splat(op);
    case kUnsplat:
      return check_unsplat(op);
    case kBroadcast:
      return check_broadcast(op);
    case kExpandDims:
      return check_expand_dims(op);
    case kReshape:
      return check_reshape(op);
    case kTrans:
      return check_trans(op);
    case kJoin:
      return check_join(op);
    case kSplit:
      return check_split(op);
    case kCat:
      return check_cat(op);
    case kReduce:
    case kScan:
      return check_reduction(op);
    case kGather:
      return check_gather(op);
    case kHistogram:
      return check_histogram(op);
    case kConvertLayout:
      return check_conversion_op(op);
    case kFp4ToFp:
      return check_fp4_to_fp(op);
    case kInThreadTranspose:
      return check_in_thread_transpose(op);
    case kExtractSlice:
    case kConcat:
      return check_slice_of_registers(op);
    case kDot:
      return check_dot(op);
    case kDotScaled:
      return check_dot_scaled(op);
    case kWarpGroupDot:
      return check_warp_group_dot(op);
    case kWarpGroupDotWait:
      return check_warp_group_wait(op);
    case kTensorCoreDot:
    case kTensorCoreDotScaled:
      return check_tensor_core_dot(op);
    case kLocalAlloc:
    case kTmemAlloc:
      return check_allocation(op);
    case kLocalLoad:
    case kLocalStore:
      return check_access_op(op);
    case kLocalGather:
    case kLocalScatter:
    case kLocalAtomicScatter:
      return check_local_gather(op);
    case kMemdescIndex:
    case kMemdescSubview:
    case kMemdescSubslice:
    case kMemdescDynamicSubslice:
    case kMemdescTrans:
    case kMemdescReshape:
    case kMemdescReinterpret:
    case kRemoteView:
    case kTmemSubslice:
      return check_view(op);
    case kStorageAlloc:
      return check_storage_allocation(op);
    case kReuseGroup:
      return check_reuse_group(op);
    case kBufferOverlap:
      return check_buffer_overlap(op);
    case kLocalAlias:
      return check_local_alias(op);
    case kAsyncCopyGlobalToLocal:
    case kAsyncCopyLocalToGlobal:
    case kBufferLoadToLocal:
      return check_async_copy(op);
    case kBufferLoad:
    case kBufferStore:
      return check_buffer_access(op);
    case kTmemLoad:
    case kTmemStore:
      return check_tensor_memory_access(op);
    case kTmemCopy:
      return check_tensor_memory_copy(op);
    case kMakeDescriptor:
      return check_make_descriptor(op);
    case kDescriptorLoad:
    case kDescriptorStore:
      return check_descriptor_access(op);
    case kDescriptorGather:
    case kDescriptorScatter:
    case kTmaGather:
    case kTmaScatter:
      return check_rows(op);
    case kTmaLoad:
    case kTmaStore:
      return check_tma(op);
    case kBarrier:
      return check_barrier(op);
    case kWait:
      return check_wait(op);
    case kFunction:
      return check_function(op);
    case kReturn:
    case kCall:
    case kBranch:
    case kFor:
    case kIf:
    case kWhile:
    case kCondition:
    case kRegion:
    case kYield:
      return check_control(op);
    case kWarpSpecialize:
      return check_warp_specialize(op);
    case kNoClaim:
      if (op.row->name == "print" && !require_signs(op)) return;
      return add_decided(op, Topic::kTypes);
    case kStorageSpec:
    case kLocalDealloc:
    case kReduceReturn:
    case kWarpSpecializePartitions:
    case kWarpReturn:
      return add_decided(op, Topic::kTypes);
  }
}

void ModuleChecker::add_decided(const Operation& op, Topic question) {
  if (worst_ != Worst::kProved) return;
  Prover prover;
  prover.ask(Read{to_string(question), true});
  add(op, question, prover.proved("the types in the text"));
  state([] { return FindingClaims{{}, "no claim states what is read off the text"}; });
}

// ---- What rules say

namespace {

// A finding that is made where it comes to lie: findings are large, and are not moved there.
template <typename Make>
struct InPlace {
  Make make;

  // NOLINTNEXTLINE(google-explicit-constructor): the vector constructs the finding from this.
  operator Finding() const { return make(); }
};
template <typename Make>
InPlace(Make) -> InPlace<Make>;

}  // namespace

bool ModuleChecker::refuted(const Operation& op, Topic question, std::string words) {
  Counterexample example;
  example.text = std::move(words);
  add(op, question, Refuted::replayed("text", std::move(example), [] { return true; }));
  return false;
}

void ModuleChecker::add_unknown(const Operation& op, Topic question, std::string reason) {
  add(op, question, Unknown{std::move(reason)});
}

void ModuleChecker::add_opaque(const Operation& op, std::string reason) {
  add_unknown(op, Topic::kTypes, std::move(reason));
  doubt_ = Doubt::kOrigin;
}

void ModuleChecker::add_untyped(const Operation& op) {
  add_unknown(op, Topic::kTypes, "the text does not say the types of its operands or results");
}

void ModuleChecker::add_use(const ttgir::TypeUse& use, Verdict verdict, Detail detail) {
  const auto at = lines_.line_column(use.offset);
  auto subject = subjects_.of_type(use.type, use.offset, use.op, is_proved(verdict));
  report_.findings.emplace_back(InPlace{[&] {
    return Finding{at.line,
                   at.column,
                   std::string(use.op),
                   Topic::kLayout,
                   std::move(verdict),
                   std::move(detail),
                   /*remark=*/{},
                   std::move(subject)};
  }});
}

void ModuleChecker::add(
    const Operation& op, Topic question, Verdict verdict, Detail detail, std::string remark) {
  has_finding_ = true;
  if (is_refuted(verdict)) worst_ = Worst::kRefuted;
  if (is_unknown(verdict)) worst_ = std::max(worst_, Worst::kUnknown);
  // What an access costs, where a memory lies, an index that may be wrong, and which element a
  // register is given, leave the types as they are.
  const bool leaves_types = question == Topic::kVectorization ||
                            question == Topic::kBankConflicts || question == Topic::kAlignment ||
                            question == Topic::kOverlap ||
                            (question == Topic::kBounds && takes_indices(op.kind())) ||
                            (question == Topic::kConversion && !is_memory(result_type(op)));
  if (!is_proved(verdict) && !leaves_types) doubt_ = Doubt::kType;
  const auto at = lines_.line_column(op.offset);
  auto subject = subjects_.of(op, is_proved(verdict));
  report_.findings.emplace_back(InPlace{[&] {
    return Finding{at.line,
                   at.column,
                   std::string(op.name),
                   question,
                   std::move(verdict),
                   std::move(detail),
                   std::move(remark),
                   std::move(subject)};
  }});
}

void ModuleChecker::add_same(FindingClaims& claims, TypeId defined, TypeId used) {
  if (!is_defined_otherwise(defined, used)) return;
  claims.list.push_back(same_claim(layout_on(defined), layout_on(used)));
}

void ModuleChecker::add_error(std::size_t offset, std::string message) {
  const auto at = lines_.line_column(offset);
  report_.errors.push_back({at.line, at.column, std::move(message)});
}

}  // namespace tileproof
