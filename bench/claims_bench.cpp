// How long does each engine take for one claim, and what is the ratio to Z3 and to visiting every
// point?  Lines come in groups: one claim, and one line for each engine, which is asked the
// question that takes a search; "prove" decides all questions by whichever engine does, and
// "prove_replayed" has the evidence replayed, too.  Claims and questions are built beforehand.
// "smt" is Z3 in this process, "smt_child" what users get: Z3 in a child that can be killed.
#include <benchmark/benchmark.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "checkers/claims/prove.hpp"
#include "checkers/engines/search.hpp"
#include "checkers/smt/engine.hpp"
#include "core/check.hpp"

namespace tileproof {
namespace {

const Limits kLimits{.seconds = 60, .memory_bytes = std::size_t{4} << 30};

IndexMap map_of(const std::string& text, const std::vector<Word>& shape = {}) {
  auto map = parse_index_map(text, shape);
  TP_CHECK(map.has_value(), text + (map ? "" : ": " + map.error().message));
  return *std::move(map);
}

// A claim, and of the questions that it means the last: of the claims here structure decides those
// before it.
struct Asked {
  Claim claim;
  Question question;
};

std::string_view verdict_of(const Answer& answer) {
  return is_yes(answer) ? "proved" : is_open(answer) ? "unknown" : "refuted";
}

std::string_view by_smt_here(const Asked& asked) {
  return verdict_of(answer_of(search_by_smt(asked.question, kLimits), "smt", kLimits));
}

// The engine alone, without the search for the smallest counterexample that others make.
template <EngineName kEngine>
std::string_view by(const Asked& asked) {
  return verdict_of(decide_by(kEngine, asked.question, kLimits).answer);
}

std::string_view by_all(const Asked& asked) {
  return to_string(prove(asked.claim, kLimits, Replay::kNothing));
}

// What users get: the answer, with what of its evidence is cheap to replay.
std::string_view with_evidence(const Asked& asked) {
  return to_string(prove(asked.claim, kLimits));
}

using Decide = std::string_view (*)(const Asked&);

// The most memory that one decision takes, in a process of its own; what earlier ones left in this
// one is given back first.
double peak_mb(Decide decide, const Asked& asked) {
  malloc_trim(0);
  const pid_t child = fork();
  TP_CHECK(child >= 0, "no child process");
  if (child == 0) {
    decide(asked);
    _exit(0);
  }
  int status = 0;
  rusage usage{};
  TP_CHECK(wait4(child, &status, 0, &usage) == child && status == 0, "the child failed");
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

struct Way {
  const char* name;
  Decide decide;
};

const Way kF2 = {"f2", by<EngineName::kF2>};
const Way kStrides = {"strides", by<EngineName::kStrides>};
const Way kResidues = {"residues", by<EngineName::kResidues>};
const Way kSat = {"sat", by<EngineName::kSat>};
const Way kSmt = {"smt", by_smt_here};
const Way kSmtChild = {"smt_child", by<EngineName::kSmt>};
const Way kEnumerate = {"enumerate", by<EngineName::kEnumerate>};
const Way kProve = {"prove", by_all};
const Way kReplayed = {"prove_replayed", with_evidence};

void compare(const std::string& question,
             const Claim& claim,
             const char* expected,
             const std::vector<Way>& ways) {
  const Asked asked{claim, questions_of(claim).back()};
  for (const Way& way : ways) {
    const auto run =
        [asked, expected, decide = way.decide, peak = 0.0](benchmark::State& state) mutable {
          if (peak == 0)
            peak = peak_mb(decide, asked);  // once, though benchmarks are started again
          for (auto _ : state) {
            if (decide(asked) != expected) {
              state.SkipWithError("another verdict than expected");
            }
          }
          state.counters["peak_MB"] = peak;
        };
    benchmark::RegisterBenchmark((question + "/" + way.name).c_str(), run)
        ->Unit(benchmark::kMicrosecond);
  }
}

// ---- The questions

Claim swizzle_injective() {
  return Injective{
      map_of("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, "
             "order = [1, 0]}>",
             {1024, 1024})};
}

// The same as a formula that is not linear: the phase is a remainder by 7.
Claim formula_injective() {
  return Injective{map_of("offset(row: 1024, col: 1024) = row * 1024 + (col ^ (row % 7 << 3))")};
}

Claim conflict_free(const IndexMap& memory) {
  static const Target target = *Target::parse("cuda:90");
  return *make_conflict_free(memory,
                             map_of("(row, col)(lane: 32, row_tile: 8, col_tile: 2) = "
                                    "(row_tile * 8 + lane % 8, col_tile * 32 + lane / 8 * 8)"),
                             16,
                             **target.find_rule("ldmatrix.x4"));
}

Claim padded_conflict_free() {
  return conflict_free(
      map_of("#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>", {64, 64}));
}

Claim padded_injective(Word rows) {
  return Injective{map_of(
      "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [" + std::to_string(rows) + ", 1024]}>",
      {rows, 1024})};
}

// For each of so many paddings: all at once, a product of two unknowns that no solver decides in
// time.
Claim paddings_injective(Word paddings) {
  return Injective{map_of("param pad in 1.." + std::to_string(paddings) +
                          "; offset(row: 1024, col: 1024) = row * (1024 + pad) + col")};
}

Claim conversion(const std::string& through) {
  const std::vector<Word> shape = {1024, 1024};
  const IndexMap memory = map_of(through, shape);
  return *make_converts(
      map_of("#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], "
             "warpsPerCTA = [4, 1], order = [1, 0]}>",
             shape),
      memory,
      memory,
      map_of("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], "
             "instrShape = [16, 8]}>",
             shape));
}

Claim notations_equal() {
  return *make_equal(
      map_of("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
             {1024, 64}),
      map_of("Sw<3,3,3> o 0 o (1024,64):(64,1)"));
}

void register_all() {
  compare("64_paddings_injective_2^20", paddings_injective(64), "proved", {kProve, kReplayed});
  compare("4096_paddings_injective_2^20", paddings_injective(4096), "proved", {kProve, kReplayed});
  compare("swizzle_injective_2^20",
          swizzle_injective(),
          "proved",
          {kF2, kStrides, kSat, kSmt, kSmtChild, kEnumerate, kProve, kReplayed});
  compare("formula_injective_2^20",
          formula_injective(),
          "proved",
          {kSat, kSmt, kSmtChild, kEnumerate, kProve, kReplayed});
  compare("padded_conflict_free",
          padded_conflict_free(),
          "proved",
          {kSat, kSmt, kSmtChild, kEnumerate, kProve, kReplayed});
  compare("row_major_conflicts",
          conflict_free(map_of("(64,64):(64,1)")),
          "refuted",
          {kSat, kSmt, kSmtChild, kEnumerate, kProve, kReplayed});
  compare("cute_affine_injective",
          Injective{map_of("(128,(4,16)):(64,(1,4))")},
          "proved",
          {kStrides, kSat, kSmt, kEnumerate, kProve, kReplayed});
  compare("cute_affine_not_linear_injective",
          Injective{map_of("(96,(4,20)):(80,(1,4))")},
          "proved",
          {kStrides, kSat, kSmt, kEnumerate, kProve, kReplayed});
  compare("padded_injective_2^16",
          padded_injective(64),
          "proved",
          {kStrides, kSat, kSmt, kEnumerate, kProve, kReplayed});
  compare("padded_injective_2^30",
          padded_injective(1 << 20),
          "proved",
          {kStrides, kSat, kSmt, kProve, kReplayed});
  // 9 * 7 * 5 * 8 points; strides that share no divisor and interleave.
  compare("coprime_strides_injective",
          Injective{map_of("(63,40):(40,63)")},
          "proved",
          {kStrides, kSat, kSmt, kEnumerate, kProve, kReplayed});
  compare("coprime_strides_collide",
          Injective{map_of("(64,41):(40,63)")},
          "refuted",
          {kStrides, kSat, kSmt, kEnumerate, kProve, kReplayed});
  compare("modular_injective",
          Injective{map_of("{in = [[1, 0], [2, 0], [1, 1], [0, 2], [0, 4]]} -> {x = 4, y = 6}")},
          "refuted",
          {kSat, kSmt, kEnumerate, kProve});
  compare("modular_surjective",
          Surjective{map_of("{in = [[1, 0], [2, 0], [1, 1], [0, 2], [0, 4]]} -> {x = 4, y = 6}")},
          "proved",
          {kResidues, kEnumerate, kProve});
  compare("notations_equal_2^16",
          notations_equal(),
          "proved",
          {kF2, kStrides, kSat, kSmt, kEnumerate, kProve, kReplayed});
  compare("conversion_2^20",
          conversion("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"),
          "proved",
          {kSat, kSmt, kSmtChild, kEnumerate, kProve, kReplayed});
  compare("padded_conversion_2^20",
          conversion("#ttg.padded_shared<[1024:+8] {order = [1, 0], shape = [1024, 1024]}>"),
          "proved",
          {kSat, kSmt, kProve, kReplayed});
}

}  // namespace
}  // namespace tileproof

int main(int argc, char** argv) {
  tileproof::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
