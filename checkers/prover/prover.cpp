#include "checkers/prover/prover.hpp"

#include <algorithm>

#include "checkers/certificates/find_evidence.hpp"
#include "core/check.hpp"

namespace tileproof {

std::optional<Verdict> Prover::ask(const Question& question, const Refute& refute) {
  TP_CHECK(!has_ended_, "nothing is asked after what ends a claim");
  Decision decision = decide_(question);
  if (const auto* open = std::get_if<Open>(&decision.answer)) {
    has_ended_ = true;
    return Unknown{open->reason};
  }
  if (!is_yes(decision.answer)) {
    has_ended_ = true;
    return refute(question, decision);
  }
  add({question.name, decision.engine, replayed(question, decision.engine)});
  return std::nullopt;
}

void Prover::ask(const Cost& cost) {
  const Word counted = cost.counted();
  TP_CHECK(counted == cost.number,
           std::string(cost.engine) + " says that " + cost.name + " are " +
               std::to_string(cost.number) + ", and the count that they are " +
               std::to_string(counted));
  add({cost.name, cost.engine, "count"});
}

void Prover::ask(const Read& read) {
  TP_CHECK(read.holds, "'" + read.name + "' was to be refuted");
  add({read.name, "text", "text"});
}

void Prover::add(Shown shown) {
  if (std::ranges::count(shown_, shown) == 0) shown_.push_back(std::move(shown));
}

Proved Prover::proved(std::string scope) {
  TP_CHECK(!has_ended_ && !shown_.empty(), "a proof shows something");
  has_ended_ = true;
  return {std::move(shown_), std::move(scope)};
}

std::string Prover::replayed(const Question& question, std::string_view engine) const {
  if (replay_ == Replay::kNothing || !is_small(question)) return "";
  const auto found = certificates::find_evidence(question, {.may_take_long = false});
  TP_CHECK(found || found.error().code != ErrorCode::kNotSolvable,
           std::string(engine) + " says that '" + question.name +
               "' is so, and the certifier that it is not");
  if (!found) return "";
  // "prove distinct by inverse"
  const std::string line = found->substr(0, found->find('\n'));
  return line.substr(line.rfind(' ') + 1);
}

Verdict ask(const Questions& questions,
            const Decider& decide,
            const std::string& scope,
            const Refute& refute) {
  Prover prover(decide, Replay::kNothing);
  for (const Question& question : questions) {
    if (auto end = prover.ask(question, refute)) return *std::move(end);
  }
  return prover.proved(scope);
}

std::vector<Word> point_of(const Decision& decision) {
  return reversed(std::get<Broken>(decision.answer).at);
}

}  // namespace tileproof
