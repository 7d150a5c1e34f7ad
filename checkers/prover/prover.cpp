#include "checkers/prover/prover.hpp"

#include <algorithm>

#include "checkers/certificates/find_evidence.hpp"
#include "core/check.hpp"

namespace tileproof {

std::optional<Verdict> Prover::ask(const Question& question, const Refute& refute) {
  TP_CHECK(!has_ended_, "nothing is asked after what ends a claim");
  Decision decision = decide_(question);
  add(question, decision.searches);
  if (const auto* open = std::get_if<Open>(&decision.answer)) {
    has_ended_ = true;
    return Unknown{open->reason, std::move(proof_.searched_)};
  }
  if (!is_yes(decision.answer)) {
    has_ended_ = true;
    Verdict verdict = refute(question, decision);
    auto* refuted = std::get_if<Refuted>(&verdict);
    if (refuted != nullptr) *refuted = std::move(*refuted).after(std::move(proof_.searched_));
    return verdict;
  }
  add(question.name, decision.engine, replayed(question, decision.engine));
  return std::nullopt;
}

void Prover::ask(const Cost& cost) {
  const Word counted = cost.counted();
  TP_CHECK(counted == cost.number,
           std::string(cost.engine) + " says that " + std::string(cost.name) + " are " +
               std::to_string(cost.number) + ", and the count that they are " +
               std::to_string(counted));
  add(cost.name, cost.engine, "count");
}

void Prover::ask(const Read& read) {
  TP_CHECK(read.holds, "'" + std::string(read.name) + "' was to be refuted");
  add(read.name, read.engine, read.evidence);
}

// Of a question that is asked again and again, for other parameters, all searches by one engine are
// one.
void Prover::add(const Question& question, const std::vector<Search>& searches) {
  auto& searched = proof_.searched_;
  for (const Search& search : searches) {
    const auto same = std::ranges::find_if(searched, [&](const Searched& other) {
      return other.question == question.name && other.engine == search.engine;
    });
    if (same == searched.end()) {
      searched.push_back({question.name, search.engine, search.seconds, search.decides});
    } else {
      same->seconds += search.seconds;
      same->decides = same->decides || search.decides;
    }
  }
}

void Prover::add(std::string_view name, std::string_view engine, std::string_view evidence) {
  const bool is_known = std::ranges::any_of(proof_.shown_, [&](const Shown& other) {
    return other.question == name && other.engine == engine && other.evidence == evidence;
  });
  if (!is_known) proof_.shown_.push_back({name, engine, evidence});
}

Proved&& Prover::proved(std::string scope) {
  TP_CHECK(!has_ended_ && !proof_.shown_.empty(), "a proof shows something");
  has_ended_ = true;
  proof_.scope_ = std::move(scope);
  return std::move(proof_);
}

std::string_view Prover::replayed(const Question& question, std::string_view engine) const {
  if (replay_ == Replay::kNothing || !is_small(question)) return {};
  const auto found = certificates::find_evidence(question, {.may_take_long = false});
  TP_CHECK(found || found.error().code != ErrorCode::kNotSolvable,
           std::string(engine) + " says that '" + std::string(question.name) +
               "' is so, and the certifier that it is not");
  return found ? found->kind : "";
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
