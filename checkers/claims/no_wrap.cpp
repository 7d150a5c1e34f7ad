// No-wrap: does a machine get the mathematical value at each step?
#include <optional>

#include "checkers/claims/kinds.hpp"
#include "core/int128.hpp"

namespace tileproof::kinds {

// The variables are the axes from the last to the first.
Questions questions_of(const NoWrap& claim) {
  const auto right = [map = claim.map, machine = claim.machine](const auto& a, auto at) {
    using A = std::decay_t<decltype(a)>;
    const Words<A> inputs = definition_inputs(
        a, map, detail::At<A>(std::vector<typename A::Word>(at.rbegin(), at.rend())));
    const Frame<A> frame = run(a, map.graph(), detail::At<A>(inputs.data(), inputs.size()));
    return MachineCheck<A>(a, machine, map.graph(), frame).all_right();
  };
  Questions questions;
  if (auto within = stated_sizes(claim.map)) questions.push_back(*std::move(within));
  questions.push_back({"no-wrap", Everywhere{Formula::of(slowest_first(claim.map), right)}});
  return questions;
}

namespace {

// A step's value as it should be and as the machine has it: C's arithmetic on so many bits.
struct MachineValue {
  Int128 exact = 0;        // differences may be below 0
  std::uint64_t bits = 0;  // as the machine has them
};

// The machine beside the mathematics, step by step.  In other words than core/machine.hpp.
class TwoRuns {
 public:
  TwoRuns(const Machine& machine, const Graph& graph) : machine_(machine), graph_(graph) {}

  // The first step that goes wrong, or nullopt.
  std::optional<std::string> first_wrong(At inputs) {
    for (const GraphStep& step : graph_.steps) {
      if (auto wrong = take(step, inputs)) {
        const std::string origin = graph_.origin_of(step).text();
        return (origin.empty() ? "" : "at " + origin + ", ") + *wrong;
      }
    }
    for (const std::uint32_t result : graph_.results) {
      if (auto wrong = misfit("the result", values_[result])) return wrong;
    }
    return std::nullopt;
  }

 private:
  using Wrong = std::optional<std::string>;

  [[nodiscard]] std::uint64_t cut(std::uint64_t word) const {
    return machine_.bits < 64 ? word & (machine_.numbers() - 1) : word;
  }
  // What the machine takes its bits for.
  [[nodiscard]] Int128 read(std::uint64_t bits) const {
    const bool is_negative = machine_.is_signed && (bits >> (machine_.bits - 1) & 1) != 0;
    return Int128{bits} - (is_negative ? Int128{1} << machine_.bits : 0);
  }
  [[nodiscard]] std::string kind() const {
    return std::to_string(machine_.bits) + " bits, " + (machine_.is_signed ? "signed" : "unsigned");
  }

  [[nodiscard]] Wrong misfit(const std::string& what, const MachineValue& value) const {
    if (read(value.bits) == value.exact) return std::nullopt;
    return what + " " + to_string(value.exact) + " does not fit in " + kind();
  }
  [[nodiscard]] Wrong unnatural(const char* what, const MachineValue& value) const {
    if (auto wrong = misfit(std::string("an operand of ") + what + ",", value)) return wrong;
    if (value.exact >= 0) return std::nullopt;
    return std::string(what) + " of " + to_string(value.exact) + ", which is below 0";
  }

  Wrong arithmetic(const char* what, const char* sign, const GraphStep& step) {
    const MachineValue x = values_[step.operands[0]];
    const MachineValue y = values_[step.operands[1]];
    for (const MachineValue* operand : {&x, &y}) {
      if (auto wrong = misfit(std::string("an operand of ") + what + ",", *operand)) return wrong;
    }
    MachineValue result;
    if (step.op == StepOp::kAdd) {
      result = {x.exact + y.exact, cut(x.bits + y.bits)};
    } else if (step.op == StepOp::kSub) {
      result = {x.exact - y.exact, cut(x.bits - y.bits)};
    } else {
      result = {x.exact * y.exact, cut(x.bits * y.bits)};
    }
    values_.push_back(result);
    if (read(result.bits) == result.exact) return std::nullopt;
    return std::string(what) + " " + to_string(x.exact) + " " + sign + " " + to_string(y.exact) +
           " = " + to_string(result.exact) + " does not fit in " + kind();
  }

  Wrong division(const GraphStep& step) {
    const MachineValue& x = values_[step.operands[0]];
    const MachineValue& y = values_[step.operands[1]];
    for (const MachineValue* operand : {&x, &y}) {
      if (auto wrong = unnatural("a division", *operand)) return wrong;
    }
    const bool is_quotient = step.op == StepOp::kDiv;
    values_.push_back({is_quotient ? x.exact / y.exact : x.exact % y.exact,
                       is_quotient ? x.bits / y.bits : x.bits % y.bits});
    return std::nullopt;
  }

  Wrong shift(const GraphStep& step) {
    const MachineValue x = values_[step.operands[0]];
    const MachineValue y = values_[step.operands[1]];
    const bool is_left = step.op == StepOp::kShl;
    if (auto wrong = is_left ? misfit("an operand of a shift,", x) : unnatural("a shift", x)) {
      return wrong;
    }
    if (y.exact < 0 || y.exact >= Int128{machine_.bits}) {
      return "a shift by " + to_string(y.exact) + " of a number of " + kind();
    }
    const auto by = static_cast<unsigned>(y.exact);
    const Int128 result = is_left ? x.exact * (Int128{1} << by) : x.exact >> by;
    values_.push_back({result, is_left ? cut(x.bits << by) : x.bits >> by});
    if (!is_left || read(values_.back().bits) == result) return std::nullopt;
    return "left shift " + to_string(x.exact) + " << " + to_string(y.exact) + " = " +
           to_string(result) + " does not fit in " + kind();
  }

  // On the patterns of 64 bits that the formula has, and on the machine's.
  void bitwise(const GraphStep& step) {
    const MachineValue& x = values_[step.operands[0]];
    const MachineValue& y = values_[step.operands[1]];
    const auto combine = [&](std::uint64_t p, std::uint64_t q) {
      return step.op == StepOp::kAnd ? p & q : step.op == StepOp::kOr ? p | q : p ^ q;
    };
    values_.push_back(
        {Int128{combine(static_cast<std::uint64_t>(x.exact), static_cast<std::uint64_t>(y.exact))},
         combine(x.bits, y.bits)});
  }

  Wrong comparison(const GraphStep& step) {
    const MachineValue& x = values_[step.operands[0]];
    const MachineValue& y = values_[step.operands[1]];
    for (const MachineValue* operand : {&x, &y}) {
      if (auto wrong = unnatural("a comparison", *operand)) return wrong;
    }
    truths_.push_back(step.op == StepOp::kEqual ? x.exact == y.exact : x.exact < y.exact);
    return std::nullopt;
  }

  Wrong take(const GraphStep& step, At inputs) {
    switch (step.op) {
      case StepOp::kInput:
        values_.push_back({Int128{inputs[step.constant]}, cut(inputs[step.constant])});
        return misfit("the input", values_.back());
      case StepOp::kConstant: {
        values_.push_back({Int128{step.constant}, cut(step.constant)});
        const Int128 lowest = (Int128{1} << 64) - (Int128{1} << (machine_.bits - 1));
        if (values_.back().exact < Int128{1} << machine_.bits || values_.back().exact >= lowest) {
          return std::nullopt;
        }
        return "constant " + std::to_string(step.constant) + " does not fit in " + kind();
      }
      case StepOp::kAdd:
        return arithmetic("sum", "+", step);
      case StepOp::kSub:
        return arithmetic("difference", "-", step);
      case StepOp::kMul:
        return arithmetic("product", "*", step);
      case StepOp::kDiv:
      case StepOp::kRem:
        return division(step);
      case StepOp::kShl:
      case StepOp::kShr:
        return shift(step);
      case StepOp::kAnd:
      case StepOp::kOr:
      case StepOp::kXor:
        bitwise(step);
        return std::nullopt;
      case StepOp::kChoose:
        values_.push_back(values_[step.operands[truths_[step.operands[0]] ? 1 : 2]]);
        return std::nullopt;
      case StepOp::kTruth:
        truths_.push_back(step.constant != 0);
        return std::nullopt;
      case StepOp::kEqual:
      case StepOp::kLess:
        return comparison(step);
      case StepOp::kBoth:
        truths_.push_back(truths_[step.operands[0]] && truths_[step.operands[1]]);
        return std::nullopt;
      case StepOp::kEither:
        truths_.push_back(truths_[step.operands[0]] || truths_[step.operands[1]]);
        return std::nullopt;
      case StepOp::kNot:
        truths_.push_back(!truths_[step.operands[0]]);
        return std::nullopt;
    }
    TP_CHECK(false, "a step of no kind");
  }

  Machine machine_;
  const Graph& graph_;
  std::vector<MachineValue> values_;
  std::vector<bool> truths_;
};

std::optional<std::string> first_wrong(const NoWrap& claim, At point) {
  const auto inputs = definition_inputs(U64{}, claim.map, point);
  return TwoRuns(claim.machine, claim.map.graph()).first_wrong({inputs.data(), inputs.size()});
}

}  // namespace

bool is_broken(const NoWrap& claim, const Question& question, At at) {
  if (question.name == "within") return is_beyond(question, at);
  return first_wrong(claim, reversed(at)).has_value();
}

Counterexample describe(const NoWrap& claim, const Question& question, At at) {
  if (question.name == "within") return describe_beyond(question, at);
  const auto point = reversed(at);
  Counterexample example;
  example.text = "at " + point_text(claim.map, point) + " a step of the formula leaves the " +
                 (claim.machine.is_signed ? "signed" : "unsigned") + " integers of " +
                 std::to_string(claim.machine.bits) +
                 " bits: " + first_wrong(claim, point).value_or("no step");
  add_point(example, claim.map, point);
  return example;
}

}  // namespace tileproof::kinds
