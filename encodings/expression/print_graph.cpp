#include "encodings/expression/print_graph.hpp"

#include <algorithm>
#include <set>

#include "core/recorder.hpp"
#include "core/simplify.hpp"
#include "encodings/expression/print.hpp"

namespace tileproof::expression {
namespace {

// A name that is not among `taken`, as alike as can be.
std::string name_like(const std::string& wanted, std::set<std::string>& taken) {
  std::string name;
  for (const char c : wanted) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9' && !name.empty();
    name.push_back(is_letter || is_digit ? c : '_');
  }
  if (name.empty() || name == "let" || name == "param") name.push_back('_');
  while (!taken.insert(name).second) name.push_back('_');
  return name;
}

}  // namespace

Result<std::string> print_graph(const Graph& graph,
                                std::span<const Axis> axes,
                                std::span<const OutAxis> outs) {
  Function f;
  std::set<std::string> taken;
  Steps steps;
  std::vector<Recorded> at(axes.size());
  for (const bool is_parameter : {false, true}) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const Axis& axis = axes[i];
      if (axis.is_parameter != is_parameter) continue;
      at[i] = steps.input(static_cast<std::uint32_t>(f.inputs.size() + f.parameters.size()));
      const std::string name = name_like(axis.name, taken);
      if (is_parameter) f.parameters.push_back({name, axis.first, axis.first + axis.size - 1});
      if (!is_parameter) f.inputs.push_back({name, axis.size});
    }
  }
  taken.clear();  // results may be called as inputs are
  for (const OutAxis& out : outs) {
    f.result_names.push_back(name_like(out.name, taken));
    f.result_sizes.push_back(out.size);
  }
  if (std::ranges::none_of(f.result_sizes, &std::optional<Word>::has_value)) f.result_sizes.clear();
  if (outs.size() == 1) {
    f.name = f.result_names[0];
    f.result_names.clear();
  }
  // What no result needs may leave 64 bits.
  const auto results = results_of(Recorder{steps}, without_dead_steps(graph), at);
  f.graph = std::move(steps).graph({results.data(), results.size()});
  const auto bound = bind(std::move(f));
  if (!bound)
    return Error{ErrorCode::kUnsupported, "no index expression: " + bound.error().message};
  std::string text = print(*bound);
  if (text.size() > kMaxTextLength) {
    return Error{ErrorCode::kUnsupported,
                 "no index expression: its text has " + std::to_string(text.size()) + " bytes"};
  }
  return text;
}

}  // namespace tileproof::expression
