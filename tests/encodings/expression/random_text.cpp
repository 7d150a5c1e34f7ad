#include "tests/encodings/expression/random_text.hpp"

#include <rapidcheck.h>

#include <vector>

namespace tileproof::testing {
namespace {

unsigned draw_below(unsigned end) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0u, end));
}

template <std::size_t N>
std::string draw_of(const char* const (&items)[N]) {
  return items[draw_below(N)];
}

std::string draw_number() {
  return draw_below(2) == 0 ? std::to_string(draw_below(80)) : std::to_string(1u << draw_below(8));
}

std::string draw_leaf(const std::vector<std::string>& names) {
  if (draw_below(3) == 0) return draw_number();
  return names[draw_below(static_cast<unsigned>(names.size()))];
}

std::string draw_value(unsigned depth, const std::vector<std::string>& names) {
  if (depth == 0 || draw_below(6) == 0) return draw_leaf(names);
  const auto value = [&] { return draw_value(depth - 1, names); };
  switch (draw_below(12)) {
    case 0:
    case 1:
      return "(" + value() + " " + draw_of({"/", "%"}) + " " + std::to_string(1 + draw_below(9)) +
             ")";
    case 2:
      return "(" + value() + " " + draw_of({"<<", ">>"}) + " " + std::to_string(draw_below(4)) +
             ")";
    case 3:
      return "(" + value() + " " + draw_of({"<", "<=", ">", ">=", "==", "!=", "&&", "||"}) + " " +
             value() + ")";
    case 4:
      return "(" + value() + " ? " + value() + " : " + value() + ")";
    case 5:
      return draw_of({"min", "max"}) + "(" + value() + ", " + value() + ")";
    case 6:
      // The complement and the difference are out of bounds too often to be drawn often.
      return draw_below(4) != 0   ? "(!" + value() + ")"
             : draw_below(2) != 0 ? "(~" + value() + ")"
                                  : "(" + value() + " - " + value() + ")";
    default:
      return "(" + value() + " " + draw_of({"+", "*", "&", "^", "|"}) + " " + value() + ")";
  }
}

}  // namespace

std::string draw_function_text() {
  std::vector<std::string> names = {"row", "col"};
  std::string text;
  if (draw_below(3) == 0) {
    text += "param pad in 1.." + std::to_string(1 + draw_below(20)) + ";\n";
    names.emplace_back("pad");
  }
  const unsigned results = 1 + draw_below(2);
  text += results == 1 ? "offset" : draw_of({"(y, x)", "element"});
  text += "(row: 16, col: 32) =";
  for (unsigned i = draw_below(3); i > 0; --i) {
    const std::string name = "let" + std::to_string(i);
    text += "\n  let " + name + " = " + draw_value(2, names) + ";";
    names.push_back(name);
  }
  const std::string first = draw_value(3, names);
  return text + "\n  " + (results == 1 ? first : "(" + first + ", " + draw_value(2, names) + ")");
}

}  // namespace tileproof::testing
