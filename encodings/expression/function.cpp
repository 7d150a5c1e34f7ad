#include "encodings/expression/function.hpp"

namespace tileproof::expression {

std::vector<Axis> axes(const Function& function) {
  TP_CHECK(function.is_bound(), "the axes of a function without sizes");
  std::vector<Axis> axes;
  for (const Input& input : function.inputs) axes.push_back({input.name, *input.size, 0, false});
  for (const Parameter& parameter : function.parameters) {
    axes.push_back({parameter.name, parameter.last - parameter.first + 1, parameter.first, true});
  }
  return axes;
}

std::vector<OutAxis> out_axes(const Function& function) {
  const auto size = [&](std::size_t i) {
    return function.result_sizes.empty() ? std::nullopt : function.result_sizes[i];
  };
  if (function.graph.results.size() == 1) return {{function.name, size(0), size(0).has_value()}};
  std::vector<OutAxis> axes;
  for (std::size_t i = 0; i < function.graph.results.size(); ++i) {
    axes.push_back(
        {function.name.empty() ? function.result_names[i] : function.name + std::to_string(i),
         size(i),
         size(i).has_value()});
  }
  return axes;
}

}  // namespace tileproof::expression
