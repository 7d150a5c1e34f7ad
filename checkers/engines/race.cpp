#include "checkers/engines/race.hpp"

#include "checkers/engines/search.hpp"
#include "checkers/limits/deadline.hpp"
#include "checkers/limits/run_limited.hpp"
#include "core/check.hpp"

namespace tileproof {
namespace {

SolverOutcome outcome_of(const Answer& answer) {
  SolverOutcome outcome;
  if (is_yes(answer)) outcome.kind = SolverOutcome::Kind::kNone;
  if (const auto* broken = std::get_if<Broken>(&answer)) {
    outcome = {SolverOutcome::Kind::kFound, broken->at, broken->is_smallest, ""};
  }
  if (const auto* open = std::get_if<Open>(&answer)) outcome.reason = open->reason;
  return outcome;
}

SolverOutcome search_by(EngineName engine, const Question& question, const Limits& limits) {
  // The search for a smaller counterexample ends before the race does, so that one is reported.
  Limits own = limits;
  own.seconds = 0.9 * limits.seconds;
  switch (engine) {
    case EngineName::kSat:
      return search_by_sat(question, own);
    case EngineName::kSmt:
      return search_by_smt(question, own);
    case EngineName::kEnumerate:
      return outcome_of(decide_by_enumeration(question, own));
    default:
      TP_CHECK(false, std::string(to_string(engine)) + " does not search");
  }
}

}  // namespace

Decision race(const Question& question,
              const std::vector<Entrant>& entrants,
              const Limits& limits) {
  std::vector<Contender> contenders;
  for (const Entrant& entrant : entrants) {
    Limits own = limits;
    own.seconds = std::min(limits.seconds, entrant.seconds.value_or(limits.seconds));
    Contender contender;
    contender.starts_after = entrant.starts_after;
    contender.seconds = own.seconds;
    if (entrant.rest) {
      contender.rests_after = entrant.rest->after;
      contender.rests_until = entrant.rest->until;
    }
    contender.work = [&question, own, entrant] {
      return to_text(search_by(entrant.engine, question, own));
    };
    contenders.push_back(std::move(contender));
  }
  const auto decides = [](const std::string& text) {
    return outcome_from(text).kind != SolverOutcome::Kind::kStopped;
  };
  const TimeLeft time(limits);
  const auto ends = run_side_by_side(limits, contenders, decides);
  const double seconds = time.spent();
  std::string reasons;
  std::vector<Search> searches;
  const auto add = [&](const std::string& reason) {
    reasons += (reasons.empty() ? "" : "; ") + reason;
  };
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::string name(to_string(entrants[i].engine));
    searches.push_back({to_string(entrants[i].engine), seconds, false});
    if (const auto* crashed = std::get_if<Crashed>(&ends[i])) {
      throw InternalError(name + " crashed: " + crashed->how);
    }
    if (const auto* stopped = std::get_if<Stopped>(&ends[i])) {
      add(name + ": " + stopped->reason);
      continue;
    }
    Answer answer = answer_of(outcome_from(std::get<std::string>(ends[i])), name, limits);
    if (!is_open(answer)) {
      searches.back().decides = true;
      return {std::move(answer), to_string(entrants[i].engine), std::move(searches), seconds};
    }
    add(std::get<Open>(answer).reason);
  }
  return {Open{std::move(reasons)}, "", std::move(searches), seconds};
}

}  // namespace tileproof
