#include "checkers/ttgir/axis_facts.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "checkers/ttgir/argument_hints.hpp"
#include "checkers/ttgir/axis_arithmetic.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/functions.hpp"
#include "checkers/ttgir/index_values.hpp"

namespace tileproof {

using ttgir::kNoOp;
using ttgir::kNoType;
using ttgir::kNoValue;
using ttgir::OpKind;

namespace {

constexpr int kMostPasses = 200;

Word size_of(const ttgir::Type& type, std::size_t d) {
  return d < type.shape.size() ? type.shape[d] : 1;
}

// An attribute of an operation that says one number, or one for each dimension.
std::vector<Word> hint(const ttgir::Module& module,
                       const ttgir::Operation& op,
                       std::string_view name) {
  const auto text = module.attribute(op, name);
  if (!text) return {};
  return hinted_numbers(*text);
}

}  // namespace

KnownAxes::KnownAxes(const ttgir::Module& module, AxisRules rules)
    : module_(module),
      rules_(rules),
      states_(module.values.size()),
      bodies_(module.operations.size(), ttgir::kNoBlock) {
  start_arguments();
  for (int pass = 0; pass < kMostPasses; ++pass) {
    bool changed = false;
    was_early_ = false;
    for (const Operation& op : module_.operations) changed = visit(op) || changed;
    if (!changed || !was_early_) return;
  }
  // It has not settled: nothing that loops carry is known.
  std::fill(states_.begin(), states_.end(), State{true, std::nullopt});
}

const AxisFacts* KnownAxes::of(ttgir::ValueId value) const {
  if (value == kNoValue || !states_[value].facts) return nullptr;
  return &*states_[value].facts;
}

// Those of functions that the host calls say what they are; of others nothing is followed.
void KnownAxes::start_arguments() {
  std::set<std::string_view> called;
  for (const Operation& op : module_.operations) {
    if (op.kind() == OpKind::kCall) called.insert(name_of_callee(module_, op));
  }
  for (ttgir::BlockId id = 0; id < module_.blocks.size(); ++id) {
    const ttgir::Block& block = module_.blocks[id];
    const bool is_body =
        block.parent != kNoOp && block.region == 0 && bodies_[block.parent] == ttgir::kNoBlock;
    if (is_body) bodies_[block.parent] = id;
    const Operation* parent = block.parent == kNoOp ? nullptr : &module_.operations[block.parent];
    if (is_body && parent->kind() == OpKind::kFor) continue;
    const bool says = is_body && parent->kind() == OpKind::kFunction &&
                      !called.contains(name_of_function(module_, *parent).value_or(""));
    for (std::uint32_t i = 0; i < block.argument_count; ++i) {
      State& state = states_[block.first_argument + i];
      state.is_reached = true;
      if (!says) continue;
      const auto hints = argument_hints(module_, *parent, i);
      state.facts = AxisFacts{{{hints.contiguity, hints.divisibility, hints.constancy}}};
    }
  }
}

KnownAxes::State KnownAxes::state_of(const ttgir::Operand& operand) const {
  return operand.value == kNoValue ? State{true, std::nullopt} : states_[operand.value];
}

bool KnownAxes::set(ttgir::ValueId value, State&& state) {
  if (states_[value] == state) return false;
  states_[value] = std::move(state);
  return true;
}

bool KnownAxes::meet(ttgir::ValueId value, const State& other) {
  if (!other.is_reached) {
    was_early_ = true;
    return false;
  }
  const State& now = states_[value];
  if (!now.is_reached) return set(value, State(other));
  if (!now.facts) return false;
  if (!other.facts || other.facts->dims.size() != now.facts->dims.size()) {
    return set(value, {true, std::nullopt});
  }
  return set(value, {true, axis_rules::met(*now.facts, *other.facts, rules_)});
}

bool KnownAxes::visit(const Operation& op) {
  if (op.kind() == OpKind::kFor) return visit_loop(op);
  if (op.kind() == OpKind::kYield) return visit_yield(op);
  if (op.kind() == OpKind::kIf) return false;  // its results meet where it yields
  bool changed = false;
  const bool is_followed = op.regions == 0 && op.result_count == 1;
  for (std::uint32_t i = 0; i < op.result_count; ++i) {
    const ttgir::ValueId value = op.first_result + i;
    const ttgir::TypeId type = module_.values[value].type;
    if (type == kNoType) {
      changed = set(value, {true, std::nullopt}) || changed;
      continue;
    }
    // What regions give that are no branches is not followed but for its type.
    if (!is_followed) {
      const bool is_branch = op.kind() == OpKind::kWhile || op.kind() == OpKind::kRegion ||
                             op.kind() == OpKind::kWarpSpecialize || op.kind() == OpKind::kUnknown;
      changed =
          set(value,
              {true, is_branch ? std::nullopt : std::optional(nothing(module_.types[type]))}) ||
          changed;
      continue;
    }
    operands_.clear();
    bool is_reached = true;
    bool is_lost = false;
    for (const ttgir::Operand& operand : module_.operands(op)) {
      if (operand.value == kNoValue) {
        is_lost = true;
        continue;
      }
      const State& state = states_[operand.value];
      is_reached = is_reached && state.is_reached;
      is_lost = is_lost || (state.is_reached && !state.facts);
      operands_.push_back(state.facts ? &*state.facts : nullptr);
    }
    if (!is_reached) {
      was_early_ = true;
      continue;
    }
    if (is_lost) {
      changed = set(value, {true, std::nullopt}) || changed;
      continue;
    }
    State state{true, given(op, module_.types[type], operands_)};
    take_hints(op, *state.facts);
    changed = set(value, std::move(state)) || changed;
  }
  return changed;
}

bool KnownAxes::visit_loop(const Operation& op) {
  const auto operands = module_.operands(op);
  const ttgir::BlockId body = bodies_[static_cast<ttgir::OpId>(&op - module_.operations.data())];
  if (body == ttgir::kNoBlock || operands.size() < 3) return false;
  const ttgir::Block* block = &module_.blocks[body];
  if (block->argument_count == 0) return false;
  bool changed = false;
  const State lower = state_of(operands[0]);
  const State step = state_of(operands[2]);
  was_early_ = was_early_ || !lower.is_reached || !step.is_reached;
  if (lower.is_reached && step.is_reached) {
    State induction{true, std::nullopt};
    if (lower.facts && step.facts) {
      const Word d = std::gcd(lower.facts->dims[0].divisibility, step.facts->dims[0].divisibility);
      induction.facts = AxisFacts{{{1, d, 1}}};
    }
    changed = set(block->first_argument, std::move(induction));
  }
  for (std::uint32_t i = 1; i < block->argument_count; ++i) {
    const std::size_t at = 2 + i;
    const State initial = at < operands.size() ? state_of(operands[at]) : State{true, std::nullopt};
    changed = meet(block->first_argument + i, initial) || changed;
    if (i - 1 < op.result_count) changed = meet(op.first_result + i - 1, initial) || changed;
  }
  return changed;
}

bool KnownAxes::visit_yield(const Operation& op) {
  const ttgir::Block& block = module_.blocks[op.block];
  if (block.parent == kNoOp) return false;
  const Operation& parent = module_.operations[block.parent];
  const auto operands = module_.operands(op);
  bool changed = false;
  if (parent.kind() != OpKind::kFor && parent.kind() != OpKind::kIf) return false;
  for (std::uint32_t i = 0; i < operands.size(); ++i) {
    const State given = state_of(operands[i]);
    if (i < parent.result_count) changed = meet(parent.first_result + i, given) || changed;
    if (parent.kind() == OpKind::kFor && i + 1 < block.argument_count &&
        meet(block.first_argument + i + 1, given)) {
      changed = was_early_ = true;  // for what stands in the loop before
    }
  }
  return changed;
}

AxisFacts KnownAxes::nothing(const ttgir::Type& type) const {
  return {AxisFacts::Dims(std::max<std::size_t>(1, type.shape.size()))};
}

void KnownAxes::take_hints(const Operation& op, AxisFacts& facts) const {
  const auto may_say = [&](const ttgir::TextRange& range) {
    const auto text = module_.text.substr(range.begin, range.end - range.begin);
    return text.find("tt.") != std::string_view::npos;
  };
  if (!may_say(op.properties) && !may_say(op.attributes)) return;
  const auto take = [&](std::string_view name, Word AxisFact::*member) {
    auto numbers = hint(module_, op, name);
    if (numbers.size() == 1) numbers.resize(facts.dims.size(), numbers[0]);
    if (numbers.size() != facts.dims.size()) return;
    for (std::size_t d = 0; d < numbers.size(); ++d) facts.dims[d].*member = numbers[d];
  };
  take("tt.contiguity", &AxisFact::contiguity);
  take("tt.divisibility", &AxisFact::divisibility);
  take("tt.constancy", &AxisFact::constancy);
}

AxisFacts KnownAxes::of_constant(const Operation& op, const ttgir::Type& result) const {
  const auto value = constant_of(module_, op);
  if (!value || !is_integer(result.element)) return nothing(result);
  AxisFacts facts{{}, *value};
  for (std::size_t d = 0; d < std::max<std::size_t>(1, result.shape.size()); ++d) {
    facts.dims.push_back({1, power_of_two_in(*value), size_of(result, d)});
  }
  return facts;
}

AxisFacts KnownAxes::given(const Operation& op, const ttgir::Type& result, Operands a) const {
  if (op.kind() == OpKind::kConstant) return of_constant(op, result);
  // All but those that make numbers take an operand; a text that lacks it is refuted where its
  // signature is asked.
  if (a.empty() && op.kind() != OpKind::kMakeRange) return nothing(result);
  AxisFacts facts;
  switch (op.kind()) {
    case OpKind::kMakeRange: {
      const auto start = integer_of(module_.attribute(op, "start"));
      const auto end = integer_of(module_.attribute(op, "end"));
      if (!start || !end || *end <= *start) return nothing(result);
      const Word size = static_cast<Word>(*end) - static_cast<Word>(*start);
      return {{{size, power_of_two_in(*start), 1}}};
    }
    case OpKind::kSplat:
      facts.constant = a[0]->constant;
      for (const Word size : result.shape) {
        facts.dims.push_back({1, a[0]->dims[0].divisibility, size});
      }
      return facts;
    case OpKind::kExpandDims: {
      const auto axis = integer_of(module_.attribute(op, "axis"));
      if (!axis || *axis < 0 || static_cast<std::size_t>(*axis) > a[0]->dims.size()) {
        return nothing(result);
      }
      return axis_rules::expanded(*a[0], static_cast<std::size_t>(*axis));
    }
    case OpKind::kBroadcast: {
      const ttgir::TypeId from = module_.type_of(module_.operands(op)[0]);
      if (from == kNoType || module_.types[from].shape.size() != a[0]->dims.size()) {
        return nothing(result);
      }
      facts = *a[0];
      for (std::size_t d = 0; d < facts.dims.size(); ++d) {
        if (size_of(module_.types[from], d) != 1) continue;
        facts.dims[d].contiguity = 1;
        facts.dims[d].constancy = size_of(result, d);
      }
      return facts;
    }
    case OpKind::kTrans:
      facts.constant = a[0]->constant;
      for (const auto d : ttgir::integers(module_.attribute(op, "order").value_or(""))) {
        if (d < 0 || static_cast<std::size_t>(d) >= a[0]->dims.size()) return nothing(result);
        facts.dims.push_back(a[0]->dims[static_cast<std::size_t>(d)]);
      }
      return facts.dims.size() == a[0]->dims.size() ? facts : nothing(result);
    case OpKind::kConvertLayout:
      return *a[0];
    default:
      break;
  }
  const std::string_view name = op.name;
  if (name == "arith.extsi" || name == "arith.extui" || name == "arith.trunci" ||
      name == "tt.bitcast") {
    return rules_ == AxisRules::kCompiler ? *a[0] : of_cast(op, result, *a[0]);
  }
  if (name == "tt.load" && !result.shape.empty()) {
    for (std::size_t d = 0; d < a[0]->dims.size(); ++d) {
      const Word mask = a.size() > 1 && d < a[1]->dims.size() ? a[1]->dims[d].constancy : 0;
      facts.dims.push_back({1, 1, std::gcd(a[0]->dims[d].constancy, mask)});
    }
    return facts;
  }
  if (name == "arith.select" && a.size() == 3) return of_select(op, a);
  if (name == "arith.cmpi" && a.size() == 2) return of_comparison(op, result, *a[0], *a[1]);
  if (a.size() == 2 && a[0]->dims.size() == a[1]->dims.size()) {
    return of_arithmetic(op, result, *a[0], *a[1]);
  }
  return nothing(result);
}

AxisFacts KnownAxes::of_select(const Operation& op, Operands a) const {
  if (a[1]->dims.size() != a[2]->dims.size()) {
    return {AxisFacts::Dims(a[1]->dims.size())};
  }
  if (a[0]->constant) return *a[0]->constant != 0 ? *a[1] : *a[2];
  AxisFacts facts = axis_rules::met(*a[1], *a[2], rules_);
  const ttgir::TypeId condition = module_.type_of(module_.operands(op)[0]);
  if (condition == kNoType || !module_.types[condition].is_shaped()) return facts;
  for (std::size_t d = 0; d < std::min(facts.dims.size(), a[0]->dims.size()); ++d) {
    const Word constancy = a[0]->dims[d].constancy;
    const Word run = std::gcd(facts.dims[d].contiguity, constancy);
    if (rules_ == AxisRules::kCertain) {
      facts.dims[d].divisibility = axis_rules::multiple_of_first(facts.dims[d], run, 1);
    }
    facts.dims[d].contiguity = run;
    facts.dims[d].constancy = std::gcd(facts.dims[d].constancy, constancy);
  }
  return facts;
}

// The compiler takes all to be as before, whatever becomes of the numbers.
AxisFacts KnownAxes::of_cast(const Operation& op,
                             const ttgir::Type& result,
                             const AxisFacts& a) const {
  const ttgir::TypeId from = module_.type_of(module_.operands(op)[0]);
  if (from == kNoType) return nothing(result);
  const ttgir::Type& type = module_.types[from];
  AxisFacts facts = a;
  if (op.name == "tt.bitcast") {
    const bool is_pointer_to =
        pointee_of(type.element) != type.element && pointee_of(result.element) != result.element;
    if (!is_pointer_to) return nothing(result);
    const unsigned bits = ttgir::element_bits(pointee_of(type.element));
    if (bits == ttgir::element_bits(pointee_of(result.element))) return facts;
    for (AxisFact& fact : facts.dims) {
      fact.divisibility = axis_rules::multiple_of_first(fact, 1, std::max(1u, bits / 8));
      fact.contiguity = 1;
    }
    return facts;
  }
  const IndexOp kind = index_op(op.name);
  if (a.constant) {
    facts.constant = cast_value(kind, *a.constant, type.element_bits, result.element_bits);
    if (!facts.constant) return nothing(result);
    for (AxisFact& fact : facts.dims) fact.divisibility = power_of_two_in(*facts.constant);
    return facts;
  }
  // Of one bit, 1 becomes -1; of fewer bits, numbers begin anew at multiples of the highest.
  const bool is_cut = kind == IndexOp::kTruncate;
  if (!is_cut && type.element_bits != 1) return facts;
  const unsigned bits = is_cut ? std::clamp(result.element_bits, 1u, 62u) : 1;
  for (AxisFact& fact : facts.dims) {
    const Word run = std::gcd(Word{1} << (bits - 1), std::gcd(fact.contiguity, fact.divisibility));
    fact.divisibility = axis_rules::multiple_of_first(fact, run, 1);
    fact.contiguity = run;
  }
  return facts;
}

AxisFacts KnownAxes::of_comparison(const Operation& op,
                                   const ttgir::Type& result,
                                   const AxisFacts& a,
                                   const AxisFacts& b) const {
  const auto predicate = predicate_of(module_, op);
  if (result.shape.empty() || !predicate || a.dims.size() != b.dims.size()) return nothing(result);
  return axis_rules::compared(*predicate, a, b, result.shape);
}

AxisFacts KnownAxes::of_arithmetic(const Operation& op,
                                   const ttgir::Type& result,
                                   const AxisFacts& a,
                                   const AxisFacts& b) const {
  Word unit = 1;
  if (op.name == "tt.addptr") {
    unit = std::max(1u, ttgir::element_bits(pointee_of(result.element)) / 8);
    return axis_rules::computed(IndexOp::kAdd, a, b, result.shape, unit, rules_);
  }
  const IndexOp kind = index_op(op.name);
  return kind == IndexOp::kNone ? nothing(result)
                                : axis_rules::computed(kind, a, b, result.shape, unit, rules_);
}

}  // namespace tileproof
