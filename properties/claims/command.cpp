#include <algorithm>

#include "properties/claims/laws.hpp"

namespace tileproof::laws {

std::string command_of(const StatedClaim& stated) {
  std::string text = "tileproof prove " + stated.claim;
  std::vector<Word> shape;
  for (const StatedLayout& layout : stated.layouts) {
    std::string quoted = layout.text;
    std::ranges::replace(quoted, '\n', ' ');
    text += " '" + quoted + "'";
    if (!layout.shape.empty()) shape = layout.shape;
  }
  if (!shape.empty()) {
    text += " --shape ";
    for (std::size_t d = 0; d < shape.size(); ++d) {
      text += (d > 0 ? "x" : "") + std::to_string(shape[d]);
    }
  }
  for (const auto& [name, value] : stated.fields) {
    if (name == "signed") {
      text += value == "0" ? " --unsigned" : "";
      continue;
    }
    if (value.empty()) continue;
    std::string option = name;
    std::ranges::replace(option, '_', '-');
    const bool is_direction = name == "instruction" && (value == "load" || value == "store");
    std::string argument = value;
    if (name == "codomain") std::ranges::replace(argument, ' ', 'x');
    text += " --" + (is_direction ? "direction" : option) + " " + argument;
  }
  return text;
}

}  // namespace tileproof::laws
