// The body of Family's template.
#pragma once

namespace tileproof {

namespace detail {

template <typename Layout>
std::optional<std::string> rule_broken_by(const Layout& layout) {
  if constexpr (requires { broken_rule(layout); }) return broken_rule(layout);
  return std::nullopt;
}

template <typename Layout>
std::optional<Word> allocation_of(const Layout& layout) {
  if constexpr (requires { allocation(layout); }) return Word{allocation(layout)};
  return std::nullopt;
}

}  // namespace detail

template <typename Layout>
Result<Family> Family::make(std::string_view notation,
                            std::vector<Field<Layout>> fields,
                            Promises promises) {
  Parts parts;
  parts.notation = notation;
  parts.promises = promises;
  std::vector<Word Layout::*> members;
  for (Field<Layout>& field : fields) {
    parts.parameters.push_back({std::move(field.name), field.range});
    members.push_back(field.member);
  }
  const auto layout_of = [members](Values values) {
    Layout layout{};
    for (std::size_t i = 0; i < members.size(); ++i) layout.*members[i] = values[i];
    return layout;
  };
  parts.broken_rule = [layout_of](Values values) {
    return detail::rule_broken_by(layout_of(values));
  };
  parts.axes = [layout_of](Values values) { return detail::inputs_of(layout_of(values)); };
  // Sizes of outputs are what somebody wrote: claims show that values keep to them.
  parts.map = [layout_of](Values values) {
    Layout layout = layout_of(values);
    auto inputs = detail::inputs_of(layout);
    auto outs = detail::outputs_of(layout);
    for (OutAxis& out : outs) out.is_stated = out.size.has_value();
    return IndexMap::make(
        std::make_shared<const detail::WrittenDefinition<Layout>>(std::move(layout)),
        std::move(inputs),
        std::move(outs));
  };
  parts.allocation = [layout_of](Values values) {
    return detail::allocation_of(layout_of(values));
  };
  return made(std::move(parts));
}

}  // namespace tileproof
