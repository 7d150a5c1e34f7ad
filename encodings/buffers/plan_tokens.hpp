// What do all statements of a plan read alike?  Names, numbers and values; the first failure
// sticks.
#pragma once

#include <algorithm>

#include "encodings/buffers/plan.hpp"
#include "encodings/expression/token_reader.hpp"

namespace tileproof::buffers {

// A word of the grammar is no name.
bool is_word(std::string_view text);

class PlanTokens {
 public:
  // Requires: the last token is a kEnd.
  explicit PlanTokens(std::vector<expression::Token> tokens) : tokens_(std::move(tokens)) {}

  [[nodiscard]] expression::TokenReader& reader() { return tokens_; }
  [[nodiscard]] expression::Position position() const { return tokens_.peek().position; }
  [[nodiscard]] bool at_end() const { return tokens_.peek().kind == expression::Token::Kind::kEnd; }

  void refuse(expression::Position at,
              const std::string& what,
              ErrorCode code = ErrorCode::kInvalid) {
    tokens_.fail(at, code, what);
  }
  expression::Token name(const char* what);
  Word number(const char* what, Word least, Word most);
  // [64, 128]
  std::vector<Word> sizes();
  // An expression of these names, of which ranges show that it stays within 64 bits.
  Graph value(const std::vector<View::Name>& names);

 private:
  expression::TokenReader tokens_;
};

// By its name.
template <typename List>
std::optional<std::size_t> find(const List& list, std::string_view text) {
  const auto found = std::ranges::find_if(list, [&](const auto& e) { return e.name == text; });
  if (found == list.end()) return std::nullopt;
  return static_cast<std::size_t>(found - list.begin());
}

}  // namespace tileproof::buffers
