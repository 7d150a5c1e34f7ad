#include "checkers/smt/engine.hpp"

#include "checkers/smt/session.hpp"
#include "core/bits.hpp"
#include "core/check.hpp"

namespace tileproof::smt {

template <>
EngineOver<Z3Bv>::EngineOver(const Limits& limits, unsigned width)
    : session_(std::make_unique<Session>(limits, "QF_BV")), algebra_(*session_, width) {}
template <>
EngineOver<Z3Int>::EngineOver(const Limits& limits, unsigned /*width*/)
    : session_(std::make_unique<Session>(limits, "QF_NIA")), algebra_(*session_) {}

template <typename Terms>
EngineOver<Terms>::~EngineOver() = default;

template <>
Z3Word EngineOver<Z3Bv>::variable(std::uint64_t size) {
  TP_CHECK(size >= 1 && size - 1 <= low_mask(algebra_.width()), "a variable without values");
  const auto word = algebra_.variable(log2_ceil(size));
  if (!is_power_of_two(size)) require(algebra_.ult(word, size));
  return word;
}
template <>
Z3Word EngineOver<Z3Int>::variable(std::uint64_t /*size*/) {
  const auto word = algebra_.variable();
  require(algebra_.is_natural(word));
  variables_.push_back(word);
  return word;
}

template <typename Terms>
void EngineOver<Terms>::require(const Z3Bool& condition) {
  session_->require(condition);
}

template <typename Terms>
Answer EngineOver<Terms>::check(const Z3Bool& condition) {
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

template <typename Terms>
std::uint64_t EngineOver<Terms>::value(const Z3Word& word) const {
  if (word.is_constant()) return algebra_.constant(word);
  const auto value = session_->value(word);
  TP_CHECK(value.has_value(), "a term that is no natural number below 2^64");
  return *value;
}

template class EngineOver<Z3Bv>;
template class EngineOver<Z3Int>;

}  // namespace tileproof::smt
