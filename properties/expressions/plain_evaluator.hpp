// What is an index expression's value at a point, by reading its text from left to right?  Written
// from docs/claims.md and encodings/expression/function.hpp's grammar alone: it shares no code with
// the parser, builds no graph, and computes with numbers wider than 64 bits.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bits.hpp"

namespace tileproof::laws {

struct PlainValue {
  std::vector<Word> results;
  // Whether every value stayed within 0 .. 2^64 - 1, no divisor was 0 and no shift 64 or more;
  // where not, the results mean nothing.
  bool is_within = true;
};

// `at` has the inputs and parameters by their names.  Requires: a text that parse() reads, without
// comments, whose body consists of `let`s and of one value or several in parentheses.
PlainValue plain_value(std::string_view text, const std::map<std::string, Word>& at);

}  // namespace tileproof::laws
