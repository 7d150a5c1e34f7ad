#include "checkers/engines/search.hpp"

#include <sstream>

namespace tileproof {

std::string to_text(const SolverOutcome& outcome) {
  std::ostringstream text;
  text << static_cast<int>(outcome.kind) << ' ' << outcome.is_smallest;
  for (const Word value : outcome.at) text << ' ' << value;
  text << '\n' << outcome.reason;
  return text.str();
}

SolverOutcome outcome_from(const std::string& text) {
  const std::size_t end = text.find('\n');
  TP_CHECK(end != std::string::npos, "a search answered '" + text + "'");
  std::istringstream from(text.substr(0, end));
  int kind = -1;
  SolverOutcome outcome;
  from >> kind >> outcome.is_smallest;
  TP_CHECK(from && kind >= 0 && kind <= 2, "a search answered '" + text + "'");
  outcome.kind = static_cast<SolverOutcome::Kind>(kind);
  for (Word value = 0; from >> value;) outcome.at.push_back(value);
  outcome.reason = text.substr(end + 1);
  return outcome;
}

Answer answer_of(const SolverOutcome& outcome, const std::string& engine, const Limits& limits) {
  switch (outcome.kind) {
    case SolverOutcome::Kind::kNone:
      return Yes{};
    case SolverOutcome::Kind::kFound:
      return Broken{outcome.at, outcome.is_smallest};
    case SolverOutcome::Kind::kStopped:
      break;
  }
  std::ostringstream reason;
  reason << engine << ": ";
  if (outcome.reason.empty()) {
    reason << "time limit of " << limits.seconds << " s";
  } else {
    reason << outcome.reason;
  }
  return Open{reason.str()};
}

std::variant<SolverOutcome, Open> search_in_child(const std::string& engine,
                                                  const Limits& limits,
                                                  const std::function<SolverOutcome()>& work) {
  const auto result = run_limited(limits, [&] { return to_text(work()); });
  if (const auto* text = std::get_if<std::string>(&result)) return outcome_from(*text);
  if (const auto* stopped = std::get_if<Stopped>(&result)) {
    return Open{engine + ": " + stopped->reason};
  }
  throw InternalError(engine + " crashed: " + std::get<Crashed>(result).how);
}

}  // namespace tileproof
