#include "checkers/ttgir/module_checker.hpp"

#include <algorithm>

#include "checkers/layout/layout_check.hpp"
#include "checkers/prover/prover.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "core/check.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

ModuleChecker::ModuleChecker(const ttgir::Module& module,
                             const ttgir::LineIndex& lines,
                             const CheckOptions& options,
                             FileReport& report)
    : module_(module),
      lines_(lines),
      options_(options),
      decide_(by_all_engines(options.limits)),
      report_(report),
      layouts_(module, decide_),
      views_(module, layouts_),
      doubtful_(module.values.size(), false) {
  for (std::size_t row = 0; row < report.operations.size(); ++row) {
    operation_rows_.emplace(report.operations[row].op, row);
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

// Of what is no tensor and no memory.
bool is_one_type(const ttgir::Type& a, const ttgir::Type& b) {
  if (a.kind != b.kind) return false;
  if (a.kind == ttgir::Type::Kind::kOther) return true;
  if (is_pointer(a.element) && is_pointer(b.element)) {
    return pointee_of(a.element) == pointee_of(b.element);
  }
  if (a.kind == ttgir::Type::Kind::kScalar) return a.element == b.element;
  const bool one_layout = a.layout != nullptr && b.layout != nullptr
                              ? triton::to_string(*a.layout) == triton::to_string(*b.layout)
                              : a.encoding == b.encoding;
  return a.shape == b.shape && unsigned_element(a.element) == unsigned_element(b.element) &&
         one_layout;
}

}  // namespace

void ModuleChecker::run() {
  if (target_ && !report_.target) report_.target = target_->name();
  report_.findings.reserve(report_.findings.size() + module_.uses.size() +
                           module_.operations.size());
  check_uses();
  for (const Operation& op : module_.operations) {
    if (op.kind() != OpKind::kFunction) continue;
    const auto head = module_.text.substr(op.head.begin, op.head.end - op.head.begin);
    auto name = module_.attribute(op, "sym_name");
    if (name && name->size() >= 2) name = name->substr(1, name->size() - 2);
    if (!name && head.find('@') != std::string_view::npos) {
      const auto behind = head.substr(head.find('@') + 1);
      name = behind.substr(0, behind.find_first_of("( \t\r\n"));
    }
    if (name) functions_.emplace(*name, &op);
  }
  for (const Operation& op : module_.operations) check_operation(op);
}

// ---- The way of an operation

bool ModuleChecker::concerns_data(const Operation& op) const {
  // What a function gives is asked of where it returns.
  if (op.kind() == OpKind::kFunction) return false;
  const auto is_data = [&](TypeId id) { return id != kNoType && type(id).is_shaped(); };
  const auto operands = module_.operands(op);
  const auto results = module_.results(op);
  const auto left = module_.left(op);
  const auto right = module_.right(op);
  return std::any_of(operands.begin(),
                     operands.end(),
                     [&](const auto& operand) { return is_data(module_.type_of(operand)); }) ||
         std::any_of(results.begin(),
                     results.end(),
                     [&](const ttgir::Value& value) { return is_data(value.type); }) ||
         std::any_of(left.begin(), left.end(), is_data) ||
         std::any_of(right.begin(), right.end(), is_data);
}

void ModuleChecker::count_operation(const Operation& op) {
  const auto known = operation_rows_.find(op.name);
  std::size_t row = 0;
  if (known != operation_rows_.end()) {
    row = known->second;
  } else {
    row = report_.operations.size();
    report_.operations.push_back({std::string(op.name)});
    operation_rows_.emplace(std::string(op.name), row);
  }
  OperationCounts& counts = report_.operations[row];
  if (worst_ == Worst::kProved) ++counts.proved;
  if (worst_ == Worst::kUnknown) ++counts.unknown;
  if (worst_ == Worst::kRefuted) ++counts.refuted;
}

void ModuleChecker::check_operation(const Operation& op) {
  if (op.is_broken) {
    doubt_results(op);
    return;
  }
  if (op.kind() == OpKind::kWait) {
    auto& list = report_.not_asked;
    const auto known = std::find_if(
        list.begin(), list.end(), [&](const auto& entry) { return entry.first == op.name; });
    if (known != list.end()) {
      ++known->second;
    } else {
      list.emplace_back(op.name, 1);
    }
  }
  const bool is_data = concerns_data(op);
  worst_ = Worst::kProved;
  has_finding_ = false;
  doubts_types_ = false;
  // Of a value whose type is in doubt, nothing can be said where the type is not written, or is
  // written otherwise; why was said where it arose.
  const auto operands = module_.operands(op);
  const bool hangs = std::any_of(operands.begin(), operands.end(), [&](const auto& operand) {
    return operand.value != ttgir::kNoValue && doubtful_[operand.value] &&
           (operand.written == kNoType || operand.written != defined_type(operand));
  });
  if (hangs) {
    worst_ = Worst::kUnknown;
    doubts_types_ = true;
  } else if (check_storage(op) && check_operands(op) && (is_data || is_control(op.kind()))) {
    apply_rule(op);
  }
  if (is_data || has_finding_) count_operation(op);
  if (doubts_types_) doubt_results(op);
}

void ModuleChecker::doubt_results(const Operation& op) {
  for (std::size_t i = 0; i < op.result_count; ++i) doubtful_[op.first_result + i] = true;
}

ttgir::TypeId ModuleChecker::defined_type(const ttgir::Operand& operand) const {
  const ttgir::Value* value = module_.definition(operand);
  return value == nullptr ? kNoType : value->type;
}

// Tensors have layouts in registers, memory has them where it lies.
bool ModuleChecker::check_storage(const Operation& op) {
  const auto fits = [&](TypeId id) {
    if (id == kNoType || type(id).layout == nullptr) return true;
    const Type& t = type(id);
    const auto storage = triton::storage(*t.layout);
    if (t.kind == Type::Kind::kTensor) return storage == triton::Storage::kRegisters;
    if (t.kind != Type::Kind::kMemDesc) return true;
    return t.space == ttgir::MemorySpace::kTensorMemory ? storage == triton::Storage::kTensorMemory
                                                        : storage == triton::Storage::kSharedMemory;
  };
  // Elements of tensor memory take at most a column of 32 bits, and scales have 8.
  const auto fits_column = [&](TypeId id) {
    if (id == kNoType || type(id).layout == nullptr || type(id).kind != Type::Kind::kMemDesc) {
      return true;
    }
    const Type& t = type(id);
    if (const auto* tile = t.layout->as<triton::TensorMemory>()) {
      return tile->unpacked || (tile->col_stride * t.element_bits <= 32 && t.element_bits >= 8);
    }
    if (t.layout->as<triton::TensorMemoryScales>() != nullptr) {
      return t.element_bits == 8 && t.alloc_shape.size() == 2;
    }
    return true;
  };
  const auto require_fits = [&](TypeId id) {
    if (!fits_column(id)) {
      return require_types(
          op,
          false,
          "elements of " + to_string(type(id)) + " do not fit the columns of tensor memory");
    }
    return fits(id) ||
           require_types(
               op, false, "the layout of " + to_string(type(id)) + " is for another storage");
  };
  for (const ttgir::Operand& operand : module_.operands(op)) {
    if (!require_fits(operand.written) || !require_fits(defined_type(operand))) return false;
  }
  for (const ttgir::Value& result : module_.results(op)) {
    if (!require_fits(result.type)) return false;
  }
  return true;
}

bool ModuleChecker::check_operands(const Operation& op) {
  const OpKind kind = op.kind();
  // These compare the layouts by what they move.
  const bool compares_layouts = kind == OpKind::kConvertLayout || kind == OpKind::kLocalLoad ||
                                kind == OpKind::kLocalStore || kind == OpKind::kLocalAlloc;
  bool fits = true;
  for (const ttgir::Operand& operand : module_.operands(op)) {
    if (operand.value == ttgir::kNoValue && !operand.name.empty() && kind != OpKind::kUnknown) {
      add_unknown(op,
                  Topic::kTypes,
                  "nothing that is seen here defines " + std::string(operand.name.substr(0, 40)));
      fits = false;
      continue;
    }
    const TypeId defined = defined_type(operand);
    if (!is_defined_otherwise(defined, operand.written) || operand.written == kNoType) continue;
    const Type& was = type(defined);
    const Type& is = type(operand.written);
    const auto words = [&](const std::string& what) {
      return std::string(operand.name) + " was defined as " + to_string(was) + " and is used as " +
             to_string(is) + ": " + std::string(what);
    };
    const bool one_kind = was.kind == is.kind || !(was.is_shaped() || is.is_shaped());
    if (!require_types(op, one_kind, words("one is no tensor or memory like the other"))) {
      fits = false;
      continue;
    }
    if (!was.is_shaped()) {
      fits = require_types(op, is_one_type(was, is), words("another type")) && fits;
      continue;
    }
    fits = require_types(op, was.element == is.element, words("other elements")) && fits;
    const bool memory = was.kind == Type::Kind::kMemDesc;
    if (!compares_layouts || memory) {
      fits = require_types(op, was.shape == is.shape, words("other shapes")) && fits;
    }
    if (memory) {
      fits = require_types(op, was.space == is.space, words("other storage")) && fits;
      fits = require_types(op, was.is_mutable || !is.is_mutable, words("it may not be written")) &&
             fits;
      const bool layouts_compared = kind == OpKind::kLocalLoad || kind == OpKind::kLocalStore;
      if (fits && !layouts_compared) {
        fits = require_types(op, was.alloc_shape == is.alloc_shape, words("other allocations"));
      }
      if (layouts_compared) continue;
    } else if (compares_layouts) {
      continue;
    }
    if (!fits) continue;
    const bool one_attribute = was.encoding == is.encoding || was.layout == is.layout;
    if (one_attribute) continue;
    if (memory && !require_same_beginnings(op, Topic::kTypes, defined, operand.written)) {
      fits = false;
      continue;
    }
    if (was.layout == nullptr || is.layout == nullptr) {
      fits = require_types(
          op, was.encoding.empty() == is.encoding.empty(), words("one has no layout"));
      if (fits) add_unknown(op, Topic::kTypes, words("their layouts are not known"));
      fits = false;
      continue;
    }
    const Comparison& comparison = layouts_.compare(placed(defined), placed(operand.written));
    if (comparison.likeness == Likeness::kDifferent) {
      add(op, Topic::kTypes, *comparison.verdict, {{"defined_with", placed(defined).text}});
      fits = false;
    } else if (comparison.likeness == Likeness::kUnknown) {
      add_unknown(op, Topic::kTypes, comparison.why);
      fits = false;
    }
  }
  return fits;
}

void ModuleChecker::apply_rule(const Operation& op) {
  using enum OpKind;
  switch (op.kind()) {
    case kUnknown: {
      if (elementwise_seen_.emplace(std::string(op.name) + " is unknown").second) {
        const auto alike = std::count_if(
            module_.operations.begin(), module_.operations.end(), [&](const Operation& other) {
              return other.name == op.name && concerns_data(other);
            });
        add_unknown(op,
                    Topic::kTypes,
                    "no rule is known of '" + std::string(op.name) + "', of which there " +
                        (alike == 1 ? "is 1" : "are " + std::to_string(alike)));
      }
      worst_ = Worst::kUnknown;
      return;
    }
    case kElementwise:
      return check_elementwise(op);
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
      return check_same_types(op);
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
    case kReturn:
    case kCall:
    case kBranch:
    case kFor:
    case kIf:
    case kWhile:
    case kCondition:
    case kRegion:
    case kYield:
    case kWarpSpecialize:
      return check_control(op);
    case kNoClaim:
    case kLocalDealloc:
    case kWait:
    case kFunction:
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

// ---- What rules ask of the text

ttgir::TypeId ModuleChecker::operand_type(const Operation& op, std::size_t index) const {
  const auto operands = module_.operands(op);
  if (index >= operands.size()) return kNoType;
  if (operands[index].written != kNoType) return operands[index].written;
  // Of a value in doubt, too: what is wrong of it was said where it arose.
  const ttgir::Value* value = module_.definition(operands[index]);
  return value == nullptr ? kNoType : value->type;
}

ttgir::TypeId ModuleChecker::result_type(const Operation& op, std::size_t index) const {
  const auto results = module_.results(op);
  return index < results.size() ? results[index].type : kNoType;
}

const ttgir::Type* ModuleChecker::shaped_operand(const Operation& op, std::size_t index) const {
  const TypeId id = operand_type(op, index);
  return id != kNoType && type(id).is_shaped() ? &type(id) : nullptr;
}

const ttgir::Type* ModuleChecker::shaped_result(const Operation& op, std::size_t index) const {
  const TypeId id = result_type(op, index);
  return id != kNoType && type(id).is_shaped() ? &type(id) : nullptr;
}

std::optional<std::int64_t> ModuleChecker::integer_attribute(const Operation& op,
                                                             std::string_view name) const {
  return integer_of(module_.attribute(op, name));
}

std::vector<unsigned> ModuleChecker::list_attribute(const Operation& op,
                                                    std::string_view name) const {
  std::vector<unsigned> list;
  for (const auto value : ttgir::integers(module_.attribute(op, name).value_or(""))) {
    if (value < 0) return {};
    list.push_back(static_cast<unsigned>(value));
  }
  return list;
}

bool ModuleChecker::has_flag(const Operation& op, std::string_view name) const {
  if (const auto value = module_.attribute(op, name)) return *value != "false";
  if (op.generic) return false;
  const auto head = module_.text.substr(op.head.begin, op.head.end - op.head.begin);
  return head.find(name) != std::string_view::npos;
}

std::vector<std::int64_t> ModuleChecker::offsets_of(const Operation& op) const {
  if (op.generic) {
    const auto offsets = module_.attribute(op, "offsets");
    return ttgir::integers(offsets ? *offsets
                                   : module_.attribute(op, "static_offsets").value_or(""));
  }
  const auto head = module_.text.substr(op.head.begin, op.head.end - op.head.begin);
  const auto open = head.find('[');
  if (open == std::string_view::npos) return {};
  return ttgir::integers(head.substr(open, head.find(']', open) - open + 1));
}

// ---- What rules say

bool ModuleChecker::refuted(const Operation& op, Topic question, std::string words) {
  Counterexample example;
  example.text = std::move(words);
  add(op, question, Refuted::replayed("text", std::move(example), [] { return true; }));
  return false;
}

void ModuleChecker::add_unknown(const Operation& op, Topic question, std::string reason) {
  add(op, question, Unknown{std::move(reason)});
}

void ModuleChecker::add_untyped(const Operation& op) {
  add_unknown(op, Topic::kTypes, "the text does not say the types of its operands or results");
}

bool ModuleChecker::require_one_layout(
    const Operation& op, TypeId a, TypeId b, std::string_view what, Topic question) {
  const Type& one = type(a);
  const Type& two = type(b);
  if (one.layout == two.layout && one.encoding == two.encoding) return true;
  const auto words = [&](const std::string& how) {
    return std::string(what) + " " + how + ": " + to_string(one) + " and " + to_string(two);
  };
  if (one.encoding.empty() != two.encoding.empty()) {
    return require(op, question, false, words("have a layout and none"));
  }
  if (one.layout == nullptr || two.layout == nullptr) {
    if (one.encoding == two.encoding) return true;
    add_unknown(op, question, words("have layouts that tileproof does not know"));
    return false;
  }
  const Comparison& comparison = layouts_.compare(placed(a), placed(b));
  switch (comparison.likeness) {
    case Likeness::kSame:
      return true;
    case Likeness::kSameMap:
      add_unknown(
          op, question, words("have one layout in two spellings, where the compiler asks for one"));
      return false;
    case Likeness::kDifferent:
      add(op, question, *comparison.verdict);
      return false;
    case Likeness::kUnknown:
      add_unknown(op, question, comparison.why);
      return false;
  }
  return false;
}

bool ModuleChecker::require_alike(const Operation& op, TypeId a, TypeId b, std::string_view what) {
  if (a == b) return true;
  return require_types(op,
                       type(a).shape == type(b).shape,
                       what,
                       " have other shapes: ",
                       type(a),
                       " and ",
                       type(b)) &&
         require_one_layout(op, a, b, what);
}

bool ModuleChecker::require_one_element(const Operation& op, const Type& a, const Type& b) {
  return require_types(op, a.element == b.element, "elements change: ", a, " and ", b);
}

bool ModuleChecker::require_layout(const Operation& op,
                                   TypeId id,
                                   const triton::LayoutPtr& wanted,
                                   std::string_view what) {
  const Type& t = type(id);
  const Placed& right = layouts_.of(wanted, KnownLayouts::layout_shape(t));
  const Comparison& comparison = layouts_.compare(placed(id), right);
  switch (comparison.likeness) {
    case Likeness::kSame:
      return true;
    case Likeness::kSameMap:
      add_unknown(op,
                  Topic::kTypes,
                  std::string(what) + " has another spelling of " + right.text +
                      ", where the compiler asks for this one");
      return false;
    case Likeness::kDifferent:
      add(op, Topic::kTypes, *comparison.verdict, {{"expected", right.text}});
      return false;
    case Likeness::kUnknown:
      add_unknown(op, Topic::kTypes, comparison.why);
      return false;
  }
  return false;
}

// ---- Layouts of values

std::optional<std::string> ModuleChecker::why_not_compared(TypeId defined, TypeId used) {
  if (!is_defined_otherwise(defined, used)) return std::nullopt;
  const Type& t = type(defined);
  if (t.layout == nullptr) {
    if (t.encoding.empty()) return "it was defined without a layout";
    return "it was defined with '" + std::string(t.encoding) +
           "', which is no layout that tileproof knows";
  }
  const Placed& entry = placed(defined);
  if (!entry.tensor) return "the layout that it was defined with: " + entry.why_not.message;
  return std::nullopt;
}

bool ModuleChecker::is_as_defined(const Operation& op, TypeId was, TypeId used, Detail detail) {
  if (const auto reason = why_not_compared(was, used)) {
    add_unknown(op, Topic::kConversion, *reason);
    return false;
  }
  if (!is_defined_otherwise(was, used)) return true;
  const Placed& defined = placed(was);
  auto same = check_same_layout(*defined.tensor, *placed(used).tensor, decide_);
  if (same && is_proved(*same)) return true;
  if (same) {
    detail.emplace_back("defined_with", defined.text);
    add(op, Topic::kConversion, std::move(*same), std::move(detail));
  } else {
    add_unknown(op, Topic::kConversion, same.error().message);
  }
  return false;
}

void ModuleChecker::add_at(std::size_t offset,
                           std::string_view op,
                           Topic question,
                           Verdict verdict,
                           Detail detail,
                           std::string remark) {
  const auto at = lines_.line_column(offset);
  report_.findings.push_back({at.line,
                              at.column,
                              std::string(op),
                              question,
                              std::move(verdict),
                              std::move(detail),
                              std::move(remark)});
}

void ModuleChecker::add(
    const Operation& op, Topic question, Verdict verdict, Detail detail, std::string remark) {
  has_finding_ = true;
  if (is_refuted(verdict)) worst_ = Worst::kRefuted;
  if (is_unknown(verdict)) worst_ = std::max(worst_, Worst::kUnknown);
  // What an access costs, and an index that may be wrong, leave the types as they are.
  const bool leaves_types = question == Topic::kVectorization ||
                            question == Topic::kBankConflicts || question == Topic::kAlignment ||
                            (question == Topic::kBounds && takes_indices(op.kind()));
  if (!is_proved(verdict) && !leaves_types) doubts_types_ = true;
  add_at(op.offset, op.name, question, std::move(verdict), std::move(detail), std::move(remark));
}

void ModuleChecker::add_same(FindingClaims& claims, TypeId defined, TypeId used) {
  if (!is_defined_otherwise(defined, used)) return;
  claims.list.push_back(same_claim(layout_on(defined), layout_on(used)));
}

void ModuleChecker::add_error(std::size_t offset, std::string message) {
  const auto at = lines_.line_column(offset);
  report_.errors.push_back({at.line, at.column, std::move(message)});
}

Result<LayoutAnswer> ModuleChecker::layout_answer(const Placed& placed, const KernelSize& kernel) {
  if (!options_.known) return check_layout(*placed.tensor, kernel, decide_);
  std::string key = placed.text + triton::to_string(placed.shape);
  for (const auto& size : {kernel.lanes, kernel.warps, kernel.blocks}) {
    key += " " + (size ? std::to_string(*size) : std::string("-"));
  }
  auto& known = options_.known->layouts;
  if (const auto at = known.find(key); at != known.end()) return at->second;
  auto answer = check_layout(*placed.tensor, kernel, decide_);
  if (answer) known.emplace(std::move(key), *answer);
  return answer;
}

void ModuleChecker::check_uses() {
  std::set<std::pair<std::string, unsigned>> seen;
  for (const ttgir::TypeUse& use : module_.uses) {
    const Type& t = type(use.type);
    if (t.layout == nullptr) {
      if (!t.encoding.empty() && seen.emplace(t.encoding, 0u).second) {
        add_at(use.offset,
               use.op,
               Topic::kLayout,
               Unknown{"'" + std::string(t.encoding) + "' is no layout that tileproof knows"},
               {},
               {});
      }
      continue;
    }
    const Placed& entry = placed(use.type);
    const bool in_registers = triton::storage(*t.layout) == triton::Storage::kRegisters;
    // The number of warps matters only to layouts in registers.
    const unsigned warps = in_registers ? use.num_warps : 0;
    if (!seen.emplace(entry.text + " " + triton::to_string(entry.shape), warps).second) continue;
    KernelSize kernel;
    if (in_registers && t.kind == Type::Kind::kTensor) {
      if (module_.threads_per_warp) kernel.lanes = *module_.threads_per_warp;
      if (warps != 0) kernel.warps = warps;
      if (module_.num_ctas) kernel.blocks = *module_.num_ctas;
    }
    Result<LayoutAnswer> answer = entry.why_not;
    if (entry.tensor) answer = layout_answer(entry, kernel);
    if (!answer) {
      if (answer.error().code == ErrorCode::kUnsupported) {
        add_at(use.offset, use.op, Topic::kLayout, Unknown{answer.error().message}, {}, {});
      } else {
        add_error(use.offset, answer.error().message);
      }
      continue;
    }
    Detail detail{{"layout", entry.text}, {"shape", triton::to_string(entry.shape)}};
    if (answer->surjective) detail.emplace_back("surjective", *answer->surjective);
    if (answer->injective) detail.emplace_back("injective", *answer->injective);
    std::vector<std::pair<std::string, Word>> copies;
    for (const auto& [dim, mask] : answer->copies) {
      if (mask != 0) copies.emplace_back(std::string(dim.text()), mask);
    }
    detail.emplace_back("copies", copies);
    add_at(use.offset, use.op, Topic::kLayout, std::move(answer->verdict), std::move(detail), {});
    state([&] { return layout_claims(layout_on(use.type)); });
  }
}

}  // namespace tileproof
