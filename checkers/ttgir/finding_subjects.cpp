#include "checkers/ttgir/finding_subjects.hpp"

#include <algorithm>

#include "checkers/ttgir/functions.hpp"

namespace tileproof {
namespace {

// Layouts written out, which are aliases in the text.
std::string type_text(const ttgir::Type& type) {
  if (!type.is_shaped()) return to_string(type);
  std::string text = type.kind == ttgir::Type::Kind::kMemDesc ? "memdesc " : "tensor ";
  text += triton::to_string(type.shape) + " ";
  text += type.element;
  if (type.layout != nullptr) return text + " " + triton::to_string(*type.layout);
  return type.encoding.empty() ? text : text.append(" ").append(type.encoding);
}

}  // namespace

const ttgir::Operation* FindingSubjects::operation_at(std::size_t offset, std::string_view op) {
  const auto& operations = module_.operations;
  if (places_.empty()) {
    places_.reserve(operations.size());
    for (ttgir::OpId id = 0; id < operations.size(); ++id) {
      places_.emplace_back(operations[id].offset, id);
    }
    std::ranges::sort(places_);
  }
  const auto behind =
      std::ranges::upper_bound(places_, offset, {}, [](const auto& place) { return place.first; });
  if (behind == places_.begin()) return nullptr;
  // A type may stand behind the regions of its operation, or be one of a block's in them.
  const auto* nearest = &operations[std::prev(behind)->second];
  for (const auto* around = nearest;;) {
    if (around->name == op) return around;
    if (around->parent == ttgir::kNoOp) return nearest;
    around = &operations[around->parent];
  }
}

const std::string& FindingSubjects::function_of(const ttgir::Operation& op) {
  const auto* around = &op;
  while (around->kind() != ttgir::OpKind::kFunction && around->parent != ttgir::kNoOp) {
    around = &module_.operations[around->parent];
  }
  // Findings on one function stand together.
  if (around != named_) {
    named_ = around;
    const bool is_function = around->kind() == ttgir::OpKind::kFunction;
    name_ = is_function ? name_of_function(module_, *around).value_or("") : "";
  }
  return name_;
}

FindingSubject FindingSubjects::of(const ttgir::Operation& op, bool is_proved) {
  FindingSubject subject;
  subject.function = function_of(op);
  if (is_proved) return subject;
  if (lines_ == nullptr) lines_ = std::make_unique<const ttgir::SourceLines>(module_);
  subject.source = lines_->of(op);
  const auto add = [&](ttgir::TypeId type) {
    if (type != ttgir::kNoType) subject.types.push_back(type_text(module_.types[type]));
  };
  for (const auto& operand : module_.operands(op)) {
    const auto defined = module_.type_of(operand);
    add(defined);
    if (operand.written != defined) add(operand.written);
  }
  for (const auto& result : module_.results(op)) add(result.type);
  return subject;
}

FindingSubject FindingSubjects::of_type(ttgir::TypeId type,
                                        std::size_t offset,
                                        std::string_view op,
                                        bool is_proved) {
  const auto* found = operation_at(offset, op);
  FindingSubject subject = found == nullptr ? FindingSubject{} : of(*found, is_proved);
  if (!is_proved) subject.types = {type_text(module_.types[type])};
  return subject;
}

}  // namespace tileproof
