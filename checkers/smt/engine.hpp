// Questions about definitions, asked of Z3: variables with ranges, conditions required for good,
// conditions tried one after the other, and the values of the case that was found.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "checkers/limits/limits.hpp"
#include "checkers/smt/answer.hpp"
#include "checkers/smt/z3_algebra.hpp"

namespace tileproof::smt {

class Engine {
 public:
  using A = Z3Bv;

  // The seconds are those of all checks together, from now on.  Z3 does not always keep them: who
  // needs a firm limit runs the engine in a process that can be killed.
  explicit Engine(const Limits& limits, unsigned width = 64);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  [[nodiscard]] const Z3Bv& algebra() const { return algebra_; }
  // A new variable with the values 0 .. size - 1.  Requires: 1 <= size <= 2^width.
  Z3Bv::Word variable(std::uint64_t size);
  // From now on only cases with `condition` count.
  void require(const Z3Bv::Bool& condition);
  // Is there a case with `condition`?
  Answer check(const Z3Bv::Bool& condition);
  // Why the last check() was stopped.
  [[nodiscard]] const std::string& reason() const;
  // The value of the word in the case that the last check() found.  Requires: that was kSat.
  [[nodiscard]] std::uint64_t value(const Z3Bv::Word& word) const;

 private:
  std::unique_ptr<Session> session_;
  Z3Bv algebra_;
};

}  // namespace tileproof::smt
