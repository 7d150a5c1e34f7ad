#include "checkers/engines/decide.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "checkers/engines/odometer.hpp"
#include "checkers/engines/stride_rules.hpp"

namespace tileproof {
namespace {

constexpr std::array<std::pair<EngineName, std::string_view>, 8> kEngines = {{
    {EngineName::kF2, "f2"},
    {EngineName::kStrides, "strides"},
    {EngineName::kResidues, "residues"},
    {EngineName::kRanges, "ranges"},
    {EngineName::kSat, "sat"},
    {EngineName::kSmt, "smt"},
    {EngineName::kIntegers, "integers"},
    {EngineName::kEnumerate, "enumerate"},
}};

// Up to so many points a visit of all of them is as fast as a solver.
constexpr Word kFewPoints = 1 << 10;
// And so many are visited for the smallest counterexample, which takes a solver dozens of answers.
constexpr Word kFewCounterexamples = 1 << 14;
// Of so many points a visit replays that none has a value.
constexpr Word kFewReplayed = 1 << 14;

// Asks engines in turn until one decides; the reasons of all are kept.
class Attempts {
 public:
  Attempts(const Question& question, const Limits& limits) : question_(question), limits_(limits) {}

  // False once the question is decided.
  [[nodiscard]] bool is_open() const { return tileproof::is_open(decision_.answer); }
  void ask(EngineName engine) {
    if (is_open()) add(decide_by(engine, question_, limits_));
  }
  void add(Decision decision) {
    if (const auto* open = std::get_if<Open>(&decision.answer)) {
      reasons_ += (reasons_.empty() ? "" : "; ") + open->reason;
    }
    decision_ = std::move(decision);
  }
  Decision result() && {
    if (is_open()) return {Open{std::move(reasons_)}, ""};
    return std::move(decision_);
  }

 private:
  const Question& question_;
  const Limits& limits_;
  Decision decision_ = {Open{}, ""};
  std::string reasons_;
};

// Pigeonhole: N points with different values in a box of N take them all.  If the box is what an
// offset takes up to its largest value, that the values are below N is part of it.
Decision decide_by_pigeons(const Covers& asked, const Limits& limits) {
  const IndexMap& map = asked.map;
  Word box = 1;
  for (const auto& size : asked.sizes) {
    if (__builtin_mul_overflow(box, size.value_or(1), &box)) return {Open{}, ""};
  }
  const bool to_largest = !asked.image && asked.sizes.size() == 1 && !asked.sizes[0];
  if (asked.image || (!to_largest && (box != map.points() || !asked.sizes[0]))) {
    return {Open{}, ""};
  }
  if (to_largest) {
    const Question within{"within", Below{map, {map.points()}}};
    Decision below = decide(within, limits);
    if (const auto* beyond = std::get_if<Broken>(&below.answer)) {
      return {Missing{{}, std::nullopt, {}, {}, beyond->at}, below.engine};
    }
    if (is_open(below.answer)) return below;
  }
  Decision distinct = decide({"distinct", Determines{map}}, limits);
  if (is_yes(distinct.answer)) return distinct;
  return {Open{"its points are not shown to have different values"}, ""};
}

Decision decide_cover(const Question& question, const Limits& limits) {
  Attempts attempts(question, limits);
  attempts.add(decide_by_structure(question, limits));
  attempts.ask(EngineName::kEnumerate);
  if (attempts.is_open()) {
    attempts.add(decide_by_pigeons(std::get<Covers>(question.form), limits));
  }
  return std::move(attempts).result();
}

}  // namespace

std::string_view to_string(EngineName engine) {
  for (const auto& [value, name] : kEngines) {
    if (value == engine) return name;
  }
  TP_CHECK(false, "an engine without a name");
}

std::optional<EngineName> engine_named(std::string_view name) {
  for (const auto& [engine, text] : kEngines) {
    if (text == name) return engine;
  }
  return std::nullopt;
}

Decision decide_by(EngineName engine, const Question& question, const Limits& limits) {
  const auto* covers = std::get_if<Covers>(&question.form);
  const auto has_none = [](const std::optional<Word>& size) { return !size; };
  if (covers != nullptr && !covers->image && std::ranges::count_if(covers->sizes, has_none) > 1) {
    return {Open{"the coordinates have no sizes"}, ""};
  }
  // Steps of all others wrap around, or have bounds.
  if (std::holds_alternative<OverIntegers>(question.form) != (engine == EngineName::kIntegers)) {
    return {Open{"integers alone decides over integers, and nothing else"}, ""};
  }
  const auto answer = [&]() -> Answer {
    switch (engine) {
      case EngineName::kF2:
        return decide_by_f2(question);
      case EngineName::kStrides:
        return decide_by_strides(question);
      case EngineName::kResidues:
        return decide_by_residues(question, limits);
      case EngineName::kRanges:
        return decide_by_ranges(question);
      case EngineName::kSat:
        return decide_by_sat(question, limits);
      case EngineName::kSmt:
        return decide_by_smt(question, limits);
      case EngineName::kIntegers:
        return decide_by_integers(question, limits);
      case EngineName::kEnumerate:
        return decide_by_enumeration(question, limits);
    }
    TP_CHECK(false, "an engine that is not known");
  };
  Decision decision{answer(), ""};
  if (!is_open(decision.answer)) decision.engine = to_string(engine);
  return decision;
}

Decision decide_by_structure(const Question& question, const Limits& limits) {
  if (question.stronger != nullptr) {
    Decision decision = decide_by_structure(*question.stronger, limits);
    if (is_yes(decision.answer)) return decision;
  }
  if (follows_by_stride_rule(question)) return {Yes{}, "strides"};
  Answer answer = decide_linear(question);
  if (!is_open(answer)) return {std::move(answer), "f2"};
  Decision by_strides = decide_by(EngineName::kStrides, question, limits);
  if (!is_open(by_strides.answer)) return by_strides;
  for (const EngineName engine : {EngineName::kResidues, EngineName::kRanges, EngineName::kF2}) {
    // f2 once more for tangents, which only refute and take a few microseconds.
    Decision decision = decide_by(engine, question, limits);
    if (!is_open(decision.answer)) return decision;
  }
  // Of the reasons, why the layout is no sum of strides says most.
  return by_strides;
}

Decision decide(const Question& question, const Limits& limits) {
  if (std::holds_alternative<Covers>(question.form)) return decide_cover(question, limits);
  if (std::holds_alternative<OverIntegers>(question.form)) {
    return decide_by(EngineName::kIntegers, question, limits);
  }
  Attempts attempts(question, limits);
  attempts.add(decide_by_structure(question, limits));
  if (visits(question) <= kFewPoints) attempts.ask(EngineName::kEnumerate);
  // Products of two unknowns, which only parameters bring about, are Z3's.
  const bool is_parametric = has_parameters(question);
  attempts.ask(is_parametric ? EngineName::kSmt : EngineName::kSat);
  attempts.ask(is_parametric ? EngineName::kSat : EngineName::kSmt);
  attempts.ask(EngineName::kEnumerate);
  return std::move(attempts).result();
}

Decision with_smallest(const Question& question, Decision found, const Limits& limits) {
  const auto* broken = std::get_if<Broken>(&found.answer);
  if (broken == nullptr || broken->is_smallest) return found;
  Decision smallest = visits(question) <= kFewCounterexamples
                          ? decide_by(EngineName::kEnumerate, question, limits)
                          : decide_by(EngineName::kSat, question, limits);
  TP_CHECK(!is_yes(smallest.answer),
           std::string(found.engine) + " refutes what another engine proves");
  return is_open(smallest.answer) ? std::move(found) : std::move(smallest);
}

bool is_missing(const Covers& asked, const Missing& missing) {
  const bool is_wanted =
      asked.image ? value_at(*asked.image, reversed(missing.image_at)) == missing.value
                  : std::ranges::equal(missing.value, asked.sizes, [&](Word value, auto size) {
                      return value < size.value_or(missing.largest.value_or(0));
                    });
  if (!is_wanted) return false;
  if (asked.map.points() > kFewReplayed) return missing.argument();
  Odometer point(asked.map.axes());
  Word largest = 0;
  do {
    const auto here = value_at(asked.map, point.values());
    if (std::ranges::equal(here, missing.value)) return false;
    largest = std::max(largest, here[0]);
  } while (point.advance());
  return !missing.largest || largest == *missing.largest;
}

Decider by_all_engines(Limits limits) {
  return [limits](const Question& question) {
    return with_smallest(question, decide(question, limits), limits);
  };
}

Decider by_engine(EngineName engine, Limits limits) {
  return [engine, limits](const Question& question) {
    return with_smallest(question, decide_by(engine, question, limits), limits);
  };
}

}  // namespace tileproof
