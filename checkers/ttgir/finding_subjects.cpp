#include "checkers/ttgir/finding_subjects.hpp"

#include <algorithm>

#include "checkers/ttgir/functions.hpp"
#include "encodings/ttgir/scanner.hpp"

namespace tileproof {
namespace {

constexpr unsigned kDeepest = 8;  // aliases of aliases

// The text with what attribute aliases stand for in their place.
std::string written_out(const ttgir::Module& module, std::string_view text, unsigned depth = 0) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (text[at] == '#' && end < text.size() && ttgir::is_word_part(text[end])) ++end;
    const auto word = text.substr(at, end - at);
    const auto alias = module.attribute_aliases.find(word.substr(1));
    if (word.size() > 1 && alias != module.attribute_aliases.end() && depth < kDeepest) {
      const auto [begin, behind] = alias->second;
      result += written_out(module, module.text.substr(begin, behind - begin), depth + 1);
    } else {
      result += word;
    }
    at = end;
  }
  return result;
}

// Layouts written out, which are aliases in the text.
std::string type_text(const ttgir::Module& module, const ttgir::Type& type) {
  const bool is_memory = type.kind == ttgir::Type::Kind::kMemDesc;
  if (!type.is_shaped() || (is_memory && type.space == ttgir::MemorySpace::kOther)) {
    return written_out(module, to_string(type));
  }
  std::string text = is_memory ? "memdesc " : "tensor ";
  text += triton::to_string(type.shape) + " ";
  text += type.element;
  if (type.layout != nullptr) {
    text += " " + triton::to_string(*type.layout);
  } else if (!type.encoding.empty()) {
    text += " " + written_out(module, type.encoding);
  }
  if (!is_memory) return text;
  // What most memory is goes without saying.
  if (type.alloc_shape != type.shape) text += " of " + triton::to_string(type.alloc_shape);
  if (!type.is_mutable) text += " immutable";
  return text;
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
    if (type != ttgir::kNoType) subject.types.push_back(type_text(module_, module_.types[type]));
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
  if (!is_proved) subject.types = {type_text(module_, module_.types[type])};
  return subject;
}

}  // namespace tileproof
