#include "gpu_oracles/runner/program.hpp"

#include <charconv>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "gpu_oracles/runner/registry.hpp"
#include "gpu_oracles/runner/run.hpp"

namespace tileproof::oracles {
namespace {

enum ExitCode { kAgree = 0, kDiffer = 1, kUsage = 2, kSkipped = 3 };

constexpr const char* kHelp =
    "list\n"
    "run [NAME] [--budget SECONDS] [--out FOLDER] [--seed S]\n"
    "run NAME --against MODEL [--cases N] [--seed S] [--out FOLDER]\n"
    "run exhaustive --time LAYOUT [--shape N,M...] [--json]\n"
    "run plans --conversions FILE [--budget SECONDS] [--out FOLDER]\n"
    "run plans --program FILE --source LAYOUT --destination LAYOUT --shape N,M... [--out FOLDER]\n"
    "replay [FILE...]     by default of each oracle its tests/data/*/NAME.jsonl.gz, from\n"
    "                     the folder that the program was built in\n"
    "replay FILE --against MODEL\n";

int fail(const Error& error) {
  std::cerr << "error: " << error.message << "\n";
  return kUsage;
}

int list() {
  for (const Oracle& oracle : all_oracles()) {
    std::cout << oracle.name << ": " << oracle.question << "\n";
    for (const ModelName& model : oracle.models.names()) {
      std::cout << "  --against " << model.name << ": " << model.what << "\n";
    }
  }
  return kAgree;
}

// The file below the nearest folder above the program that has it, for the program may be started
// from anywhere; as it stands, where none has it.
std::string find_data(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path folder = fs::read_symlink("/proc/self/exe", error);
  while (folder.has_relative_path()) {
    folder = folder.parent_path();
    if (!fs::exists(folder / file, error)) continue;
    const bool is_here = fs::equivalent(folder, fs::current_path(error), error);
    return is_here ? file : (folder / file).string();
  }
  return file;
}

int replay(std::vector<std::string> files) {
  std::string model(kOurModel);
  if (files.size() == 3 && files[1] == "--against") {
    model = files[2];
    files.resize(1);
  }
  if (files.empty()) {
    for (const Oracle& oracle : all_oracles()) {
      if (oracle.observed.empty()) continue;
      files.push_back(find_data("tests/data/" + std::string(oracle.observed) + "/" +
                                std::string(oracle.name) + ".jsonl.gz"));
    }
  }
  int exit_code = kAgree;
  for (const std::string& file : files) {
    const auto summary = replay_by_header(file, model);
    if (!summary) return fail(summary.error());
    std::cout << (summary->differences == 0 ? "AGREE   " : "DIFFER  ") << summary->header.oracle
              << ": " << summary->observations - summary->differences << " of "
              << summary->observations << " observations on " << summary->header.device << ", "
              << summary->header.date << " (" << file << ")\n";
    for (const std::string& text : summary->first_differences) std::cout << "  " << text << "\n";
    if (summary->differences != 0) exit_code = kDiffer;
  }
  return exit_code;
}

constexpr double kMostSeconds = 1e9;

struct RunArguments {
  std::string name;  // "" for all
  RunRequest request;
  std::optional<TimedLayout> timed = std::nullopt;
  std::optional<AskedProgram> program = std::nullopt;
  bool as_json = false;
};

template <typename Number>
bool read_number(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// "64,32" or "64x32"
bool read_numbers(const std::string& text, std::vector<std::uint64_t>& numbers) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(",x", at), text.size());
    if (!read_number(text.substr(at, end - at), numbers.emplace_back())) return false;
    at = end + 1;
  }
  return true;
}

// What the options of `run` that stand apart from a run's request have in common.
std::optional<Error> check_alone(const RunArguments& arguments,
                                 const std::vector<std::uint64_t>& shape) {
  const bool is_of_one = !arguments.name.empty() && arguments.request.against.empty();
  if (!arguments.request.conversions.empty() && (!is_of_one || arguments.request.cases)) {
    return Error{ErrorCode::kUsage, "--conversions is of one oracle, without --against or --cases"};
  }
  if (arguments.timed) {
    if (is_of_one && !arguments.program) return std::nullopt;
    return Error{ErrorCode::kUsage, "--time is of one oracle, without --against or --program"};
  }
  if (arguments.as_json) return Error{ErrorCode::kUsage, "--json goes with --time"};
  if (!arguments.program) {
    if (shape.empty()) return std::nullopt;
    return Error{ErrorCode::kUsage, "--shape goes with --time or --program"};
  }
  const AskedProgram& program = *arguments.program;
  if (!is_of_one) return Error{ErrorCode::kUsage, "--program is of one oracle, without --against"};
  if (!program.file.empty() && !program.source.empty() && !program.destination.empty() &&
      !shape.empty()) {
    return std::nullopt;
  }
  return Error{ErrorCode::kUsage, "--program, --source, --destination and --shape go together"};
}

Result<RunArguments> read_run_arguments(const std::vector<std::string>& words) {
  RunArguments arguments;
  RunRequest& request = arguments.request;
  std::vector<std::uint64_t> shape;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].rfind("--", 0) != 0) {
      if (!arguments.name.empty()) return Error{ErrorCode::kUsage, "two names: " + words[i]};
      arguments.name = words[i];
      continue;
    }
    const std::string& option = words[i];
    if (option == "--json") {
      arguments.as_json = true;
      continue;
    }
    const Error wrong{ErrorCode::kUsage, "what does " + option + " mean?\n" + kHelp};
    if (i + 1 == words.size()) return wrong;
    const std::string& value = words[++i];
    bool is_read = true;
    if (option == "--budget") {
      is_read = read_number(value, request.budget_seconds) && request.budget_seconds > 0 &&
                request.budget_seconds < kMostSeconds;
    } else if (option == "--out") {
      request.folder = value;
    } else if (option == "--seed") {
      is_read = read_number(value, request.seed);
    } else if (option == "--cases") {
      is_read = read_number(value, request.cases.emplace());
    } else if (option == "--against") {
      request.against = value;
    } else if (option == "--conversions") {
      request.conversions = value;
    } else if (option == "--program" || option == "--source" || option == "--destination") {
      if (!arguments.program) arguments.program.emplace();
      (option == "--program"  ? arguments.program->file
       : option == "--source" ? arguments.program->source
                              : arguments.program->destination) = value;
    } else if (option == "--time") {
      arguments.timed = TimedLayout{value, {}};
    } else if (option == "--shape") {
      is_read = read_numbers(value, shape);
    } else {
      return wrong;
    }
    if (!is_read) return Error{ErrorCode::kUsage, option + " cannot be " + value};
  }
  if (const auto error = check_alone(arguments, shape)) return *error;
  if (arguments.timed) arguments.timed->shape = shape;
  if (arguments.program) arguments.program->shape = shape;
  return arguments;
}

int print_report(const RunReport& report) {
  if (report.skipped) {
    std::cout << "  skipped: " << *report.skipped << std::endl;
    return kSkipped;
  }
  for (const std::string& text : report.figures) std::cout << "  " << text << "\n";
  for (const std::string& text : report.differences) std::cout << "  DIFFER  " << text << "\n";
  for (const std::string& file : report.files) std::cout << "  wrote " << file << "\n";
  std::cout << "  " << report.observations << " observations, " << report.differences.size()
            << " differences" << std::endl;
  return report.differences.empty() ? kAgree : kDiffer;
}

Result<int> run_one(const DeviceOracle& oracle, const RunRequest& request) {
  if (!request.conversions.empty() && oracle.on_device.program == nullptr) {
    return Error{ErrorCode::kUsage, std::string(oracle.name) + " runs no programs"};
  }
  TP_TRY(header, describe_device(oracle));
  std::cout << oracle.name << " on " << header.device << ", seed " << request.seed << std::endl;
  TP_TRY(report, oracle.on_device.run(request, header));
  return print_report(report);
}

Result<int> run_program_of(const DeviceOracle& oracle, const RunArguments& arguments) {
  if (oracle.on_device.program == nullptr) {
    return Error{ErrorCode::kUsage, std::string(oracle.name) + " runs no programs"};
  }
  TP_TRY(header, describe_device(oracle));
  std::cout << oracle.name << " on " << header.device << ": " << arguments.program->file
            << std::endl;
  TP_TRY(report, oracle.on_device.program(*arguments.program, arguments.request, header));
  return print_report(report);
}

Result<int> time_one(const DeviceOracle& oracle,
                     const RunArguments& arguments,
                     double context_milliseconds) {
  if (oracle.on_device.time == nullptr) {
    return Error{ErrorCode::kUsage, std::string(oracle.name) + " has nothing that --time times"};
  }
  TP_TRY(header, describe_device(oracle));
  TP_TRY(report, oracle.on_device.time(*arguments.timed, context_milliseconds));
  if (report.skipped) {
    std::cout << "skipped: " << *report.skipped << "\n";
    return Result<int>(kSkipped);
  }
  if (arguments.as_json) {
    report.json["oracle"] = header.oracle;
    report.json["device"] = header.device;
    std::cout << report.json.dump() << "\n";
    return Result<int>(kAgree);
  }
  std::cout << oracle.name << " on " << header.device << "\n";
  for (const std::string& line : report.lines) std::cout << "  " << line << "\n";
  return Result<int>(kAgree);
}

// A difference counts more than an oracle that was skipped, and that more than those that agree.
int joined(int code, int other) {
  if (code == kDiffer || other == kDiffer) return kDiffer;
  return std::max(code, other);
}

int run(const std::vector<std::string>& words, const std::string& self) {
  auto arguments = read_run_arguments(words);
  if (!arguments) return fail(arguments.error());
  arguments->request.self = self;
  if (!arguments->name.empty()) {
    const auto known = find_oracle(arguments->name);
    if (!known) return fail(known.error());
    const std::string& model = arguments->request.against;
    const auto error = model.empty() ? std::nullopt : check_model(**known, model);
    if (error) return fail(*error);
  }
  const auto start = std::chrono::steady_clock::now();
  if (const auto reason = why_no_device()) {
    std::cout << "skipped: no device (" << *reason << ")\n";
    return kSkipped;
  }
  if (const auto error = start_device()) return fail(*error);
  const std::chrono::duration<double, std::milli> context =
      std::chrono::steady_clock::now() - start;
  std::error_code not_made;
  std::filesystem::create_directories(arguments->request.folder, not_made);
  int exit_code = kAgree;
  bool found = false;
  for (const DeviceOracle& oracle : device_oracles()) {
    if (!arguments->name.empty() && oracle.name != arguments->name) continue;
    found = true;
    const auto answer = arguments->timed     ? time_one(oracle, *arguments, context.count())
                        : arguments->program ? run_program_of(oracle, *arguments)
                                             : run_one(oracle, arguments->request);
    if (!answer) return fail(answer.error());
    exit_code = joined(exit_code, *answer);
  }
  if (!found) return fail({ErrorCode::kUsage, "this program cannot run " + arguments->name});
  return exit_code;
}

// Not for people: what `run` starts under a profiler.
int probe(const std::string& name, const std::string& file) {
  for (const DeviceOracle& oracle : device_oracles()) {
    if (oracle.name != name || oracle.on_device.probe == nullptr) continue;
    const auto error = oracle.on_device.probe(file);
    return error ? fail(*error) : kAgree;
  }
  return fail({ErrorCode::kUsage, "no probe of " + name});
}

}  // namespace

int run_program(const std::vector<std::string>& words, const std::string& self) {
  const std::string verb = words.empty() ? "" : words[0];
  const std::vector<std::string> rest(words.begin() + (words.empty() ? 0 : 1), words.end());
  if (verb == "list" && rest.empty()) return list();
  if (verb == "replay") return replay(rest);
  if (verb == "run") return run(rest, self);
  if (verb == "probe" && rest.size() == 2) return probe(rest[0], rest[1]);
  (verb == "--help" || verb == "-h" ? std::cout : std::cerr) << kHelp;
  return verb == "--help" || verb == "-h" ? kAgree : kUsage;
}

std::string quoted_program() {
  return "'" + std::filesystem::read_symlink("/proc/self/exe").string() + "'";
}

}  // namespace tileproof::oracles
