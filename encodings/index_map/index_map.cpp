#include "encodings/index_map/index_map.hpp"

#include <algorithm>
#include <mutex>

#include "core/ranges.hpp"

namespace tileproof {
namespace {

constexpr Word kMaxPoints = Word{1} << kMaxIndexBits;

Error too_many(const std::string& what) { return {ErrorCode::kOverflow, what + " exceed 2^62"}; }

class GivenSteps final : public Definition {
 public:
  explicit GivenSteps(Graph graph) : graph_(std::move(graph)) {}
  [[nodiscard]] Words<U64> value(std::span<const Word> at) const override {
    return results_of(U64{}, graph_, at);
  }
  [[nodiscard]] Words<Recorder> record(const Recorder& recorder,
                                       std::span<const Recorded> at) const override {
    return results_of(recorder, graph_, at);
  }
  [[nodiscard]] const void* written(const void* /*type*/) const override { return nullptr; }

 private:
  Graph graph_;
};

// One map after the other; the parameters of the second come after the inputs of the first, but for
// those that both have.
class OneAfterOther final : public Definition {
 public:
  OneAfterOther(IndexMap from, IndexMap to, std::vector<std::size_t> parameters)
      : from_(std::move(from)), to_(std::move(to)), parameters_(std::move(parameters)) {}
  [[nodiscard]] Words<U64> value(std::span<const Word> at) const override { return run(U64{}, at); }
  [[nodiscard]] Words<Recorder> record(const Recorder& recorder,
                                       std::span<const Recorded> at) const override {
    return run(recorder, at);
  }
  [[nodiscard]] const void* written(const void* /*type*/) const override { return nullptr; }

 private:
  template <Algebra A>
  Words<A> run(const A& a, std::span<const typename A::Word> at) const {
    const Words<A> values = evaluate(a, from_, at.first(from_.axes().size()));
    Words<A> inputs;
    std::size_t value = 0;
    std::size_t parameter = 0;
    for (const Axis& axis : to_.axes()) {
      inputs.push_back(axis.is_parameter ? at[parameters_[parameter++]] : values[value++]);
    }
    return evaluate(a, to_, std::span<const typename A::Word>(inputs.data(), inputs.size()));
  }

  IndexMap from_;
  IndexMap to_;
  std::vector<std::size_t> parameters_;  // of the second, among all axes
};

bool can_divide_by_0(const Graph& graph, const std::vector<Axis>& axes) {
  std::vector<IntervalWord> at;
  for (const Axis& axis : axes) {
    at.push_back(IntervalWord::between(axis.first, Int128{axis.first} + axis.size - 1));
  }
  return std::ranges::count(
             ranges(graph, at).faults, RangeFault::Rule::kDivisorIs0, &RangeFault::rule) != 0;
}

Graph recorded(const Definition& definition, std::size_t inputs) {
  Steps steps;
  const Recorder recorder{steps};
  Words<Recorder> at;
  for (std::uint32_t i = 0; i < inputs; ++i) at.push_back(steps.input(i));
  const auto results = definition.record(recorder, {at.data(), at.size()});
  return std::move(steps).graph({results.data(), results.size()});
}

}  // namespace

struct IndexMap::Recording {
  std::once_flag once;
  std::size_t inputs = 0;
  Graph graph;
};

Result<IndexMap> IndexMap::make(std::shared_ptr<const Definition> definition,
                                std::vector<Axis> axes,
                                std::vector<OutAxis> outs) {
  if (outs.empty()) {
    return Error{ErrorCode::kUnsupported, "nothing can be claimed of a layout without outputs"};
  }
  Parts parts{
      std::move(definition), std::make_shared<Recording>(), std::move(axes), std::move(outs)};
  for (const Axis& axis : parts.axes) {
    TP_CHECK(axis.is_parameter || axis.first == 0, "only parameters start above 0");
    Word& count = axis.is_parameter ? parts.parameter_points : parts.points;
    parts.has_parameters = parts.has_parameters || axis.is_parameter;
    if (__builtin_mul_overflow(count, axis.size, &count) || count > kMaxPoints) {
      return too_many(axis.is_parameter ? "the values of all parameters"
                                        : "the points of a layout");
    }
    Word end = 0;
    if (__builtin_add_overflow(axis.first, axis.size, &end)) {
      return too_many("the values of '" + axis.name + "'");
    }
  }
  parts.recording->inputs = parts.axes.size();
  return IndexMap(std::move(parts));
}

Result<IndexMap> IndexMap::make(Graph graph, std::vector<Axis> axes, std::vector<OutAxis> outs) {
  if (graph.inputs > axes.size() || graph.results.size() != outs.size()) {
    return Error{ErrorCode::kInvalid, "the steps have other inputs or outputs than are named"};
  }
  const bool divides_by_0 = can_divide_by_0(graph, axes);
  for (OutAxis& out : outs) out.is_stated = out.size.has_value();
  auto map =
      make(std::make_shared<const GivenSteps>(std::move(graph)), std::move(axes), std::move(outs));
  if (map && divides_by_0) {
    return Error{ErrorCode::kInvalid, "a divisor can be 0, by the ranges of its operands"};
  }
  return map;
}

const Graph& IndexMap::graph() const {
  Recording& recording = *parts_->recording;
  std::call_once(recording.once,
                 [&] { recording.graph = recorded(*parts_->definition, recording.inputs); });
  return recording.graph;
}

const void* IndexMap::written(const void* type) const {
  return is_whole() ? parts_->definition->written(type) : nullptr;
}

bool IndexMap::gives_offset() const {
  return !parts_->outs.front().size && !gives_unsized_coordinates();
}

bool IndexMap::gives_unsized_coordinates() const {
  return std::any_of(
      parts_->outs.begin() + 1, parts_->outs.end(), [](const OutAxis& axis) { return !axis.size; });
}

IndexMap::Wiring IndexMap::wiring() const {
  if (!is_whole()) return *parts_->wiring;
  Wiring plain;
  for (std::size_t i = 0; i < parts_->axes.size(); ++i) plain.inputs.push_back({0, {{i}}});
  for (std::size_t k = 0; k < parts_->outs.size(); ++k) plain.outputs.push_back(k);
  return plain;
}

IndexMap IndexMap::rewired(Wiring wiring, std::vector<Axis> axes) const {
  Parts parts{parts_->definition, parts_->recording, std::move(axes), parts_->outs};
  parts.wiring = std::make_shared<const Wiring>(std::move(wiring));
  for (const Axis& axis : parts.axes) {
    (axis.is_parameter ? parts.parameter_points : parts.points) *= axis.size;
    parts.has_parameters = parts.has_parameters || axis.is_parameter;
  }
  return IndexMap(std::move(parts));
}

IndexMap IndexMap::cut(std::size_t axis, std::vector<Word> radices) const {
  TP_CHECK(!parts_->axes[axis].is_parameter, "a parameter cannot be cut");
  std::vector<Axis> axes(parts_->axes.begin(),
                         parts_->axes.begin() + static_cast<std::ptrdiff_t>(axis));
  Word product = 1;
  std::vector<Word> weights;
  for (std::size_t i = 0; i < radices.size(); ++i) {
    weights.push_back(product);
    product *= radices[i];
    axes.push_back({parts_->axes[axis].name + "." + std::to_string(i), radices[i]});
  }
  TP_CHECK(product == parts_->axes[axis].size && parts_->axes[axis].first == 0,
           "radices that do not fit");
  axes.insert(
      axes.end(), parts_->axes.begin() + static_cast<std::ptrdiff_t>(axis) + 1, parts_->axes.end());
  Wiring wiring = this->wiring();
  for (Feed& feed : wiring.inputs) {
    std::vector<Wire> wires;
    for (Wire wire : feed.wires) {
      if (wire.axis != axis) {
        wire.axis += wire.axis > axis ? radices.size() - 1 : 0;
        wires.push_back(wire);
        continue;
      }
      TP_CHECK(wire.divisor == 1 && wire.modulus == 0, "a digit cannot be cut");
      for (std::size_t i = 0; i < radices.size(); ++i) {
        wires.push_back({axis + i, wire.weight * weights[i]});
      }
    }
    feed.wires = std::move(wires);
  }
  return rewired(std::move(wiring), std::move(axes));
}

IndexMap IndexMap::at_multiples(std::size_t axis, Word stride) const {
  TP_CHECK(stride != 0 && parts_->axes[axis].size % stride == 0, "a stride that does not divide");
  Wiring wiring = this->wiring();
  for (Feed& feed : wiring.inputs) {
    for (Wire& wire : feed.wires) {
      if (wire.axis != axis) continue;
      (wire.divisor == 1 && wire.modulus == 0 ? wire.weight : wire.scale) *= stride;
    }
  }
  std::vector<Axis> axes = parts_->axes;
  axes[axis].size /= stride;
  return rewired(std::move(wiring), std::move(axes));
}

IndexMap IndexMap::first_of(std::size_t axis, Word size) const {
  TP_CHECK(size <= parts_->axes[axis].size, "an axis has no more values than it has");
  std::vector<Axis> axes = parts_->axes;
  axes[axis].size = size;
  return rewired(wiring(), std::move(axes));
}

IndexMap IndexMap::joined(std::size_t first, std::size_t count, std::string name) const {
  if (count == 1) {
    Parts parts = *parts_;
    parts.axes[first].name = std::move(name);
    return IndexMap(std::move(parts));
  }
  Wiring wiring = this->wiring();
  std::vector<Word> divisors = {1};
  for (std::size_t i = 0; i < count; ++i)
    divisors.push_back(divisors[i] * parts_->axes[first + i].size);
  for (Feed& feed : wiring.inputs) {
    for (Wire& wire : feed.wires) {
      if (wire.axis < first) continue;
      const std::size_t digit = wire.axis - first;
      if (digit >= count) {
        wire.axis -= count - 1;
        continue;
      }
      TP_CHECK(wire.divisor == 1 && wire.modulus == 0, "a digit is joined already");
      wire = {first,
              wire.weight,
              divisors[digit],
              digit + 1 < count ? parts_->axes[first + digit].size : 0};
    }
  }
  std::vector<Axis> axes(parts_->axes.begin(),
                         parts_->axes.begin() + static_cast<std::ptrdiff_t>(first));
  axes.push_back({std::move(name), divisors[count]});
  axes.insert(axes.end(),
              parts_->axes.begin() + static_cast<std::ptrdiff_t>(first + count),
              parts_->axes.end());
  return rewired(std::move(wiring), std::move(axes));
}

IndexMap IndexMap::fixed(std::size_t axis, Word value) const {
  Wiring wiring = this->wiring();
  for (Feed& feed : wiring.inputs) {
    std::vector<Wire> wires;
    for (Wire wire : feed.wires) {
      if (wire.axis == axis) {
        const Word part = value * wire.scale / wire.divisor;
        feed.first += wire.weight * (wire.modulus != 0 ? part % wire.modulus : part);
        continue;
      }
      wire.axis -= wire.axis > axis ? 1 : 0;
      wires.push_back(wire);
    }
    feed.wires = std::move(wires);
  }
  std::vector<Axis> axes = parts_->axes;
  axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(axis));
  return rewired(std::move(wiring), std::move(axes));
}

IndexMap IndexMap::with_parameter(std::size_t axis, Word value) const {
  const Axis& parameter = parts_->axes[axis];
  TP_CHECK(parameter.is_parameter && value - parameter.first < parameter.size,
           "no parameter has this value");
  return fixed(axis, value);
}

IndexMap IndexMap::with_names(std::vector<std::string> inputs,
                              std::vector<std::string> outputs) const {
  Parts parts = *parts_;
  for (std::size_t i = 0; i < inputs.size(); ++i) parts.axes[i].name = std::move(inputs[i]);
  for (std::size_t k = 0; k < outputs.size(); ++k) parts.outs[k].name = std::move(outputs[k]);
  return IndexMap(std::move(parts));
}

IndexMap IndexMap::over(std::vector<Axis> axes) const {
  if (axes == parts_->axes) return *this;
  std::vector<std::size_t> places;
  for (const Axis& axis : parts_->axes) {
    const auto found = std::ranges::find(axes, axis);
    TP_CHECK(found != axes.end(), "an axis is missing: " + axis.name);
    places.push_back(static_cast<std::size_t>(found - axes.begin()));
  }
  Wiring wiring = this->wiring();
  for (Feed& feed : wiring.inputs) {
    for (Wire& wire : feed.wires) wire.axis = places[wire.axis];
  }
  return rewired(std::move(wiring), std::move(axes));
}

IndexMap IndexMap::with_outputs(const std::vector<std::size_t>& places) const {
  Wiring wiring = this->wiring();
  Parts parts = *parts_;
  parts.outs.clear();
  std::vector<std::size_t> outputs;
  for (const std::size_t place : places) {
    outputs.push_back(wiring.outputs[place]);
    parts.outs.push_back(parts_->outs[place]);
  }
  if (outputs == wiring.outputs) return *this;
  wiring.outputs = std::move(outputs);
  parts.wiring = std::make_shared<const Wiring>(std::move(wiring));
  return IndexMap(std::move(parts));
}

std::vector<Word> value_at(const IndexMap& map, std::span<const Word> at) {
  const auto values = evaluate(U64{}, map, at);
  return {values.begin(), values.end()};
}

IndexMap composed(const IndexMap& from, const IndexMap& to) {
  std::vector<Axis> axes(from.axes().begin(), from.axes().end());
  std::vector<std::size_t> parameters;
  std::size_t inputs = 0;
  for (const Axis& axis : to.axes()) {
    if (!axis.is_parameter) {
      ++inputs;
      continue;
    }
    const auto found = std::ranges::find(axes, axis);
    parameters.push_back(static_cast<std::size_t>(found - axes.begin()));
    if (found == axes.end()) axes.push_back(axis);
  }
  TP_CHECK(inputs == from.out_axes().size(), "a map does not give another's inputs");
  auto map = IndexMap::make(std::make_shared<const OneAfterOther>(from, to, std::move(parameters)),
                            std::move(axes),
                            {to.out_axes().begin(), to.out_axes().end()});
  TP_CHECK(map.has_value(), map ? "" : map.error().message);
  return *std::move(map);
}

}  // namespace tileproof
