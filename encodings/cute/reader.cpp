#include "encodings/cute/reader.hpp"

#include <charconv>
#include <system_error>

namespace tileproof::cute {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

bool Reader::fail_at(std::size_t column, ErrorCode code, const std::string& message) {
  if (!error_) error_ = Error{code, "column " + std::to_string(column) + ": " + message};
  return false;
}

bool Reader::expected(const std::string& what) {
  skip_space();
  return fail(ErrorCode::kSyntax, "expected " + what + " but found " + found());
}

std::string Reader::found() const {
  if (offset_ == text_.size()) return "end of text";
  const char c = text_[offset_];
  if (c > ' ' && c < '\x7f') return std::string("'") + c + "'";
  constexpr char kHex[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("byte 0x") + kHex[byte >> 4] + kHex[byte & 15];
}

void Reader::skip_space() {
  while (offset_ < text_.size() && (text_[offset_] == ' ' || text_[offset_] == '\t' ||
                                    text_[offset_] == '\n' || text_[offset_] == '\r')) {
    ++offset_;
  }
}

bool Reader::accept(char wanted) {
  skip_space();
  if (offset_ == text_.size() || text_[offset_] != wanted) return false;
  ++offset_;
  return true;
}

bool Reader::expect(char wanted) {
  return accept(wanted) || expected(std::string("'") + wanted + "'");
}

bool Reader::at_letter() {
  skip_space();
  return offset_ < text_.size() && is_letter(text_[offset_]);
}

std::string_view Reader::word() {
  skip_space();
  const auto start = offset_;
  while (offset_ < text_.size() && is_letter(text_[offset_])) ++offset_;
  return text_.substr(start, offset_ - start);
}

bool Reader::accept_word(std::string_view wanted) {
  skip_space();
  const auto start = offset_;
  if (word() == wanted) return true;
  offset_ = start;
  return false;
}

bool Reader::integer(Int& value, Int least, Int most) {
  skip_space();
  const auto start = column();
  const bool is_bounded = least > std::numeric_limits<Int>::min();
  if (offset_ < text_.size() && text_[offset_] == 'E') {
    return fail(ErrorCode::kUnsupported,
                "scaled-basis strides such as E<0> give coordinates, not offsets");
  }
  if (offset_ < text_.size() && text_[offset_] == '_') ++offset_;
  const char* first = text_.data() + offset_;
  const auto [end, status] = std::from_chars(first, text_.data() + text_.size(), value);
  if (status == std::errc::result_out_of_range) {
    return fail_at(start, ErrorCode::kOverflow, "integer does not fit 64 bits");
  }
  if (status != std::errc{}) return expected(is_bounded ? "an integer" : "an integer or '('");
  offset_ += static_cast<std::size_t>(end - first);
  if (offset_ < text_.size() && text_[offset_] == '@') {
    return fail_at(start,
                   ErrorCode::kUnsupported,
                   "scaled-basis strides such as 1@0 give coordinates, not offsets");
  }
  if (value < least || value > most) {
    return fail_at(start,
                   ErrorCode::kInvalid,
                   std::to_string(value) + " must be from " + std::to_string(least) + " to " +
                       std::to_string(most));
  }
  return true;
}

bool Reader::finish() {
  skip_space();
  return offset_ == text_.size() || expected("end of text");
}

}  // namespace tileproof::cute
