// Questions about definitions where words are integers without a width; the shape of Engine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "checkers/limits/limits.hpp"
#include "checkers/smt/answer.hpp"
#include "checkers/smt/z3_integers.hpp"

namespace tileproof::smt {

class IntegerEngine {
 public:
  using A = Z3Int;

  // The seconds are those of all checks together, from now on.
  explicit IntegerEngine(const Limits& limits);
  ~IntegerEngine();
  IntegerEngine(const IntegerEngine&) = delete;
  IntegerEngine& operator=(const IntegerEngine&) = delete;

  [[nodiscard]] const Z3Int& algebra() const { return algebra_; }
  // A new variable with the values 0 .. size - 1.  Requires: size >= 1.
  Z3Int::Word variable(std::uint64_t size);
  // A new variable whose values are all natural numbers.
  Z3Int::Word natural();
  // From now on only cases with `condition` count.
  void require(const Z3Int::Bool& condition);
  // Is there a case with `condition`?  kStopped, too, if one is found with a variable of 2^64 or
  // more.
  Answer check(const Z3Int::Bool& condition);
  // Why the last check() was stopped.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  // The value of the variable in the case that the last check() found.  Requires: that was kSat.
  [[nodiscard]] std::uint64_t value(const Z3Int::Word& variable) const;

 private:
  std::unique_ptr<Session> session_;
  Z3Int algebra_;
  std::vector<Z3Int::Word> variables_;
  std::string reason_;
};

}  // namespace tileproof::smt
