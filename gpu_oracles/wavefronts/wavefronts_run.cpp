#include <algorithm>
#include <chrono>
#include <cmath>

#include "gpu_oracles/runner/reproducer.hpp"
#include "gpu_oracles/wavefronts/clock.hpp"
#include "gpu_oracles/wavefronts/counters.hpp"
#include "gpu_oracles/wavefronts/draw_patterns.hpp"
#include "gpu_oracles/wavefronts/rank_formula.hpp"
#include "gpu_oracles/wavefronts/shrink.hpp"

namespace tileproof::oracles {
namespace {

constexpr std::uint64_t kPatterns = 7000;
constexpr std::size_t kPart = 1500;    // patterns that are counted under one profiler
constexpr std::size_t kAlone = 60;     // patterns of each part that are also counted one by one
constexpr Word kMaxLayoutBytes = 512;  // of the layouts that are tried against the formula

std::string text_of(const Counters& counters) {
  return std::to_string(counters.wavefronts) + " wavefronts and " +
         std::to_string(counters.bank_conflicts) + " conflicts";
}

std::string describe(const AccessPattern& pattern) { return to_json(pattern).dump(); }

std::vector<AccessPattern> draw_for_device(std::uint64_t patterns, std::uint64_t seed) {
  auto drawn = draw_patterns(patterns, seed);
#if TILEPROOF_CUDA_ARCHITECTURE < 90
  std::erase_if(drawn, [](const AccessPattern& pattern) {
    return pattern.instruction.starts_with("stmatrix");
  });
#endif
  return drawn;
}

Result<std::vector<Counters>> count(std::span<const AccessPattern> patterns,
                                    std::size_t digits,
                                    const RunRequest& request) {
  return read_counters(patterns, digits, request.folder, request.self);
}

// The counters, read among other patterns in two ways and for some alone; all must be the same.
Result<std::vector<Counters>> read_counters_twice(std::span<const AccessPattern> patterns,
                                                  const RunRequest& request,
                                                  RunReport& report) {
  TP_TRY(counters, count(patterns, kMaxDigits, request));
  for (const std::size_t digits : {kMaxDigits - 1, std::size_t{1}}) {
    const std::size_t compared = digits == 1 ? std::min(kAlone, patterns.size()) : patterns.size();
    TP_TRY(again, count(patterns.first(compared), digits, request));
    for (std::size_t i = 0; i < compared; ++i) {
      if (again[i] == counters[i]) continue;
      report.differences.push_back(describe(patterns[i]) + ": counted " + text_of(counters[i]) +
                                   ", then " + text_of(again[i]));
    }
  }
  return std::move(counters);
}

Observation observe(const AccessPattern& pattern, const Counters& counters, AccessCycles cycles) {
  return {to_json(pattern),
          {{"wavefronts", counters.wavefronts},
           {"bank_conflicts", counters.bank_conflicts},
           {"latency_cycles", std::round(cycles.latency * 10) / 10},
           {"throughput_cycles", std::round(cycles.throughput * 100) / 100}}};
}

void add_clock_figures(std::span<const ClockReading> readings, RunReport& report) {
  const ClockAgreement agreement = compare_with_clock(readings);
  report.figures.push_back("the clock agrees with the counters on " +
                           std::to_string(agreement.compared - agreement.contradictions.size()) +
                           " of " + std::to_string(agreement.compared) + " patterns");
  for (const std::size_t i : agreement.contradictions) {
    report.differences.push_back(describe(readings[i].pattern) + ": counted " +
                                 std::to_string(readings[i].wavefronts) + " wavefronts, but took " +
                                 std::to_string(readings[i].latency_cycles) + " cycles");
  }
}

Result<RunReport> write_observations(const RunRequest& request, const ObservationHeader& header) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  const auto all = draw_for_device(request.cases.value_or(kPatterns), request.seed);
  RunReport report;
  report.files = {request.folder + "/wavefronts.jsonl"};
  TP_TRY(writer, ObservationWriter::create(report.files[0], header));
  std::vector<ClockReading> readings;
  for (std::size_t first = 0; first < all.size(); first += kPart) {
    if (first > 0 && seconds() > request.budget_seconds) break;
    const auto part = std::span(all).subspan(first, std::min(kPart, all.size() - first));
    TP_TRY(cycles, time_accesses(part));
    TP_TRY(counters, read_counters_twice(part, request, report));
    for (std::size_t i = 0; i < part.size(); ++i) {
      const Observation observation = observe(part[i], counters[i], cycles[i]);
      writer.write(observation);
      readings.push_back({part[i], counters[i].wavefronts, cycles[i].latency});
      TP_TRY(difference, replay_wavefronts(observation));
      if (difference) report.differences.push_back(*difference);
    }
  }
  TP_TRY(written, writer.finish());
  report.observations = written;
  report.figures.push_back(std::to_string(written) + " patterns in " +
                           std::to_string(static_cast<int>(seconds())) + " s");
  add_clock_figures(readings, report);
  return report;
}

// Asked alone, a pattern's counters are seen without others'.
Result<RunReport> reproduce(const AccessPattern& pattern,
                            const CostModel& model,
                            const RunRequest& request,
                            const ObservationHeader& header,
                            RunReport report) {
  const std::span<const AccessPattern> one(&pattern, 1);
  TP_TRY(cycles, time_accesses(one));
  TP_TRY(counters, count(one, 1, request));
  const Observation observation = observe(pattern, counters[0], cycles[0]);
  TP_TRY(difference, replay_wavefronts(observation, model));
  const std::string text = difference.value_or("gone when asked alone: " + describe(pattern));
  if (const auto error = add_reproducer(observation, text, request, header, report)) return *error;
  return std::move(report);
}

Result<RunReport> run_against_model(const CostModel& model,
                                    const RunRequest& request,
                                    const ObservationHeader& header) {
  const auto patterns = draw_for_device(request.cases.value_or(1000), request.seed);
  const Shows shows = [&](std::span<const AccessPattern> asked) -> Result<std::vector<bool>> {
    TP_TRY(counters, count(asked, kMaxDigits, request));
    std::vector<bool> shown;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      TP_TRY(cost, model(asked[i]));
      shown.push_back(Counters{cost.wavefronts, cost.conflicts()} != counters[i]);
    }
    return shown;
  };
  RunReport report;
  TP_TRY(shown, shows(patterns));
  report.observations = patterns.size();
  const auto first = std::find(shown.begin(), shown.end(), true);
  if (first == shown.end()) return report;
  TP_TRY(smallest,
         shrink_pattern(patterns[static_cast<std::size_t>(first - shown.begin())], shows));
  return reproduce(smallest, model, request, header, std::move(report));
}

Result<RunReport> run_against_formula(const RunRequest& request) {
  const auto cases = small_layout_cases(kMaxLayoutBytes);
  std::vector<AccessPattern> patterns;
  for (const LayoutCase& one : cases) patterns.push_back(one.pattern);
  TP_TRY(counters, count(patterns, kMaxDigits, request));
  RunReport report;
  report.observations = cases.size();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].formula_conflicts == counters[i].bank_conflicts) continue;
    if (wrong++ > 0) continue;
    report.differences.push_back(
        cases[i].to_string() + ": the formula says " + std::to_string(cases[i].formula_conflicts) +
        " conflicts, the device counts " + std::to_string(counters[i].bank_conflicts) + "; " +
        describe(cases[i].pattern));
  }
  report.figures.push_back("the formula is wrong on " + std::to_string(wrong) + " of " +
                           std::to_string(cases.size()) + " layouts; the smallest follows");
  return report;
}

// Against nothing: as many patterns as asked for (7,000) to wavefronts.jsonl, as far as the budget
// goes.  Against a model: one that costs other than the model says, shrunk, to
// wavefronts_reproducer.jsonl.  Against "formula": the smallest layouts for which rank_formula.hpp
// is wrong.  A difference is also where two counts, or counts and clock, contradict each other.
Result<RunReport> run_wavefronts(const RunRequest& request, const ObservationHeader& header) {
  if (request.against.empty()) return write_observations(request, header);
  if (request.against == "formula") return run_against_formula(request);
  TP_TRY(model, wavefront_model_choice().find(request.against));
  return run_against_model(*model, request, header);
}

// Launches the kernels for the patterns of a file, which a profiler counts.
std::optional<Error> launch_patterns_of(const std::string& file) {
  const auto questions = read_questions(file);
  if (!questions) return questions.error();
  return launch_for_counters(questions->patterns,
                             plan_launches(questions->patterns, questions->digits));
}

}  // namespace

DeviceRun wavefronts_run() { return {run_wavefronts, launch_patterns_of}; }

}  // namespace tileproof::oracles
