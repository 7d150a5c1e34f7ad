#include "encodings/mlir/cursor.hpp"

#include <algorithm>
#include <limits>

namespace tileproof::mlir {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_identifier_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_identifier_part(char c) {
  return is_identifier_start(c) || is_digit(c) || c == '$' || c == '.';
}
// `i32`, `si8`, `ui64`: no layout's reader takes an index.
bool is_integer_type(std::string_view type) {
  if (type.starts_with('s') || type.starts_with('u')) type.remove_prefix(1);
  return type.size() > 1 && type.front() == 'i' && std::ranges::all_of(type.substr(1), is_digit);
}
int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

LineColumn line_column(std::string_view text, std::size_t offset) {
  const auto before = text.substr(0, std::min(offset, text.size()));
  LineColumn at;
  at.line += static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const auto newline = before.rfind('\n');
  at.column = newline == std::string_view::npos ? before.size() + 1 : before.size() - newline;
  return at;
}

bool Cursor::fail_at(std::size_t offset, ErrorCode code, std::string message) {
  if (!error_) error_ = ParseError{code, offset, std::move(message)};
  return false;
}

void Cursor::skip_spaces() {
  while (offset_ < text_.size()) {
    if (is_space(text_[offset_])) {
      ++offset_;
    } else if (text_[offset_] == '/' && text_.substr(offset_, 2) == "//") {
      const auto newline = text_.find_first_of("\n\r", offset_);
      offset_ = newline == std::string_view::npos ? text_.size() : newline;
    } else {
      return;
    }
  }
}

bool Cursor::at_end() {
  skip_space();
  return offset_ >= text_.size();
}

char Cursor::peek() {
  if (failed() || at_end()) return '\0';
  return text_[offset_];
}

bool Cursor::accept(char wanted) {
  if (peek() != wanted || wanted == '\0') return false;
  ++offset_;
  return true;
}

bool Cursor::accept(std::string_view wanted) {
  if (peek() == '\0' || text_.substr(offset_, wanted.size()) != wanted) return false;
  offset_ += wanted.size();
  return true;
}

bool Cursor::expect(char wanted) {
  if (accept(wanted)) return true;
  if (failed()) return false;
  return fail(ErrorCode::kSyntax, std::string("expected '") + wanted + "' but found " + found());
}

std::size_t alias_name_end(std::string_view text, std::size_t begin) {
  auto end = begin;
  for (; end < text.size(); ++end) {
    const bool goes_on =
        text[end] == '-' ? text.substr(end, 2) != "->" : is_identifier_part(text[end]);
    if (!goes_on) break;
  }
  return end;
}

std::string_view Cursor::alias_name() {
  skip_space();
  const auto start = offset_;
  offset_ = alias_name_end(text_, start);
  return text_.substr(start, offset_ - start);
}

std::string_view Cursor::identifier() {
  if (!is_identifier_start(peek())) return {};
  const auto start = offset_;
  while (offset_ < text_.size() && is_identifier_part(text_[offset_])) ++offset_;
  return text_.substr(start, offset_ - start);
}

bool Cursor::number(std::int64_t& value) {
  const char first = peek();
  if (failed()) return false;
  const auto start = offset_;
  const bool negative = first == '-';
  if (negative) ++offset_;
  const bool hexadecimal = text_.substr(offset_, 2) == "0x" && offset_ + 2 < text_.size() &&
                           hex_digit(text_[offset_ + 2]) >= 0;
  if (hexadecimal) offset_ += 2;
  const std::uint64_t radix = hexadecimal ? 16 : 10;
  const std::uint64_t limit =
      static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) + (negative ? 1 : 0);
  std::uint64_t magnitude = 0;
  const auto digits = offset_;
  for (; offset_ < text_.size(); ++offset_) {
    const int digit = hexadecimal ? hex_digit(text_[offset_])
                                  : (is_digit(text_[offset_]) ? text_[offset_] - '0' : -1);
    if (digit < 0) break;
    if (__builtin_mul_overflow(magnitude, radix, &magnitude) ||
        __builtin_add_overflow(magnitude, static_cast<std::uint64_t>(digit), &magnitude) ||
        magnitude > limit) {
      return fail_at(start, ErrorCode::kOverflow, "integer does not fit 64 bits");
    }
  }
  if (offset_ == digits) {
    offset_ = start;
    return fail(ErrorCode::kSyntax, "expected an integer but found " + found());
  }
  value =
      negative ? static_cast<std::int64_t>(~magnitude + 1) : static_cast<std::int64_t>(magnitude);
  return true;
}

bool Cursor::integer(std::int64_t& value) {
  if (!number(value)) return false;
  const auto end = offset_;
  if (!accept(':')) return true;
  skip_space();
  const auto start = offset_;
  const auto type = identifier();
  if (type.empty()) {
    offset_ = end;
    return true;
  }
  return is_integer_type(type) ||
         fail_at(
             start, ErrorCode::kInvalid, "'" + std::string(type) + "' is no type of an integer");
}

bool Cursor::unsigned_integer(std::uint64_t& value) {
  skip_space();
  const auto start = offset_;
  std::int64_t signed_value = 0;
  if (!integer(signed_value)) return false;
  if (signed_value < 0) {
    return fail_at(start,
                   ErrorCode::kInvalid,
                   "expected an integer >= 0 but found " + std::to_string(signed_value));
  }
  value = static_cast<std::uint64_t>(signed_value);
  return true;
}

bool Cursor::boolean(bool& value) {
  skip_space();
  const auto start = offset_;
  const auto word = identifier();
  if (word == "true" || word == "false") {
    value = word == "true";
    return true;
  }
  offset_ = start;
  return fail(ErrorCode::kSyntax, "expected true or false but found " + found());
}

bool Cursor::quoted(std::string_view& value) {
  if (!expect('"')) return false;
  const auto start = offset_;
  for (; offset_ < text_.size() && text_[offset_] != '\n'; ++offset_) {
    if (text_[offset_] == '"') {
      value = text_.substr(start, offset_++ - start);
      return true;
    }
    if (text_[offset_] == '\\') ++offset_;
  }
  return fail_at(start - 1, ErrorCode::kSyntax, "string has no closing quote");
}

std::string Cursor::found() {
  if (at_end()) return "end of text";
  auto end = offset_;
  if (is_identifier_part(text_[end])) {
    while (end < text_.size() && end - offset_ < 40 && is_identifier_part(text_[end])) ++end;
    return "'" + std::string(text_.substr(offset_, end - offset_)) + "'";
  }
  const auto byte = static_cast<unsigned char>(text_[end]);
  if (byte >= 0x20 && byte < 0x7f) return std::string("'") + text_[end] + "'";
  constexpr char kHex[] = "0123456789abcdef";
  return std::string("byte 0x") + kHex[byte >> 4] + kHex[byte & 15];
}

bool Cursor::enter() {
  if (failed()) return false;
  if (depth_ >= kMaxNesting) {
    return fail(ErrorCode::kSyntax,
                "nested deeper than " + std::to_string(kMaxNesting) + " levels");
  }
  ++depth_;
  return true;
}

}  // namespace tileproof::mlir
