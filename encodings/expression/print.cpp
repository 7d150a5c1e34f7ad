// A step's text is made of its operands' texts in the order of the steps, so no depth of nesting
// matters here.
#include "encodings/expression/print.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/simplify.hpp"
#include "encodings/expression/operators.hpp"

namespace tileproof::expression {
namespace {

// What nests deeper gets a name, so that parse() takes it.
constexpr unsigned kDeep = kMaxNesting / 2;
// What a message shows of a value.
constexpr std::size_t kLongest = 60;

struct Text {
  std::string text;
  int precedence = kPrimaryPrecedence;
  unsigned nesting = 0;  // of what parse() counts
};

// How a step is written, where an operator of the language is one or two steps.
struct Form {
  enum class Kind { kAtom, kUnary, kBinary, kCall, kChoose };
  Kind kind;
  std::string symbol;  // "row", "~", "+", "min"
  int precedence = kPrimaryPrecedence;
  std::vector<Value> operands = {};
};

class Printer {
 public:
  explicit Printer(const Function& f) : f_(f) {
    for (const GraphStep& step : f.graph.steps) {
      auto& entries = gives_truth(step.op) ? truths_ : numbers_;
      order_.push_back({gives_truth(step.op), static_cast<std::uint32_t>(entries.size())});
      entries.push_back({&step, {}, {}, 0});
    }
    for (const Input& input : f.inputs) names_.insert(input.name);
    for (const Parameter& parameter : f.parameters) names_.insert(parameter.name);
    for (const Local& local : f.locals) {
      names_.insert(local.name);
      Entry& entry = at(local.value);
      if (entry.name.empty()) entry.name = local.name;
    }
  }

  // "let phase = row >> 1 & 7; row * 64 + (col ^ phase)"
  std::string body() {
    for (const std::uint32_t result : f_.graph.results) ++numbers_[result].uses;
    for (const Local& local : f_.locals) ++at(local.value).uses;
    for (auto value = order_.rbegin(); value != order_.rend(); ++value) {
      if (at(*value).uses == 0) continue;
      for (const Value operand : form_of(*at(*value).step).operands) ++at(operand).uses;
    }
    std::string lets;
    for (const Value value : order_) {
      Entry& entry = at(value);
      if (entry.uses == 0) continue;
      entry.text = written(form_of(*entry.step));
      const bool is_long = entry.uses > 1 || entry.text.nesting > kDeep;
      if (entry.name.empty() && (entry.is_atom() || !is_long)) continue;
      if (entry.name.empty()) entry.name = new_name();
      lets += "let " + entry.name + " = " + entry.text.text + "; ";
      entry.take_name();
    }
    std::vector<std::string> results;
    for (const std::uint32_t result : f_.graph.results)
      results.push_back(use({false, result}).text);
    return lets + (results.size() == 1 ? results[0] : in_parentheses(results));
  }

  // The text of a value, where only locals have names; what is shared may be long, and is cut then
  // if only the beginning is wanted.
  std::string in_full(Value wanted, bool is_cut) {
    for (const Value value : order_) {
      Entry& entry = at(value);
      entry.uses = 2;
      entry.text = written(form_of(*entry.step));
      if (value == wanted) break;
      entry.take_name();
      if (is_cut && entry.text.text.size() > kLongest) entry.text.text.resize(kLongest + 1);
    }
    return at(wanted).text.text;
  }

  static std::string in_parentheses(const std::vector<std::string>& items) {
    std::string text = "(";
    for (const std::string& item : items) text += (&item == items.data() ? "" : ", ") + item;
    return text + ")";
  }

 private:
  struct Entry {
    const GraphStep* step;
    std::string name;
    Text text;
    std::size_t uses;

    [[nodiscard]] bool is_atom() const { return arity(step->op) == 0; }
    // Inputs and numbers stay what they are where they are used.
    void take_name() {
      if (!name.empty() && !is_atom()) text = {name};
    }
  };

  Entry& at(Value value) { return (value.is_truth ? truths_ : numbers_)[value.place]; }

  std::string new_name() {
    std::string name;
    do name = "t" + std::to_string(next_name_++);
    while (!names_.insert(name).second);
    return name;
  }

  // The text that is used last need not be copied: a sum of n terms takes time in proportion to n.
  Text use(Value value) {
    Entry& entry = at(value);
    return entry.uses == 1 ? std::move(entry.text) : entry.text;
  }

  static std::vector<Value> operands_of(const GraphStep& step) {
    std::vector<Value> operands;
    for (unsigned k = 0; k < arity(step.op); ++k) {
      operands.push_back({takes_truth(step.op, k), step.operands[k]});
    }
    return operands;
  }

  Form form_of(const GraphStep& step) {
    switch (step.op) {
      case StepOp::kInput:
        return {Form::Kind::kAtom,
                step.constant < f_.inputs.size()
                    ? f_.inputs[step.constant].name
                    : f_.parameters[step.constant - f_.inputs.size()].name};
      case StepOp::kConstant:
      case StepOp::kTruth:
        return {Form::Kind::kAtom, std::to_string(step.constant)};
      case StepOp::kChoose:
        return choice(step);
      case StepOp::kNot:
        if (const GraphStep& compared = *truths_[step.operands[0]].step;
            compared.op == StepOp::kEqual || compared.op == StepOp::kLess) {
          return binary(*binary_operator(compared.op, /*is_negated=*/true), compared);
        }
        return {Form::Kind::kUnary, "!", kUnaryPrecedence, operands_of(step)};
      case StepOp::kXor:
        if (const GraphStep& mask = *numbers_[step.operands[1]].step;
            mask.op == StepOp::kConstant && mask.constant == ~Word{0}) {
          return {Form::Kind::kUnary, "~", kUnaryPrecedence, {{false, step.operands[0]}}};
        }
        break;
      default:
        break;
    }
    return binary(*binary_operator(step.op, /*is_negated=*/false), step);
  }

  static Form binary(const BinaryOperator& row, const GraphStep& step) {
    return {Form::Kind::kBinary, std::string(row.text), row.precedence, operands_of(step)};
  }

  Form choice(const GraphStep& step) {
    const GraphStep& condition = *truths_[step.operands[0]].step;
    const auto [x, y] = std::pair(condition.operands[0], condition.operands[1]);
    if (condition.op == StepOp::kLess && (step.operands[1] == x || step.operands[1] == y)) {
      const bool is_minimum = step.operands[1] == x;
      if (step.operands[2] == (is_minimum ? y : x)) {
        return {Form::Kind::kCall,
                is_minimum ? "min" : "max",
                kPrimaryPrecedence,
                operands_of(condition)};
      }
    }
    return {Form::Kind::kChoose, "?", kChoosePrecedence, operands_of(step)};
  }

  Text written(const Form& form) {
    Text text{"", form.precedence, 0};
    // An operand in parentheses if it binds less strongly than `precedence`.
    const auto operand = [&](std::size_t k, int precedence) {
      Text part = use(form.operands[k]);
      const bool is_enclosed = part.precedence < precedence;
      text.nesting = std::max(text.nesting, part.nesting + (is_enclosed ? 1 : 0));
      return is_enclosed ? "(" + part.text + ")" : std::move(part.text);
    };
    switch (form.kind) {
      case Form::Kind::kAtom:
        text.text = form.symbol;
        return text;
      case Form::Kind::kBinary:
        text.text = operand(0, form.precedence);
        text.text.append(" ").append(form.symbol).append(" ");
        text.text.append(operand(1, form.precedence + 1));
        return text;
      case Form::Kind::kUnary:
        text.text = form.symbol + operand(0, form.precedence);
        break;
      case Form::Kind::kCall:
        text.text = form.symbol + "(" + operand(0, kChoosePrecedence);
        text.text += ", " + operand(1, kChoosePrecedence) + ")";
        break;
      case Form::Kind::kChoose:
        text.text = operand(0, kChoosePrecedence) + " ? ";
        text.text += operand(1, kChoosePrecedence) + " : ";
        text.text += operand(2, kChoosePrecedence);
        break;
    }
    ++text.nesting;
    return text;
  }

  const Function& f_;
  std::vector<Entry> numbers_;
  std::vector<Entry> truths_;
  std::vector<Value> order_;  // of the steps
  std::set<std::string> names_;
  unsigned next_name_ = 0;
};

// The values of locals that no result and no other of them needs, in the order of their steps; they
// are computed all the same.
std::vector<Value> unneeded(const Function& f) {
  const std::vector<bool> needed = needed_steps(f.graph);
  std::set<Value> named;
  for (const Local& local : f.locals) named.insert(local.value);
  std::vector<Value> steps;
  Value next_number{false, 0};
  Value next_truth{true, 0};
  for (const GraphStep& step : f.graph.steps) {
    Value& value = gives_truth(step.op) ? next_truth : next_number;
    steps.push_back(value);
    ++value.place;
  }
  std::set<Value> used;
  std::vector<Value> values;
  for (std::size_t i = steps.size(); i-- > 0;) {
    if (needed[i] || !(named.contains(steps[i]) || used.contains(steps[i]))) continue;
    if (!used.contains(steps[i])) values.push_back(steps[i]);
    const GraphStep& step = f.graph.steps[i];
    for (unsigned k = 0; k < arity(step.op); ++k) {
      used.insert({takes_truth(step.op, k), step.operands[k]});
    }
  }
  std::ranges::reverse(values);
  return values;
}

}  // namespace

std::string print(const Function& function) {
  std::string text;
  for (const Parameter& parameter : function.parameters) {
    text += "param " + parameter.name + " in " + std::to_string(parameter.first) + ".." +
            std::to_string(parameter.last) + "; ";
  }
  const auto sized = [](const std::string& name, const std::optional<Word>& size) {
    return name + (size ? ": " + std::to_string(*size) : "");
  };
  std::vector<std::string> inputs;
  for (const Input& input : function.inputs) inputs.push_back(sized(input.name, input.size));
  std::vector<std::string> names = function.result_names;
  if (names.empty()) names.push_back(function.name);
  for (std::size_t i = 0; i < function.result_sizes.size(); ++i) {
    names[i] = sized(names[i], function.result_sizes[i]);
  }
  const bool has_name = !function.name.empty() && function.result_sizes.empty();
  text += has_name ? function.name : Printer::in_parentheses(names);
  return text + Printer::in_parentheses(inputs) + " = " + Printer(function).body();
}

std::string print_plainly(Function function) {
  if (function.graph.results.size() > 1 && !function.name.empty()) {
    for (const OutAxis& out : out_axes(function)) function.result_names.push_back(out.name);
    function.name.clear();
  }
  std::set<std::string> names;
  for (const Input& input : function.inputs) names.insert(input.name);
  for (const Parameter& parameter : function.parameters) names.insert(parameter.name);
  const std::vector<Value> values = unneeded(function);
  function.locals.clear();
  unsigned next = 0;
  for (const Value value : values) {
    std::string name;
    do name = "unused" + std::to_string(next++);
    while (!names.insert(name).second);
    function.locals.push_back({name, value});
  }
  return print(function);
}

std::string print_in_full(const Function& function) {
  return Printer(function).in_full({false, function.graph.results[0]}, false);
}

std::string print_value(const Function& function, Value value) {
  std::string text = Printer(function).in_full(value, true);
  if (text.size() > kLongest) text = text.substr(0, kLongest - 3) + "...";
  return text;
}

}  // namespace tileproof::expression
