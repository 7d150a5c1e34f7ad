// What the kinds of claims share.
#include <algorithm>

#include "checkers/claims/kinds.hpp"

namespace tileproof {

Questions questions_of(const Claim& claim) {
  return std::visit([](const auto& which) { return kinds::questions_of(which); }, claim);
}

}  // namespace tileproof

namespace tileproof::kinds {

std::optional<Question> stated_sizes(const IndexMap& map) {
  if (std::ranges::none_of(map.out_axes(), &OutAxis::is_stated)) return std::nullopt;
  Sizes bounds;
  for (const OutAxis& out : map.out_axes()) {
    bounds.push_back(out.is_stated ? out.size : std::nullopt);
  }
  return Question{"within", Below{map, std::move(bounds)}};
}

std::optional<Question> within_inputs(const IndexMap& map, const IndexMap& inputs) {
  Sizes bounds;
  bool any = false;
  for (std::size_t k = 0; k < map.out_axes().size(); ++k) {
    const OutAxis& out = map.out_axes()[k];
    bounds.push_back(out.size ? std::nullopt : std::optional(inputs.axes()[k].size));
    any = any || !out.size;
  }
  if (!any) return std::nullopt;
  return Question{"within", Below{map, std::move(bounds)}};
}

std::optional<Question> same_signs(const IndexMap& one, const IndexMap& two) {
  const bool is_first = one.out_axes()[0].is_signed;
  if (is_first == two.out_axes()[0].is_signed) return std::nullopt;
  const IndexMap& unsigned_one = is_first ? two : one;
  Sizes bounds(unsigned_one.out_axes().size());
  bounds[0] = Word{1} << 63;
  return Question{"signs", Below{unsigned_one, std::move(bounds)}};
}

bool differ(const IndexMap& one, At value, const IndexMap& two, At other) {
  const bool are_alike = one.out_axes()[0].is_signed == two.out_axes()[0].is_signed;
  return !std::ranges::equal(value, other) || (!are_alike && value[0] >> 63 != 0);
}

std::string point_text(const IndexMap& map, At point) {
  std::string text = "(";
  for (std::size_t i = 0; i < point.size(); ++i) {
    const Axis& axis = map.axes()[i];
    const bool is_second = std::ranges::count(map.axes(), axis.name, &Axis::name) > 1;
    if (i > 0) text += ", ";
    if (axis.is_parameter && is_second) text += "parameter ";
    text += axis.name + " " + std::to_string(point[i]);
  }
  return text + ")";
}

// Offsets below 0 are written as such.
std::string value_text(const IndexMap& map, At value) {
  const auto number = [&](std::size_t i) {
    const OutAxis& axis = map.out_axes()[i];
    const bool is_negative = axis.is_signed && value[i] >> 63 != 0;
    return axis.name + " " +
           (is_negative ? "-" + std::to_string(-value[i]) : std::to_string(value[i]));
  };
  if (value.size() == 1) return number(0);
  std::string text = "(";
  for (std::size_t i = 0; i < value.size(); ++i) text += (i > 0 ? ", " : "") + number(i);
  return text + ")";
}

void add_point(Counterexample& to, const IndexMap& map, At point, const std::string& prefix) {
  for (const bool are_parameters : {true, false}) {
    for (std::size_t i = 0; i < point.size(); ++i) {
      const Axis& axis = map.axes()[i];
      if (axis.is_parameter == are_parameters) to.add(prefix + axis.name, point[i]);
    }
  }
}

void add_value(Counterexample& to, const IndexMap& map, At value, const std::string& prefix) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    const OutAxis& out = map.out_axes()[i];
    const bool is_negative = out.is_signed && value[i] >> 63 != 0;
    to.add(prefix + out.name,
           is_negative ? Counterexample::Value(static_cast<std::int64_t>(value[i]))
                       : Counterexample::Value(value[i]));
  }
}

bool is_beyond(const Question& question, At at) {
  const auto& asked = std::get<Below>(question.form);
  const auto value = value_at(asked.map, reversed(at));
  for (std::size_t k = 0; k < value.size(); ++k) {
    if (asked.bounds[k] && value[k] >= *asked.bounds[k]) return true;
  }
  return false;
}

Counterexample describe_beyond(const Question& question, At at) {
  const auto& [map, bounds] = std::get<Below>(question.form);
  const auto point = reversed(at);
  const auto value = value_at(map, point);
  Counterexample example;
  std::size_t k = 0;
  while (k + 1 < value.size() && (!bounds[k] || value[k] < *bounds[k])) ++k;
  example.text = point_text(map, point) + " has " + value_text(map, value);
  if (map.out_axes()[k].is_signed && value[k] >> 63 != 0) {
    example.text += ", below 0";
  } else {
    example.text += ", not below " + std::to_string(bounds[k].value_or(0)) +
                    (value.size() > 1 ? " in '" + map.out_axes()[k].name + "'" : "");
  }
  add_point(example, map, point);
  add_value(example, map, value);
  return example;
}

}  // namespace tileproof::kinds
