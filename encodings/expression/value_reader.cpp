#include "encodings/expression/value_reader.hpp"

namespace tileproof::expression {
namespace {

// While reading, it is not yet known how many constants there will be, so numbers carry what they
// are; finish() gives them their places.
constexpr std::uint32_t kConstantMark = 1u << 30;
constexpr std::uint32_t kStepMark = 1u << 31;

}  // namespace

void fail_twice(TokenReader& tokens, const Token& name) {
  tokens.fail(
      name.position, ErrorCode::kInvalid, "the name " + quoted(name.text) + " is given twice");
}

void ValueReader::define(const Token& name, Value value) {
  if (!values_.emplace(name.text, value).second) fail_twice(tokens_, name);
}

bool ValueReader::enter(Position at) {
  if (++depth_ <= kMaxNesting) return true;
  tokens_.fail(
      at, ErrorCode::kUnsupported, "nested deeper than " + std::to_string(kMaxNesting) + " levels");
  return false;
}

Value ValueReader::read() {
  if (!enter(tokens_.peek().position)) return {};
  Value value = binary(kLowestBinaryPrecedence);
  const Position at = tokens_.peek().position;
  if (tokens_.accept("?")) {
    const std::uint32_t condition = truth(value);
    const std::uint32_t yes = read_number();
    tokens_.expect(":");
    const std::uint32_t no = read_number();
    value = step(Op::kChoose, at, condition, yes, no);
  }
  --depth_;
  return value;
}

Value ValueReader::binary(int lowest) {
  Value left = unary();
  while (tokens_.peek().kind == Token::Kind::kSymbol) {
    const BinaryOperator* row = binary_operator(tokens_.peek().text);
    if (row == nullptr || row->precedence < lowest) break;
    const Position at = tokens_.take().position;
    const Value right = binary(row->precedence + 1);
    const std::uint32_t x = operand(row->op, left), y = operand(row->op, right);
    left = step(row->op, at, x, y);
  }
  return left;
}

Value ValueReader::unary() {
  const Position at = tokens_.peek().position;
  const Op op = tokens_.is_next("!") ? Op::kNot : Op::kComplement;
  if (!tokens_.accept("!") && !tokens_.accept("~")) return primary();
  if (!enter(at)) return {};
  const Value value = unary();
  --depth_;
  return step(op, at, operand(op, value));
}

Value ValueReader::primary() {
  const Token token = tokens_.peek();
  if (token.kind == Token::Kind::kNumber) {
    tokens_.take();
    function_.constants.push_back(token.number);
    return {false, kConstantMark + static_cast<std::uint32_t>(function_.constants.size() - 1)};
  }
  if (tokens_.accept("(")) {
    const Value value = read();
    tokens_.expect(")");
    return value;
  }
  if (token.kind != Token::Kind::kName) {
    tokens_.fail_expected("a value");
    return {};
  }
  tokens_.take();
  if (tokens_.is_next("(")) return call(token);
  const auto found = values_.find(token.text);
  if (found != values_.end()) return found->second;
  tokens_.fail(token.position, ErrorCode::kInvalid, "unknown name " + quoted(token.text));
  return {};
}

Value ValueReader::call(const Token& name) {
  if (name.text != "min" && name.text != "max") {
    tokens_.fail(name.position,
                 ErrorCode::kInvalid,
                 "unknown function " + quoted(name.text) + ": there are min(x, y) and max(x, y)");
    return {};
  }
  tokens_.expect("(");
  const std::uint32_t x = read_number();
  tokens_.expect(",");
  const std::uint32_t y = read_number();
  tokens_.expect(")");
  return step(name.text == "min" ? Op::kMin : Op::kMax, name.position, x, y);
}

Value ValueReader::step(Op op, Position at, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  function_.steps.push_back({op, {x, y, z}, at});
  if (gives_truth(op)) return {true, truths_++};
  return {false, kStepMark + words_++};
}

std::uint32_t ValueReader::operand(Op op, Value value) {
  return takes_truth(op, 0) ? truth(value) : word(value);
}

std::uint32_t ValueReader::word(Value value) {
  return value.is_truth ? step(Op::kToWord, {}, value.index).index : value.index;
}

std::uint32_t ValueReader::truth(Value value) {
  return value.is_truth ? value.index : step(Op::kToTruth, {}, value.index).index;
}

void ValueReader::finish() {
  const auto place = [this](std::uint32_t& index) {
    if ((index & kStepMark) != 0) {
      index += static_cast<std::uint32_t>(function_.first_step()) - kStepMark;
    } else if ((index & kConstantMark) != 0) {
      index += static_cast<std::uint32_t>(function_.first_constant()) - kConstantMark;
    }
  };
  for (Step& step : function_.steps) {
    for (unsigned k = 0; k < arity(step.op); ++k) {
      if (!takes_truth(step.op, k)) place(step.operands[k]);
    }
  }
  for (std::uint32_t& result : function_.results) place(result);
  for (Local& local : function_.locals) {
    if (!local.value.is_truth) place(local.value.index);
  }
}

}  // namespace tileproof::expression
