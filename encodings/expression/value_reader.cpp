#include "encodings/expression/value_reader.hpp"

namespace tileproof::expression {

void fail_twice(TokenReader& tokens, const Token& name) {
  tokens.fail(
      name.position, ErrorCode::kInvalid, "the name " + quoted(name.text) + " is given twice");
}

void ValueReader::define(const Token& name, const Meaning& meaning) {
  if (!meanings_.emplace(name.text, meaning).second) fail_twice(tokens_, name);
}

bool ValueReader::enter(Position at) {
  if (++depth_ <= kMaxNesting) return true;
  tokens_.fail(
      at, ErrorCode::kUnsupported, "nested deeper than " + std::to_string(kMaxNesting) + " levels");
  return false;
}

ValueReader::Meaning ValueReader::read() {
  if (!enter(tokens_.peek().position)) return {};
  Meaning meaning = binary(kLowestBinaryPrecedence);
  const Position at = tokens_.peek().position;
  if (tokens_.accept("?")) {
    come_from(at);
    const RecordedTruth condition = truth(meaning);
    const Recorded yes = read_number();
    tokens_.expect(":");
    const Recorded no = read_number();
    come_from(at);
    meaning = a_.ite(condition, yes, no);
  }
  --depth_;
  return meaning;
}

Recorded ValueReader::read_number() {
  const Position at = tokens_.peek().position;
  const Meaning meaning = read();
  come_from(at);
  return number(meaning);
}

ValueReader::Meaning ValueReader::binary(int lowest) {
  Meaning left = unary();
  while (tokens_.peek().kind == Token::Kind::kSymbol) {
    const BinaryOperator* row = binary_operator(tokens_.peek().text);
    if (row == nullptr || row->precedence < lowest) break;
    const Position at = tokens_.take().position;
    const Meaning right = binary(row->precedence + 1);
    come_from(at);
    left = applied(*row, left, right);
  }
  return left;
}

ValueReader::Meaning ValueReader::applied(const BinaryOperator& row,
                                          const Meaning& left,
                                          const Meaning& right) {
  if (takes_truth(row.op, 0)) {
    const RecordedTruth p = truth(left);
    return a_.join(row.op, p, truth(right));
  }
  Recorded x = number(left);
  Recorded y = number(right);
  if (row.is_swapped) std::swap(x, y);
  if (!gives_truth(row.op)) return a_.number(row.op, x, y);
  const RecordedTruth compared = a_.truth(row.op, x, y);
  return row.is_negated ? a_.bool_not(compared) : compared;
}

ValueReader::Meaning ValueReader::unary() {
  const Position at = tokens_.peek().position;
  const bool negates = tokens_.is_next("!");
  if (!tokens_.accept("!") && !tokens_.accept("~")) return primary();
  if (!enter(at)) return {};
  const Meaning meaning = unary();
  --depth_;
  come_from(at);
  if (negates) return a_.bool_not(truth(meaning));
  return a_.bit_xor(number(meaning), ~std::uint64_t{0});
}

ValueReader::Meaning ValueReader::primary() {
  const Token token = tokens_.peek();
  if (token.kind == Token::Kind::kNumber) {
    tokens_.take();
    // A step even if nothing uses it: it is written.
    come_from(token.position);
    return a_.constant(token.number);
  }
  if (tokens_.accept("(")) {
    const Meaning meaning = read();
    tokens_.expect(")");
    return meaning;
  }
  if (token.kind != Token::Kind::kName) {
    tokens_.fail_expected("a value");
    return {};
  }
  tokens_.take();
  if (tokens_.is_next("(")) return call(token);
  const auto found = meanings_.find(token.text);
  if (found != meanings_.end()) return found->second;
  tokens_.fail(token.position, ErrorCode::kInvalid, "unknown name " + quoted(token.text));
  return {};
}

Recorded ValueReader::call(const Token& name) {
  if (name.text != "min" && name.text != "max") {
    tokens_.fail(name.position,
                 ErrorCode::kInvalid,
                 "unknown function " + quoted(name.text) + ": there are min(x, y) and max(x, y)");
    return {};
  }
  tokens_.expect("(");
  const Recorded x = read_number();
  tokens_.expect(",");
  const Recorded y = read_number();
  tokens_.expect(")");
  come_from(name.position);
  const RecordedTruth is_less = a_.ult(x, y);
  return name.text == "min" ? a_.ite(is_less, x, y) : a_.ite(is_less, y, x);
}

Recorded ValueReader::number(const Meaning& meaning) {
  if (const auto* number = std::get_if<Recorded>(&meaning)) return *number;
  return a_.ite(std::get<RecordedTruth>(meaning), 1, 0);
}

RecordedTruth ValueReader::truth(const Meaning& meaning) {
  if (const auto* truth = std::get_if<RecordedTruth>(&meaning)) return *truth;
  return a_.bool_not(a_.eq(std::get<Recorded>(meaning), 0));
}

}  // namespace tileproof::expression
