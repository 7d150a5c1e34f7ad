// How does somebody else see a disagreement again?  By a file of one observation, and a text that
// makes this file and replays it.
#pragma once

#include <string>

#include "gpu_oracles/observation.hpp"
#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {

// Lines for a shell:
//
//   cat > lanes_reproducer.jsonl <<'END'
//   {"oracle":"lanes", ...}
//   {"in":{...},"out":{...}}
//   END
//   tileproof-oracle replay lanes_reproducer.jsonl --against rank-error
std::string reproducer_text(const Observation& observation,
                            const ObservationHeader& header,
                            const std::string& model);

// Writes FOLDER/NAME_reproducer.jsonl and adds it and the difference, with its text, to the report.
// Fails (kIo) if the file cannot be written.
std::optional<Error> add_reproducer(const Observation& observation,
                                    const std::string& difference,
                                    const RunRequest& request,
                                    const ObservationHeader& header,
                                    RunReport& report);

}  // namespace tileproof::oracles
