#include "checkers/engines/decide.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "checkers/engines/search.hpp"
#include "checkers/engines/stride_rules.hpp"
#include "checkers/limits/deadline.hpp"
#include "core/odometer.hpp"

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

// The smallest counterexample is looked for in a visit that takes no longer; else by a solver, in
// dozens of answers.
constexpr double kSmallestVisited = 10e-3;
// Of so many points a visit replays that none has a value.
constexpr Word kFewReplayed = 1 << 14;

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
  Decision decision{or_exhausted(to_string(engine), answer), ""};
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

Decision with_smallest(const Question& question, Decision found, const Limits& limits) {
  const auto* broken = std::get_if<Broken>(&found.answer);
  if (broken == nullptr || broken->is_smallest) return found;
  Limits rest = limits;
  rest.seconds = std::max(limits.seconds - found.seconds, 0.0);
  const TimeLeft time(rest);
  Decision smallest = enumeration_seconds(question) <= kSmallestVisited
                          ? decide_by(EngineName::kEnumerate, question, rest)
                          : decide_by(EngineName::kSat, question, rest);
  found.seconds += time.spent();
  TP_CHECK(!is_yes(smallest.answer),
           std::string(found.engine) + " refutes what another engine proves");
  if (is_open(smallest.answer)) return found;
  smallest.searches = std::move(found.searches);
  smallest.seconds = found.seconds;
  return smallest;
}

bool is_missing(const Covers& asked, const Missing& missing) {
  const bool is_wanted =
      asked.image ? value_at(*asked.image, reversed(missing.image_at)) == missing.value
                  : std::ranges::equal(missing.value, asked.sizes, [&](Word value, auto size) {
                      return size ? value < *size : missing.largest && value <= *missing.largest;
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
    const TimeLeft time(limits);
    Decision found = decide_by(engine, question, limits);
    found.seconds = time.spent();
    return with_smallest(question, std::move(found), limits);
  };
}

}  // namespace tileproof
