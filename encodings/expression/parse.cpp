// How is a text read as a function?  Parameters, head, locals and results in turn; values are read
// by value_reader.hpp.
#include <algorithm>
#include <set>
#include <utility>

#include "encodings/expression/function.hpp"
#include "encodings/expression/value_reader.hpp"

namespace tileproof::expression {
namespace {

class Parser {
 public:
  explicit Parser(std::vector<Token> tokens)
      : tokens_(std::move(tokens)), values_(tokens_, steps_) {}

  Result<Function> parse() {
    while (tokens_.accept_word("param")) parse_parameter();
    parse_head();
    while (tokens_.accept_word("let")) parse_local();
    parse_results();
    tokens_.accept(";");
    if (tokens_.peek().kind != Token::Kind::kEnd) tokens_.fail_expected("the end of the text");
    if (tokens_.error()) return *tokens_.error();
    function_.graph = std::move(steps_).graph(results_);
    return std::move(function_);
  }

 private:
  // A name that is about to get a meaning.
  Token new_name(const char* what) {
    if (tokens_.peek().kind != Token::Kind::kName) tokens_.fail_expected(what);
    Token token = tokens_.take();
    if (token.text == "let" || token.text == "param") {
      tokens_.fail(token.position,
                   ErrorCode::kSyntax,
                   quoted(token.text) + " is a keyword and cannot be a name");
    }
    return token;
  }

  Token number(const char* what) {
    if (tokens_.peek().kind != Token::Kind::kNumber) tokens_.fail_expected(what);
    return tokens_.take();
  }

  // name in first..last;
  void parse_parameter() {
    const Token name = new_name("the parameter's name");
    if (!tokens_.accept_word("in")) tokens_.fail_expected("'in'");
    const Token first = number("the parameter's smallest value");
    tokens_.expect("..");
    const Token last = number("the parameter's largest value");
    tokens_.expect(";");
    if (tokens_.error()) return;
    if (first.number > last.number || last.number - first.number == ~Word{0}) {
      const char* rule =
          first.number > last.number ? " is empty" : " has more than 2^64 - 1 values";
      tokens_.fail(
          first.position,
          ErrorCode::kInvalid,
          "the range " + std::to_string(first.number) + ".." + std::to_string(last.number) + rule);
    }
    function_.parameters.push_back({std::string(name.text), first.number, last.number});
    parameter_names_.push_back(name);
  }

  void parse_head() {
    if (tokens_.accept("(")) {
      std::set<std::string_view> seen;
      do {
        const Token name = new_name("a result's name");
        if (!seen.insert(name.text).second) fail_twice(tokens_, name);
        function_.result_names.emplace_back(name.text);
        function_.result_sizes.push_back(size_of(name, "the result's size"));
      } while (tokens_.accept(","));
      tokens_.expect(")");
      // (offset)(row) is offset(row).
      if (function_.result_names.size() == 1) std::swap(function_.name, function_.result_names[0]);
      if (!function_.name.empty()) function_.result_names.clear();
      if (std::ranges::none_of(function_.result_sizes, [](const auto& size) { return !!size; })) {
        function_.result_sizes.clear();
      }
    } else {
      function_.name = new_name("the function's name").text;
    }
    tokens_.expect("(");
    if (!tokens_.accept(")")) {
      do parse_input();
      while (tokens_.accept(","));
      tokens_.expect(")");
    }
    for (const Token& name : parameter_names_) define_input(name);
    tokens_.expect("=");
  }

  void define_input(const Token& name) { values_.define(name, steps_.input(next_input_++)); }

  void parse_input() {
    const Token name = new_name("an input's name");
    define_input(name);
    function_.inputs.push_back({std::string(name.text), size_of(name, "the input's size")});
  }

  // What stands behind an input's or a result's name.
  std::optional<Word> size_of(const Token& name, const char* what) {
    if (!tokens_.accept(":")) return std::nullopt;
    const Token size = number(what);
    if (size.number == 0) {
      tokens_.fail(
          size.position, ErrorCode::kInvalid, "the size of " + quoted(name.text) + " is 0");
    }
    return size.number;
  }

  void parse_local() {
    const Token name = new_name("a name");
    tokens_.expect("=");
    const ValueReader::Meaning meaning = values_.read();
    tokens_.expect(";");
    values_.define(name, meaning);
    const auto place = std::visit([](const auto& value) { return value.place; }, meaning);
    const bool is_truth = std::holds_alternative<RecordedTruth>(meaning);
    function_.locals.push_back({std::string(name.text), {is_truth, place}});
  }

  void parse_results() {
    const Position start = tokens_.peek().position;
    if (tokens_.is_tuple_next()) {
      tokens_.expect("(");
      do results_.push_back(values_.read_number());
      while (tokens_.accept(","));
      tokens_.expect(")");
    } else {
      results_.push_back(values_.read_number());
    }
    const std::size_t named =
        std::max(function_.result_names.size(), function_.result_sizes.size());
    if (named != 0 && named != results_.size()) {
      tokens_.fail(start,
                   ErrorCode::kInvalid,
                   std::to_string(named) + " results are named, but the values are " +
                       std::to_string(results_.size()));
    }
  }

  TokenReader tokens_;
  Function function_;
  Steps steps_;
  std::vector<Recorded> results_;
  ValueReader values_;
  std::vector<Token> parameter_names_;
  std::uint32_t next_input_ = 0;
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
