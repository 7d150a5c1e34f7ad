#include "properties/expressions/laws.hpp"

#include <algorithm>
#include <array>

#include "properties/expressions/machine_algebra.hpp"
#include "properties/expressions/plain_evaluator.hpp"

namespace tileproof::laws {
namespace {

using expression::Function;
using Ops = ExpressionOperations;

std::string numbers(std::span<const Word> values) {
  std::string text;
  for (const Word value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "(" + text + ")";
}

template <typename Values>
std::span<const Word> span_of(const Values& values) {
  return {values.data(), values.size()};
}

LawResult differs(const Point& at, std::span<const Word> found, std::span<const Word> wanted) {
  return LawResult::broken("at " + numbers(at) + ": " + numbers(found) + ", not " +
                           numbers(wanted));
}

// The text's function, if it is one.
std::optional<Function> read(const std::string& text, const Ops& ops) {
  auto parsed = ops.parse(text);
  if (!parsed) return std::nullopt;
  auto bound = ops.bind(*std::move(parsed), {});
  if (!bound) return std::nullopt;
  return *std::move(bound);
}

std::vector<IntervalWord> intervals(const Function& f) {
  std::vector<IntervalWord> result;
  for (const Axis& axis : expression::axes(f)) {
    result.push_back(IntervalWord::between(axis.first, Int128{axis.first} + axis.size - 1));
  }
  return result;
}

std::size_t operations_in(const Graph& graph) {
  return static_cast<std::size_t>(
      std::ranges::count_if(graph.steps, [](const GraphStep& step) { return arity(step.op) > 0; }));
}

}  // namespace

LawResult expression_text_gives_back(const std::string& text, const Point& at, const Ops& ops) {
  const auto f = read(text, ops);
  if (!f) return LawResult::not_applicable();
  const std::string printed = ops.print(*f);
  const auto g = read(printed, ops);
  if (!g) return LawResult::broken("'" + printed + "' is refused");
  if (ops.print(*g) != printed) return LawResult::broken("'" + printed + "' is printed otherwise");
  if (g->inputs != f->inputs || g->parameters != f->parameters || g->name != f->name ||
      g->result_names != f->result_names) {
    return LawResult::broken("'" + printed + "' has other names");
  }
  const auto wanted = evaluate(U64{}, *f, at);
  const auto found = evaluate(U64{}, *g, at);
  return found == wanted ? LawResult::kept() : differs(at, span_of(found), span_of(wanted));
}

LawResult expression_means_what_c_says(const std::string& text, const Point& at, const Ops& ops) {
  const auto f = read(text, ops);
  if (!f) return LawResult::not_applicable();
  std::map<std::string, Word> names;
  const auto axes = expression::axes(*f);
  for (std::size_t i = 0; i < axes.size(); ++i) names[axes[i].name] = at[i];
  const PlainValue wanted = plain_value(text, names);
  if (!wanted.is_within) return LawResult::broken("at " + numbers(at) + " a value has no 64 bits");
  const auto found = ops.value(*f, at);
  if (std::ranges::equal(found, wanted.results)) {
    const bool is_below =
        std::ranges::all_of(found, [&](Word v) { return v <= *f->largest_value; });
    return is_below ? LawResult::kept() : LawResult::broken("largest_value is too small");
  }
  return differs(at, span_of(found), wanted.results);
}

LawResult expression_is_its_steps(const std::string& text, const Point& at, const Ops& ops) {
  const auto f = read(text, ops);
  if (!f) return LawResult::not_applicable();
  Steps steps;
  const Recorder a{steps};
  std::vector<Recorded> inputs;
  for (std::uint32_t i = 0; i < at.size(); ++i) inputs.push_back(steps.input(i));
  const auto results = ops.record(a, *f, inputs);
  const Graph graph = std::move(steps).graph({results.data(), results.size()});
  const auto found = results_of(U64{}, graph, std::span<const Word>(at));
  const auto wanted = evaluate(U64{}, *f, at);
  return found == wanted ? LawResult::kept() : differs(at, span_of(found), span_of(wanted));
}

LawResult ranges_hold_each_value(const std::string& text, const Point& at, const Ops& ops) {
  const auto f = read(text, ops);
  if (!f) return LawResult::not_applicable();
  const auto frame = run(U64{}, f->graph, std::span<const Word>(at));
  const Ranges ranges = ops.ranges(f->graph, intervals(*f));
  if (!ranges.faults.empty()) return LawResult::broken("a step of a bound function is at fault");
  for (std::size_t i = 0; i < frame.numbers.size(); ++i) {
    if (ranges.numbers[i].holds(frame.numbers[i])) continue;
    return LawResult::broken("at " + numbers(at) + " number " + std::to_string(i) + " is " +
                             std::to_string(frame.numbers[i]) + ", not in " +
                             to_string(ranges.numbers[i].low()) + " to " +
                             to_string(ranges.numbers[i].high()));
  }
  for (std::size_t i = 0; i < frame.truths.size(); ++i) {
    if (!ranges.truths[i].can_be(frame.truths[i])) {
      return LawResult::broken("at " + numbers(at) + " truth value " + std::to_string(i));
    }
  }
  return LawResult::kept();
}

LawResult simplified_steps_give_the_same(const std::string& text, const Point& at, const Ops& ops) {
  const auto f = read(text, ops);
  if (!f) return LawResult::not_applicable();
  const Graph simple = ops.simplify(f->graph, intervals(*f));
  const auto found = results_of(U64{}, simple, std::span<const Word>(at));
  const auto wanted = evaluate(U64{}, *f, at);
  if (found != wanted) return differs(at, span_of(found), span_of(wanted));
  if (operations_in(simple) <= operations_in(without_dead_steps(f->graph))) {
    return LawResult::kept();
  }
  return LawResult::broken(std::to_string(operations_in(simple)) + " operations for " +
                           std::to_string(operations_in(without_dead_steps(f->graph))));
}

LawResult steps_as_text_give_the_same(const std::string& text, const Point& at, const Ops& ops) {
  const auto f = read(text, ops);
  if (!f) return LawResult::not_applicable();
  const auto axes = expression::axes(*f);
  const auto printed = ops.print_graph(f->graph, axes, expression::out_axes(*f));
  if (!printed) return LawResult::failed("printing the steps", printed.error());
  const auto g = read(*printed, ops);
  if (!g) return LawResult::broken("'" + *printed + "' is refused");
  const auto wanted = evaluate(U64{}, *f, at);
  const auto found = evaluate(U64{}, *g, at);
  return found == wanted ? LawResult::kept() : differs(at, span_of(found), span_of(wanted));
}

LawResult linear_form_gives_the_same(const std::string& text, const Point& at, const Ops& ops) {
  const auto f = read(text, ops);
  if (!f || !f->parameters.empty()) return LawResult::not_applicable();
  const IndexMap map = *IndexMap::make(*f);
  const LinearForm form = ops.linear_form(map);
  if (!form.map) {
    return form.reason.empty() ? LawResult::broken("neither a form nor a reason")
                               : LawResult::not_applicable();
  }
  const auto slots = output_slots(map);
  const auto value = evaluate(U64{}, *f, at);
  Word wanted = 0;
  for (std::size_t k = 0; k < value.size(); ++k) {
    wanted |= (value[k] & low_mask(slots[k].width)) << slots[k].shift;
  }
  Word flat = 0;
  Word unit = 1;
  for (std::size_t i = 0; i < at.size(); ++i) {
    flat += unit * at[i];
    unit *= map.axes()[i].size;
  }
  const Word found = (*form.map)(flat);
  return found == wanted ? LawResult::kept() : differs(at, {&found, 1}, {&wanted, 1});
}

LawResult right_steps_are_a_machines(const std::string& text,
                                     const Point& at,
                                     Machine machine,
                                     const Ops& ops) {
  const auto f = read(text, ops);
  if (!f || !ops.is_right(f->graph, at, machine)) return LawResult::not_applicable();
  const MachineAlgebra a{machine};
  std::vector<Word> inputs;
  for (const Word value : at) inputs.push_back(a.constant(value));
  const auto bits = results_of(a, f->graph, std::span<const Word>(inputs));
  const auto wanted = evaluate(U64{}, *f, at);
  for (std::size_t k = 0; k < bits.size(); ++k) {
    const Word found = a.number(bits[k]);
    if (found != wanted[k]) return differs(at, {&found, 1}, {&wanted[k], 1});
  }
  return LawResult::kept();
}

LawResult wrong_steps_are_not_a_machines(const std::string& text,
                                         const Point& at,
                                         Machine machine,
                                         const Ops& ops) {
  const auto f = read(text, ops);
  if (!f) return LawResult::not_applicable();
  const auto frame = run(U64{}, f->graph, std::span<const Word>(at));
  const Word largest = *std::ranges::max_element(frame.numbers);
  const Word first_beyond = Word{1} << (machine.bits - (machine.is_signed ? 1 : 0));
  const bool fits = largest < first_beyond;
  if (ops.is_right(f->graph, at, machine) == fits) return LawResult::kept();
  return LawResult::broken("at " + numbers(at) + " the largest step is " + std::to_string(largest) +
                           ", at " + std::to_string(machine.bits) + " bits, " +
                           (machine.is_signed ? "signed" : "unsigned"));
}

}  // namespace tileproof::laws
