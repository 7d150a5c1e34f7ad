#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checkers/requests/json.hpp"
#include "checkers/ttgir/certificates.hpp"
#include "checkers/ttgir/check_file.hpp"
#include "cli/check_files.hpp"
#include "cli/check_outputs.hpp"
#include "cli/colour.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/find_files.hpp"
#include "cli/report_text.hpp"
#include "cli/time_limit.hpp"
#include "cli/whole_number.hpp"
#include "core/processors.hpp"

namespace tileproof::cli {
namespace {

using requests::Json;
using requests::to_json;

constexpr unsigned kMostJobs = 1024;

struct CheckArguments {
  std::vector<std::string> paths;
  std::string target;
  std::optional<Word> max_conflicts;
  std::string certificates;
  CheckOutputPaths outputs;
  bool without_plans = false;
  unsigned jobs = usable_processors();
  double seconds = Limits{}.seconds;
  bool json = false;
  std::string colour = "auto";
};

class Progress {
 public:
  Progress(std::size_t total, bool shown) : total_(total), shown_(shown && total > 20) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step(std::size_t done) {
    if (shown_) fmt::print(stderr, "\rchecking {} of {}", done, total_);
  }
  void clear() const {
    if (shown_) fmt::print(stderr, "\r\033[K");
  }

 private:
  std::size_t total_;
  bool shown_;
};

std::string text_of(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Counts total(const std::vector<Counts>& counts) {
  Counts all;
  for (const Counts& count : counts) {
    all.proved += count.proved;
    all.refuted += count.refuted;
    all.unknown += count.unknown;
  }
  return all;
}

ExitCode exit_code_of(const Counts& counts) {
  if (counts.refuted > 0) return ExitCode::kRefuted;
  return counts.unknown > 0 ? ExitCode::kUnknown : ExitCode::kHolds;
}

int run_check(const CheckArguments& options) {
  CheckOptions check;
  check.max_conflicts = options.max_conflicts;
  check.limits.seconds = options.seconds;
  check.plans_conversions = !options.without_plans;
  check.known = std::make_shared<KnownAnswers>();
  if (!options.target.empty()) {
    auto target = Target::parse(options.target);
    if (!target) {
      fmt::print(stderr, "tileproof check: --target: {}\n", target.error().message);
      return ExitCode::kBadInput;
    }
    check.target = *target;
  }
  std::optional<CertificateFolder> certificates;
  if (!options.certificates.empty()) {
    auto folder = CertificateFolder::make(options.certificates, check.limits);
    if (!folder) {
      fmt::print(stderr, "tileproof check: {}\n", folder.error().message);
      return ExitCode::kBadInput;
    }
    certificates = *std::move(folder);
    check.states_claims = true;
  }
  std::vector<FoundFile> files;
  std::vector<std::string> names;
  for (const std::string& path : options.paths) {
    for (auto& found : find_files(path)) {
      names.push_back(found.path);
      files.push_back(std::move(found));
    }
  }
  auto outputs = CheckOutputs::open(options.outputs, names);
  if (!outputs) {
    fmt::print(stderr, "tileproof check: {}\n", outputs.error().message);
    return ExitCode::kBadInput;
  }
  const Painter paint(use_colour(options.colour));
  std::vector<Counts> counts;
  CertifiedCounts certified;
  std::optional<Error> not_certified;
  std::size_t errors = 0;
  std::string reports;  // JSON, one behind the other: as values they would be large
  {
    // Reports are printed as they come; the progress line is for those who see no reports yet.
    Progress progress(files.size(), options.json && isatty(STDERR_FILENO) != 0);
    check_files(files, check, options.jobs, [&](FileReport report) {
      if (certificates) {
        not_certified = certificates->add(report);
        if (not_certified) return false;
        certified.add(report);
      }
      outputs->compare(report);
      outputs->add(report);
      counts.push_back(report.counts);
      errors += report.errors.size();
      if (options.json) {
        reports += (reports.empty() ? "" : ",") + text_of(to_json(report));
        for (const InputError& error : report.errors) {
          fmt::print(stderr,
                     "{}:{}:{}: error: {}\n",
                     report.file,
                     error.line,
                     error.column,
                     error.message);
        }
      } else {
        fmt::print("{}", report_text(report, paint));
      }
      progress.step(counts.size());
      return true;
    });
  }
  if (not_certified) {
    fmt::print(stderr, "tileproof check: {}\n", not_certified->message);
    return ExitCode::kBadInput;
  }
  const auto known = outputs->counts();
  if (options.json) {
    fmt::print(
        R"({{"tool":"tileproof","version":{},"files":[{}])", text_of(TILEPROOF_VERSION), reports);
    if (known) fmt::print(R"(,"baseline":{})", text_of(to_json(*known)));
    fmt::print("}}\n");
  } else {
    fmt::print("{}", summary_text(total(counts), counts.size(), errors, paint));
    if (known) fmt::print("{}", baseline_text(*known, options.outputs.baseline, paint));
    if (certificates) {
      fmt::print("{}", certified_text(certified, certificates->written(), options.certificates));
    }
  }
  if (const auto error = outputs->write(errors > 0)) {
    fmt::print(stderr, "tileproof check: {}\n", error->message);
    return ExitCode::kBadInput;
  }
  if (errors > 0) return ExitCode::kBadInput;
  return exit_code_of(known ? known->fresh : total(counts));
}

}  // namespace

Run add_check_command(CLI::App& app) {
  auto* command = app.add_subcommand(
      "check", "Check every layout, conversion and shared-memory access of TTGIR files");
  auto options = std::make_shared<CheckArguments>();
  command
      ->add_option(
          "files", options->paths, "TTGIR files, also .gz, folders of them, or - for input")
      ->required()
      ->type_name("FILE...");
  command
      ->add_option("--target",
                   options->target,
                   "GPU, where the file names none or another is meant: cuda:90, hip:gfx942, ...")
      ->type_name("T");
  command
      ->add_option("--max-conflicts",
                   options->max_conflicts,
                   "Refute accesses with more bank conflicts in a warp than this")
      ->check(check_whole_number)
      ->type_name("N");
  command
      ->add_option("--certificates",
                   options->certificates,
                   "Write a certificate of each proved claim into this folder")
      ->type_name("DIR");
  command
      ->add_option("--baseline",
                   options->outputs.baseline,
                   "Fail only on what this file, an earlier --write-baseline, does not have")
      ->type_name("FILE");
  command
      ->add_option("--write-baseline",
                   options->outputs.write_baseline,
                   "Write what is refuted or unknown as a baseline")
      ->type_name("FILE");
  command->add_option("--sarif", options->outputs.sarif, "Write a report in SARIF 2.1.0")
      ->type_name("FILE");
  command->add_option("--junit", options->outputs.junit, "Write a report in JUnit's XML")
      ->type_name("FILE");
  command->add_flag(
      "--without-plans", options->without_plans, "Do not look for the best plan of conversions");
  command
      ->add_option("--jobs",
                   options->jobs,
                   "Files that are checked at once, by default one for each processor")
      ->check(check_whole_number)
      ->check(CLI::Range(1U, kMostJobs))
      ->type_name("N");
  add_time_limit(*command, options->seconds);
  command->add_flag("--json", options->json, "Print one JSON object for scripts");
  add_colour_option(*command, options->colour);
  command->footer(
      "Examples:\n"
      "  tileproof check ~/.triton/cache/*/*.ttgir\n"
      "  tileproof check kernel.ttgir --target cuda:90 --max-conflicts 0\n"
      "  tileproof check --json build/ir > report.json\n"
      "  tileproof check kernel.ttgir --certificates proofs\n"
      "  tileproof check kernels --baseline known.json --sarif report.sarif");
  return [options] { return run_check(*options); };
}

}  // namespace tileproof::cli
