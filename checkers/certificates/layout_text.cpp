#include "checkers/certificates/layout_text.hpp"

namespace tileproof::certificates {

std::string expression_text(const std::string& inputs,
                            const std::string& lets,
                            const std::vector<std::string>& results) {
  const auto name = [](std::size_t i) { return "x" + std::to_string(i); };
  const auto result = [&](std::size_t i) { return results[i]; };
  const bool is_one = results.size() == 1;
  const std::string names = list_of(results.size(), name);
  const std::string values = list_of(results.size(), result);
  return (is_one ? names : "(" + names + ")") + "(" + inputs + ") = " + lets +
         (is_one ? values : "(" + values + ")");
}

std::string times(const std::string& name, Word factor) {
  return factor == 1 ? name : name + " * " + std::to_string(factor);
}

}  // namespace tileproof::certificates
