// Questions about definitions, asked of Z3: variables with ranges, conditions required for good,
// conditions tried one after the other, and the values of the case that was found.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "checkers/limits/limits.hpp"
#include "checkers/smt/answer.hpp"
#include "checkers/smt/z3_algebra.hpp"
#include "checkers/smt/z3_integers.hpp"

namespace tileproof::smt {

// Over words of bits, Z3Bv, or over integers without a width, Z3Int.
template <typename Terms>
class EngineOver {
 public:
  using A = Terms;

  // The seconds are those of all checks together, from now on.  Z3 does not always keep them: who
  // needs a firm limit runs the engine in a process that can be killed.
  explicit EngineOver(const Limits& limits, unsigned width = 64);
  ~EngineOver();
  EngineOver(const EngineOver&) = delete;
  EngineOver& operator=(const EngineOver&) = delete;

  [[nodiscard]] const A& algebra() const { return algebra_; }
  // A new variable with the values 0 .. size - 1, or over integers, whatever the size, all natural
  // numbers.  Requires: 1 <= size <= 2^width.
  Z3Word variable(std::uint64_t size);
  // From now on only cases with `condition` count.
  void require(const Z3Bool& condition);
  // Is there a case with `condition`?  kStopped, too, if one is found with a variable of 2^64 or
  // more.
  Answer check(const Z3Bool& condition);
  // Why the last check() was stopped.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  // The value of the word in the case that the last check() found.  Requires: that was kSat.
  [[nodiscard]] std::uint64_t value(const Z3Word& word) const;

 private:
  std::unique_ptr<Session> session_;
  A algebra_;
  std::vector<Z3Word> variables_;
  std::string reason_;
};

using Engine = EngineOver<Z3Bv>;
using IntegerEngine = EngineOver<Z3Int>;

}  // namespace tileproof::smt
