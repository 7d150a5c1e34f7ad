#include "core/print_c.hpp"

#include <optional>

#include "core/bits.hpp"
#include "core/check.hpp"
#include "core/ranges.hpp"

namespace tileproof {
namespace {

enum class Width : std::uint8_t { k32 = 32, k64 = 64 };

std::string type_of(Width width) { return width == Width::k32 ? "unsigned" : "unsigned long long"; }

std::string literal(Word value, Width width) {
  return width == Width::k32 ? std::to_string(value & low_mask(32)) + "u"
                             : std::to_string(value) + "ull";
}

Width width_of(const IntervalWord& range) {
  return range.high() <= Int128{low_mask(32)} ? Width::k32 : Width::k64;
}

// What a number or a truth value is called where a later step uses it.
struct Named {
  std::string name;
  Width width = Width::k32;
  std::optional<Word> constant = std::nullopt;
};

class CPrinter {
 public:
  CPrinter(const Graph& graph, std::span<const IntervalWord> inputs)
      : graph_(graph), inputs_(inputs), ranges_(ranges(graph, inputs)) {}

  CFunction print(std::string_view name, std::string_view specifiers) {
    CFunction f;
    std::string parameters;
    for (const IntervalWord& range : inputs_) {
      f.input_types.push_back(type_of(width_of(range)));
      parameters += (parameters.empty() ? "" : ", ") + f.input_types.back() + " x" +
                    std::to_string(f.input_types.size() - 1);
    }
    for (const GraphStep& step : graph_.steps) add(step);
    const Named& result = numbers_[graph_.results[0]];
    f.result_type = type_of(result.width);
    f.text = std::string(specifiers) + (specifiers.empty() ? "" : " ") + f.result_type + " " +
             std::string(name) + "(" + (parameters.empty() ? "void" : parameters) + ") {\n" +
             statements_ + "  return " + in(result, result.width) + ";\n}\n";
    return f;
  }

 private:
  // A number as one of that width, of which it may lose what is beyond.
  static std::string in(const Named& number, Width width) {
    if (number.constant) return literal(*number.constant, width);
    return number.width == width ? number.name : "(" + type_of(width) + ")" + number.name;
  }

  static std::string as(Width width, Width computed_in, const std::string& text) {
    return computed_in == width ? text : "(" + type_of(width) + ")(" + text + ")";
  }

  [[nodiscard]] const Named& number(const GraphStep& step, unsigned k) const {
    return numbers_[step.operands[k]];
  }
  [[nodiscard]] const std::string& truth(const GraphStep& step, unsigned k) const {
    return truths_[step.operands[k]];
  }

  void add(const GraphStep& step) {
    if (step.op == StepOp::kTruth) {
      truths_.emplace_back(step.constant != 0 ? "1" : "0");
      return;
    }
    if (gives_truth(step.op)) {
      truths_.push_back("t" + std::to_string(truths_.size()));
      statements_ += "  const int " + truths_.back() + " = " + truth_text(step) + ";\n";
      return;
    }
    const std::size_t place = numbers_.size();
    const Width width = width_of(ranges_.numbers[place]);
    if (step.op == StepOp::kConstant) {
      numbers_.push_back({"", width, step.constant});
      return;
    }
    if (step.op == StepOp::kInput) {
      numbers_.push_back({"x" + std::to_string(step.constant), width});
      return;
    }
    const std::string text = number_text(step, width);
    numbers_.push_back({"n" + std::to_string(place), width});
    statements_ += "  const " + type_of(width) + " " + numbers_.back().name + " = " + text + ";\n";
  }

  [[nodiscard]] std::string truth_text(const GraphStep& step) const {
    switch (step.op) {
      case StepOp::kEqual:
        return whole(step, "==");
      case StepOp::kLess:
        return whole(step, "<");
      case StepOp::kBoth:
        return truth(step, 0) + " & " + truth(step, 1);
      case StepOp::kEither:
        return truth(step, 0) + " | " + truth(step, 1);
      default:
        return "!" + truth(step, 0);
    }
  }

  [[nodiscard]] std::string number_text(const GraphStep& step, Width width) const {
    switch (step.op) {
      case StepOp::kAdd:
        return low(step, "+", width);
      case StepOp::kSub:
        return low(step, "-", width);
      case StepOp::kMul:
        return low(step, "*", width);
      case StepOp::kAnd:
        return low(step, "&", width);
      case StepOp::kOr:
        return low(step, "|", width);
      case StepOp::kXor:
        return low(step, "^", width);
      case StepOp::kDiv:
        return as(width, widest(step), whole(step, "/"));
      case StepOp::kRem:
        return as(width, widest(step), whole(step, "%"));
      case StepOp::kShl:
        return shift(step, "<<", width);
      case StepOp::kShr: {
        const Width shifted = number(step, 0).width;
        return as(width, shifted, shift(step, ">>", shifted));
      }
      default:
        return truth(step, 0) + " ? " + in(number(step, 1), width) + " : " +
               in(number(step, 2), width);
    }
  }

  // Of these the low bits of the result are made of the operands' low bits alone.
  [[nodiscard]] std::string low(const GraphStep& step, const char* sign, Width width) const {
    return in(number(step, 0), width) + " " + sign + " " + in(number(step, 1), width);
  }

  [[nodiscard]] Width widest(const GraphStep& step) const {
    const bool is_wide = number(step, 0).width == Width::k64 || number(step, 1).width == Width::k64;
    return is_wide ? Width::k64 : Width::k32;
  }
  // Of these all bits of the operands count.
  [[nodiscard]] std::string whole(const GraphStep& step, const char* sign) const {
    return low(step, sign, widest(step));
  }

  [[nodiscard]] std::string shift(const GraphStep& step, const char* sign, Width width) const {
    const auto bits = static_cast<unsigned>(width);
    const Named& by = number(step, 1);
    if (by.constant && *by.constant >= bits) return "0";
    const std::string shifted = in(number(step, 0), width) + " " + sign + " " + in(by, by.width);
    if (ranges_.numbers[step.operands[1]].high() < bits) return shifted;
    return in(by, by.width) + " < " + std::to_string(bits) + " ? " + shifted + " : 0";
  }

  const Graph& graph_;
  std::span<const IntervalWord> inputs_;
  Ranges ranges_;
  std::vector<Named> numbers_;
  std::vector<std::string> truths_;
  std::string statements_;
};

}  // namespace

CFunction print_c(const Graph& graph,
                  std::span<const IntervalWord> inputs,
                  std::string_view name,
                  std::string_view specifiers) {
  TP_CHECK(graph.results.size() == 1, "only a function of one result is printed as C");
  return CPrinter(graph, inputs).print(name, specifiers);
}

}  // namespace tileproof
