#include "gpu_oracles/runner/reproducer.hpp"

namespace tileproof::oracles {
namespace {

std::string reproducer_name(const ObservationHeader& header) {
  return header.oracle + "_reproducer.jsonl";
}

}  // namespace

std::string reproducer_text(const Observation& observation,
                            const ObservationHeader& header,
                            const std::string& model) {
  const std::string name = reproducer_name(header);
  return "cat > " + name + " <<'END'\n" + header_line(header) + "\n" +
         observation_line(observation) + "\nEND\ntileproof-oracle replay " + name + " --against " +
         model;
}

std::optional<Error> add_reproducer(const Observation& observation,
                                    const std::string& difference,
                                    const RunRequest& request,
                                    const ObservationHeader& header,
                                    RunReport& report) {
  const std::string path = request.folder + "/" + reproducer_name(header);
  auto writer = ObservationWriter::create(path, header);
  if (!writer) return writer.error();
  writer->write(observation);
  if (const auto written = writer->finish(); !written) return written.error();
  report.files.push_back(path);
  report.differences.push_back(difference + "\n\n" +
                               reproducer_text(observation, header, request.against) + "\n");
  return std::nullopt;
}

}  // namespace tileproof::oracles
