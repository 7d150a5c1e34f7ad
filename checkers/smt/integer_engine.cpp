#include "checkers/smt/integer_engine.hpp"

#include "checkers/smt/session.hpp"
#include "core/check.hpp"

namespace tileproof::smt {

IntegerEngine::IntegerEngine(const Limits& limits)
    : session_(std::make_unique<Session>(limits, "QF_NIA")), algebra_(*session_) {}

IntegerEngine::~IntegerEngine() = default;

Z3Int::Word IntegerEngine::variable(std::uint64_t size) {
  TP_CHECK(size >= 1, "a variable without values");
  const auto word = natural();
  require(algebra_.ult(word, size));
  return word;
}

Z3Int::Word IntegerEngine::natural() {
  const auto word = algebra_.variable();
  require(algebra_.is_natural(word));
  variables_.push_back(word);
  return word;
}

void IntegerEngine::require(const Z3Int::Bool& condition) { session_->require(condition); }

Answer IntegerEngine::check(const Z3Int::Bool& condition) {
  const Answer answer = session_->check(condition);
  reason_ = session_->reason();
  if (answer != Answer::kSat) return answer;
  for (const auto& variable : variables_) {
    if (session_->value(variable)) continue;
    reason_ = "a case was found, but with numbers of more than 64 bits";
    return Answer::kStopped;
  }
  return answer;
}

std::uint64_t IntegerEngine::value(const Z3Int::Word& variable) const {
  if (variable.is_constant()) return Session::constant(variable);
  const auto value = session_->value(variable);
  TP_CHECK(value.has_value(), "an integer that is no natural number below 2^64");
  return *value;
}

}  // namespace tileproof::smt
