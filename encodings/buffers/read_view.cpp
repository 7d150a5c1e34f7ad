#include "encodings/buffers/read_view.hpp"

#include <algorithm>
#include <numeric>

#include "encodings/buffers/plan_tokens.hpp"
#include "encodings/expression/value_reader.hpp"

namespace tileproof::buffers {
namespace {

using expression::quoted;
using expression::Token;
using expression::TokenReader;

constexpr Word kMostPoints = Word{1} << 40;  // of a view's names

class ViewReader {
 public:
  ViewReader(std::vector<Token> tokens, Plan& plan)
      : all_(tokens), words_(std::move(tokens)), plan_(plan) {}

  std::optional<Error> read() {
    View view;
    view.names = read_names();
    const Token token = words_.name("an allocation");
    const auto found = find(plan_.allocations, token.text);
    if (!found) words_.refuse(token.position, "no allocation is called " + quoted(token.text));
    if (tokens_.error()) return tokens_.error();
    view.allocation = *found;
    if (tokens_.accept("[")) {
      view.index = words_.value(view.names);
      tokens_.expect("]");
    }
    std::vector<Word> dims = plan_.allocations[*found].shape;
    while (tokens_.accept(".")) {
      const Token step = words_.name("'slice', 'trans' or 'remote'");
      if (step.text != "remote" && !view.index) {
        words_.refuse(step.position, "a part of all buffers: one is to be chosen first");
      }
      tokens_.expect("(");
      if (step.text == "slice") {
        view.steps.emplace_back(read_slice(view, step, dims));
      } else if (step.text == "trans") {
        dims = read_permutation(step, dims);
      } else if (step.text == "remote") {
        view.steps.emplace_back(Remote{words_.value(view.names)});
      } else {
        words_.refuse(step.position,
                      quoted(step.text) + " is none of 'slice', 'trans' and 'remote'");
      }
      tokens_.expect(")");
    }
    if (tokens_.accept_word("for")) {
      while (tokens_.peek().kind != Token::Kind::kEnd) tokens_.take();
    }
    if (tokens_.peek().kind != Token::Kind::kEnd) tokens_.fail_expected("';'");
    if (!tokens_.error()) plan_.views.push_back(std::move(view));
    return tokens_.error();
  }

 private:
  Slice read_slice(const View& view, const Token& step, std::vector<Word>& dims) {
    Slice slice;
    slice.dims = dims;
    tokens_.expect("[");
    do slice.offsets.push_back(words_.value(view.names));
    while (tokens_.accept(","));
    tokens_.expect("]");
    tokens_.expect(",");
    slice.sizes = words_.sizes();
    if (slice.offsets.size() != dims.size() || slice.sizes.size() != dims.size()) {
      words_.refuse(step.position,
                    "a slice of " + std::to_string(dims.size()) +
                        " dimensions has so many "
                        "offsets and sizes");
    }
    dims = slice.sizes;
    return slice;
  }

  std::vector<Word> read_permutation(const Token& step, const std::vector<Word>& dims) {
    std::vector<Word> order;
    do order.push_back(words_.number("a dimension's number", 0, dims.size() - 1));
    while (tokens_.accept(","));
    std::vector<Word> sorted = order;
    std::ranges::sort(sorted);
    std::vector<Word> all(dims.size());
    std::iota(all.begin(), all.end(), Word{0});
    if (sorted != all) words_.refuse(step.position, "no permutation of the dimensions");
    if (tokens_.error()) return dims;
    std::vector<Word> permuted;
    for (const Word dim : order) permuted.push_back(dims[dim]);
    return permuted;
  }

  // What stands behind `for`, at the statement's end.
  std::vector<View::Name> read_names() {
    const auto begin = std::ranges::find(all_, "for", &Token::text);
    if (begin == all_.end()) return {};
    TokenReader body = std::move(tokens_);
    tokens_ = TokenReader(std::vector<Token>(begin + 1, all_.end()));
    std::vector<View::Name> names;
    Word points = 1;
    do {
      const Token token = words_.name("a name");
      if (find(names, token.text)) fail_twice(tokens_, token);
      if (is_word(token.text)) {
        words_.refuse(token.position, quoted(token.text) + " is a word of the grammar");
      }
      if (!tokens_.accept_word("in")) tokens_.fail_expected("'in'");
      const Word first = words_.number("the first value", 0, kMostPoints);
      tokens_.expect("..");
      const Word end = words_.number("the end of the values", first + 1, kMostPoints + 1);
      if (tokens_.error()) break;
      if (end - first > kMostPoints / points) {
        words_.refuse(token.position, "more than 2^40 values together", ErrorCode::kOverflow);
        break;
      }
      points *= end - first;
      names.push_back({std::string(token.text), first, end - first});
    } while (tokens_.accept(","));
    if (tokens_.peek().kind != Token::Kind::kEnd) tokens_.fail_expected("',' or ';'");
    if (const auto error = tokens_.error(); !error) tokens_ = std::move(body);
    std::ranges::reverse(names);
    return names;
  }

  std::vector<Token> all_;
  PlanTokens words_;
  TokenReader& tokens_ = words_.reader();
  Plan& plan_;
};

}  // namespace

std::optional<Error> read_view(std::vector<Token> tokens, Plan& plan) {
  return ViewReader(std::move(tokens), plan).read();
}

}  // namespace tileproof::buffers
