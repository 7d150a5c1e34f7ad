// One conversation with Z3: its context, its solver and the terms that words refer to.  This is the
// only place where Z3's exceptions arrive: the first one is kept, and from then on the session
// answers kStopped, so that a term that could not be built never leads to a verdict.
//
// Included only by the files of this folder: it brings in z3++.h.
#pragma once

#include <z3++.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "checkers/limits/limits.hpp"
#include "checkers/smt/answer.hpp"
#include "checkers/smt/term.hpp"

namespace tileproof::smt {

class Session {
 public:
  // The seconds are those of all checks together, from now on.
  Session(const Limits& limits, const char* logic);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] z3::context& context() const { return context_; }

  // Keeps the term that `build` makes.
  template <typename Build>
  Z3Word word(const Build& build) const {
    const auto term = keep(build);
    return term ? Z3Word(this, *term) : Z3Word(0);
  }
  template <typename Build>
  Z3Bool truth(const Build& build) const {
    const auto term = keep(build);
    return term ? Z3Bool(this, *term) : Z3Bool(false);
  }
  // From now on every answer is kStopped.
  void stop(std::string reason) const {
    if (failure_.empty()) failure_ = std::move(reason);
  }

  [[nodiscard]] bool is_stopped() const { return !failure_.empty(); }

  // Requires: x.is_constant().
  static std::uint64_t constant(const Z3Word& x) { return x.value_; }
  static bool constant(const Z3Bool& x) { return x.value_ != 0; }
  // Requires: a term of this session.
  [[nodiscard]] const z3::expr& term(const Z3Word& x) const { return term(x.session_, x.value_); }
  // Constants, too.
  [[nodiscard]] z3::expr truth_term(const Z3Bool& x) const {
    return x.is_constant() ? context_.bool_val(constant(x)) : term(x.session_, x.value_);
  }

  // A name that no variable has yet.
  [[nodiscard]] std::string fresh_name() const { return "v" + std::to_string(variables_++); }

  void require(const Z3Bool& condition);
  Answer check(const Z3Bool& condition);
  [[nodiscard]] const std::string& reason() const { return reason_; }
  // In the case that the last check() found; nullopt for numbers that are not in 0 .. 2^64-1.
  // Requires: the last check() said kSat, and a term of this session.
  [[nodiscard]] std::optional<std::uint64_t> value(const Z3Word& x) const;

 private:
  template <typename Build>
  std::optional<std::size_t> keep(const Build& build) const {
    if (!failure_.empty()) return std::nullopt;
    try {
      terms_.push_back(build());
      return terms_.size() - 1;
    } catch (const z3::exception& problem) {
      stop(problem.msg());
      return std::nullopt;
    }
  }
  [[nodiscard]] const z3::expr& term(const Session* owner, std::size_t number) const;
  Answer stopped(std::string reason);
  // Milliseconds that are left, as Z3 wants them.
  [[nodiscard]] unsigned remaining() const;
  void give_time(unsigned milliseconds);

  // Where memory is short, Z3 does not say so when it makes its context and its clock's thread, but
  // dies: so this throws std::bad_alloc before.
  struct MemoryToStart {
    MemoryToStart();
  };
  MemoryToStart memory_to_start_;
  // Building a term changes these, but nothing that a definition can see.
  mutable z3::context context_;
  mutable std::vector<z3::expr> terms_;
  mutable std::string failure_;
  mutable unsigned variables_ = 0;

  z3::solver solver_;
  std::chrono::duration<double> limit_;
  std::chrono::steady_clock::time_point start_;
  unsigned memory_megabytes_;
  unsigned given_milliseconds_ = 0;
  std::optional<z3::model> model_;
  std::string reason_;
};

}  // namespace tileproof::smt
