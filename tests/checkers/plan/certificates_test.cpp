// Does the certifier, which runs a program by itself, say what the engines say?
#include <gtest/gtest.h>

#include "checkers/certificates/certifier/certify.hpp"
#include "checkers/certificates/write_certificate.hpp"
#include "checkers/plan/plan.hpp"
#include "encodings/moves/print_program.hpp"
#include "properties/moves/plan_mutants.hpp"
#include "properties/moves/random_pairs.hpp"
#include "tests/support/tensors.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof::plan {
namespace {

certificates::StatedProgram stated(const gen::RandomPair& pair,
                                   const moves::Program& program,
                                   const moves::RunOptions& options) {
  const std::vector<Word> shape(pair.shape.begin(), pair.shape.end());
  return {{"source", shape, pair.source},
          {"destination", shape, pair.destination},
          options.copies_are_equal,
          options.is_repeated,
          print_program(program)};
}

struct Agreement {
  int proved = 0;
  int refuted = 0;
};

// Counts what both say.
void compare(const gen::RandomPair& pair,
             const moves::Program& program,
             const moves::RunOptions& options,
             Agreement& agreement) {
  const On source(pair.source, pair.shape);
  const On destination(pair.destination, pair.shape);
  const auto answer = moves::realises(program, source, destination, options);
  const auto certificate = write_program_certificate(stated(pair, program, options));
  if (!answer) {
    EXPECT_FALSE(certificate) << answer.error().message << "\n" << print_program(program);
    return;
  }
  if (is_proved(answer->verdict)) {
    ++agreement.proved;
    ASSERT_TRUE(certificate) << certificate.error().message << "\n" << print_program(program);
    EXPECT_TRUE(std::holds_alternative<Certified>(certify(*certificate)));
  } else {
    ++agreement.refuted;
    ASSERT_FALSE(certificate) << words_of(answer->verdict) << "\n" << print_program(program);
    EXPECT_EQ(certificate.error().code, ErrorCode::kNotSolvable) << certificate.error().message;
  }
}

TEST(ProgramCertificates, AreThoseOfProgramsThatAreProved) {
  gen::Source choices = gen::Source::random(20261128);
  gen::RandomPairs pairs(gen::RandomPairs::Of::kUnits, choices);
  Agreement agreement;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const auto pair = pairs.next();
    const On source(pair.source, pair.shape);
    const On destination(pair.destination, pair.shape);
    const auto plan = make_plan(source, destination, {pair.bits, pair.target});
    ASSERT_TRUE(plan) << plan.error().message;
    const moves::Program& program = plan->chosen.program;
    for (const bool copies_are_equal : {true, false}) {
      for (const bool is_repeated : {false, true}) {
        moves::RunOptions options;
        options.copies_are_equal = copies_are_equal;
        options.is_repeated = is_repeated;
        compare(pair, program, options, agreement);
      }
    }
    gen::Source edits = gen::Source::random(i);
    for (const auto& mutant : gen::mutants_of(program, edits)) {
      compare(pair, mutant.program, {}, agreement);
    }
  }
  EXPECT_GE(agreement.proved, 120);
  EXPECT_GE(agreement.refuted, 480);
}

// A certificate whose program, layouts or conditions are others is refused, also with a digest
// that fits.
TEST(ProgramCertificates, OfOtherProgramsAreRefused) {
  const gen::RandomPair pair{
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order "
      "= [1, 0]}>",
      "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order "
      "= [0, 1]}>",
      {32, 32},
      32,
      *Target::parse("cuda:90")};
  const auto plan =
      make_plan(On(pair.source, pair.shape), On(pair.destination, pair.shape), {32, pair.target});
  ASSERT_TRUE(plan);
  const auto text = write_program_certificate(stated(pair, plan->chosen.program, {}));
  ASSERT_TRUE(text) << text.error().message;
  const auto forged = [&](const std::string& old, const std::string& other) {
    std::string body = text->substr(0, text->rfind("digest "));
    const std::size_t at = body.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    body.replace(at, old.size(), other);
    return certify(body + digest_line(body) + "\n");
  };
  const std::string barrier = "barrier.cta;";
  for (const auto& [old, other] :
       {std::pair<std::string, std::string>("repeated no", "repeated no"),
        {barrier, barrier + " mov d[0], s[0] if 0;"}}) {
    EXPECT_TRUE(std::holds_alternative<Certified>(forged(old, other))) << other;
  }
  EXPECT_TRUE(std::holds_alternative<RefusedCertificate>(
      forged(barrier, barrier + " mov d[0], s[900] if 0;")));
  for (const auto& [old, other] : {std::pair("repeated no", "repeated yes"),
                                   {"repeated no", "repeated maybe"},
                                   {"barrier.cta", "barrier.warp"},
                                   {"shared 4096", "shared 2048"},
                                   {"sizePerThread = [4, 1]", "sizePerThread = [8, 1]"},
                                   {"layout source", "layout target"},
                                   {"[32 32]", "[64 32]"},
                                   {"program 8", "program 7"},
                                   {"by run", "by walk"},
                                   {"copies equal", "copies"},
                                   {"s[i]", "s[i ^ 1]"},
                                   {"s[i]", "s[i] if 0"}}) {
    EXPECT_TRUE(std::holds_alternative<RefusedCertificate>(forged(old, other))) << other;
  }
}

}  // namespace
}  // namespace tileproof::plan
