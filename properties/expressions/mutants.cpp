// Mistakes in reading, printing, computing and judging index expressions.
#include <algorithm>

#include "properties/expressions/laws.hpp"

namespace tileproof::laws {
namespace {

using expression::Function;
using Ops = ExpressionOperations;
using Intervals = Ops::Intervals;

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

// ---- Texts

std::string without_parentheses(const Function& f) {
  std::string text = print(f);
  const auto body = text.find('=');
  if (body == std::string::npos || text.find(',', body) != std::string::npos) return text;
  std::string rest = replaced(text.substr(body), "(", " ");
  return text.substr(0, body) + replaced(rest, ")", " ");
}
std::string without_parameters(const Function& f) {
  Function copy = f;
  for (auto& parameter : copy.parameters) parameter.last += 1;
  return print(copy);
}
std::string quotients_for_remainders(const Function& f) { return replaced(print(f), "%", "/"); }
Result<Function> parse_and_for_both(std::string_view text) {
  return expression::parse(replaced(std::string(text), "&&", "&"));
}
Result<Function> parse_quotients(std::string_view text) {
  return expression::parse(replaced(std::string(text), " % ", " / "));
}

// ---- Values

template <typename Change>
Words<U64> value_over(const Function& f, std::span<const Word> at) {
  return evaluate(Change{}, f, at);
}
struct OrForXor : U64 {
  [[nodiscard]] Word bit_xor(Word x, Word y) const { return x | y; }
};
struct ShiftByOneMore : U64 {
  [[nodiscard]] Word lshr(Word x, Word y) const { return U64{}.lshr(x, y) >> 1; }
};
struct RoundedUp : U64 {
  [[nodiscard]] Word udiv(Word x, Word y) const { return x / y + (x % y != 0 ? 1 : 0); }
};
struct AtMostForLess : U64 {
  [[nodiscard]] Bool ult(Word x, Word y) const { return x <= y; }
};
struct OtherBranch : U64 {
  [[nodiscard]] Word ite(Bool p, Word x, Word y) const { return p ? y : x; }
};
struct Products12 : U64 {
  [[nodiscard]] Word mul(Word x, Word y) const { return x * y & 0xfff; }
};

// ---- Steps

struct RecordsSumsForXors : Recorder {
  [[nodiscard]] Word bit_xor(const Word& x, const Word& y) const { return Recorder::add(x, y); }
};
struct RecordsSwappedDivisions : Recorder {
  [[nodiscard]] Word urem(const Word& x, const Word& y) const {
    return number(StepOp::kAnd, x, Recorder::sub(y, 1));
  }
};
template <typename Change>
Words<Recorder> record_over(const Recorder& a, const Function& f, std::span<const Recorded> at) {
  return evaluate(Change{a}, f, at);
}

std::vector<IntervalWord> narrowed(Intervals at) {
  std::vector<IntervalWord> result(at.begin(), at.end());
  for (IntervalWord& range : result) {
    if (!range.is_constant()) range = IntervalWord::between(range.low(), range.high() - 1);
  }
  return result;
}
Ranges ranges_without_the_last(const Graph& graph, Intervals at) {
  return ranges(graph, narrowed(at));
}
Ranges ranges_of_known_truths(const Graph& graph, Intervals at) {
  Ranges found = ranges(graph, at);
  for (IntervalBool& truth : found.truths) {
    if (!truth.is_known()) truth = IntervalBool(true);
  }
  return found;
}
Ranges ranges_up_to_the_operands(const Graph& graph, Intervals at) {
  Ranges found = ranges(graph, at);
  std::size_t number = 0;
  for (const GraphStep& step : graph.steps) {
    if (gives_truth(step.op)) continue;
    const auto place = number++;
    if (step.op != StepOp::kXor && step.op != StepOp::kOr) continue;
    const Int128 high =
        std::max(found.numbers[step.operands[0]].high(), found.numbers[step.operands[1]].high());
    found.numbers[place] = IntervalWord::between(0, high);
  }
  return found;
}
Graph simplify_without_the_last(const Graph& graph, Intervals at) {
  return simplify(graph, narrowed(at));
}
Graph with_op(Graph graph, StepOp from, StepOp to) {
  for (GraphStep& step : graph.steps) {
    if (step.op == from) step.op = to;
  }
  return graph;
}
Graph simplify_sums_to_ors(const Graph& graph, Intervals) {
  return with_op(graph, StepOp::kAdd, StepOp::kOr);
}
Graph simplify_remainders_to_masks(const Graph& graph, Intervals) {
  return with_op(graph, StepOp::kRem, StepOp::kAnd);
}
// Computes every result twice.
Graph simplify_to_more(const Graph& graph, Intervals) {
  Graph longer = without_dead_steps(graph);
  for (std::uint32_t& result : longer.results) {
    longer.steps.push_back({StepOp::kOr, {result, result, 0}, 0, 0});
    result = longer.numbers++;
  }
  return longer;
}
Result<std::string> print_graph_with_sums(const Graph& graph,
                                          std::span<const Axis> axes,
                                          std::span<const OutAxis> outs) {
  return expression::print_graph(with_op(graph, StepOp::kXor, StepOp::kAdd), axes, outs);
}
Result<std::string> print_graph_of_the_first(const Graph& graph,
                                             std::span<const Axis> axes,
                                             std::span<const OutAxis> outs) {
  Graph copy = graph;
  std::ranges::fill(copy.results, copy.results[0]);
  return expression::print_graph(copy, axes, outs);
}

// ---- GF(2)

LinearForm without_constant(const IndexMap& map) {
  LinearForm form = linear_form(map);
  if (form.map) form.map->constant = 0;
  return form;
}
LinearForm columns_reversed(const IndexMap& map) {
  LinearForm form = linear_form(map);
  if (form.map) std::ranges::reverse(form.map->columns);
  return form;
}
// Takes each function for the XOR of what single bits give.
LinearForm at_unit_points(const IndexMap& map) {
  LinearForm form{AffineMap{}, ""};
  Point at(map.axes().size(), 0);
  form.map->constant = value_at(map, at)[0];
  for (std::size_t i = 0; i < at.size(); ++i) {
    for (Word bit = 1; bit < map.axes()[i].size; bit *= 2) {
      at[i] = bit;
      form.map->columns.push_back(value_at(map, at)[0] ^ form.map->constant);
    }
    at[i] = 0;
  }
  return form;
}

// ---- Machines

template <typename Change>
bool right_on(const Graph& graph, std::span<const Word> at, Machine machine) {
  const U64 a;
  const auto frame = run(a, graph, at);
  return MachineCheck<U64>(a, Change{}(machine), graph, frame).all_right();
}
struct OneBitMore {
  Machine operator()(Machine m) const { return {std::min(m.bits + 1, 64u), m.is_signed}; }
};
struct OneBitLess {
  Machine operator()(Machine m) const { return {m.bits - 1, m.is_signed}; }
};
struct AlwaysUnsigned {
  Machine operator()(Machine m) const { return {m.bits, false}; }
};
struct AlwaysSigned {
  Machine operator()(Machine m) const { return {m.bits, true}; }
};
bool right_if_results_fit(const Graph& graph, std::span<const Word> at, Machine machine) {
  const auto results = results_of(U64{}, graph, at);
  const Word first_beyond = machine.naturals();
  return std::ranges::all_of(results,
                             [&](Word v) { return first_beyond == 0 || v < first_beyond; });
}

}  // namespace

std::vector<FamilyMutant<Ops>> expression_mutants() {
  return {
      {"printing leaves all parentheses out", {.print = without_parentheses}, {"I1"}},
      {"printing widens the parameters", {.print = without_parameters}, {"I1"}},
      {"printing / for %", {.print = quotients_for_remainders}, {"I1"}},
      {"&& read as &", {.parse = parse_and_for_both}, {"I2"}},
      {"% read as /", {.parse = parse_quotients}, {"I2"}},
      {"OR for XOR", {.value = value_over<OrForXor>}, {"I2"}},
      {"shifts by one more", {.value = value_over<ShiftByOneMore>}, {"I2"}},
      {"division that rounds up", {.value = value_over<RoundedUp>}, {"I2"}},
      {"<= for <", {.value = value_over<AtMostForLess>}, {"I2"}},
      {"the other branch", {.value = value_over<OtherBranch>}, {"I2"}},
      {"products of 12 bits", {.value = value_over<Products12>}, {"I2"}},
      {"sums recorded for XORs", {.record = record_over<RecordsSumsForXors>}, {"I3"}},
      {"masks recorded for remainders", {.record = record_over<RecordsSwappedDivisions>}, {"I3"}},
      {"ranges without the last value", {.ranges = ranges_without_the_last}, {"I4"}},
      {"truth values that are not known are true", {.ranges = ranges_of_known_truths}, {"I4"}},
      {"an XOR is no more than its operands", {.ranges = ranges_up_to_the_operands}, {"I4"}},
      {"simplified for all values but the last", {.simplify = simplify_without_the_last}, {"I5"}},
      {"sums become ORs", {.simplify = simplify_sums_to_ors}, {"I5"}},
      {"remainders become masks", {.simplify = simplify_remainders_to_masks}, {"I5"}},
      {"more steps than there were", {.simplify = simplify_to_more}, {"I5"}},
      {"XORs printed as sums", {.print_graph = print_graph_with_sums}, {"I6"}},
      {"each result printed as the first", {.print_graph = print_graph_of_the_first}, {"I6"}},
      {"a form without its constant", {.linear_form = without_constant}, {"I7"}},
      {"columns from the other end", {.linear_form = columns_reversed}, {"I7"}},
      {"a form from single bits", {.linear_form = at_unit_points}, {"I7"}},
      {"a machine with a bit more", {.is_right = right_on<OneBitMore>}, {"I8", "I9"}},
      {"a machine with a bit less", {.is_right = right_on<OneBitLess>}, {"I9"}},
      {"a machine that has no sign", {.is_right = right_on<AlwaysUnsigned>}, {"I8", "I9"}},
      {"a machine that always has a sign", {.is_right = right_on<AlwaysSigned>}, {"I9"}},
      {"only results are judged", {.is_right = right_if_results_fit}, {"I8"}},
  };
}

}  // namespace tileproof::laws
