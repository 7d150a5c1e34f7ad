// The function of a text that a test knows to be right, with its sizes; and whether what is printed
// of a function is read as the same one.
#pragma once

#include <string>
#include <string_view>

#include "encodings/expression/function.hpp"
#include "encodings/expression/print.hpp"

namespace tileproof::testing {

inline expression::Function bound(std::string_view text) {
  return expression::bind(expression::parse(text).value()).value();
}

// Another text at the second printing, other names or sizes, and other values at any of the points;
// empty if there are none.
inline std::string reading_error(const expression::Function& f,
                                 const std::vector<std::vector<Word>>& points) {
  const std::string printed = expression::print(f);
  const auto g = expression::parse(printed);
  if (!g) return printed + " is refused: " + g.error().message;
  if (expression::print(*g) != printed) return printed + " changes to " + expression::print(*g);
  if (g->name != f.name || g->result_names != f.result_names || g->result_sizes != f.result_sizes ||
      g->inputs != f.inputs || g->parameters != f.parameters) {
    return printed + " has other names";
  }
  for (const std::vector<Word>& at : points) {
    if (evaluate(U64{}, f, at) != evaluate(U64{}, *g, at)) return printed + " has other values";
  }
  return "";
}

}  // namespace tileproof::testing
