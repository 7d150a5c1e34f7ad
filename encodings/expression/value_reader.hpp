// How is a value read as the steps of a function?  By recursive descent, and precedence climbing
// for the binary operators; kMaxNesting bounds the recursion.
#pragma once

#include <map>
#include <string_view>

#include "encodings/expression/function.hpp"
#include "encodings/expression/token_reader.hpp"

namespace tileproof::expression {

class ValueReader {
 public:
  // What is read goes to the function's constants and steps.
  ValueReader(TokenReader& tokens, Function& function) : tokens_(tokens), function_(function) {}

  // Gives a name its meaning.
  void define(const Token& name, Value value);
  // Reads a value; what it returns means nothing after an error.
  Value read();
  // Reads a value, as a number.
  std::uint32_t read_number() { return word(read()); }
  // Gives all values their places.  Call it once, at the end.
  void finish();

 private:
  bool enter(Position at);
  Value binary(int lowest);
  Value unary();
  Value primary();
  Value call(const Token& name);
  Value step(Op op, Position at, std::uint32_t x, std::uint32_t y = 0, std::uint32_t z = 0);
  // The value as what an operator takes, converted as C does.
  std::uint32_t operand(Op op, Value value);
  std::uint32_t word(Value value);
  std::uint32_t truth(Value value);

  TokenReader& tokens_;
  Function& function_;
  std::map<std::string_view, Value> values_;
  unsigned depth_ = 0;
  std::uint32_t words_ = 0;
  std::uint32_t truths_ = 0;
};

// "the name 'row' is given twice"
void fail_twice(TokenReader& tokens, const Token& name);

}  // namespace tileproof::expression
