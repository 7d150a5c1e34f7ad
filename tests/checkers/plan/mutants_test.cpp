// Is every mistake in a plan found, at the move where it is or after it?
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <set>

#include "checkers/plan/plan.hpp"
#include "encodings/moves/print_program.hpp"
#include "properties/moves/plan_mutants.hpp"
#include "properties/moves/random_pairs.hpp"
#include "tests/support/tensors.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof::plan {
namespace {

struct Score {
  int refuted = 0;
  int harmless = 0;  // proved, and so no mistake
  int bad_input = 0;
  std::set<Word> claims;
};

// The number of the blamed move; none at the end of the program.
std::optional<std::size_t> blamed(const Counterexample& example) {
  for (const auto& [name, value] : example.fields) {
    if (name == "at") return std::stoul(std::get<std::string>(value));
  }
  return std::nullopt;
}

// What moves are run for in full finds nothing, either.
void expect_right(const moves::Program& program, const Tensor& source, const Tensor& destination) {
  const auto from = moves::HeldElements::make(program, source.form).value();
  const auto to = moves::HeldElements::make(program, destination.form).value();
  const auto run = moves::run_program(program, from, to);
  EXPECT_FALSE(run.fault) << run.fault->what << "\n" << moves::print_program(program);
}

bool has_idle_barrier(const moves::Realised& answer) {
  return std::ranges::find(answer.remarks, "barrier 1 orders nothing") != answer.remarks.end();
}

// The largest share of mutants that may do no harm.  Bytes may be such that no element needs, and a
// lane one that took no part or whose part a copy takes; two lanes may have one place where only
// one of them stores; each barrier is looked at by itself.
const std::map<std::string, double> kMostHarmless = {
    {"a barrier is dropped", 0.25},
    {"it is repeated without a last barrier", 0.25},
    {"bytes are permuted wrongly", 0.35},
    {"a lane takes no part", 0.02},
    {"a store meets a copy that differs", 0.02},
    {"an access is not aligned", 0.02},
};

TEST(PlanMutants, AreRefutedAtTheirMistakeOrAfterIt) {
  gen::Source choices = gen::Source::random(20261127);
  gen::RandomPairs pairs(gen::RandomPairs::Of::kUnits, choices);
  std::map<std::string, Score> scores;
  for (std::uint64_t i = 0; i < 260; ++i) {
    const auto pair = pairs.next();
    const On source(pair.source, pair.shape);
    const On destination(pair.destination, pair.shape);
    const auto plan = make_plan(source, destination, {pair.bits, pair.target});
    ASSERT_TRUE(plan) << plan.error().message;
    const auto remarked = moves::realises(plan->chosen.program, source, destination).value();
    gen::Source edits = gen::Source::random(i);
    for (const auto& mutant : gen::mutants_of(plan->chosen.program, edits)) {
      const auto answer = moves::realises(mutant.program, source, destination);
      Score& score = scores[mutant.kind];
      if (!answer) {
        ++score.bad_input;
        continue;
      }
      if (is_proved(answer->verdict)) {
        ++score.harmless;
        expect_right(mutant.program, source, destination);
        EXPECT_TRUE(has_idle_barrier(remarked) || mutant.kind != "a barrier is dropped");
        continue;
      }
      ASSERT_TRUE(is_refuted(answer->verdict)) << words_of(answer->verdict);
      ++score.refuted;
      EXPECT_FALSE(has_idle_barrier(remarked) && mutant.kind == "a barrier is dropped");
      score.claims.insert(fields_of(answer->verdict).at("rule"));
      const auto at = blamed(std::get<Refuted>(answer->verdict).counterexample());
      ASSERT_TRUE(!at || *at >= mutant.place)
          << mutant.kind << " of move " << mutant.place << ": " << words_of(answer->verdict) << "\n"
          << moves::print_program(mutant.program);
    }
  }
  int refuted = 0;
  int harmless = 0;
  for (const auto& [kind, score] : scores) {
    std::cout << kind << ": " << score.refuted << " refuted by";
    for (const Word claim : score.claims) std::cout << " " << claim;
    std::cout << ", " << score.harmless << " harmless, " << score.bad_input << " bad input\n";
    EXPECT_GT(score.refuted, 0) << kind;
    EXPECT_EQ(score.bad_input, 0) << kind;
    const auto most = kMostHarmless.find(kind);
    EXPECT_LE(score.harmless,
              most == kMostHarmless.end() ? 0 : most->second * (score.refuted + score.harmless))
        << kind;
    refuted += score.refuted;
    harmless += score.harmless;
  }
  std::cout << refuted << " refuted, " << harmless << " harmless\n";
  EXPECT_EQ(scores.size(), 13U);
  EXPECT_GE(refuted, 3'000);
}

}  // namespace
}  // namespace tileproof::plan
