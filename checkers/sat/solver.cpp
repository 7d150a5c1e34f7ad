#include "checkers/sat/solver.hpp"

#include <algorithm>
#include <cadical.hpp>
#include <cstdio>
#include <cstdlib>

#include "core/check.hpp"

namespace tileproof::sat {

class CadicalDeadline : public CaDiCaL::Terminator {
 public:
  bool terminate() override { return Budget::Clock::now() >= at; }
  Budget::Clock::time_point at = Budget::Clock::time_point::max();
};

namespace {

constexpr int kCadicalSat = 10;
constexpr int kCadicalUnsat = 20;

int solve_within(CaDiCaL::Solver& cadical, CadicalDeadline& deadline, const Budget& budget) {
  deadline.at = budget.deadline;
  if (deadline.terminate()) return 0;
  if (budget.conflicts >= 0) cadical.limit("conflicts", budget.conflicts);
  return cadical.solve();
}

void add_clause(CaDiCaL::Solver& cadical, std::span<const int> clause) {
  for (const int literal : clause) cadical.add(literal);
  cadical.add(0);
}

}  // namespace

Budget Budget::of_seconds(double seconds) {
  constexpr double kAlmostForEver = 1e9;
  if (!(seconds < kAlmostForEver)) return {};
  const std::chrono::duration<double> span(std::max(seconds, 0.0));
  return {Clock::now() + std::chrono::duration_cast<Clock::duration>(span)};
}

struct Solver::Cadical {
  explicit Cadical(const Graph& graph)
      : writer(graph, [this](std::span<const int> clause) { add(clause); }) {
    solver.set("quiet", 1);
    solver.set("profile", 0);
    // Trying simple assignments takes a tenth of a small question's time, and nothing of a large
    // one's, whose search may be longer without.
    constexpr std::size_t kSmall = 128;
    if (graph.nodes().size() <= kSmall) solver.set("lucky", 0);
    solver.connect_terminator(&deadline);
  }
  ~Cadical() { solver.disconnect_terminator(); }

  // Clauses wait until send(), so that CaDiCaL makes room for their variables once.
  void add(std::span<const int> clause);
  void send();
  int solve(std::span<const Lit> assumptions, const Budget& budget);
  int solve_assuming(std::span<const Lit> assumed, const Budget& budget);

  CaDiCaL::Solver solver;
  CadicalDeadline deadline;
  CnfWriter writer;
  std::vector<int> waiting;  // clauses, each with a 0 at its end
};

void Solver::Cadical::add(std::span<const int> clause) {
  constexpr std::size_t kMostWaiting = 1 << 14;
  waiting.insert(waiting.end(), clause.begin(), clause.end());
  waiting.push_back(0);
  if (waiting.size() >= kMostWaiting) send();
}

void Solver::Cadical::send() {
  if (waiting.empty()) return;
  solver.reserve(writer.variables());
  for (const int literal : waiting) solver.add(literal);
  waiting.clear();
}

int Solver::Cadical::solve_assuming(std::span<const Lit> assumed, const Budget& budget) {
  std::vector<int> literals;
  literals.reserve(assumed.size());
  for (const Lit a : assumed) {
    if (a != kTrue) literals.push_back(writer.implying(a));
  }
  send();
  for (const int literal : literals) solver.assume(literal);
  const int answer = solve_within(solver, deadline, budget);
  if (answer == 0) solver.reset_assumptions();
  return answer;
}

// Small questions are decided soonest by assuming each conjunct, hard ones by assuming one literal
// that implies them all, which keeps the search flat: 0.15 ms against 0.28 ms for the bank
// conflicts and 580 ms against 360 ms for the 2^30 padded offsets of bench/sat_bench.cpp.
int Solver::Cadical::solve(std::span<const Lit> assumptions, const Budget& budget) {
  constexpr int kFewConflicts = 50;
  CnfWriter::Lits conjuncts;
  for (const Lit a : assumptions) writer.conjuncts(a, conjuncts);
  Budget small = budget;
  if (budget.conflicts < 0 || budget.conflicts > kFewConflicts) small.conflicts = kFewConflicts;
  const int answer = solve_assuming({conjuncts.data(), conjuncts.size()}, small);
  if (answer != 0 || small.conflicts == budget.conflicts) return answer;
  Budget rest = budget;
  if (budget.conflicts > 0) rest.conflicts -= kFewConflicts;
  return solve_assuming(assumptions, rest);
}

Solver::Solver(const Graph& graph) : graph_(graph) {}
Solver::~Solver() = default;

void Solver::require(Lit a) {
  if (a != kTrue) required_.push_back(a);
}

Answer Solver::check(std::span<const Lit> assumptions, const Budget& budget) {
  has_model_ = false;
  const auto is_false = [](Lit a) { return a == kFalse; };
  if (std::ranges::any_of(assumptions, is_false)) return Answer::kUnsat;
  if (std::ranges::any_of(required_, is_false)) return Answer::kUnsat;
  if (cadical_ == nullptr) cadical_ = std::make_unique<Cadical>(graph_);
  for (; sent_ < required_.size(); ++sent_) cadical_->writer.require(required_[sent_]);
  switch (cadical_->solve(assumptions, budget)) {
    case kCadicalSat:
      take_model(assumptions);
      return Answer::kSat;
    case kCadicalUnsat:
      return Answer::kUnsat;
    default:
      return Answer::kStopped;
  }
}

bool Solver::holds_in_model(Lit a) const { return (value_in(values_, a) & 1) != 0; }

void Solver::take_model(std::span<const Lit> assumptions) {
  model_.clear();
  for (const std::uint32_t input : graph_.inputs()) {
    const int variable = cadical_->writer.variable_of(input);
    model_.push_back(variable != 0 && cadical_->solver.val(variable) > 0 ? 1 : 0);
  }
  graph_.simulate(model_, values_);
  const auto holds = [&](Lit a) { return holds_in_model(a); };
  TP_CHECK(std::ranges::all_of(assumptions, holds), "the model breaks an assumption");
  TP_CHECK(std::ranges::all_of(required_, holds), "the model breaks a requirement");
  has_model_ = true;
}

bool Solver::value(Lit a) const {
  TP_CHECK(has_model_, "a value is asked for where there is no model");
  if (a.node() >= values_.size()) graph_.simulate(model_, values_);
  return holds_in_model(a);
}

std::variant<Refutation, Satisfiable, OutOfBudget> refute(const Cnf& cnf, const Budget& budget) {
  // CaDiCaL writes no step where the empty clause is given.
  const auto is_empty = [](const std::vector<int>& clause) { return clause.empty(); };
  if (std::ranges::any_of(cnf.clauses, is_empty)) return Refutation{"0\n"};
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* file = open_memstream(&text, &size);
  TP_CHECK(file != nullptr, "no memory for a proof");
  int answer = 0;
  std::vector<bool> model;
  {
    CaDiCaL::Solver cadical;
    CadicalDeadline deadline;
    cadical.set("quiet", 1);
    cadical.set("binary", 0);
    // Off by default, but these would make steps that do not follow by unit propagation.
    for (const char* technique : {"block", "condition", "cover"}) cadical.set(technique, 0);
    cadical.trace_proof(file, "proof");
    cadical.connect_terminator(&deadline);
    for (const auto& clause : cnf.clauses) add_clause(cadical, clause);
    cadical.reserve(cnf.variables);
    answer = solve_within(cadical, deadline, budget);
    for (int v = 1; answer == kCadicalSat && v <= cnf.variables; ++v) {
      model.push_back(cadical.val(v) > 0);
    }
    cadical.disconnect_terminator();
    cadical.close_proof_trace();
  }
  std::fclose(file);
  const std::unique_ptr<char, decltype(&std::free)> owned(text, &std::free);
  if (answer == kCadicalSat) return Satisfiable{std::move(model)};
  if (answer == kCadicalUnsat) return Refutation{std::string(text, size)};
  return OutOfBudget{};
}

}  // namespace tileproof::sat
