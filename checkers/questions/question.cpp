#include "checkers/questions/question.hpp"

#include <algorithm>

namespace tileproof {
namespace {

void append(std::vector<Axis>& to, const std::vector<Axis>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

struct VariablesOf {
  std::vector<Axis> operator()(const Below& asked) const { return slowest_first(asked.map); }
  std::vector<Axis> operator()(const Same& asked) const { return slowest_first(asked.one); }
  std::vector<Axis> operator()(const Multiple& asked) const { return slowest_first(asked.map); }
  std::vector<Axis> operator()(const Everywhere& asked) const { return asked.formula.variables(); }
  std::vector<Axis> operator()(const OverIntegers& asked) const {
    return asked.formula.variables();
  }
  std::vector<Axis> operator()(const Covers& /*asked*/) const {
    TP_CHECK(false, "no single point breaks 'covers'");
  }
  std::vector<Axis> operator()(const Determines& asked) const {
    const auto axes = slowest_first(asked.f);
    if (asked.other) {
      auto all = axes;
      auto second = slowest_first(asked.other->f, "other_");
      std::erase_if(second, [](const Axis& axis) { return axis.is_parameter; });
      append(all, second);
      return all;
    }
    std::vector<Axis> all;
    std::vector<Axis> later;
    std::vector<Axis> earlier;
    for (Axis axis : axes) {
      if (axis.is_parameter) {
        all.push_back(axis);
        continue;
      }
      later.push_back(axis);
      axis.name = "other_" + axis.name;
      earlier.push_back(axis);
    }
    append(all, later);
    append(all, earlier);
    return all;
  }
};

// The maps of a question, for what is asked of all.
std::vector<const IndexMap*> maps_of(const Question& question) {
  return std::visit(
      [](const auto& asked) -> std::vector<const IndexMap*> {
        if constexpr (requires { asked.formula; }) {
          return {};
        } else if constexpr (requires { asked.one; }) {
          return {&asked.one, &asked.two};
        } else if constexpr (requires { asked.f; }) {
          std::vector<const IndexMap*> maps = {&asked.f};
          if (asked.g) maps.push_back(&*asked.g);
          if (asked.other) maps.insert(maps.end(), {&asked.other->f, &asked.other->g});
          return maps;
        } else if constexpr (requires { asked.image; }) {
          std::vector<const IndexMap*> maps = {&asked.map};
          if (asked.image) maps.push_back(&*asked.image);
          return maps;
        } else {
          return {&asked.map};
        }
      },
      question.form);
}

// Saturating.
Word times(Word x, Word y) {
  Word product = 0;
  return __builtin_mul_overflow(x, y, &product) ? ~Word{0} : product;
}

Word points_of(const IndexMap& map) { return times(map.points(), map.parameter_points()); }

}  // namespace

const Graph& Formula::graph() const {
  std::call_once(parts_->once, [&] {
    Steps steps;
    const Recorder recorder{steps};
    std::vector<Recorded> at;
    for (std::uint32_t i = 0; i < variables_.size(); ++i) at.push_back(steps.input(i));
    const RecordedTruth truth = parts_->record(recorder, at);
    parts_->graph = std::move(steps).graph({}, {&truth, 1});
  });
  return parts_->graph;
}

std::vector<Axis> slowest_first(const IndexMap& map, const std::string& prefix) {
  std::vector<Axis> list(map.axes().rbegin(), map.axes().rend());
  for (Axis& axis : list) axis.name = prefix + axis.name;
  return list;
}

std::vector<Word> reversed(std::span<const Word> values) {
  return {values.rbegin(), values.rend()};
}

std::vector<Axis> variables(const Question& question) {
  return std::visit(VariablesOf{}, question.form);
}

TwoPoints points_at(const Determines& question, std::span<const Word> at) {
  const auto [one, two] = detail::sides_at<U64>(question, at);
  return {{one.begin(), one.end()}, {two.begin(), two.end()}};
}

Word visits(const Question& question) {
  if (const auto* points = std::get_if<Determines>(&question.form)) {
    // By a table of values.
    const Word own = points_of(points->f);
    return points->other ? std::max(own, own + points->other->f.points()) : own;
  }
  if (const auto* covers = std::get_if<Covers>(&question.form)) return covers->map.points();
  Word product = 1;
  for (const Axis& axis : variables(question)) product = times(product, axis.size);
  return product;
}

std::size_t steps_of(const Question& question) {
  if (const auto* asked = std::get_if<Everywhere>(&question.form)) {
    return asked->formula.graph().steps.size();
  }
  std::size_t steps = 0;
  for (const IndexMap* map : maps_of(question)) steps += map->graph().steps.size();
  return steps;
}

bool is_small(const Question& question) {
  constexpr std::size_t kSmall = 300;
  if (std::holds_alternative<Everywhere>(question.form)) return steps_of(question) <= 4 * kSmall;
  return std::ranges::all_of(
      maps_of(question), [](const IndexMap* map) { return map->graph().steps.size() <= kSmall; });
}

namespace {

// Each number of a graph that is the same at all points: of inputs that have one value, these are
// constants to a solver.
std::vector<std::optional<Word>> fixed_numbers(const Graph& graph, std::span<const Axis> inputs) {
  std::vector<std::optional<Word>> numbers;
  numbers.reserve(graph.numbers);
  for (const GraphStep& step : graph.steps) {
    if (gives_truth(step.op)) continue;
    std::optional<Word> number;
    if (step.op == StepOp::kConstant) number = step.constant;
    if (step.op == StepOp::kInput && step.constant < inputs.size()) {
      const Axis& input = inputs[step.constant];
      if (input.size == 1) number = input.first;
    }
    if (arity(step.op) == 2) {
      const auto x = numbers[step.operands[0]];
      const auto y = numbers[step.operands[1]];
      const bool is_division = step.op == StepOp::kDiv || step.op == StepOp::kRem;
      if (x && y && (!is_division || *y != 0)) {
        Frame<U64> frame{{*x, *y}, {false, false}};
        run_step(U64{}, GraphStep{step.op, {0, 1, 0}}, {}, frame);
        number = frame.numbers.back();
      }
    }
    numbers.push_back(number);
  }
  return numbers;
}

bool is_hard_product(const GraphStep& step, std::span<const std::optional<Word>> fixed) {
  constexpr int kManyBits = 6;
  if (step.op == StepOp::kDiv || step.op == StepOp::kRem) return !fixed[step.operands[1]];
  if (step.op != StepOp::kMul) return false;
  const auto& first = fixed[step.operands[0]];
  const auto& factor = first ? first : fixed[step.operands[1]];
  return !factor || std::popcount(*factor) >= kManyBits;
}

bool has_hard_products(const Graph& graph, std::span<const Axis> inputs) {
  const auto fixed = fixed_numbers(graph, inputs);
  return std::ranges::any_of(graph.steps,
                             [&](const GraphStep& step) { return is_hard_product(step, fixed); });
}

}  // namespace

bool has_hard_products(const Question& question) {
  if (const auto* asked = std::get_if<Everywhere>(&question.form)) {
    return has_hard_products(asked->formula.graph(), asked->formula.variables());
  }
  return std::ranges::any_of(
      maps_of(question), [](const IndexMap* map) { return has_hard_products(map->graph(), {}); });
}

bool has_parameters(const Question& question) {
  if (const auto* asked = std::get_if<Everywhere>(&question.form)) {
    return std::ranges::any_of(asked->formula.variables(), &Axis::is_parameter);
  }
  return std::ranges::any_of(maps_of(question),
                             [](const IndexMap* map) { return map->has_parameters(); });
}

}  // namespace tileproof
