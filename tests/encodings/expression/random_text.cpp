#include "tests/encodings/expression/random_text.hpp"

#include <vector>

namespace tileproof::testing {
namespace {

unsigned draw_below(gen::Source& source, unsigned end) {
  return static_cast<unsigned>(source.below(end));
}

template <std::size_t N>
std::string draw_of(gen::Source& source, const char* const (&items)[N]) {
  return items[draw_below(source, N)];
}

std::string draw_number(gen::Source& source) {
  return draw_below(source, 2) == 0 ? std::to_string(draw_below(source, 80))
                                    : std::to_string(1u << draw_below(source, 8));
}

std::string draw_leaf(gen::Source& source, const std::vector<std::string>& names) {
  if (draw_below(source, 3) == 0) return draw_number(source);
  return names[draw_below(source, static_cast<unsigned>(names.size()))];
}

std::string draw_value(gen::Source& source, unsigned depth, const std::vector<std::string>& names) {
  if (depth == 0 || draw_below(source, 6) == 0) return draw_leaf(source, names);
  const auto value = [&] { return draw_value(source, depth - 1, names); };
  switch (draw_below(source, 12)) {
    case 0:
    case 1:
      return "(" + value() + " " + draw_of(source, {"/", "%"}) + " " +
             std::to_string(1 + draw_below(source, 9)) + ")";
    case 2:
      return "(" + value() + " " + draw_of(source, {"<<", ">>"}) + " " +
             std::to_string(draw_below(source, 4)) + ")";
    case 3:
      return "(" + value() + " " + draw_of(source, {"<", "<=", ">", ">=", "==", "!=", "&&", "||"}) +
             " " + value() + ")";
    case 4:
      return "(" + value() + " ? " + value() + " : " + value() + ")";
    case 5:
      return draw_of(source, {"min", "max"}) + "(" + value() + ", " + value() + ")";
    case 6:
      // The complement and the difference are out of bounds too often to be drawn often.
      return draw_below(source, 4) != 0   ? "(!" + value() + ")"
             : draw_below(source, 2) != 0 ? "(~" + value() + ")"
                                          : "(" + value() + " - " + value() + ")";
    default:
      return "(" + value() + " " + draw_of(source, {"+", "*", "&", "^", "|"}) + " " + value() + ")";
  }
}

}  // namespace

std::string draw_function_text(gen::Source& source) {
  std::vector<std::string> names = {"row", "col"};
  std::string text;
  if (draw_below(source, 3) == 0) {
    text += "param pad in 1.." + std::to_string(1 + draw_below(source, 20)) + ";\n";
    names.emplace_back("pad");
  }
  const unsigned results = 1 + draw_below(source, 2);
  text += results == 1 ? "offset" : draw_of(source, {"(y, x)", "element"});
  text += "(row: 16, col: 32) =";
  for (unsigned i = draw_below(source, 3); i > 0; --i) {
    const std::string name = "let" + std::to_string(i);
    text += "\n  let " + name + " = " + draw_value(source, 2, names) + ";";
    names.push_back(name);
  }
  const std::string first = draw_value(source, 3, names);
  return text + "\n  " +
         (results == 1 ? first : "(" + first + ", " + draw_value(source, 2, names) + ")");
}

}  // namespace tileproof::testing
