#include "encodings/expression/token_reader.hpp"

namespace tileproof::expression {

bool TokenReader::is_next(std::string_view symbol) const {
  return peek().kind == Token::Kind::kSymbol && peek().text == symbol;
}

Token TokenReader::take() {
  const Token token = peek();
  if (token.kind != Token::Kind::kEnd) ++next_;
  return token;
}

bool TokenReader::accept(std::string_view symbol) {
  const bool found = is_next(symbol);
  if (found) take();
  return found;
}

bool TokenReader::accept_word(std::string_view word) {
  const bool found = peek().kind == Token::Kind::kName && peek().text == word;
  if (found) take();
  return found;
}

void TokenReader::expect(std::string_view symbol) {
  if (!accept(symbol)) fail_expected("'" + std::string(symbol) + "'");
}

bool TokenReader::is_tuple_next() const {
  if (!is_next("(")) return false;
  unsigned depth = 0;
  for (std::size_t i = next_; i < tokens_.size(); ++i) {
    if (tokens_[i].kind != Token::Kind::kSymbol) continue;
    if (tokens_[i].text == "(") ++depth;
    if (tokens_[i].text == ")" && --depth == 0) return false;
    if (tokens_[i].text == "," && depth == 1) return true;
  }
  return false;
}

void TokenReader::fail(Position at, ErrorCode code, const std::string& what) {
  if (!error_) error_ = error_at(at, code, what);
}

void TokenReader::fail_expected(const std::string& wanted) {
  const Token& token = peek();
  const std::string found =
      token.kind == Token::Kind::kEnd ? "the end of the text" : quoted(token.text);
  fail(token.position, ErrorCode::kSyntax, "expected " + wanted + ", found " + found);
}

}  // namespace tileproof::expression
