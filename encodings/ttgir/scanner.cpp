#include "encodings/ttgir/scanner.hpp"

#include <array>

#include "encodings/ttgir/module.hpp"

namespace tileproof::ttgir {
namespace {

// Which characters `is_one` holds for: to look up is faster than to compare with each.
class CharacterSet {
 public:
  template <typename Predicate>
  explicit constexpr CharacterSet(Predicate is_one) {
    for (unsigned c = 0; c < 256; ++c) table_[c] = is_one(static_cast<char>(c));
  }
  bool operator()(char c) const { return table_[static_cast<unsigned char>(c)]; }

 private:
  std::array<bool, 256> table_{};
};

constexpr CharacterSet kIsSpace(is_space);
constexpr CharacterSet kIsWordPart(is_word_part);
constexpr CharacterSet kIsNamePart([](char c) { return is_word_part(c) || c == '-'; });
constexpr CharacterSet kIsMark([](char c) {
  return std::string_view("()[]{}<>\"-").find(c) != std::string_view::npos;
});

char closer_of(char open) {
  switch (open) {
    case '(':
      return ')';
    case '[':
      return ']';
    case '{':
      return '}';
    default:
      return '>';
  }
}

}  // namespace

void ErrorList::add(mlir::ParseError error) {
  if (errors_.size() < kMaxErrors) {
    errors_.push_back(std::move(error));
  } else if (more_++ == 0) {
    first_more_offset_ = error.offset;
  }
}

std::vector<mlir::ParseError> ErrorList::take() {
  if (more_ != 0) {
    errors_.push_back(
        {ErrorCode::kInvalid,
         first_more_offset_,
         "and " + std::to_string(more_) + (more_ == 1 ? " more error" : " more errors")});
  }
  more_ = 0;
  return std::move(errors_);
}

void Scanner::restart(std::size_t begin, std::size_t end) {
  position_ = begin;
  end_ = end;
  stopped_ = false;
  open_.clear();
}

void Scanner::fail(ErrorCode code, std::size_t offset, std::string message) {
  if (!stopped_) errors_.add({code, offset, std::move(message)});
}

bool Scanner::stop(ErrorCode code, std::size_t offset, std::string message) {
  fail(code, offset, std::move(message));
  stopped_ = true;
  position_ = end_;
  return false;
}

bool Scanner::stop_inside(const std::string& what, std::size_t opener) {
  if (control_byte_ && end_ == text_.size()) {
    return stop(ErrorCode::kSyntax, end_, "control byte: this is not text");
  }
  return stop(
      ErrorCode::kSyntax, end_, "text ends inside " + what + " that opens at " + place(opener));
}

bool Scanner::stop_at_end() {
  if (!open_.empty()) {
    const auto& opener = open_.back();
    return stop_inside(std::string("'") + text_[opener.offset] + "'", opener.offset);
  }
  if (control_byte_ && end_ == text_.size()) {
    return stop(ErrorCode::kSyntax, end_, "control byte: this is not text");
  }
  return stop(ErrorCode::kSyntax, end_, "text ends inside an operation");
}

bool Scanner::skip_spaces() {
  auto at = position_;
  bool has_newline = false;
  for (; at < end_ && kIsSpace(text_[at]); ++at) has_newline |= text_[at] == '\n';
  position_ = at;
  return has_newline;
}

std::string_view Scanner::word_here() const {
  if (!is_letter(peek())) return {};
  auto at = position_ + 1;
  while (at < end_ && kIsWordPart(text_[at])) ++at;
  return between(position_, at);
}

std::string_view Scanner::word() {
  const auto word = word_here();
  position_ += word.size();
  return word;
}

std::string_view Scanner::sigil_name() {
  const auto start = position_;
  auto at = start + 1;
  if (at < end_ && is_digit(text_[at])) {
    while (at < end_ && is_digit(text_[at])) ++at;
    position_ = at;
    return between(start, at);
  }
  while (at < end_ && kIsWordPart(text_[at])) ++at;
  while (at < end_ && kIsNamePart(text_[at])) {
    if (text_[at] == '-' && at + 1 < end_ && text_[at + 1] == '>') break;
    ++at;
  }
  position_ = at;
  return between(start, at);
}

void Scanner::skip_to_mark() {
  auto at = position_;
  while (at < end_ && !kIsMark(text_[at])) ++at;
  position_ = at;
}

bool Scanner::find_angle() {
  const auto start = position_;
  skip_space();
  if (peek() == '<') return true;
  position_ = start;
  return false;
}

bool Scanner::skip_string() {
  const auto start = position_;
  for (auto at = start + 1; at < end_; ++at) {
    const char c = text_[at];
    if (c == '"') {
      position_ = at + 1;
      return true;
    }
    if (c == '\n') return stop(ErrorCode::kSyntax, start, "string has no closing quote");
    if (c == '\\') ++at;
  }
  position_ = end_;
  return stop_inside("a string", start);
}

bool Scanner::skip_location() {
  const auto start = position_;
  // Of most only the name of an alias stands there: `(#loc12)`.
  auto at = start + 1;
  if (at < end_ && text_[at] == '#') {
    for (++at; at < end_ && kIsNamePart(text_[at]);) ++at;
  }
  if (at < end_ && text_[at] == ')') {
    position_ = at + 1;
    return true;
  }
  unsigned depth = 0;
  for (skip_to_mark(); position_ < end_; skip_to_mark()) {
    const char c = text_[position_];
    if (c == '"') {
      if (!skip_string()) return false;
      continue;
    }
    if (c == '(' && ++depth > mlir::kMaxNesting) {
      return stop(ErrorCode::kSyntax,
                  position_,
                  "nested deeper than " + std::to_string(mlir::kMaxNesting) + " levels");
    }
    ++position_;
    if (c == ')' && --depth == 0) return true;
  }
  return stop_inside("'('", start);
}

bool Scanner::skip_balanced() {
  const auto base = depth();
  const auto start = position_++;
  skip_to_mark();
  const auto mark = position_;
  // Most hold no other bracket.
  if (mark < end_ && text_[mark] == closer_of(text_[start]) && base < mlir::kMaxNesting) {
    ++position_;
    return true;
  }
  position_ = start;
  if (!open()) return false;
  position_ = mark;
  for (skip_to_mark(); position_ < end_; skip_to_mark()) {
    switch (text_[position_]) {
      case '"':
        if (!skip_string()) return false;
        break;
      case '(':
      case '[':
      case '{':
      case '<':
        if (!open()) return false;
        break;
      case '-':
        advance(peek(1) == '>' ? 2 : 1);
        break;
      case '>':
        if (innermost_closer() != '>' && peek(1) == '=') {
          position_ += 2;
          break;
        }
        [[fallthrough]];
      default:
        if (!close()) return false;
        if (depth() == base) return true;
    }
  }
  return stop_at_end();
}

bool Scanner::open() {
  if (open_.size() >= mlir::kMaxNesting) {
    return stop(ErrorCode::kSyntax,
                position_,
                "nested deeper than " + std::to_string(mlir::kMaxNesting) + " levels");
  }
  open_.push_back({position_, closer_of(text_[position_])});
  ++position_;
  return true;
}

bool Scanner::close() {
  const char c = text_[position_];
  if (open_.empty()) {
    return stop(ErrorCode::kSyntax, position_, std::string("'") + c + "' closes no bracket");
  }
  const auto& opener = open_.back();
  if (opener.closer != c) {
    return stop(ErrorCode::kSyntax,
                position_,
                std::string("expected '") + opener.closer + "' for the '" + text_[opener.offset] +
                    "' at " + place(opener.offset) + " but found '" + c + "'");
  }
  open_.pop_back();
  ++position_;
  return true;
}

std::string Scanner::found() const {
  return mlir::Cursor(text_.substr(0, end_), position_).found();
}

std::string Scanner::place(std::size_t offset) const {
  const auto at = lines_.line_column(offset);
  return "line " + std::to_string(at.line) + ", column " + std::to_string(at.column);
}

}  // namespace tileproof::ttgir
