#include "checkers/ttgir/finding_subjects.hpp"

#include <algorithm>

#include "checkers/ttgir/functions.hpp"
#include "encodings/mlir/cursor.hpp"

namespace tileproof {
namespace {

// The text with what aliases stand for in their place, where they are few; strings stay.
class WrittenOut {
 public:
  explicit WrittenOut(const ttgir::Module& module) : module_(module) {}

  std::string of(std::string_view text) {
    std::string result;
    bool is_string = false;
    for (std::size_t at = 0; at < text.size();) {
      const bool is_name = !is_string && (text[at] == '#' || text[at] == '!');
      if (text[at] == '"' && (at == 0 || text[at - 1] != '\\')) is_string = !is_string;
      const auto end = is_name ? mlir::alias_name_end(text, at + 1) : at + 1;
      const auto word = text.substr(at, end - at);
      const auto alias = module_.attribute_aliases.find(word.substr(word[0] == '#' ? 1 : 0));
      const bool is_alias = is_name && word.size() > 1 && alias != module_.attribute_aliases.end();
      const auto [begin, behind] = is_alias ? alias->second : ttgir::TextRange{};
      if (is_alias && left_ > 0 && behind - begin <= kLongest) {
        --left_;
        result += of(module_.text.substr(begin, behind - begin));
      } else {
        result += word;
      }
      at = end;
    }
    return result;
  }

 private:
  static constexpr unsigned kMost = 100;
  static constexpr std::size_t kLongest = 4096;

  const ttgir::Module& module_;
  unsigned left_ = kMost;  // aliases of aliases may grow without end
};

std::string written_out(const ttgir::Module& module, std::string_view text) {
  return WrittenOut(module).of(text);
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
