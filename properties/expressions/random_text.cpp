#include "properties/expressions/random_text.hpp"

#include <vector>

namespace tileproof::gen {
namespace {

std::string draw_number(Source& source) {
  return std::to_string(source.one_in(2) ? Word{1} << source.below(8) : source.below(80));
}

std::string draw_leaf(Source& source, const std::vector<std::string>& names) {
  return source.one_in(5) ? draw_number(source) : source.of(names);
}

// Without parentheses the operators' precedence says what is meant.
std::string draw_chain(Source& source, const std::vector<std::string>& names) {
  std::string text = draw_leaf(source, names);
  for (Word i = source.between(2, 4); i > 0; --i) {
    const std::string op = source.of({"+", "*", "&", "^", "|", "<", "<=", "==", "!="});
    text += " " + op + " " + draw_leaf(source, names);
  }
  return "(" + text + ")";
}

std::string draw_value(Source& source, unsigned depth, const std::vector<std::string>& names) {
  if (depth == 0 || source.below(8) == 0) return draw_leaf(source, names);
  const auto value = [&] { return draw_value(source, depth - 1, names); };
  const auto joined = [&](std::initializer_list<const char*> operators) {
    const std::string x = value();
    const std::string op = source.of(operators);
    const std::string text = x + " " + op + " " + value();
    return source.one_in(4) ? text : "(" + text + ")";
  };
  const auto by_number = [&](std::initializer_list<const char*> operators, Word low, Word high) {
    const std::string x = value();
    const std::string op = source.of(operators);
    return "(" + x + " " + op + " " + std::to_string(source.between(low, high)) + ")";
  };
  switch (source.below(12)) {
    case 6:
      if (source.one_in(3)) {
        const std::string x = value();
        const std::string op = source.of({"/", "%"});
        return "(" + x + " " + op + " (" + value() + " + " + std::to_string(source.between(1, 9)) +
               "))";
      }
      [[fallthrough]];
    case 7:
      return by_number({"/", "%"}, 1, 9);
    case 8:
      return by_number({"<<", ">>"}, 0, 3);
    case 9:
      return joined({"<", "<=", ">", ">=", "==", "!=", "&&", "||"});
    case 10: {
      if (source.one_in(2)) {
        const std::string least = source.of({"min", "max"});
        const std::string x = value();
        return least + "(" + x + ", " + value() + ")";
      }
      const std::string condition = value();
      const std::string x = value();
      return "(" + condition + " ? " + x + " : " + value() + ")";
    }
    case 11:
      // Most truth values are constant, and complements and differences are out of bounds.
      if (source.one_in(3)) return "(!" + value() + ")";
      if (source.below(4) == 0) return source.one_in(2) ? joined({"-"}) : "(~" + value() + ")";
      return joined({"^"});
    default:
      return source.one_in(3) ? draw_chain(source, names) : joined({"+", "*", "&", "^", "|"});
  }
}

}  // namespace

std::string draw_function_text(Source& source) {
  std::vector<std::string> names = {"row", "col"};
  std::string text;
  if (source.one_in(3)) {
    text += "param pad in 1.." + std::to_string(1 + source.below(20)) + ";\n";
    names.emplace_back("pad");
  }
  const bool has_two = source.one_in(2);
  text += has_two ? source.of({"(y, x)", "element"}) : "offset";
  text += "(row: 16, col: 32) =";
  for (Word i = source.below(3); i > 0; --i) {
    const std::string name = "let" + std::to_string(i);
    text += "\n  let " + name + " = " + draw_value(source, 2, names) + ";";
    names.push_back(name);
  }
  const std::string first = draw_value(source, 3, names);
  return text + "\n  " +
         (has_two ? "(" + first + ", " + draw_value(source, 2, names) + ")" : first);
}

std::string draw_small_function_text(Source& source, Word size) {
  const auto leaf = [&] { return std::string(source.of({"x", "y", "2"})); };
  const auto op = [&] {
    return std::string(source.of({" + ",
                                  " - ",
                                  " * ",
                                  " / ",
                                  " % ",
                                  " & ",
                                  " | ",
                                  " ^ ",
                                  " << ",
                                  " >> ",
                                  " < ",
                                  " <= ",
                                  " == ",
                                  " != ",
                                  " && ",
                                  " || "}));
  };
  const std::string n = std::to_string(size);
  std::string value = leaf();
  value += op();
  value += leaf();
  if (source.one_in(2)) {
    const bool is_left = source.one_in(2);
    const std::string outer = op();
    const std::string other = leaf();
    value = is_left ? "(" + value + ")" + outer + other : other + outer + "(" + value + ")";
  }
  return "f(x: " + n + ", y: " + n + ") = " + value;
}

}  // namespace tileproof::gen
