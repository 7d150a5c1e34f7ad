#include "gpu_oracles/runner/report.hpp"

namespace tileproof::oracles {

Result<RunReport> report_answers(const RunRequest& request,
                                 const ObservationHeader& header,
                                 const std::vector<Observation>& observations,
                                 const Replay& replay) {
  RunReport report;
  for (const Observation& observation : observations) {
    TP_TRY(difference, replay(observation));
    if (!difference) continue;
    report.differences.push_back(*difference + "\n    {\"in\":" + observation.in.dump() +
                                 ",\"out\":" + observation.out.dump() + "}");
  }
  report.observations = observations.size();
  if (!request.against.empty()) return report;
  const std::string path = request.folder + "/" + header.oracle + ".jsonl";
  TP_TRY(writer, ObservationWriter::create(path, header));
  for (const Observation& observation : observations) writer.write(observation);
  TP_TRY(written, writer.finish());
  report.observations = written;
  report.files.push_back(path);
  return report;
}

}  // namespace tileproof::oracles
