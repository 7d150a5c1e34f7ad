#include "gpu_oracles/tma/tma_run.hpp"

#include "gpu_oracles/tma/tma_replay.hpp"

namespace tileproof::oracles {

Result<RunReport> run_tma(const RunRequest& request, const ObservationHeader& header) {
  RunReport report;
  const std::string path = request.folder + "/tma.jsonl";
  TP_TRY(writer, ObservationWriter::create(path, header));
  std::optional<Error> unreadable;
  const auto sink = [&](const Observation& observation) {
    writer.write(observation);
    if (request.against.empty() || unreadable) return;
    const auto difference = replay_tma(observation);
    if (!difference) {
      unreadable = difference.error();
    } else if (*difference) {
      report.differences.push_back(**difference);
    }
  };
  for (const auto ask : {ask_boxes, ask_descriptors}) {
    if (const auto error = ask(sink)) return *error;
  }
  if (unreadable) return *unreadable;
  TP_TRY(written, writer.finish());
  report.observations = written;
  report.files.push_back(path);
  return report;
}

}  // namespace tileproof::oracles
