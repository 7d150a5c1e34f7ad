#include "encodings/expression/lexer.hpp"

#include <array>

namespace tileproof::expression {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

// The value of a digit in bases up to 16, or 16.
unsigned digit_value(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 16;
}

// The longest symbol that the text begins with; empty if there is none.
std::string_view symbol_at(std::string_view text, std::string_view more) {
  static constexpr std::array<std::string_view, 9> kPairs = {
      "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", ".."};
  for (const std::string_view pair : kPairs) {
    if (text.starts_with(pair)) return text.substr(0, 2);
  }
  const bool is_symbol =
      std::string_view("+-*/%&|^~!<>=?:;,()").find(text.front()) != std::string_view::npos ||
      more.find(text.front()) != std::string_view::npos;
  return is_symbol ? text.substr(0, 1) : std::string_view();
}

// A number's digits after its prefix: 0x, 0b or none.
Result<Word> read_number(std::string_view text, Position position) {
  unsigned base = 10;
  std::string_view digits = text;
  if (text.starts_with("0x") || text.starts_with("0X")) base = 16;
  if (text.starts_with("0b") || text.starts_with("0B")) base = 2;
  if (base != 10) digits.remove_prefix(2);
  if (base == 10 && digits.size() > 1 && digits.front() == '0') {
    return error_at(position,
                    ErrorCode::kSyntax,
                    "a decimal number must not begin with 0, which is octal in C: " + quoted(text));
  }
  Word value = 0;
  bool after_digit = false;
  for (const char c : digits) {
    if (c == '\'' && after_digit) {
      after_digit = false;
      continue;
    }
    const Word digit = digit_value(c);
    after_digit = digit < base;
    if (!after_digit) break;
    if (value > (~Word{0} - digit) / base) {
      return error_at(position, ErrorCode::kOverflow, quoted(text) + " is beyond 2^64 - 1");
    }
    value = value * base + digit;
  }
  if (!after_digit) {
    return error_at(position, ErrorCode::kSyntax, quoted(text) + " is not a number");
  }
  return value;
}

class Lexer {
 public:
  Lexer(std::string_view text, std::string_view more_symbols)
      : text_(text), more_symbols_(more_symbols) {}

  Result<std::vector<Token>> read() {
    std::vector<Token> tokens;
    for (skip_space(); offset_ < text_.size(); skip_space()) {
      const std::size_t start = offset_;
      Token token{Token::Kind::kSymbol, {}, 0, position()};
      if (is_name_start(text_[start])) {
        token.kind = Token::Kind::kName;
        while (offset_ < text_.size() && is_name_part(text_[offset_])) ++offset_;
      } else if (is_digit(text_[start])) {
        token.kind = Token::Kind::kNumber;
        while (offset_ < text_.size() && (is_name_part(text_[offset_]) || text_[offset_] == '\''))
          ++offset_;
        TP_TRY(number, read_number(text_.substr(start, offset_ - start), token.position));
        token.number = number;
      } else {
        const std::string_view symbol = symbol_at(text_.substr(start), more_symbols_);
        if (symbol.empty()) return unexpected(token.position);
        offset_ += symbol.size();
      }
      token.text = text_.substr(start, offset_ - start);
      tokens.push_back(token);
    }
    tokens.push_back({Token::Kind::kEnd, {}, 0, position()});
    return tokens;
  }

 private:
  Position position() const { return {line_, static_cast<unsigned>(offset_ - line_start_) + 1}; }

  // White space and comments.
  void skip_space() {
    bool in_comment = false;
    for (; offset_ < text_.size(); ++offset_) {
      const char c = text_[offset_];
      if (c == '\n') {
        in_comment = false;
        ++line_;
        line_start_ = offset_ + 1;
      } else if (c == '#' || text_.substr(offset_).starts_with("//")) {
        in_comment = true;
      } else if (!in_comment && c != ' ' && c != '\t' && c != '\r') {
        return;
      }
    }
  }

  Error unexpected(Position at) const {
    static constexpr char kHex[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(text_[offset_]);
    const bool is_printable = byte > ' ' && byte < 0x7f;
    return error_at(at,
                    ErrorCode::kSyntax,
                    is_printable
                        ? "unexpected character " + quoted(text_.substr(offset_, 1))
                        : std::string("unexpected byte 0x") + kHex[byte / 16] + kHex[byte % 16]);
  }

  std::string_view text_;
  std::string_view more_symbols_;
  std::size_t offset_ = 0;
  std::size_t line_start_ = 0;
  unsigned line_ = 1;
};

}  // namespace

std::string place_text(Position position) {
  return std::to_string(position.line) + ":" + std::to_string(position.column);
}

Error error_at(Position position, ErrorCode code, const std::string& what) {
  return {code, place_text(position) + ": " + what};
}

std::string quoted(std::string_view text) {
  static constexpr std::size_t kLongest = 40;
  if (text.size() <= kLongest) return "'" + std::string(text) + "'";
  return "'" + std::string(text.substr(0, kLongest)) + "...'";
}

Result<std::vector<Token>> read_tokens(std::string_view text, std::string_view more_symbols) {
  return Lexer(text, more_symbols).read();
}

}  // namespace tileproof::expression
