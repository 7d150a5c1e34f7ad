// How is a function written?  With one space around binary operators and no more parentheses than
// are needed.  A step's text is made of its operands' texts in the order of the steps, so no depth
// of nesting matters here.
#include <map>
#include <utility>

#include "encodings/expression/function.hpp"

namespace tileproof::expression {
namespace {

struct Text {
  std::string text;
  int precedence = kPrimaryPrecedence;
};

class Printer {
 public:
  explicit Printer(const Function& function) : f_(function) {
    for (const Local& local : f_.locals) {
      // Inputs keep their own names.
      if (local.value.is_truth || local.value.index >= f_.first_constant()) {
        names_.emplace(key(local.value), local.name);
      }
    }
  }

  // Makes the texts of all steps, or of those up to the one that gives `last`.
  void run(const Value* last = nullptr) {
    for (const Step& step : f_.steps) {
      const bool is_truth = gives_truth(step.op);
      auto& texts = is_truth ? truths_ : words_;
      texts.push_back(text_of(step));
      const std::size_t place = texts.size() - 1 + (is_truth ? 0 : f_.first_step());
      if (last != nullptr && *last == Value{is_truth, static_cast<std::uint32_t>(place)}) return;
    }
  }

  // The value where it is used: by its name if it has one.
  Text use(Value value) {
    const auto named = names_.find(key(value));
    return named != names_.end() ? Text{named->second} : definition(value);
  }

  // Takes the text of a step, which is used once unless it has a name.
  Text definition(Value value) {
    if (value.is_truth) return std::move(truths_[value.index]);
    const std::size_t i = value.index;
    if (i < f_.inputs.size()) return {f_.inputs[i].name};
    if (i < f_.first_constant()) return {f_.parameters[i - f_.inputs.size()].name};
    if (i < f_.first_step()) return {std::to_string(f_.constants[i - f_.first_constant()])};
    return std::move(words_[i - f_.first_step()]);
  }

  // let name = value
  std::string local(const Local& local) {
    const auto named = names_.find(key(local.value));
    const bool is_first = named == names_.end() || named->second == local.name;
    return "let " + local.name + " = " +
           (is_first ? definition(local.value) : use(local.value)).text;
  }

 private:
  static std::pair<bool, std::uint32_t> key(Value value) { return {value.is_truth, value.index}; }

  Text operand(const Step& step, unsigned k) {
    return use({takes_truth(step.op, k), step.operands[k]});
  }

  // An operand in parentheses if it binds less strongly than `precedence`.
  std::string operand_text(const Step& step, unsigned k, int precedence) {
    Text text = operand(step, k);
    if (text.precedence >= precedence) return std::move(text.text);
    return "(" + text.text + ")";
  }

  Text text_of(const Step& step) {
    switch (step.op) {
      case Op::kToWord:
      case Op::kToTruth:
        return operand(step, 0);
      case Op::kNot:
      case Op::kComplement:
        return {(step.op == Op::kNot ? "!" : "~") + operand_text(step, 0, kUnaryPrecedence),
                kUnaryPrecedence};
      case Op::kMin:
      case Op::kMax:
        return {(step.op == Op::kMin ? "min(" : "max(") + operand(step, 0).text + ", " +
                operand(step, 1).text + ")"};
      case Op::kChoose:
        return {operand_text(step, 0, kChoosePrecedence + 1) + " ? " + operand(step, 1).text +
                    " : " + operand(step, 2).text,
                kChoosePrecedence};
      default:
        break;
    }
    const BinaryOperator& row = *binary_operator(step.op);
    // Appends to the left operand: a sum of n terms takes time in proportion to n.
    std::string text = operand_text(step, 0, row.precedence);
    text.append(" ").append(row.text).append(" ");
    text.append(operand_text(step, 1, row.precedence + 1));
    return {std::move(text), row.precedence};
  }

  const Function& f_;
  std::map<std::pair<bool, std::uint32_t>, std::string> names_;
  std::vector<Text> words_;
  std::vector<Text> truths_;
};

std::string in_parentheses(const std::vector<std::string>& items) {
  std::string text = "(";
  for (const std::string& item : items) text += (&item == items.data() ? "" : ", ") + item;
  return text + ")";
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
  text += has_name ? function.name : in_parentheses(names);
  text += in_parentheses(inputs) + " = ";
  Printer printer(function);
  printer.run();
  for (const Local& local : function.locals) text += printer.local(local) + "; ";
  std::vector<std::string> results;
  for (const std::uint32_t result : function.results) {
    results.push_back(printer.use({false, result}).text);
  }
  return text + (results.size() == 1 ? results[0] : in_parentheses(results));
}

std::string print_value(const Function& function, Value value) {
  constexpr std::size_t kLongest = 60;
  Printer printer(function);
  printer.run(&value);
  std::string text = printer.definition(value).text;
  if (text.size() > kLongest) text = text.substr(0, kLongest - 3) + "...";
  return text;
}

}  // namespace tileproof::expression
