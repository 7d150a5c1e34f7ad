// Index expressions: layouts that have no name yet, written as C writes index arithmetic.
//
//   param pad in 0..16;                        # one number for the whole layout, ends included
//   offset(row: 64, col: 64) =                 # the inputs; sizes may also be given to bind()
//     let phase = (row >> 1) & 7;
//     row * (64 + pad) + (col ^ (phase << 3))
//
//   element(lane, step) = (lane / 8, lane % 8 * 8 + step)        # results element0 and element1
//   (row, col)(lane, step) = (lane / 8, lane % 8 * 8 + step)     # results row and col
//   (row: 4, col: 64)(lane, step) = ...                          # with sizes, which they stay
//   below
//
//   text     = { "param" name "in" number ".." number ";" } function
//   function = ( name | "(" input { "," input } ")" ) "(" [ input { "," input } ] ")" "=" body
//   input    = name [ ":" number ]
//   body     = { "let" name "=" value ";" } ( value | "(" value { "," value } ")" ) [ ";" ]
//   value    = C's expressions of  ?: || && | ^ & == != < <= > >= << >> + - * / % ! ~  with C's
//              precedence, parentheses, min(x, y), max(x, y), names, and numbers (72, 0x48, 0b1001,
//              1'000)
//
// Comments run from # or // to the end of the line.  Every value is an integer from 0 to 2^64 - 1,
// of which ~ is the complement in 64 bits; comparisons give 0 or 1.  Both branches of ?: and both
// sides of && and || are computed at every point.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/axis.hpp"
#include "core/check.hpp"
#include "core/graph.hpp"
#include "core/result.hpp"

namespace tileproof::expression {

// Of a longer text, of deeper nested parentheses, operators and branches, parse() says so.
inline constexpr std::size_t kMaxTextLength = 65'536;
inline constexpr unsigned kMaxNesting = 64;

struct Input {
  std::string name;
  std::optional<Word> size;

  friend bool operator==(const Input&, const Input&) = default;
};

// Every number from `first` to `last`.
struct Parameter {
  std::string name;
  Word first = 0;
  Word last = 0;

  friend bool operator==(const Parameter&, const Parameter&) = default;
};

// A number or a truth value of a graph.
struct Value {
  bool is_truth = false;
  std::uint32_t place = 0;  // among its kind

  friend auto operator<=>(const Value&, const Value&) = default;
};

// let name = value
struct Local {
  std::string name;
  Value value;

  friend bool operator==(const Local&, const Local&) = default;
};

// Functions that differ in the places of their operators alone are equal.
struct Function {
  std::string name;                       // empty if each result has a name of its own
  std::vector<std::string> result_names;  // empty if the function has a name
  // Of the results, if one of them has a size: what it must be below.
  std::vector<std::optional<Word>> result_sizes;
  std::vector<Input> inputs;
  std::vector<Parameter> parameters;
  std::vector<Local> locals;
  // Of the inputs, then the parameters; each step comes from the operator's line and column,
  // "1:24".
  Graph graph;
  // Set by bind(): no step gives more at any point.
  std::optional<Word> largest_value;

  [[nodiscard]] bool is_bound() const { return largest_value.has_value(); }

  friend bool operator==(const Function&, const Function&) = default;
};

// Errors begin with the line and column: "1:24: unknown name 'colm'".
Result<Function> parse(std::string_view text);

// Gives the inputs their sizes (`sizes` may be empty if the text has them all; in the order of the
// tensor's coordinates if the inputs are called as these are) and shows by ranges (core/ranges.hpp)
// that at no point a step goes below 0 or beyond 2^64 - 1, divides by 0 or shifts by 64 or more.
// The condition of ?: narrows nothing but a minimum or maximum.
Result<Function> bind(Function function, std::span<const Word> sizes = {});

// The inputs, then the parameters.  Requires: is_bound().
std::vector<Axis> axes(const Function& function);
// The results; those without a size of their own have none.
std::vector<OutAxis> out_axes(const Function& function);

// The results where the axes have the values `at`.  Requires: the function is bound, and over an
// algebra of points `at` lies within the axes.
template <Algebra A>
Words<A> evaluate(const A& a, const Function& function, std::span<const typename A::Word> at) {
  TP_CHECK(at.size() == function.graph.inputs, "as many values as inputs and parameters");
  return results_of(a, function.graph, at);
}

}  // namespace tileproof::expression
