#include "checkers/smt/session.hpp"

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>

#include "core/check.hpp"

namespace tileproof::smt {
namespace {

// A context takes blocks of megabytes and gives them back when it dies; malloc should keep them for
// the next one.  Both thresholds must be set: setting one of them ends the rule by which malloc
// adapts the other, and each context then takes 6 ms instead of 1 ms.
const bool kKeepsMemory = [] {
  constexpr int kTrimThreshold = 512 << 20;
  constexpr int kMapThreshold = 32 << 20;
  return mallopt(M_TRIM_THRESHOLD, kTrimThreshold) == 1 &&
         mallopt(M_MMAP_THRESHOLD, kMapThreshold) == 1;
}();

}  // namespace

Session::MemoryToStart::MemoryToStart() {
  constexpr std::size_t kContextAndThread = 48 << 20;
  void* memory = std::malloc(kContextAndThread);
  if (memory == nullptr) throw std::bad_alloc();
  std::free(memory);
}

Session::Session(const Limits& limits, const char* logic)
    : solver_(context_, logic),
      limit_(limits.seconds),
      start_(std::chrono::steady_clock::now()),
      memory_megabytes_(static_cast<unsigned>(std::clamp<std::size_t>(
          limits.memory_bytes >> 20, 1, std::numeric_limits<unsigned>::max()))) {
  static_cast<void>(kKeepsMemory);
}

const z3::expr& Session::term(const Session* owner, std::size_t number) const {
  TP_CHECK(owner == this, "a term of another session");
  return terms_[number];
}

Answer Session::stopped(std::string reason) {
  reason_ = std::move(reason);
  return Answer::kStopped;
}

unsigned Session::remaining() const {
  const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start_;
  const double milliseconds = 1000 * (limit_ - used).count();
  constexpr double kMost = std::numeric_limits<int>::max();
  if (!(milliseconds > 0)) return 0;
  return static_cast<unsigned>(std::min(std::ceil(milliseconds), kMost));
}

void Session::require(const Z3Bool& condition) {
  if (!failure_.empty()) return;
  try {
    solver_.add(truth_term(condition));
  } catch (const z3::exception& problem) {
    stop(problem.msg());
  }
}

// Z3 takes as long to take its parameters as to decide a small question, so that they are said
// again once a tenth of the time is gone.
void Session::give_time(unsigned milliseconds) {
  if (given_milliseconds_ != 0 && milliseconds >= given_milliseconds_ - given_milliseconds_ / 10) {
    return;
  }
  z3::params params(context_);
  params.set("timeout", milliseconds);
  params.set("max_memory", memory_megabytes_);
  // Ctrl-C ends the program, not this question alone.
  params.set("ctrl_c", false);
  solver_.set(params);
  given_milliseconds_ = milliseconds;
}

Answer Session::check(const Z3Bool& condition) {
  model_.reset();
  reason_.clear();
  if (!failure_.empty()) return stopped(failure_);
  const unsigned milliseconds = remaining();
  if (milliseconds == 0) return stopped("no time is left");
  try {
    give_time(milliseconds);
    solver_.push();
    solver_.add(truth_term(condition));
    const z3::check_result result = solver_.check();
    if (result == z3::sat) model_.emplace(solver_.get_model());
    if (result == z3::unknown) reason_ = solver_.reason_unknown();
    solver_.pop();
    if (result == z3::sat) return Answer::kSat;
    if (result == z3::unsat) return Answer::kUnsat;
    return stopped("Z3 gave up: " + reason_);
  } catch (const z3::exception& problem) {
    // The solver may be in the middle of a question: nothing more is asked of it.
    model_.reset();
    stop(problem.msg());
    return stopped(failure_);
  }
}

std::optional<std::uint64_t> Session::value(const Z3Word& x) const {
  TP_CHECK(model_.has_value(), "value() without a case that was found");
  const z3::expr number = model_->eval(term(x), /*model_completion=*/true);
  std::uint64_t value = 0;
  if (!number.is_numeral_u64(value)) return std::nullopt;
  return value;
}

Z3Bool operator&&(const Z3Bool& p, const Z3Bool& q) {
  if (p.is_constant()) return Session::constant(p) ? q : p;
  if (q.is_constant()) return Session::constant(q) ? p : q;
  const Session& s = *p.session_;
  return s.truth([&] { return s.truth_term(p) && s.truth_term(q); });
}

Z3Bool operator||(const Z3Bool& p, const Z3Bool& q) {
  if (p.is_constant()) return Session::constant(p) ? p : q;
  if (q.is_constant()) return Session::constant(q) ? q : p;
  const Session& s = *p.session_;
  return s.truth([&] { return s.truth_term(p) || s.truth_term(q); });
}

Z3Bool operator!(const Z3Bool& p) {
  if (p.is_constant()) return !Session::constant(p);
  const Session& s = *p.session_;
  return s.truth([&] { return !s.truth_term(p); });
}

}  // namespace tileproof::smt
