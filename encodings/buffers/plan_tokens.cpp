#include "encodings/buffers/plan_tokens.hpp"

#include <array>

#include "core/ranges.hpp"
#include "encodings/expression/value_reader.hpp"

namespace tileproof::buffers {

using expression::Position;
using expression::Token;

bool is_word(std::string_view text) {
  static constexpr std::array<std::string_view, 16> kWords{"spec",
                                                           "smem",
                                                           "tmem",
                                                           "overlap",
                                                           "view",
                                                           "in",
                                                           "of",
                                                           "lanes",
                                                           "at",
                                                           "shared",
                                                           "distinct",
                                                           "size",
                                                           "for",
                                                           "slice",
                                                           "trans",
                                                           "remote"};
  return std::ranges::count(kWords, text) != 0;
}

Token PlanTokens::name(const char* what) {
  if (tokens_.peek().kind != Token::Kind::kName) tokens_.fail_expected(what);
  return tokens_.take();
}

Word PlanTokens::number(const char* what, Word least, Word most) {
  if (tokens_.peek().kind != Token::Kind::kNumber) tokens_.fail_expected(what);
  const Token token = tokens_.take();
  if (tokens_.error()) return least;
  if (token.number < least || token.number > most) {
    refuse(token.position,
           std::string(what) + " is " + std::to_string(token.number) + ", not from " +
               std::to_string(least) + " to " + std::to_string(most));
    return least;
  }
  return token.number;
}

std::vector<Word> PlanTokens::sizes() {
  std::vector<Word> list;
  tokens_.expect("[");
  do list.push_back(number("a dimension", 1, kMostUnits));
  while (tokens_.accept(","));
  tokens_.expect("]");
  return list;
}

Graph PlanTokens::value(const std::vector<View::Name>& names) {
  const Position at = position();
  Steps steps;
  expression::ValueReader values(tokens_, steps);
  std::vector<IntervalWord> inputs;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const Token token{Token::Kind::kName, names[k].name, 0, at};
    const Recorded input = steps.input(static_cast<std::uint32_t>(k));
    values.define(token, names[k].first == 0 ? input : Recorder{steps}.add(input, names[k].first));
    inputs.push_back(IntervalWord::between(0, names[k].size - 1));
  }
  const Recorded result = values.read_number();
  if (tokens_.error()) return {};
  Graph graph = std::move(steps).graph({&result, 1});
  if (const Ranges found = ranges(graph, inputs); !found.faults.empty()) {
    const RangeFault& fault = found.faults.front();
    const std::string origin = graph.origin_of(graph.steps[fault.step]).text();
    refuse(at,
           "the operator at " + origin +
               " may leave 0 to 2^64 - 1, divide by 0 or shift by 64 or more");
  }
  return graph;
}

}  // namespace tileproof::buffers
