// How is a value read as the steps of a function?  By recursive descent, and precedence climbing
// for the binary operators; kMaxNesting bounds the recursion.
#pragma once

#include <map>
#include <string_view>
#include <variant>

#include "core/recorder.hpp"
#include "encodings/expression/function.hpp"
#include "encodings/expression/operators.hpp"
#include "encodings/expression/token_reader.hpp"

namespace tileproof::expression {

class ValueReader {
 public:
  // Of a name, or of a part of the text.
  using Meaning = std::variant<Recorded, RecordedTruth>;

  ValueReader(TokenReader& tokens, Steps& steps) : tokens_(tokens), a_{steps} {}

  // Gives a name its meaning.
  void define(const Token& name, const Meaning& meaning);
  // Reads a value; what it returns means nothing after an error.
  Meaning read();
  // Reads a value, as a number.
  Recorded read_number();

 private:
  bool enter(Position at);
  Meaning binary(int lowest);
  Meaning unary();
  Meaning primary();
  Recorded call(const Token& name);
  Meaning applied(const BinaryOperator& row, const Meaning& left, const Meaning& right);
  void come_from(Position at) { a_.come_from(place_text(at)); }
  // Converted as C does.
  Recorded number(const Meaning& meaning);
  RecordedTruth truth(const Meaning& meaning);

  TokenReader& tokens_;
  Recorder a_;
  std::map<std::string_view, Meaning> meanings_;
  unsigned depth_ = 0;
};

// "the name 'row' is given twice"
void fail_twice(TokenReader& tokens, const Token& name);

}  // namespace tileproof::expression
