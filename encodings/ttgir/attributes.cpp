#include "encodings/ttgir/attributes.hpp"

#include <cstdint>

#include "encodings/mlir/cursor.hpp"

namespace tileproof::ttgir {

using mlir::is_space;

namespace {

// Behind the string that starts at `position`.
std::size_t skip_string(std::string_view text, std::size_t position) {
  for (++position; position < text.size(); ++position) {
    if (text[position] == '"') return position + 1;
    if (text[position] == '\\') ++position;
  }
  return text.size();
}

}  // namespace

void AttributeWalker::skip_space() {
  while (position_ < text_.size()) {
    if (!is_space(text_[position_]) && text_[position_] != ',') return;
    ++position_;
  }
}

bool AttributeWalker::next() {
  skip_space();
  if (position_ >= text_.size()) return false;
  const auto start = position_;
  if (text_[start] == '"') {
    position_ = skip_string(text_, start);
    key_ = text_.substr(start + 1, position_ > start + 1 ? position_ - start - 2 : 0);
  } else {
    auto end = start;
    while (end < text_.size() && text_[end] != '=' && text_[end] != ',' && !is_space(text_[end])) {
      ++end;
    }
    key_ = text_.substr(start, end - start);
    position_ = end;
  }
  while (position_ < text_.size() && is_space(text_[position_])) ++position_;
  value_ = {position_, position_};
  if (position_ >= text_.size() || text_[position_] != '=') {
    if (position_ == start) ++position_;
    return true;
  }
  ++position_;
  skip_space();
  value_.begin = position_;
  std::size_t depth = 0;
  auto at = position_;
  while (at < text_.size() && (depth != 0 || text_[at] != ',')) {
    switch (text_[at]) {
      case '"':
        at = skip_string(text_, at);
        continue;
      case '(':
      case '[':
      case '{':
      case '<':
        ++depth;
        break;
      case '>':
        if (text_[at - 1] == '-') break;
        [[fallthrough]];
      case ')':
      case ']':
      case '}':
        if (depth != 0) --depth;
        break;
      default:
        break;
    }
    ++at;
  }
  value_.end = position_ = at;
  while (value_.end > value_.begin && is_space(text_[value_.end - 1])) --value_.end;
  if (value_.end > value_.begin && text_[value_.begin] == '#') {
    const auto alias = aliases_.find(text_.substr(value_.begin + 1, value_.end - value_.begin - 1));
    if (alias != aliases_.end()) value_ = alias->second;
  }
  return true;
}

std::vector<std::int64_t> integers(std::string_view value) {
  std::vector<std::int64_t> list;
  const bool is_array = value.starts_with("array");
  auto at = is_array ? value.find(':') : value.find('[');
  while (at != std::string_view::npos) {
    mlir::Cursor cursor(value, at + 1);
    std::int64_t number = 0;
    if (!cursor.number(number)) break;
    if (number > 0x7fffffff || number < -0x7fffffff) return {};
    list.push_back(number);
    at = value.find(',', cursor.offset());  // behind a type, as in `1 : i32`
  }
  return list;
}

}  // namespace tileproof::ttgir
