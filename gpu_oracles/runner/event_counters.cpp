#include "gpu_oracles/runner/event_counters.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tileproof::oracles {
namespace {

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

std::vector<const char*> metric_names(Events events) {
  if (events == Events::kWavefrontsOfLoadsAndStores) {
    return {kMetrics[kLoads].wavefronts, kMetrics[kStores].wavefronts};
  }
  std::vector<const char*> names;
  for (const Metrics& metrics : kMetrics) {
    names.push_back(metrics.wavefronts);
    names.push_back(metrics.bank_conflicts);
  }
  return names;
}

std::string metric_list(Events events) {
  std::string list;
  for (const char* name : metric_names(events))
    list += (list.empty() ? "" : ",") + std::string(name);
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

}  // namespace

Result<std::vector<LaunchSums>> parse_counter_table(const std::string& text,
                                                    std::size_t launches,
                                                    Events events) {
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
    for (const char* name : metric_names(events)) {
      const auto at =
          static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
      if (at >= names.size() || fields.size() != names.size()) {
        return Error{ErrorCode::kSyntax, std::string("the profiler gives no ") + name};
      }
      TP_TRY(count, parse_count(fields[at]));
      for (std::size_t kind = 0; kind < kCounterKinds; ++kind) {
        if (name == kMetrics[kind].wavefronts) row[kind].wavefronts = count;
        if (name == kMetrics[kind].bank_conflicts) row[kind].bank_conflicts = count;
      }
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

Result<std::vector<LaunchSums>> count_events(const ProfiledProbe& probe,
                                             const std::string& questions,
                                             std::size_t launches) {
  const std::string begin = probe.folder + "/" + probe.oracle;
  const std::string asked = begin + ".questions";
  const std::string table = begin + ".counters";
  std::ofstream stream(asked);
  stream << questions;
  stream.close();
  if (!stream) return Error{ErrorCode::kIo, "cannot write " + asked};
  const std::string command =
      "ncu --csv --page raw --print-units base --clock-control none --cache-control none "
      "--kernel-name " +
      probe.kernel + " --metrics " + metric_list(probe.events) + " --log-file '" + table + "' " +
      probe.self + " probe " + probe.oracle + " '" + asked + "' > /dev/null 2>&1";
  const int status = std::system(command.c_str());
  const std::string text = text_of(table);
  std::error_code ignored;
  std::filesystem::remove(asked, ignored);
  std::filesystem::remove(table, ignored);
  if (status != 0) {
    return Error{ErrorCode::kUnsupported,
                 "Nsight Compute (ncu) did not read the counters: status " +
                     std::to_string(status) + "; " + text.substr(0, 500)};
  }
  return parse_counter_table(text, launches, probe.events);
}

}  // namespace tileproof::oracles
