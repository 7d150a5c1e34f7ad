// Which token comes next, and what was wrong first?  The first failure sticks: from then on the
// text is over, so that every loop of a parser ends and it may look for the error at its end.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "encodings/expression/lexer.hpp"

namespace tileproof::expression {

class TokenReader {
 public:
  // Requires: the last token is a kEnd.
  explicit TokenReader(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  [[nodiscard]] const Token& peek() const { return error_ ? tokens_.back() : tokens_[next_]; }
  [[nodiscard]] bool is_next(std::string_view symbol) const;
  Token take();
  // Takes the symbol, or the word, if it is next.
  bool accept(std::string_view symbol);
  bool accept_word(std::string_view word);
  void expect(std::string_view symbol);

  // Do the next parentheses hold several values, as in (lane / 8, lane % 8)?
  [[nodiscard]] bool is_tuple_next() const;

  void fail(Position at, ErrorCode code, const std::string& what);
  // "expected `wanted`, found ...", at the next token.
  void fail_expected(const std::string& wanted);
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  std::optional<Error> error_;
};

}  // namespace tileproof::expression
