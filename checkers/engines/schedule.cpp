// The order in which engines are asked: what structure shows at once, a visit where cases are few,
// a solver for as long as most questions take it, and then all that search, side by side.
#include <algorithm>

#include "checkers/engines/decide.hpp"
#include "checkers/engines/race.hpp"
#include "checkers/engines/search.hpp"
#include "checkers/limits/deadline.hpp"
#include "core/processors.hpp"

namespace tileproof {
namespace {

// Solvers take longer than a visit of all cases in so many seconds,
constexpr double kSoonVisited = 1e-3;
// or in so many where they search pairs of points, of which a visit takes each once,
constexpr double kSoonVisitedOnce = 5e-3;
// and what is visited in so many needs no race, unless it is for Z3,
constexpr double kVisitedAlone = 0.3;
// nor is there one before so many have gone into a visit of the first cases, one of which may break
// the question,
constexpr double kFirstVisit = 5e-3;
// and so many into a solver.
constexpr double kBriefSolver = 30e-3;
// A visit of all cases that takes so many for each that it has is not begun.
constexpr double kHopeless = 4;
// Of Z3 and CaDiCaL one is nearly always the quicker one, by what is asked.  The other starts after
// so many seconds,
constexpr double kSecondSolver = 50e-3;
// or, since it takes processors from a visit, when a visit that takes no more than so many should
// have ended.  Beside a longer one it has a slice of time, which is all that it takes where it is
// the quicker one by far, and starts again later.
constexpr double kLongVisit = 2;
constexpr double kBesideVisit = 0.85;
constexpr double kSlice = 0.2;
constexpr double kSecondSolverAgain = 0.4;
// A solver on one of so many processors, or more, takes nothing of note from a visit, and a visit
// on them all costs so much that the solver may try alone before.
constexpr unsigned kManyProcessors = 5;

// Asks engines in turn until one decides; the reasons of all are kept.
class Attempts {
 public:
  explicit Attempts(const Question& question) : question_(question) {}

  // False once the question is decided.
  [[nodiscard]] bool is_open() const { return tileproof::is_open(decision_.answer); }
  void ask(EngineName engine, const Limits& limits) {
    if (is_open()) add(timed(engine, [&] { return decide_by(engine, question_, limits); }));
  }
  // By an engine in a time that need not suffice: then there is no reason to give.
  template <typename Decide>
  void ask_briefly(EngineName engine, const Decide& decide) {
    if (!is_open()) return;
    Decision decision = timed(engine, decide);
    if (!tileproof::is_open(decision.answer)) return add(std::move(decision));
    keep_searches(decision);
  }
  void add(Decision decision) {
    keep_searches(decision);
    if (const auto* open = std::get_if<Open>(&decision.answer)) {
      reasons_ += (reasons_.empty() ? "" : "; ") + open->reason;
    }
    decision_ = std::move(decision);
  }
  Decision result() && {
    if (is_open()) decision_ = {Open{std::move(reasons_)}, ""};
    decision_.searches = std::move(searches_);
    decision_.seconds = seconds_;
    return std::move(decision_);
  }

 private:
  template <typename Decide>
  static Decision timed(EngineName engine, const Decide& decide) {
    const TimeLeft time({});
    Decision decision = decide();
    decision.seconds = time.spent();
    decision.searches.push_back(
        {to_string(engine), decision.seconds, !tileproof::is_open(decision.answer)});
    return decision;
  }
  void keep_searches(Decision& decision) {
    searches_.insert(searches_.end(), decision.searches.begin(), decision.searches.end());
    decision.searches.clear();
    seconds_ += decision.seconds;
  }

  const Question& question_;
  Decision decision_ = {Open{}, ""};
  std::string reasons_;
  std::vector<Search> searches_;
  double seconds_ = 0;
};

// Pigeonhole: N points with different values in a box of N take them all.  If the box is what an
// offset takes up to its largest value, that the values are below N is part of it.
Decision decide_by_pigeons(const Covers& asked, const Limits& limits) {
  const IndexMap& map = asked.map;
  Word box = 1;
  for (const auto& size : asked.sizes) {
    if (__builtin_mul_overflow(box, size.value_or(1), &box)) return {Open{}, ""};
  }
  const bool to_largest = !asked.image && asked.sizes.size() == 1 && !asked.sizes[0];
  if (asked.image || (!to_largest && (box != map.points() || !asked.sizes[0]))) {
    return {Open{}, ""};
  }
  if (to_largest) {
    const Question within{"within", Below{map, {map.points()}}};
    Decision below = decide(within, limits);
    if (const auto* beyond = std::get_if<Broken>(&below.answer)) {
      return {Missing{{}, std::nullopt, {}, {}, beyond->at}, below.engine};
    }
    if (is_open(below.answer)) return below;
  }
  Decision distinct = decide({"distinct", Determines{map}}, limits);
  if (is_yes(distinct.answer)) return distinct;
  return {Open{"its points are not shown to have different values"}, ""};
}

Decision decide_cover(const Question& question, const Limits& limits) {
  Attempts attempts(question);
  attempts.add(decide_by_structure(question, limits));
  if (!attempts.is_open()) return std::move(attempts).result();
  const TimeLeft left(limits);
  const bool is_long = enumeration_seconds(question) > kVisitedAlone;
  if (is_long && attempts.is_open()) {
    attempts.add(decide_by_pigeons(std::get<Covers>(question.form), left.rest()));
  }
  attempts.ask(EngineName::kEnumerate, left.rest());
  if (!is_long && attempts.is_open()) {
    attempts.add(decide_by_pigeons(std::get<Covers>(question.form), left.rest()));
  }
  return std::move(attempts).result();
}

// Those that search, by what is to be expected of each.
std::vector<Entrant> entrants(const Question& question, double visit, const Limits& limits) {
  std::vector<Entrant> list;
  const bool has_visit = visit < kHopeless * limits.seconds;
  const bool is_for_z3 = has_hard_products(question);
  const auto threads = static_cast<double>(enumeration_threads(question, limits));
  if (has_visit) {
    const bool is_costly = threads >= kManyProcessors;
    list.push_back({EngineName::kEnumerate, is_costly ? kBriefSolver : 0});
  }
  const EngineName first = is_for_z3 ? EngineName::kSmt : EngineName::kSat;
  const EngineName second = is_for_z3 ? EngineName::kSat : EngineName::kSmt;
  // Where processors are few, the first solver has one until a visit with all that it can use would
  // have taken this part of its time; what is left of the visit is done by all.
  Entrant solver{first};
  if (has_visit && usable_processors() < kManyProcessors) {
    const double all = visit / threads;
    solver.rest = {kBesideVisit * all, kHopeless * all + kVisitedAlone};
  }
  list.push_back(solver);
  if (has_visit && visit > kLongVisit) {
    list.push_back({second, kSecondSolver, kSlice});
    list.push_back({second, kSecondSolverAgain});
  } else {
    list.push_back({second, has_visit ? std::max(visit, kSecondSolver) : kSecondSolver});
  }
  return list;
}

// In this process, which takes most questions less time than another would to begin.
Decision soon_by_sat(const Question& question, const Limits& limits) {
  const auto ask = [&]() -> Answer {
    const SolverOutcome outcome = search_by_sat(question, limits);
    const bool is_smallest = outcome.kind != SolverOutcome::Kind::kFound || outcome.is_smallest;
    return is_smallest ? answer_of(outcome, "sat", limits) : Open{};
  };
  return {or_exhausted("sat", ask), "sat"};
}

// By those that search.
void search(Attempts& attempts, const Question& question, const TimeLeft& left) {
  const double visit = enumeration_seconds(question);
  const bool is_for_z3 = has_hard_products(question);
  const bool is_of_pairs = std::holds_alternative<Determines>(question.form);
  if (visit <= (is_of_pairs ? kSoonVisitedOnce : kSoonVisited)) {
    attempts.ask(EngineName::kEnumerate, left.rest());
  }
  if (attempts.is_open() && !has_parameters(question) && !is_for_z3 && is_small(question)) {
    const Limits brief = left.at_most(std::clamp(visit, kFirstVisit, kBriefSolver));
    attempts.ask_briefly(EngineName::kSat, [&] { return soon_by_sat(question, brief); });
  }
  if (!attempts.is_open()) return;
  if (visit <= (is_for_z3 ? kBriefSolver : kVisitedAlone)) {
    attempts.ask(EngineName::kEnumerate, left.rest());
  } else {
    const Limits brief = left.at_most(kFirstVisit);
    attempts.ask_briefly(EngineName::kEnumerate,
                         [&] { return decide_by(EngineName::kEnumerate, question, brief); });
  }
  if (!attempts.is_open()) return;
  const Limits rest = left.rest();
  attempts.add(race(question, entrants(question, visit, rest), rest));
}

}  // namespace

Decision decide(const Question& question, const Limits& limits) {
  if (std::holds_alternative<Covers>(question.form)) return decide_cover(question, limits);
  if (std::holds_alternative<OverIntegers>(question.form)) {
    return decide_by(EngineName::kIntegers, question, limits);
  }
  Decision by_structure = decide_by_structure(question, limits);
  if (!is_open(by_structure.answer)) return by_structure;
  Attempts attempts(question);
  attempts.add(std::move(by_structure));
  search(attempts, question, TimeLeft(limits));
  return std::move(attempts).result();
}

}  // namespace tileproof
