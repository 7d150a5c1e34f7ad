#include "gpu_oracles/wavefronts/wavefronts_run.hpp"

#include "gpu_oracles/wavefronts/counters.hpp"
#include "gpu_oracles/wavefronts/draw_patterns.hpp"

namespace tileproof::oracles {

Result<RunReport> run_wavefronts(const RunRequest& request, const ObservationHeader& header) {
  const auto patterns = draw_patterns(request.cases.value_or(6000), request.seed);
  TP_TRY(cycles, time_accesses(patterns));
  const std::string path = request.folder + "/wavefronts.jsonl";
  TP_TRY(writer, ObservationWriter::create(path, header));
  RunReport report;
  std::vector<Counters> counters(patterns.size());
  auto c0 = read_counters(patterns, 0, request.folder);
  if (!c0) report.figures.push_back(c0.error().message); else counters = *c0;
  auto c1 = read_counters(patterns, 1, request.folder);
  if (!c1) report.figures.push_back(c1.error().message);
  else report.figures.push_back(*c1 == counters ? "same" : "NOT same");
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    writer.write({to_json(patterns[i]),
                  {{"wavefronts", counters[i].wavefronts},
                   {"bank_conflicts", counters[i].bank_conflicts},
                   {"latency_cycles", cycles[i].latency},
                   {"throughput_cycles", cycles[i].throughput}}});
  }
  TP_TRY(written, writer.finish());
  report.observations = written;
  report.files = {path};
  return report;
}

std::optional<Error> launch_patterns_of(const std::string& file) {
  const auto questions = read_questions(file);
  if (!questions) return questions.error();
  return launch_for_counters(questions->patterns,
                             plan_launches(questions->patterns, questions->rotation));
}

}  // namespace tileproof::oracles
