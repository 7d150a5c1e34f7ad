// How is a text read as a function?  By recursive descent over its tokens, precedence climbing for
// the binary operators; kMaxNesting bounds the recursion.
#include <map>
#include <set>
#include <utility>

#include "encodings/expression/function.hpp"
#include "encodings/expression/lexer.hpp"

namespace tileproof::expression {
namespace {

using Kind = Token::Kind;

// While reading, it is not yet known how many constants there will be, so numbers carry what they
// are; finish() gives them their places.
constexpr std::uint32_t kConstantMark = 1u << 30;
constexpr std::uint32_t kStepMark = 1u << 31;

class Parser {
 public:
  explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  Result<Function> parse() {
    while (accept_name("param")) parse_parameter();
    parse_head();
    while (accept_name("let")) parse_local();
    parse_results();
    accept(";");
    if (peek().kind != Kind::kEnd) fail_expected("the end of the text");
    if (error_) return *error_;
    finish();
    return std::move(function_);
  }

 private:
  // The next token; after an error the text is over, so that every loop ends.
  [[nodiscard]] const Token& peek() const { return error_ ? tokens_.back() : tokens_[next_]; }

  Token take() {
    const Token token = peek();
    if (token.kind != Kind::kEnd) ++next_;
    return token;
  }

  [[nodiscard]] bool is_next(Kind kind, std::string_view text) const {
    return peek().kind == kind && peek().text == text;
  }

  bool accept(std::string_view symbol) {
    const bool found = is_next(Kind::kSymbol, symbol);
    if (found) take();
    return found;
  }

  bool accept_name(std::string_view name) {
    const bool found = is_next(Kind::kName, name);
    if (found) take();
    return found;
  }

  void expect(std::string_view symbol) {
    if (!accept(symbol)) fail_expected("'" + std::string(symbol) + "'");
  }

  void fail(Position at, ErrorCode code, const std::string& what) {
    if (!error_) error_ = error_at(at, code, what);
  }

  void fail_expected(const std::string& wanted) {
    if (error_) return;
    const Token& token = peek();
    const std::string found = token.kind == Kind::kEnd
                                  ? "the end of the text"
                                  : "'" + std::string(token.text.substr(0, 40)) + "'";
    fail(token.position, ErrorCode::kSyntax, "expected " + wanted + ", found " + found);
  }

  // A name that is about to get a meaning.
  Token new_name(const char* what) {
    if (peek().kind != Kind::kName) fail_expected(what);
    Token token = take();
    if (token.text == "let" || token.text == "param") {
      fail(token.position,
           ErrorCode::kSyntax,
           "'" + std::string(token.text) + "' is a keyword and cannot be a name");
    }
    return token;
  }

  void define(const Token& name, Value value) {
    if (!values_.emplace(name.text, value).second) fail_twice(name);
  }

  void fail_twice(const Token& name) {
    fail(name.position,
         ErrorCode::kInvalid,
         "the name '" + std::string(name.text.substr(0, 40)) + "' is given twice");
  }

  Token number(const char* what) {
    if (peek().kind != Kind::kNumber) fail_expected(what);
    return take();
  }

  // name in first..last;
  void parse_parameter() {
    const Token name = new_name("the parameter's name");
    if (!accept_name("in")) fail_expected("'in'");
    const Token first = number("the parameter's smallest value");
    expect("..");
    const Token last = number("the parameter's largest value");
    expect(";");
    if (error_) return;
    if (first.number > last.number || last.number - first.number == ~Word{0}) {
      const char* rule =
          first.number > last.number ? " is empty" : " has more than 2^64 - 1 values";
      fail(first.position,
           ErrorCode::kInvalid,
           "the range " + std::to_string(first.number) + ".." + std::to_string(last.number) + rule);
    }
    function_.parameters.push_back({std::string(name.text), first.number, last.number});
    parameter_names_.push_back(name);
  }

  void parse_head() {
    if (accept("(")) {
      std::set<std::string_view> seen;
      do {
        const Token name = new_name("a result's name");
        if (!seen.insert(name.text).second) fail_twice(name);
        function_.result_names.emplace_back(name.text);
      } while (accept(","));
      expect(")");
      // (offset)(row) is offset(row).
      if (function_.result_names.size() == 1) std::swap(function_.name, function_.result_names[0]);
      if (!function_.name.empty()) function_.result_names.clear();
    } else {
      function_.name = new_name("the function's name").text;
    }
    expect("(");
    if (!accept(")")) {
      do parse_input();
      while (accept(","));
      expect(")");
    }
    for (const Token& name : parameter_names_) define(name, {false, next_input_++});
    expect("=");
  }

  void parse_input() {
    const Token name = new_name("an input's name");
    define(name, {false, next_input_++});
    Input input{std::string(name.text), std::nullopt};
    if (accept(":")) {
      const Token size = number("the input's size");
      if (size.number == 0) {
        fail(size.position, ErrorCode::kInvalid, "the size of '" + input.name + "' is 0");
      }
      input.size = size.number;
    }
    function_.inputs.push_back(std::move(input));
  }

  void parse_local() {
    const Token name = new_name("a name");
    expect("=");
    const Value value = expression();
    expect(";");
    define(name, value);
    function_.locals.push_back({std::string(name.text), value});
  }

  // Do the next parentheses hold several values, as in (lane / 8, lane % 8)?
  [[nodiscard]] bool is_tuple_next() const {
    if (!is_next(Kind::kSymbol, "(")) return false;
    unsigned depth = 0;
    for (std::size_t i = next_; i < tokens_.size(); ++i) {
      if (tokens_[i].kind != Kind::kSymbol) continue;
      if (tokens_[i].text == "(") ++depth;
      if (tokens_[i].text == ")" && --depth == 0) return false;
      if (tokens_[i].text == "," && depth == 1) return true;
    }
    return false;
  }

  void parse_results() {
    const Position start = peek().position;
    if (is_tuple_next()) {
      expect("(");
      do function_.results.push_back(word(expression()));
      while (accept(","));
      expect(")");
    } else {
      function_.results.push_back(word(expression()));
    }
    const std::size_t named = function_.result_names.size();
    if (named != 0 && named != function_.results.size()) {
      fail(start,
           ErrorCode::kInvalid,
           std::to_string(named) + " results are named, but the values are " +
               std::to_string(function_.results.size()));
    }
  }

  // Guards the recursion.
  bool enter(Position at) {
    if (++depth_ <= kMaxNesting) return true;
    fail(at,
         ErrorCode::kUnsupported,
         "nested deeper than " + std::to_string(kMaxNesting) + " levels");
    return false;
  }

  Value expression() {
    if (!enter(peek().position)) return {};
    Value value = binary(kLowestBinaryPrecedence);
    const Position at = peek().position;
    if (accept("?")) {
      const std::uint32_t condition = truth(value);
      const std::uint32_t yes = word(expression());
      expect(":");
      const std::uint32_t no = word(expression());
      value = step(Op::kChoose, at, condition, yes, no);
    }
    --depth_;
    return value;
  }

  Value binary(int lowest) {
    Value left = unary();
    while (peek().kind == Kind::kSymbol) {
      const BinaryOperator* row = binary_operator(peek().text);
      if (row == nullptr || row->precedence < lowest) break;
      const Position at = take().position;
      const Value right = binary(row->precedence + 1);
      const std::uint32_t x = operand(row->op, left), y = operand(row->op, right);
      left = step(row->op, at, x, y);
    }
    return left;
  }

  Value unary() {
    const Position at = peek().position;
    const Op op = is_next(Kind::kSymbol, "!") ? Op::kNot : Op::kComplement;
    if (!accept("!") && !accept("~")) return primary();
    if (!enter(at)) return {};
    const Value value = unary();
    --depth_;
    return step(op, at, operand(op, value));
  }

  Value primary() {
    const Token token = peek();
    if (token.kind == Kind::kNumber) {
      take();
      function_.constants.push_back(token.number);
      return {false, kConstantMark + static_cast<std::uint32_t>(function_.constants.size() - 1)};
    }
    if (accept("(")) {
      const Value value = expression();
      expect(")");
      return value;
    }
    if (token.kind != Kind::kName) {
      fail_expected("a value");
      return {};
    }
    take();
    if (is_next(Kind::kSymbol, "(")) return call(token);
    const auto found = values_.find(token.text);
    if (found != values_.end()) return found->second;
    fail(token.position,
         ErrorCode::kInvalid,
         "unknown name '" + std::string(token.text.substr(0, 40)) + "'");
    return {};
  }

  Value call(const Token& name) {
    if (name.text != "min" && name.text != "max") {
      fail(name.position,
           ErrorCode::kInvalid,
           "unknown function '" + std::string(name.text.substr(0, 40)) +
               "': there are min(x, y) and max(x, y)");
      return {};
    }
    expect("(");
    const std::uint32_t x = word(expression());
    expect(",");
    const std::uint32_t y = word(expression());
    expect(")");
    return step(name.text == "min" ? Op::kMin : Op::kMax, name.position, x, y);
  }

  Value step(Op op, Position at, std::uint32_t x, std::uint32_t y = 0, std::uint32_t z = 0) {
    function_.steps.push_back({op, {x, y, z}, at});
    if (gives_truth(op)) return {true, truths_++};
    return {false, kStepMark + words_++};
  }

  // The value as what an operator takes, converted as C does.
  std::uint32_t operand(Op op, Value value) {
    return takes_truth(op, 0) ? truth(value) : word(value);
  }
  std::uint32_t word(Value value) {
    return value.is_truth ? step(Op::kToWord, {}, value.index).index : value.index;
  }
  std::uint32_t truth(Value value) {
    return value.is_truth ? value.index : step(Op::kToTruth, {}, value.index).index;
  }

  // Replaces the marks by places.
  void finish() {
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

  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  unsigned depth_ = 0;
  std::optional<Error> error_;
  Function function_;
  std::vector<Token> parameter_names_;
  std::map<std::string_view, Value> values_;
  std::uint32_t next_input_ = 0;
  std::uint32_t words_ = 0;
  std::uint32_t truths_ = 0;
};

}  // namespace

Result<Function> parse(std::string_view text) {
  if (text.size() > kMaxTextLength) {
    return error_at({},
                    ErrorCode::kUnsupported,
                    "the text has " + std::to_string(text.size()) + " bytes, more than " +
                        std::to_string(kMaxTextLength));
  }
  TP_TRY(tokens, read_tokens(text));
  return Parser(std::move(tokens)).parse();
}

}  // namespace tileproof::expression
