#include "checkers/claims/prove.hpp"

#include <array>
#include <chrono>
#include <set>
#include <utility>

#include "checkers/claims/counterexample.hpp"
#include "checkers/claims/obligation.hpp"
#include "checkers/claims/stride_rules.hpp"

namespace tileproof {
namespace {

constexpr std::array<std::pair<EngineName, std::string_view>, 7> kEngines = {{
    {EngineName::kF2, "f2"},
    {EngineName::kStrides, "strides"},
    {EngineName::kResidues, "residues"},
    {EngineName::kRanges, "ranges"},
    {EngineName::kSat, "sat"},
    {EngineName::kSmt, "smt"},
    {EngineName::kEnumerate, "enumerate"},
}};

// Up to so many points a visit of all of them is as fast as a solver.
constexpr Word kFewPoints = 1 << 10;
// And so many are visited for the smallest counterexample, which takes a solver dozens of answers.
constexpr Word kFewCounterexamples = 1 << 14;

// The points that an enumeration of the claim visits.
Word visits(const Claim& claim) {
  Word product = 1;
  if (const auto* injective = std::get_if<Injective>(&claim)) {
    const bool overflows = __builtin_mul_overflow(
        injective->map.points(), injective->map.parameter_points(), &product);
    return overflows ? ~Word{0} : product;
  }
  if (const auto* converts = std::get_if<Converts>(&claim)) {
    return converts->source.points() + converts->destination.points();
  }
  for (const Axis& axis : variables(claim)) {
    if (__builtin_mul_overflow(product, axis.size, &product)) return ~Word{0};
  }
  return product;
}

// What decides without a search.
Verdict prove_by_structure(const Claim& claim, const Limits& limits) {
  if (auto proved = proved_by_stride_rule(claim)) return *std::move(proved);
  Verdict verdict = decide_linear(claim);
  if (!is_unknown(verdict)) return verdict;
  Verdict by_strides = prove_by_strides(claim);
  if (!is_unknown(by_strides)) return by_strides;
  verdict = prove_by_residues(claim, limits);
  if (is_unknown(verdict)) verdict = prove_by_ranges(claim);
  // Tangents, which only refute, take a few microseconds.
  if (is_unknown(verdict)) verdict = prove_by_f2(claim);
  // Of the reasons, why the layout is no sum of strides says most.
  return is_unknown(verdict) ? by_strides : verdict;
}

// Asks engines in turn until one decides; the reasons of all are kept.
class Attempts {
 public:
  // False once the claim is decided.
  bool open() const { return is_unknown(verdict_); }
  void add(Verdict verdict) {
    if (const auto* unknown = std::get_if<Unknown>(&verdict)) {
      reasons_ += (reasons_.empty() ? "" : "; ") + unknown->reason;
    }
    verdict_ = std::move(verdict);
  }
  Verdict result() && {
    if (open()) return Unknown{std::move(reasons_)};
    return std::move(verdict_);
  }

 private:
  Verdict verdict_ = Unknown{};
  std::string reasons_;
};

// A claim about single points or pairs of them.
Verdict prove_pointwise(const Claim& claim, const Limits& limits) {
  Attempts attempts;
  attempts.add(prove_by_structure(claim, limits));
  if (attempts.open() && visits(claim) <= kFewPoints) {
    attempts.add(prove_by_enumeration(claim, limits));
  }
  if (attempts.open()) attempts.add(prove_by_sat(claim, limits));
  if (attempts.open()) attempts.add(prove_by_smt(claim, limits));
  if (attempts.open()) attempts.add(prove_by_enumeration(claim, limits));
  return std::move(attempts).result();
}

// Pigeonhole: N points with different offsets below N take them all, and if an offset is N or more
// then one below it is not taken.
Verdict prove_surjective(const IndexMap& map, const Claim& claim, const Limits& limits) {
  Attempts attempts;
  attempts.add(prove_by_structure(claim, limits));
  if (attempts.open()) attempts.add(prove_by_enumeration(claim, limits));
  if (!attempts.open() || map.out_axes().size() != 1 || !map.gives_offset()) {
    return std::move(attempts).result();
  }
  const Verdict within = prove_pointwise(InBounds{map, map.points()}, limits);
  if (const auto* beyond = std::get_if<Refuted>(&within)) {
    Counterexample example = beyond->counterexample();
    std::vector<Word> point;
    for (std::size_t i = 0; i < map.axes().size(); ++i) {
      point.push_back(std::get<Word>(example.fields[i].second));
    }
    if (value_at(map, point).front() >> 63 != 0) return Unknown{"an offset is below 0"};
    example.text += ": " + std::to_string(map.points()) + " points leave an offset below it out";
    return Refuted::replayed(beyond->engine(), std::move(example), [&] {
      return value_at(map, point).front() >= map.points();
    });
  }
  if (is_proved(within)) {
    const Verdict injective = prove_pointwise(Injective{map}, limits);
    if (const auto* proved = std::get_if<Proved>(&injective)) {
      return Proved{proved->engine, scope(claim)};
    }
  }
  return std::move(attempts).result();
}

Verdict prove_bijective(const IndexMap& map, const Claim& claim, const Limits& limits) {
  Verdict injective = prove(Injective{map}, limits);
  return is_proved(injective) ? prove_surjective(map, claim, limits) : injective;
}

// A round trip through memory is right if one injective layout both writes and reads, or else if no
// two places contradict each other; and if all elements are written.
Verdict prove_converts(const Converts& parts, const Claim& claim, const Limits& limits) {
  const Claim complete = Surjective{parts.source};
  const Verdict written = prove_surjective(parts.source, complete, limits);
  if (!is_proved(written)) {
    Verdict visited = prove_by_enumeration(claim, limits);
    if (!is_unknown(visited)) return visited;
    return Unknown{"the source is not known to hold every element"};
  }
  const Claim same = Equal{parts.written, parts.read};
  const Claim one_to_one = Injective{parts.written};
  const Verdict equal = prove_by_structure(same, limits);
  const Verdict injective = prove_by_structure(one_to_one, limits);
  if (is_proved(equal) && is_proved(injective)) {
    return Proved{std::get<Proved>(injective).engine, scope(claim)};
  }
  return prove_pointwise(claim, limits);
}

// The counterexample of the strides, or of a tangent, is any.
bool is_any(const Refuted& refuted, const Claim& claim) {
  return refuted.engine() == "strides" ||
         (refuted.engine() == "f2" && is_unknown(decide_linear(claim)));
}

// The smallest is found by a visit or by SAT.
Verdict with_smallest(const Claim& claim, Verdict verdict, const Limits& limits) {
  const auto* found = std::get_if<Refuted>(&verdict);
  if (found == nullptr || std::holds_alternative<Surjective>(claim) || !is_any(*found, claim)) {
    return verdict;
  }
  const Verdict smallest = visits(claim) <= kFewCounterexamples
                               ? prove_by_enumeration(claim, limits)
                               : prove_by_sat(claim, limits);
  TP_CHECK(!is_proved(smallest), found->engine() + " refutes what another engine proves");
  return is_refuted(smallest) ? smallest : verdict;
}

// The counterexample of one case, for the claim about all, and replayed on that.  Its fields begin
// with the point, or with both; parameters are the last axes.
Refuted refuted_for_all(const Claim& claim, const Case& one, const Refuted& found) {
  if (has_cases_only(claim)) return found.where(one.values);
  const std::size_t points = std::holds_alternative<Injective>(claim) ? 2 : 1;
  const std::size_t axes = variables(one.claim).size() / points;
  std::vector<Word> at;
  for (std::size_t i = one.values.size(); i-- > 0;) at.push_back(one.values[i].second);
  for (std::size_t point = 0; point < points; ++point) {
    for (std::size_t i = axes; i-- > 0;) {
      at.push_back(std::get<Word>(found.counterexample().fields[point * axes + i].second));
    }
  }
  if (const auto* aligned = std::get_if<Aligned>(&claim)) {
    at[at.size() - 1 - aligned->along] /= aligned->vector;  // the variable counts vectors
  }
  return refuted(claim, found.engine(), at);
}

// For each value of the parameters, until one is not proved; of many values the first, which may
// refute.  All engines that decided one are named: "f2 and strides".
template <typename Prove>
Verdict prove_cases(const Claim& claim, const Limits& limits, const Prove& prove_one) {
  const auto cases = first_cases_of(claim);
  const auto start = std::chrono::steady_clock::now();
  std::set<std::string> engines;
  for (const Case& one : cases) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    Limits rest = limits;
    rest.seconds -= spent.count();
    if (rest.seconds <= 0) return Unknown{"the values of the parameters take too long"};
    const Verdict verdict = prove_one(one.claim, rest);
    if (const auto* found = std::get_if<Refuted>(&verdict)) {
      return refuted_for_all(claim, one, *found);
    }
    if (is_unknown(verdict)) return verdict;
    engines.insert(std::get<Proved>(verdict).engine);
  }
  if (cases.size() < parameter_points(claim)) {
    return Unknown{"the parameters have " + std::to_string(parameter_points(claim)) +
                   " values, of which the first " + std::to_string(cases.size()) + " hold"};
  }
  std::string names;
  for (const std::string& engine : engines) names += (names.empty() ? "" : " and ") + engine;
  return Proved{std::move(names), scope(claim)};
}

// All values of the parameters at once where that takes no search, else one by one where each takes
// none, else by a search for all.
Verdict prove_with_parameters(const Claim& claim, const Limits& limits) {
  if (has_cases_only(claim)) return prove_cases(claim, limits, prove);
  Attempts attempts;
  attempts.add(prove_by_structure(claim, limits));
  if (attempts.open() && visits(claim) <= kFewPoints) {
    attempts.add(prove_by_enumeration(claim, limits));
  }
  if (attempts.open()) {
    const auto by_structure = [](const Claim& one, const Limits& rest) {
      return with_smallest(one, prove_by_structure(one, rest), rest);
    };
    Verdict verdict = prove_cases(claim, limits, by_structure);
    if (!is_unknown(verdict)) return verdict;
  }
  if (attempts.open()) attempts.add(prove_by_smt(claim, limits));
  if (attempts.open()) attempts.add(prove_by_sat(claim, limits));
  if (attempts.open()) attempts.add(prove_by_enumeration(claim, limits));
  if (attempts.open()) attempts.add(prove_cases(claim, limits, prove));
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

Verdict prove(const Claim& claim, const Limits& limits) {
  if (has_parameters(claim)) return prove_with_parameters(claim, limits);
  if (const auto* which = std::get_if<Surjective>(&claim)) {
    return prove_surjective(which->map, claim, limits);
  }
  if (const auto* which = std::get_if<Bijective>(&claim)) {
    return prove_bijective(which->map, claim, limits);
  }
  if (const auto* which = std::get_if<Converts>(&claim)) {
    return prove_converts(*which, claim, limits);
  }
  return with_smallest(claim, prove_pointwise(claim, limits), limits);
}

Verdict prove_by(EngineName engine, const Claim& claim, const Limits& limits) {
  if (has_parameters(claim) && has_cases_only(claim)) {
    return prove_cases(claim, limits, [&](const Claim& one, const Limits& rest) {
      return prove_by(engine, one, rest);
    });
  }
  const auto* converts = std::get_if<Converts>(&claim);
  if (converts != nullptr && engine != EngineName::kEnumerate) {
    // These decide whether places contradict each other, not whether every element is written.
    const Claim complete = Surjective{converts->source};
    if (!is_proved(prove_surjective(converts->source, complete, limits))) {
      return Unknown{"the source is not known to hold every element"};
    }
  }
  switch (engine) {
    case EngineName::kF2:
      return prove_by_f2(claim);
    case EngineName::kStrides:
      return prove_by_strides(claim);
    case EngineName::kResidues:
      return prove_by_residues(claim, limits);
    case EngineName::kRanges:
      return prove_by_ranges(claim);
    case EngineName::kSat:
      return prove_by_sat(claim, limits);
    case EngineName::kSmt:
      return prove_by_smt(claim, limits);
    case EngineName::kEnumerate:
      return prove_by_enumeration(claim, limits);
  }
  TP_CHECK(false, "an engine that is not known");
}

}  // namespace tileproof
