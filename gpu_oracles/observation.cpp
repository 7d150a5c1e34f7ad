#include "gpu_oracles/observation.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

namespace tileproof::oracles {
namespace {

using nlohmann::json;

using HeaderField = std::pair<const char*, std::string ObservationHeader::*>;
constexpr std::array<HeaderField, 8> kHeaderFields = {{
    {"oracle", &ObservationHeader::oracle},
    {"device", &ObservationHeader::device},
    {"compute_capability", &ObservationHeader::compute_capability},
    {"driver", &ObservationHeader::driver},
    {"runtime", &ObservationHeader::runtime},
    {"toolkit", &ObservationHeader::toolkit},
    {"source_hash", &ObservationHeader::source_hash},
    {"date", &ObservationHeader::date},
}};

Error syntax(std::string message) { return {ErrorCode::kSyntax, std::move(message)}; }

Result<json> parse_object(const std::string& line) {
  json value = json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!value.is_object()) return syntax("not a JSON object: " + line.substr(0, 80));
  return value;
}

// The lines of a file, gzipped or not.
class LineReader {
 public:
  explicit LineReader(const std::string& path)
      : file_(gzopen(path.c_str(), "rb"), &gzclose), chunk_(1 << 16, '\0') {}

  [[nodiscard]] bool is_open() const { return file_ != nullptr; }
  // Was what was read not all of it?
  [[nodiscard]] bool failed() const { return failed_; }

  // Without its end; nullopt after the last.
  std::optional<std::string> next() {
    std::string line;
    while (true) {
      const auto rest = std::string_view(chunk_).substr(begin_, end_ - begin_);
      const auto newline = rest.find('\n');
      line += rest.substr(0, newline);
      if (newline != std::string_view::npos) {
        begin_ += newline + 1;
        return line;
      }
      const int got = gzread(file_.get(), chunk_.data(), static_cast<unsigned>(chunk_.size()));
      int code = Z_OK;
      if (got == 0) gzerror(file_.get(), &code);  // data that ends early is noticed only at its end
      failed_ = got < 0 || code == Z_BUF_ERROR || line.size() > kMostBytes;
      begin_ = 0;
      end_ = got > 0 ? static_cast<std::size_t>(got) : 0;
      if (got <= 0 || failed_) break;
    }
    if (line.empty() || failed_) return std::nullopt;
    return line;
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{64}
                                            << 20;  // of a line; a device has no end

  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
  std::string chunk_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool failed_ = false;
};

Error at_line(const std::string& path, std::uint64_t line, const Error& error) {
  return {error.code, path + ":" + std::to_string(line) + ": " + error.message};
}

Result<ObservationHeader> read_header(const std::string& path, LineReader& lines) {
  if (!lines.is_open()) return Error{ErrorCode::kIo, "cannot open " + path};
  const auto first = lines.next();
  if (!first) return Error{ErrorCode::kIo, "nothing in " + path};
  auto header = parse_header(*first);
  if (!header) return at_line(path, 1, header.error());
  return header;
}

}  // namespace

std::string header_line(const ObservationHeader& header) {
  nlohmann::ordered_json line;
  for (const auto& [name, member] : kHeaderFields) line[name] = header.*member;
  return line.dump();
}

std::string observation_line(const Observation& observation) {
  return "{\"in\":" + observation.in.dump() + ",\"out\":" + observation.out.dump() + "}";
}

Result<ObservationHeader> parse_header(const std::string& line) {
  TP_TRY(object, parse_object(line));
  ObservationHeader header;
  for (const auto& [name, member] : kHeaderFields) {
    const auto field = object.find(name);
    if (field == object.end() || !field->is_string() || field->get<std::string>().empty()) {
      return syntax(std::string("the header lacks the text '") + name + "'");
    }
    header.*member = field->get<std::string>();
  }
  return header;
}

Result<Observation> parse_observation(const std::string& line) {
  TP_TRY(object, parse_object(line));
  for (const char* part : {"in", "out"}) {
    if (!object.contains(part) || !object.at(part).is_object()) {
      return syntax(std::string("an observation lacks the object '") + part + "'");
    }
  }
  return Observation{std::move(object["in"]), std::move(object["out"])};
}

Result<ObservationWriter> ObservationWriter::create(const std::string& path,
                                                    const ObservationHeader& header) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  if (!stream) return Error{ErrorCode::kIo, "cannot write " + path};
  stream << header_line(header) << '\n';
  return ObservationWriter(path, std::move(stream));
}

void ObservationWriter::write(const Observation& observation) {
  stream_ << observation_line(observation) << '\n';
  ++written_;
}

Result<std::uint64_t> ObservationWriter::finish() {
  stream_.close();
  if (!stream_) return Error{ErrorCode::kIo, "cannot write all of " + path_};
  return written_;
}

Result<ObservationHeader> read_header(const std::string& path) {
  LineReader lines(path);
  return read_header(path, lines);
}

Result<ObservationHeader> read_observations(
    const std::string& path, const std::function<std::optional<Error>(const Observation&)>& visit) {
  LineReader lines(path);
  TP_TRY(header, read_header(path, lines));
  std::uint64_t number = 1;
  while (const auto line = lines.next()) {
    ++number;
    const auto observation = parse_observation(*line);
    if (!observation) return at_line(path, number, observation.error());
    if (const auto error = visit(*observation)) return at_line(path, number, *error);
  }
  if (lines.failed()) return Error{ErrorCode::kIo, "cannot read all of " + path};
  return header;
}

Result<ReplaySummary> replay_file(const std::string& path, const Replay& replay) {
  ReplaySummary summary;
  const auto visit = [&](const Observation& observation) -> std::optional<Error> {
    const auto difference = replay(observation);
    if (!difference) return difference.error();
    ++summary.observations;
    if (!*difference) return std::nullopt;
    ++summary.differences;
    if (summary.first_differences.size() < ReplaySummary::kMaxListed) {
      summary.first_differences.push_back("line " + std::to_string(summary.observations + 1) +
                                          ": " + **difference);
    }
    return std::nullopt;
  };
  TP_TRY(header, read_observations(path, visit));
  if (summary.observations == 0) {
    return Error{ErrorCode::kInvalid, path + ": a header and no observation"};
  }
  summary.header = header;
  return summary;
}

}  // namespace tileproof::oracles
