#include "checkers/claims/prove.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include "checkers/claims/kinds.hpp"

namespace tileproof {
namespace {

std::string count_text(Word count) {
  if (is_power_of_two(count) && count > 8) return "2^" + std::to_string(log2_exact(count));
  return std::to_string(count);
}

const IndexMap& main_map(const Claim& claim) {
  return std::visit(
      [](const auto& which) -> const IndexMap& {
        if constexpr (requires { which.map; }) {
          return which.map;
        } else if constexpr (requires { which.a; }) {
          return which.a;
        } else if constexpr (requires { which.access; }) {
          return which.access;
        } else {
          return which.destination;
        }
      },
      claim);
}

// ---- Refutation

// So many points leave an offset below theirs out.
Refuted refuted_beyond(const IndexMap& map, const std::string& engine, const Missing& missing) {
  const auto point = reversed(missing.beyond_at);
  const auto value = value_at(map, point);
  Counterexample example;
  example.text = kinds::point_text(map, point) + " has " + kinds::value_text(map, value) +
                 ", not below " + std::to_string(map.points()) + ": " +
                 std::to_string(map.points()) + " points leave an offset below it out";
  kinds::add_point(example, map, point);
  kinds::add_value(example, map, value);
  return Refuted::replayed(
      engine, std::move(example), [&] { return value_at(map, point)[0] >= map.points(); });
}

Counterexample describe_missing(const IndexMap& map, const Missing& missing) {
  Counterexample example;
  example.text = "no point has";
  for (std::size_t i = 0; i < missing.value.size(); ++i) {
    const std::string& name = map.out_axes()[i].name;
    example.fields.emplace_back(name, missing.value[i]);
    example.text += " " + name + " " + std::to_string(missing.value[i]);
  }
  if (missing.largest) {
    example.text += "; the largest is " + std::to_string(*missing.largest);
    example.fields.emplace_back("largest", *missing.largest);
  }
  return example;
}

}  // namespace

Refuted refuted(const Claim& claim,
                const Question& question,
                const std::string& engine,
                const Missing& missing) {
  const auto& asked = std::get<Covers>(question.form);
  if (!missing.beyond_at.empty()) return refuted_beyond(asked.map, engine, missing);
  auto example = asked.image ? std::visit(
                                   [&](const auto& which) {
                                     return kinds::describe(which, question, missing.image_at);
                                   },
                                   claim)
                             : describe_missing(asked.map, missing);
  return Refuted::replayed(
      engine, std::move(example), [&] { return is_missing(asked, missing); });
}

Refuted refuted(const Claim& claim,
                const Question& question,
                const std::string& engine,
                std::span<const Word> at) {
  const auto axes = variables(question);
  const auto is_value = [](Word value, const Axis& axis) { return value - axis.first < axis.size; };
  return std::visit(
      [&](const auto& which) {
        return Refuted::replayed(engine, kinds::describe(which, question, at), [&] {
          return std::ranges::equal(at, axes, is_value) && kinds::is_broken(which, question, at);
        });
      },
      claim);
}

// ---- One claim

namespace {

struct Attempt {
  Verdict verdict;
  // If it is refuted at values of variables: which question, and where.
  std::size_t question = 0;
  std::vector<Word> at = {};
};

// Asks the questions one after the other; `decide_one` says how.
template <typename DecideOne>
Attempt attempt(const Claim& claim, const DecideOne& decide_one) {
  const Questions questions = questions_of(claim);
  std::vector<std::string> engines;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Question& question = questions[i];
    const Decision decision = decide_one(question);
    if (const auto* open = std::get_if<Open>(&decision.answer)) return {Unknown{open->reason}};
    if (const auto* broken = std::get_if<Broken>(&decision.answer)) {
      return {refuted(claim, question, decision.engine, broken->at), i, broken->at};
    }
    if (const auto* missing = std::get_if<Missing>(&decision.answer)) {
      return {refuted(claim, question, decision.engine, *missing), i};
    }
    if (std::ranges::count(engines, decision.engine) == 0) engines.push_back(decision.engine);
  }
  // That values stay within sizes is said by itself only where nothing else is.
  std::string names;
  std::ranges::sort(engines);
  for (const std::string& engine : engines) names += (names.empty() ? "" : " and ") + engine;
  return {Proved{std::move(names), scope(claim)}};
}

Attempt attempt_all(const Claim& claim, const Limits& limits) {
  return attempt(claim, by_all_engines(limits));
}

Attempt attempt_by_structure(const Claim& claim, const Limits& limits) {
  return attempt(claim, [&](const Question& question) {
    return with_smallest(question, decide_by_structure(question, limits), limits);
  });
}

// ---- Parameters

// The counterexample of one case, for the claim about all, and replayed on that.  Parameters are
// the last axes of a map and so the first variables of a question.
Refuted refuted_for_all(const Claim& claim, const Case& one, const Attempt& found) {
  const auto& refutation = std::get<Refuted>(found.verdict);
  if (has_cases_only(claim)) return refutation.where(one.values);
  std::vector<Word> at;
  for (std::size_t i = one.values.size(); i-- > 0;) at.push_back(one.values[i].second);
  at.insert(at.end(), found.at.begin(), found.at.end());
  return refuted(claim, questions_of(claim)[found.question], refutation.engine(), at);
}

// For each value of the parameters, until one is not proved; of many values the first, which may
// refute.  All engines that decided one are named: "f2 and strides".
template <typename Try>
Verdict prove_cases(const Claim& claim, const Limits& limits, const Try& try_one) {
  const auto cases = first_cases_of(claim);
  const auto start = std::chrono::steady_clock::now();
  std::set<std::string> engines;
  for (const Case& one : cases) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    Limits rest = limits;
    rest.seconds -= spent.count();
    if (rest.seconds <= 0) return Unknown{"the values of the parameters take too long"};
    const Attempt attempt = try_one(one.claim, rest);
    if (is_refuted(attempt.verdict)) return refuted_for_all(claim, one, attempt);
    if (is_unknown(attempt.verdict)) return attempt.verdict;
    engines.insert(std::get<Proved>(attempt.verdict).engine);
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
  if (has_cases_only(claim)) return prove_cases(claim, limits, attempt_all);
  Attempt at_once = attempt_by_structure(claim, limits);
  if (!is_unknown(at_once.verdict)) return std::move(at_once.verdict);
  if (visits(questions_of(claim).back()) > 1 << 10) {
    Verdict verdict = prove_cases(claim, limits, attempt_by_structure);
    if (!is_unknown(verdict)) return verdict;
  }
  Attempt searched = attempt_all(claim, limits);
  if (!is_unknown(searched.verdict)) return std::move(searched.verdict);
  Verdict by_cases = prove_cases(claim, limits, attempt_all);
  return is_unknown(by_cases) ? std::move(searched.verdict) : std::move(by_cases);
}

// Does the engine have no form for the question, while it may decide others of the claim?
bool is_left_to_others(EngineName engine, const Question& question, std::size_t questions) {
  if (question.name == "within" && questions > 1) return true;
  const bool covers_nothing =
      engine == EngineName::kSat || engine == EngineName::kSmt || engine == EngineName::kRanges;
  return covers_nothing && question.name == "written";
}

}  // namespace

std::string scope(const Claim& claim) {
  std::string text = "all " + count_text(main_map(claim).points()) + " points";
  Word values = parameter_points(claim);
  if (const auto* loads = std::get_if<ConflictFree>(&claim)) {
    const auto axes = loads->access.axes();
    const auto lane = std::ranges::find(axes, "lane", &Axis::name);
    if (lane->size < loads->rule->lanes) {
      text += " of " + std::to_string(lane->size) + " active lanes";
    }
    values *= loads->access.parameter_points();
  }
  if (values > 1) text += ", for each of " + count_text(values) + " values of the parameters";
  return text;
}

Verdict prove_with(const Claim& claim, const std::function<Decision(const Question&)>& decide_one) {
  return attempt(claim, decide_one).verdict;
}

Verdict prove(const Claim& claim, const Limits& limits) {
  if (has_parameters(claim)) return prove_with_parameters(claim, limits);
  return attempt_all(claim, limits).verdict;
}

Verdict prove_by(EngineName engine, const Claim& claim, const Limits& limits) {
  const auto attempt_by = [&](const Claim& one, const Limits& rest) {
    const std::size_t count = questions_of(one).size();
    return attempt(one, [&](const Question& question) -> Decision {
      if (is_left_to_others(engine, question, count)) {
        return with_smallest(question, decide(question, rest), rest);
      }
      Decision found = with_smallest(question, decide_by(engine, question, rest), rest);
      if (!is_open(found.answer) || question.stronger == nullptr) return found;
      Decision stronger = decide_by(engine, *question.stronger, rest);
      return is_yes(stronger.answer) ? stronger : found;
    });
  };
  if (has_parameters(claim) && has_cases_only(claim)) return prove_cases(claim, limits, attempt_by);
  return attempt_by(claim, limits).verdict;
}

}  // namespace tileproof
