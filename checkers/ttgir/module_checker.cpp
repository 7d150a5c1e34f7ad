#include "checkers/ttgir/module_checker.hpp"

#include <algorithm>

#include "checkers/conversion/conversion_check.hpp"
#include "checkers/layout/layout_check.hpp"
#include "checkers/layout/same_layout.hpp"
#include "core/check.hpp"

namespace tileproof {

using ttgir::OpKind;
using ttgir::Type;
using ttgir::TypeId;

ModuleChecker::ModuleChecker(const ttgir::Module& module,
                             const ttgir::LineIndex& lines,
                             const CheckOptions& options,
                             FileReport& report)
    : module_(module),
      lines_(lines),
      options_(options),
      decide_(by_all_engines(options.limits)),
      report_(report) {
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

const ModuleChecker::Placed& ModuleChecker::placed(TypeId id) {
  const Placed*& known = placed_by_type_[id];
  if (known != nullptr) return *known;
  const Type& t = type(id);
  TP_CHECK(t.layout != nullptr, "a type without a layout has none on its shape");
  std::string text = triton::to_string(*t.layout);
  triton::Shape shape = layout_shape(t);
  const auto [at, is_new] = placed_.try_emplace(text + " " + triton::to_string(shape));
  Placed& entry = at->second;
  if (is_new) {
    entry.text = std::move(text);
    entry.shape = std::move(shape);
    auto tensor = tensor_of(*t.layout, entry.shape);
    if (tensor) {
      entry.tensor.emplace(*std::move(tensor));
    } else {
      entry.why_not = tensor.error();
    }
  }
  known = &entry;
  return entry;
}

bool ModuleChecker::is_defined_otherwise(const ttgir::Definition& definition, TypeId used) {
  return definition.type != ttgir::kNoType && definition.type != used;
}

std::optional<std::string> ModuleChecker::why_not_compared(const ttgir::Definition& definition,
                                                           TypeId used) {
  if (!is_defined_otherwise(definition, used)) return std::nullopt;
  const Type& t = type(definition.type);
  if (t.layout == nullptr) {
    if (t.encoding.empty()) return "it was defined without a layout";
    return "it was defined with '" + std::string(t.encoding) +
           "', which is no layout that tileproof knows";
  }
  const Placed& entry = placed(definition.type);
  if (!entry.tensor) return "the layout that it was defined with: " + entry.why_not.message;
  return std::nullopt;
}

bool ModuleChecker::is_as_defined(const ttgir::Operation& op,
                                  const ttgir::Definition& definition,
                                  TypeId used,
                                  Detail detail) {
  if (const auto reason = why_not_compared(definition, used)) {
    add_unknown(op, Topic::kConversion, *reason);
    return false;
  }
  if (!is_defined_otherwise(definition, used)) return true;
  const Placed& defined = placed(definition.type);
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

void ModuleChecker::add(const ttgir::Operation& op,
                        Topic question,
                        Verdict verdict,
                        Detail detail,
                        std::string remark) {
  add_at(op.offset, op.name, question, std::move(verdict), std::move(detail), std::move(remark));
}

void ModuleChecker::add_same(FindingClaims& claims,
                             const ttgir::Definition& definition,
                             TypeId used) {
  if (!is_defined_otherwise(definition, used)) return;
  claims.list.push_back(same_claim(layout_on(definition.type), layout_on(used)));
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
    if (entry.tensor) answer = check_layout(*entry.tensor, kernel, decide_);
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
  const auto unknown = [&](const std::string& reason) {
    add_unknown(op, Topic::kConversion, reason);
  };
  if (op.operands.empty() || op.results.empty() || op.operands[0].type == ttgir::kNoType ||
      op.results[0] == ttgir::kNoType) {
    return unknown("the operation does not say what it shows");
  }
  const ttgir::Definition& definition = op.operands[0].definition;
  const TypeId source = definition.type != ttgir::kNoType ? definition.type : op.operands[0].type;
  const TypeId view = op.results[0];
  if (type(source).layout == nullptr || type(view).layout == nullptr) {
    return unknown("the memory or the view has no layout that tileproof knows");
  }
  // In tensor memory a view may count columns of another width, as compilers write it.
  if (triton::storage(*type(source).layout) != triton::Storage::kSharedMemory) return;
  const Placed& from = placed(source);
  const Placed& to = placed(view);
  // The text alone says enough, whether or not the layout counts the buffers.
  if (from.text == to.text) return;
  if (from.shape != to.shape) {
    return unknown("the memory's layout describes " + triton::to_string(from.shape) +
                   " elements, the view's " + triton::to_string(to.shape));
  }
  for (const Placed* side : {&from, &to}) {
    if (!side->tensor) return unknown(side->why_not.message);
  }
  auto same = check_equal(*from.tensor, *to.tensor, decide_);
  if (!same) return unknown(same.error().message);
  if (is_proved(*same)) return;
  Detail detail{{"source", from.text}, {"destination", to.text}};
  add(op, Topic::kConversion, std::move(*same), std::move(detail));
}

void ModuleChecker::check_conversion_op(const ttgir::Operation& op) {
  const auto unknown = [&](std::string reason) {
    add_unknown(op, Topic::kConversion, std::move(reason));
  };
  if (op.operands.empty() || op.results.empty() || op.operands[0].type == ttgir::kNoType ||
      op.results[0] == ttgir::kNoType) {
    return unknown("the operation does not say what it converts");
  }
  const ttgir::Operand& operand = op.operands[0];
  const Type& from = type(operand.type);
  const Type& to = type(op.results[0]);
  if (from.layout == nullptr || to.layout == nullptr) {
    return unknown("the source or the destination has no layout that tileproof knows");
  }
  const Placed& source = placed(operand.type);
  const Placed& destination = placed(op.results[0]);
  for (const Placed* side : {&source, &destination}) {
    if (!side->tensor) return unknown(side->why_not.message);
  }
  Detail detail{{"source", source.text},
                {"destination", destination.text},
                {"shape", triton::to_string(destination.shape)}};
  if (!is_as_defined(op, operand.definition, operand.type, detail)) return;
  auto answer = check_conversion(*source.tensor, *destination.tensor, decide_);
  if (!answer) return unknown(answer.error().message);
  if (answer->movement) detail.emplace_back("moves", std::string(to_string(*answer->movement)));
  add(op, Topic::kConversion, std::move(answer->verdict), std::move(detail));
  state([&] {
    auto claims = conversion_claims(layout_on(operand.type), layout_on(op.results[0]));
    add_same(claims, operand.definition, operand.type);
    return claims;
  });
}

}  // namespace tileproof
