#include "gpu_oracles/runner/report.hpp"

#include "gpu_oracles/runner/reproducer.hpp"

namespace tileproof::oracles {
namespace {

Result<RunReport> compare_answers(const RunRequest& request,
                                  const ObservationHeader& header,
                                  const std::vector<Observation>& observations,
                                  const Replay& replay,
                                  const Shrink& shrink) {
  RunReport report;
  report.observations = observations.size();
  for (std::size_t i = 0; i < observations.size(); ++i) {
    TP_TRY(difference, replay(observations[i]));
    if (!difference) continue;
    Observation smallest = observations[i];
    if (shrink) {
      TP_TRY(shrunk, shrink(i, replay));
      smallest = std::move(shrunk);
    }
    TP_TRY(again, replay(smallest));
    const std::string text = again.value_or("agrees when it is asked again");
    if (const auto error = add_reproducer(smallest, text, request, header, report)) return *error;
    break;
  }
  return report;
}

}  // namespace

Result<RunReport> report_answers(const RunRequest& request,
                                 const ObservationHeader& header,
                                 const std::vector<Observation>& observations,
                                 const Replay& replay,
                                 const Shrink& shrink) {
  if (!request.against.empty()) {
    return compare_answers(request, header, observations, replay, shrink);
  }
  RunReport report;
  const std::string path = request.folder + "/" + header.oracle + ".jsonl";
  TP_TRY(writer, ObservationWriter::create(path, header));
  for (const Observation& observation : observations) {
    TP_TRY(difference, replay(observation));
    if (difference) report.differences.push_back(*difference + " " + observation.in.dump());
    writer.write(observation);
  }
  TP_TRY(written, writer.finish());
  report.observations = written;
  report.files.push_back(path);
  return report;
}

}  // namespace tileproof::oracles
