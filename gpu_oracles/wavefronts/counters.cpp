#include "gpu_oracles/wavefronts/counters.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/check.hpp"

namespace tileproof::oracles {
namespace {

using nlohmann::json;

struct Metrics {
  const char* wavefronts;
  const char* bank_conflicts;
};
constexpr Metrics kMetrics[kCounterKinds] = {
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"}};

std::string metric_list() {
  std::string list;
  for (const Metrics& metrics : kMetrics) {
    for (const char* name : {metrics.wavefronts, metrics.bank_conflicts}) {
      list += (list.empty() ? "" : ",") + std::string(name);
    }
  }
  return list;
}

// The fields of a line of CSV, all of which are in quotes.
std::vector<std::string> split_csv(const std::string& line) {
  std::vector<std::string> fields;
  std::string field;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.push_back(std::move(field));
      field.clear();
    } else {
      field += c;
    }
  }
  fields.push_back(std::move(field));
  return fields;
}

// "1,024" or "1024.000000"
Result<std::uint64_t> parse_count(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  const std::string whole = text.substr(0, text.find('.'));
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), count);
  const bool has_fraction = text.find_first_not_of("0", whole.size() + 1) < text.size();
  if (error != std::errc() || end != whole.data() + whole.size() || has_fraction) {
    return Error{ErrorCode::kSyntax, "'" + text + "' is no count of a hardware counter"};
  }
  return count;
}

std::string text_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::optional<Error> write_questions(const std::string& path,
                                     std::span<const AccessPattern> patterns,
                                     std::size_t digits) {
  std::ofstream stream(path);
  stream << json{{"digits", digits}}.dump() << '\n';
  for (const AccessPattern& pattern : patterns) stream << to_json(pattern).dump() << '\n';
  stream.close();
  if (!stream) return Error{ErrorCode::kIo, "cannot write " + path};
  return std::nullopt;
}

}  // namespace

CounterKind counter_kind(std::string_view instruction) {
  const std::string_view verb = instruction.substr(0, 2);
  return verb == "ld" ? kLoads : verb == "st" ? kStores : kAtomics;
}

std::vector<CounterLaunch> plan_launches(std::span<const AccessPattern> patterns,
                                         std::size_t digits) {
  TP_CHECK(digits >= 1 && digits <= kMaxDigits, "no launch has that many digits");
  std::vector<CounterLaunch> launches;
  std::array<std::size_t, kCounterKinds> planned{};
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const CounterKind kind = counter_kind(patterns[i].instruction);
    const std::size_t launch = planned[kind] / digits;
    if (launch == launches.size()) launches.emplace_back();
    launches[launch][kind][planned[kind]++ % digits] = i;
  }
  return launches;
}

Result<std::vector<LaunchSums>> parse_counter_table(const std::string& text, std::size_t launches) {
  std::vector<std::string> names;
  std::vector<LaunchSums> sums;
  bool had_units = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind('"', 0) != 0) continue;  // what the profiler says to people
    const auto fields = split_csv(line);
    if (names.empty()) {
      names = fields;
      continue;
    }
    if (!had_units) {
      had_units = true;
      continue;
    }
    LaunchSums row;
    for (std::size_t kind = 0; kind < kCounterKinds; ++kind) {
      const auto read = [&](const char* name) -> Result<std::uint64_t> {
        const auto at =
            static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
        if (at >= names.size() || fields.size() != names.size()) {
          return Error{ErrorCode::kSyntax, std::string("the profiler gives no ") + name};
        }
        return parse_count(fields[at]);
      };
      TP_TRY(wavefronts, read(kMetrics[kind].wavefronts));
      TP_TRY(conflicts, read(kMetrics[kind].bank_conflicts));
      row[kind] = {wavefronts, conflicts};
    }
    sums.push_back(row);
  }
  if (sums.size() != launches) {
    return Error{ErrorCode::kSyntax,
                 "the profiler saw " + std::to_string(sums.size()) + " of " +
                     std::to_string(launches) + " launches"};
  }
  return sums;
}

Result<std::vector<Counters>> split_sums(std::span<const CounterLaunch> launches,
                                         std::span<const LaunchSums> sums,
                                         std::size_t patterns) {
  std::vector<Counters> counters(patterns);
  for (std::size_t i = 0; i < launches.size(); ++i) {
    for (std::size_t kind = 0; kind < kCounterKinds; ++kind) {
      Counters rest = sums[i][kind];
      for (const auto& position : launches[i][kind]) {
        if (position) {
          counters[*position] = {rest.wavefronts % kCounterBase,
                                 rest.bank_conflicts % kCounterBase};
        } else if (rest.wavefronts % kCounterBase != 0 || rest.bank_conflicts % kCounterBase != 0) {
          break;  // a digit that nothing asked for
        }
        rest.wavefronts /= kCounterBase;
        rest.bank_conflicts /= kCounterBase;
      }
      if (rest != Counters{}) {
        return Error{ErrorCode::kInvalid,
                     "launch " + std::to_string(i) + " counted " +
                         std::to_string(sums[i][kind].wavefronts) + " wavefronts and " +
                         std::to_string(sums[i][kind].bank_conflicts) +
                         " conflicts, which its patterns cannot have caused"};
      }
    }
  }
  return counters;
}

Result<std::vector<Counters>> read_counters(std::span<const AccessPattern> patterns,
                                            std::size_t digits,
                                            const std::string& folder,
                                            const std::string& self) {
  const std::string questions = folder + "/wavefronts.questions";
  const std::string table = folder + "/wavefronts.counters";
  if (const auto error = write_questions(questions, patterns, digits)) return *error;
  const std::string command =
      "ncu --csv --page raw --print-units base --clock-control none --cache-control none "
      "--kernel-name count_accesses --metrics " +
      metric_list() + " --log-file '" + table + "' " + self + " probe wavefronts '" + questions +
      "' > /dev/null 2>&1";
  const int status = std::system(command.c_str());
  const std::string text = text_of(table);
  std::error_code ignored;
  std::filesystem::remove(questions, ignored);
  std::filesystem::remove(table, ignored);
  if (status != 0) {
    return Error{ErrorCode::kUnsupported,
                 "Nsight Compute (ncu) did not read the counters: status " +
                     std::to_string(status) + "; " + text.substr(0, 500)};
  }
  const auto launches = plan_launches(patterns, digits);
  TP_TRY(sums, parse_counter_table(text, launches.size()));
  return split_sums(launches, sums, patterns.size());
}

Result<Questions> read_questions(const std::string& path) {
  std::ifstream stream(path);
  std::string line;
  std::getline(stream, line);
  const json first = json::parse(line, nullptr, /*allow_exceptions=*/false);
  const std::size_t digits = first.is_object() ? first.value("digits", std::size_t{0}) : 0;
  if (digits < 1 || digits > kMaxDigits) {
    return Error{ErrorCode::kSyntax, path + " is no file of patterns"};
  }
  Questions questions{{}, digits};
  while (std::getline(stream, line)) {
    TP_TRY(pattern, parse_pattern(json::parse(line, nullptr, /*allow_exceptions=*/false)));
    questions.patterns.push_back(std::move(pattern));
  }
  return questions;
}

}  // namespace tileproof::oracles
