#include "checkers/smt/engine.hpp"

#include "checkers/smt/session.hpp"
#include "core/bits.hpp"
#include "core/check.hpp"

namespace tileproof::smt {

Engine::Engine(const Limits& limits, unsigned width)
    : session_(std::make_unique<Session>(limits, "QF_BV")), algebra_(*session_, width) {}

Engine::~Engine() = default;

Z3Bv::Word Engine::variable(std::uint64_t size) {
  TP_CHECK(size >= 1 && size - 1 <= low_mask(algebra_.width()), "a variable without values");
  const auto word = algebra_.variable(log2_ceil(size));
  if (!is_power_of_two(size)) require(algebra_.ult(word, size));
  return word;
}

void Engine::require(const Z3Bv::Bool& condition) { session_->require(condition); }

Answer Engine::check(const Z3Bv::Bool& condition) { return session_->check(condition); }

const std::string& Engine::reason() const { return session_->reason(); }

std::uint64_t Engine::value(const Z3Bv::Word& word) const {
  if (word.is_constant()) return algebra_.constant(word);
  const auto value = session_->value(word);
  TP_CHECK(value.has_value(), "a bit-vector without a value");
  return *value;
}

}  // namespace tileproof::smt
