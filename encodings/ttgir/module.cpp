#include "encodings/ttgir/module.hpp"

namespace tileproof::ttgir {

std::string to_string(const Type& type) {
  if (!type.is_derived || type.kind == Type::Kind::kScalar) return std::string(type.text);
  std::string text = "tensor<";
  for (const Word size : type.shape) text += std::to_string(size) + "x";
  text += type.element;
  if (!type.encoding.empty()) text.append(", ").append(type.encoding);
  return text + ">";
}

std::optional<std::string_view> Module::attribute(const Operation& op, std::string_view key) const {
  // Most often it is asked for what is not there.
  if (op.properties.empty() && op.attributes.empty()) return std::nullopt;
  for (const TextRange& range : {op.properties, op.attributes}) {
    const auto written = text.substr(range.begin, range.end - range.begin);
    if (written.find(key) == std::string_view::npos) continue;
    const auto found = find_attribute(
        text, range, attribute_aliases, [&](std::string_view name) { return name == key; });
    if (found) return text.substr(found->begin, found->end - found->begin);
  }
  return std::nullopt;
}

}  // namespace tileproof::ttgir
