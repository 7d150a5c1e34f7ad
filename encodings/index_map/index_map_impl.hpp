// The bodies of IndexMap's templates.
#pragma once

#include <type_traits>

namespace tileproof {

namespace detail {

// Each type has a place of its own.
template <typename Layout>
inline constexpr char kPlaceOf = 0;

// Outside of the class, whose members have the same names.
template <typename Layout>
std::vector<Axis> inputs_of(const Layout& layout) {
  return axes(layout);
}
template <typename Layout>
std::vector<OutAxis> outputs_of(const Layout& layout) {
  return out_axes(layout);
}

template <typename Layout>
class WrittenDefinition final : public Definition,
                                public OriginText,
                                public std::enable_shared_from_this<WrittenDefinition<Layout>> {
 public:
  explicit WrittenDefinition(Layout layout) : layout_(std::move(layout)) {}
  [[nodiscard]] Words<U64> value(std::span<const Word> at) const override {
    return evaluate(U64{}, layout_, at);
  }
  [[nodiscard]] Words<Recorder> record(const Recorder& recorder,
                                       std::span<const Recorded> at) const override {
    if constexpr (requires { origin_of(layout_); }) {
      recorder.come_from(std::shared_ptr<const OriginText>(this->shared_from_this()));
    }
    auto results = evaluate(recorder, layout_, at);
    recorder.come_from({});
    return results;
  }
  [[nodiscard]] std::string text() const override {
    if constexpr (requires { origin_of(layout_); }) return std::string(origin_of(layout_));
    return "";
  }
  [[nodiscard]] const void* written(const void* type) const override {
    return type == &kPlaceOf<Layout> ? &layout_ : nullptr;
  }

 private:
  Layout layout_;
};

}  // namespace detail

template <typename Layout>
Result<IndexMap> IndexMap::make(Layout layout) {
  auto inputs = detail::inputs_of(layout);
  auto outs = detail::outputs_of(layout);
  return make(std::make_shared<const detail::WrittenDefinition<Layout>>(std::move(layout)),
              std::move(inputs),
              std::move(outs));
}

template <typename Layout>
const Layout* IndexMap::as() const {
  return static_cast<const Layout*>(written(&detail::kPlaceOf<Layout>));
}

template <Algebra A>
Words<A> definition_inputs(const A& a, const IndexMap& map, std::span<const typename A::Word> at) {
  if (map.is_whole()) return Words<A>(at.begin(), at.end());
  Words<A> inputs;
  for (const IndexMap::Feed& feed : map.parts_->wiring->inputs) {
    typename A::Word sum(feed.first);
    bool is_first = feed.first == 0;
    for (const IndexMap::Wire& wire : feed.wires) {
      typename A::Word part = at[wire.axis];
      if (wire.scale != 1) part = a.mul(part, wire.scale);
      if (wire.divisor != 1) part = a.udiv(part, wire.divisor);
      if (wire.modulus != 0) part = a.urem(part, wire.modulus);
      if (wire.weight != 1) part = a.mul(part, wire.weight);
      sum = is_first ? part : a.add(sum, part);
      is_first = false;
    }
    inputs.push_back(std::move(sum));
  }
  return inputs;
}

template <Algebra A>
Words<A> evaluate(const A& a, const IndexMap& map, std::span<const typename A::Word> at) {
  const auto by_definition = [&](std::span<const typename A::Word> inputs) -> Words<A> {
    if constexpr (std::is_same_v<A, U64>) {
      return map.parts_->definition->value(inputs);
    } else if constexpr (std::is_same_v<A, Recorder>) {
      return map.parts_->definition->record(a, inputs);
    } else {
      return results_of(a, map.graph(), inputs);
    }
  };
  if (map.is_whole()) return by_definition(at);
  const Words<A> inputs = definition_inputs(a, map, at);
  Words<A> all = by_definition({inputs.data(), inputs.size()});
  Words<A> outputs;
  for (const std::size_t place : map.parts_->wiring->outputs) outputs.push_back(all[place]);
  return outputs;
}

}  // namespace tileproof
