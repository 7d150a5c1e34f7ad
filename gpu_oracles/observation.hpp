// What did a GPU answer, and to what?  A file of observations is one JSON value a line: a header
// that says which device was asked by which program, then one line for each question.
//
//   {"oracle": "wavefronts", "device": "NVIDIA H200", "compute_capability": "9.0", ...}
//   {"in": {"instruction": "ld.shared.b32", "byte_address": [0, 128, ...]}, "out": {...}}
//
// The devices write plain files; a file that is kept is gzipped, and both are read.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace tileproof::oracles {

// Every field must be there and say something.
struct ObservationHeader {
  std::string oracle;
  std::string device;
  std::string compute_capability;  // "9.0"
  std::string driver;              // the version of CUDA that the driver supports: "13.0"
  std::string runtime;
  std::string toolkit;
  std::string source_hash;  // of the sources of the oracle
  std::string date;         // "2026-11-20"

  friend bool operator==(const ObservationHeader&, const ObservationHeader&) = default;
};

struct Observation {
  nlohmann::json in;
  nlohmann::json out;
};

// What a model says of an observation: nothing if it would have answered the same, else a text that
// names both answers.  An Error is an observation that cannot be read as the oracle's.
using Difference = std::optional<std::string>;
using Replay = std::function<Result<Difference>(const Observation&)>;

// The lines of a file, without their ends.
std::string header_line(const ObservationHeader& header);
std::string observation_line(const Observation& observation);
Result<ObservationHeader> parse_header(const std::string& line);
Result<Observation> parse_observation(const std::string& line);

class ObservationWriter {
 public:
  // Fails (kIo) if the file cannot be written.  Replaces what is there.
  static Result<ObservationWriter> create(const std::string& path, const ObservationHeader& header);

  void write(const Observation& observation);
  // The number of observations; fails (kIo) if not every byte arrived.
  Result<std::uint64_t> finish();

 private:
  ObservationWriter(std::string path, std::ofstream stream)
      : path_(std::move(path)), stream_(std::move(stream)) {}

  std::string path_;
  std::ofstream stream_;
  std::uint64_t written_ = 0;
};

// Fails (kIo, kSyntax) as read_observations.
Result<ObservationHeader> read_header(const std::string& path);

// Calls `visit` with each observation in turn until it returns an Error, which is then returned.
// The file is never in memory as a whole.  Fails (kIo, kSyntax) with the path and the line.
Result<ObservationHeader> read_observations(
    const std::string& path, const std::function<std::optional<Error>(const Observation&)>& visit);

struct ReplaySummary {
  ObservationHeader header;
  std::uint64_t observations = 0;
  std::uint64_t differences = 0;
  std::vector<std::string> first_differences;  // at most kMaxListed, with their lines

  static constexpr std::size_t kMaxListed = 5;
};

// Asks the model about every observation of a file.  A file without any is an Error: it would show
// nothing.
Result<ReplaySummary> replay_file(const std::string& path, const Replay& replay);

}  // namespace tileproof::oracles
