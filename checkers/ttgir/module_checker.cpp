#include "checkers/ttgir/module_checker.hpp"

#include <algorithm>

#include "checkers/conversion/conversion_check.hpp"
#include "checkers/layout/layout_check.hpp"
#include "checkers/layout/layout_facts.hpp"
#include "core/check.hpp"

namespace tileproof {

using ttgir::OpKind;
using ttgir::Type;
using ttgir::TypeId;

ModuleChecker::ModuleChecker(const ttgir::Module& module,
                             const ttgir::LineIndex& lines,
                             const CheckOptions& options,
                             FileReport& report)
    : module_(module), lines_(lines), options_(options), report_(report) {
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

void ModuleChecker::run() {
  if (target_ && !report_.target) report_.target = target_->name();
  check_uses();
  for (const ttgir::Operation& op : module_.operations) check_operation(op);
}

triton::Shape ModuleChecker::layout_shape(const Type& type) {
  if (type.kind == Type::Kind::kTensor) return type.shape;
  // The layout is that of the allocation, of which a view may show a part.  Leading dimensions
  // beyond the view's or the layout's rank count buffers.
  const triton::Shape& all = type.alloc_shape;
  const std::size_t kept = std::min({all.size(), type.shape.size(), triton::rank(*type.layout)});
  return {all.end() - static_cast<std::ptrdiff_t>(kept), all.end()};
}

const ModuleChecker::Linear& ModuleChecker::linear(TypeId id) {
  const auto found = linears_.find(id);
  if (found != linears_.end()) return found->second;
  Linear entry;
  const Type& t = type(id);
  TP_CHECK(t.layout != nullptr, "a type without a layout has no linear form");
  entry.text = triton::to_string(*t.layout);
  entry.shape = layout_shape(t);
  auto form = to_linear(*t.layout, entry.shape);
  if (form) {
    entry.form = std::move(*form);
  } else {
    entry.why_not = form.error().message;
  }
  return linears_.emplace(id, std::move(entry)).first->second;
}

bool ModuleChecker::is_defined_otherwise(const ttgir::Definition& definition, TypeId used) {
  return definition.type != ttgir::kNoType && definition.type != used;
}

std::optional<std::string> ModuleChecker::why_not_compared(TypeId defined) {
  const Type& t = type(defined);
  if (t.layout == nullptr) {
    if (t.encoding.empty()) return "it was defined without a layout";
    return "it was defined with '" + std::string(t.encoding) +
           "', which is no layout that tileproof knows";
  }
  const Linear& entry = linear(defined);
  if (!entry.form) return "the layout that it was defined with: " + entry.why_not;
  return std::nullopt;
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

void ModuleChecker::add(const ttgir::Operation& op,
                        Topic question,
                        Verdict verdict,
                        Detail detail,
                        std::string remark) {
  add_at(op.offset, op.name, question, std::move(verdict), std::move(detail), std::move(remark));
}

void ModuleChecker::add_unknown(const ttgir::Operation& op, Topic question, std::string reason) {
  add(op, question, Unknown{std::move(reason)});
}

void ModuleChecker::add_error(std::size_t offset, std::string message) {
  const auto at = lines_.line_column(offset);
  report_.errors.push_back({at.line, at.column, std::move(message)});
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
    const Linear& entry = linear(use.type);
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
    auto answer = check_layout(*t.layout, entry.shape, kernel);
    if (!answer) {
      if (answer.error().code == ErrorCode::kUnsupported) {
        add_at(use.offset, use.op, Topic::kLayout, Unknown{answer.error().message}, {}, {});
      } else {
        add_error(use.offset, answer.error().message);
      }
      continue;
    }
    Detail detail{{"layout", entry.text},
                  {"shape", triton::to_string(entry.shape)},
                  {"surjective", answer->surjective},
                  {"injective", answer->injective}};
    std::vector<std::pair<std::string, Word>> copies;
    for (const auto& [dim, mask] : answer->copies) {
      if (mask != 0) copies.emplace_back(std::string(dim.text()), mask);
    }
    detail.emplace_back("copies", copies);
    add_at(use.offset, use.op, Topic::kLayout, std::move(answer->verdict), std::move(detail), {});
  }
}

void ModuleChecker::check_operation(const ttgir::Operation& op) {
  const auto first_result = op.results.empty() ? ttgir::kNoType : op.results.front();
  switch (op.kind) {
    case OpKind::kConvertLayout:
      return check_conversion_op(op);
    case OpKind::kLocalLoad:
      if (op.operands.empty()) return add_unknown(op, Topic::kBankConflicts, "no operand");
      return check_access(
          {op, first_result, op.operands[0].type, {}, op.operands[0].definition, true});
    case OpKind::kLocalStore:
      if (op.operands.size() < 2) return add_unknown(op, Topic::kBankConflicts, "no two operands");
      return check_access({op,
                           op.operands[0].type,
                           op.operands[1].type,
                           op.operands[0].definition,
                           op.operands[1].definition,
                           false});
    case OpKind::kLocalAlloc:
      if (op.operands.empty()) return;
      return check_access(
          {op, op.operands[0].type, first_result, op.operands[0].definition, {}, false});
    case OpKind::kMemdescIndex:
    case OpKind::kMemdescSubview:
    case OpKind::kMemdescSubslice:
      return check_view(op);
    case OpKind::kAsyncCopyGlobalToLocal:
    case OpKind::kBufferLoadToLocal:
    case OpKind::kTmemLoad:
    case OpKind::kTmemStore:
    case OpKind::kTmemCopy:
      ++report_.counts.skipped;
      return;
    default:
      return;
  }
}

void ModuleChecker::check_view(const ttgir::Operation& op) {
  if (op.operands.empty() || op.results.empty() || op.operands[0].type == ttgir::kNoType) return;
  const ttgir::Definition& definition = op.operands[0].definition;
  const TypeId source = definition.type != ttgir::kNoType ? definition.type : op.operands[0].type;
  const TypeId view = op.results[0];
  if (type(source).layout == nullptr || type(view).layout == nullptr) return;
  // In tensor memory a view may count columns of another width, as compilers write it.
  if (triton::storage(*type(source).layout) != triton::Storage::kSharedMemory) return;
  const Linear& from = linear(source);
  const Linear& to = linear(view);
  // Where one layout counts the buffers and the other does not, the text alone says nothing.
  if (from.text == to.text || from.shape != to.shape) return;
  auto same = check_equal(*type(source).layout, *type(view).layout, to.shape);
  if (same && is_proved(*same)) return;
  Detail detail{{"source", from.text}, {"destination", to.text}};
  if (!same) return add_unknown(op, Topic::kConversion, same.error().message);
  add(op, Topic::kConversion, std::move(*same), std::move(detail));
}

void ModuleChecker::check_conversion_op(const ttgir::Operation& op) {
  const auto unknown = [&](std::string reason) {
    add_unknown(op, Topic::kConversion, std::move(reason));
  };
  if (op.operands.empty() || op.results.empty() || op.operands[0].type == ttgir::kNoType) {
    return unknown("the operation does not say what it converts");
  }
  const ttgir::Operand& operand = op.operands[0];
  const Type& from = type(operand.type);
  const Type& to = type(op.results[0]);
  if (from.layout == nullptr || to.layout == nullptr) {
    return unknown("the source or the destination has no layout that tileproof knows");
  }
  const Linear& source = linear(operand.type);
  const Linear& destination = linear(op.results[0]);
  for (const Linear* side : {&source, &destination}) {
    if (!side->form) return unknown(side->why_not);
  }
  Detail detail{{"source", source.text},
                {"destination", destination.text},
                {"shape", triton::to_string(destination.shape)}};
  // A value that was defined with another layout has other elements than the conversion assumes.
  if (is_defined_otherwise(operand.definition, operand.type)) {
    if (const auto reason = why_not_compared(operand.definition.type)) return unknown(*reason);
    const Linear& defined = linear(operand.definition.type);
    auto same = check_same_layout({*type(operand.definition.type).layout, defined.shape},
                                  {*from.layout, source.shape});
    if (!same) return unknown(same.error().message);
    if (!is_proved(*same)) {
      detail.emplace_back("defined_with", defined.text);
      return add(op, Topic::kConversion, std::move(*same), std::move(detail));
    }
  }
  auto answer = check_conversion({*from.layout, source.shape}, {*to.layout, destination.shape});
  if (!answer) return unknown(answer.error().message);
  if (answer->movement) detail.emplace_back("moves", std::string(to_string(*answer->movement)));
  add(op, Topic::kConversion, std::move(answer->verdict), std::move(detail));
}

}  // namespace tileproof
