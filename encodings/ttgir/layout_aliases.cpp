#include "encodings/ttgir/layout_aliases.hpp"

namespace tileproof::ttgir {

Result<std::vector<NamedLayout>> layout_aliases(std::string_view text) {
  std::vector<NamedLayout> layouts;
  triton::AliasTable aliases;
  std::size_t line_start = 0;
  while (line_start < text.size()) {
    mlir::Cursor cursor(text, line_start);
    const auto newline = text.find('\n', line_start);
    line_start = newline == std::string_view::npos ? text.size() : newline + 1;
    if (text[cursor.offset()] != '#') continue;
    cursor.accept('#');
    const auto name = cursor.identifier();
    if (name.empty() || !cursor.accept('=')) continue;
    cursor.skip_space();
    const auto value = cursor.offset();
    if (!cursor.accept('#')) continue;
    const auto attribute = cursor.identifier();
    const auto dot = attribute.rfind('.');
    const bool is_layout = dot == std::string_view::npos
                               ? aliases.contains(attribute)
                               : triton::is_layout_mnemonic(attribute.substr(dot + 1));
    if (!is_layout) continue;
    cursor.move_to(value);
    auto layout = triton::parse_layout(cursor, aliases);
    if (cursor.failed()) {
      const auto at = mlir::line_column(text, cursor.error().offset);
      return Error{cursor.error().code,
                   std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                       cursor.error().message};
    }
    aliases[std::string(name)] = layout;
    layouts.push_back({std::string(name), std::move(layout)});
    // An attribute may go over several lines.
    line_start = std::max(line_start, cursor.offset());
  }
  return layouts;
}

Result<triton::Shape> tensor_shape(std::string_view type) {
  const auto wrong = [&](const std::string& why) {
    return Error{ErrorCode::kSyntax, "'" + std::string(type) + "' is no tensor type: " + why};
  };
  mlir::Cursor cursor(type);
  if (cursor.identifier() != "tensor" || !cursor.accept('<')) {
    return wrong("expected tensor<SIZExSIZExELEMENT>");
  }
  triton::Shape shape;
  cursor.skip_space();
  std::size_t at = cursor.offset();
  while (at < type.size() && type[at] >= '0' && type[at] <= '9') {
    Word size = 0;
    for (; at < type.size() && type[at] >= '0' && type[at] <= '9'; ++at) {
      if (size > (Word{1} << kMaxIndexBits)) return wrong("a size exceeds 2^62");
      size = size * 10 + static_cast<Word>(type[at] - '0');
    }
    if (at >= type.size() || type[at] != 'x') return wrong("expected 'x' after a size");
    ++at;
    shape.push_back(size);
    if (shape.size() > triton::kMaxRank) return wrong("the rank exceeds 32");
  }
  cursor.move_to(at);
  if (!cursor.accept('!') && cursor.peek() == '>') return wrong("it has no element type");
  if (type.back() != '>') return wrong("expected '>' at its end");
  if (shape.empty()) return wrong("it has no size");
  return shape;
}

}  // namespace tileproof::ttgir
