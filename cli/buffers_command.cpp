// tileproof buffers: does a plan of buffers that share memory keep its promise?
#include <fmt/core.h>

#include <memory>
#include <string>

#include "checkers/requests/buffers_json.hpp"
#include "cli/colour.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/read_input.hpp"
#include "cli/time_limit.hpp"
#include "encodings/buffers/parse_buffers.hpp"

namespace tileproof::cli {
namespace {

using requests::Json;
using requests::to_json;

using buffers::BufferFinding;
using buffers::BufferReport;

struct Arguments {
  std::string file;
  std::string target;
  double seconds = 10;
  bool json = false;
  std::string colour = "auto";
};

// "distinct p, alpha"
std::string title(const BufferFinding& finding) {
  std::string text = finding.claim;
  for (const std::string& name : finding.of) text += (text == finding.claim ? " " : ", ") + name;
  return text;
}

void print_report(const BufferReport& report, const Painter& paint) {
  for (const BufferFinding& finding : report.findings) {
    if (const auto* proved = std::get_if<Proved>(&finding.verdict)) {
      fmt::print("{}   {}  by {}: {}\n",
                 paint.good("PROVED"),
                 title(finding),
                 proved->engine(),
                 proved->scope());
    } else if (const auto* refuted = std::get_if<Refuted>(&finding.verdict)) {
      fmt::print(
          "{}  {}\n    {}\n", paint.bad("REFUTED"), title(finding), refuted->counterexample().text);
    } else {
      fmt::print("{}  {}\n    {}\n",
                 paint.costly("UNKNOWN"),
                 title(finding),
                 std::get<Unknown>(finding.verdict).reason);
    }
  }
  for (const auto& storage : report.storages) {
    const std::string unit = unit_of(storage.memory);
    const std::string size =
        storage.size ? std::to_string(*storage.size) + " " + unit + "s" : "unknown";
    fmt::print("    {} {}: {}\n", to_string(storage.memory), storage.name, size);
  }
  for (const std::string& remark : report.remarks) fmt::print("    {}\n", remark);
}

int exit_code_of(const BufferReport& report) {
  int code = ExitCode::kHolds;
  for (const BufferFinding& finding : report.findings) {
    if (is_refuted(finding.verdict)) return ExitCode::kRefuted;
    if (is_unknown(finding.verdict)) code = ExitCode::kUnknown;
  }
  return code;
}

Result<int> buffers_command(const Arguments& arguments) {
  TP_TRY(text, read_input(arguments.file));
  std::optional<Target> target;
  if (!arguments.target.empty()) {
    TP_TRY(given, Target::parse(arguments.target));
    target = given;
  }
  const auto plan = buffers::parse_buffers(text, target);
  if (!plan) return Error{plan.error().code, arguments.file + ":" + plan.error().message};
  Limits limits;
  limits.seconds = arguments.seconds;
  const BufferReport report = buffers::check_buffers(*plan, limits);
  if (arguments.json) {
    fmt::print("{}\n", to_json(report).dump(-1, ' ', false, Json::error_handler_t::replace));
  } else {
    print_report(report, Painter(use_colour(arguments.colour)));
  }
  return exit_code_of(report);
}

}  // namespace

Run add_buffers_command(CLI::App& app) {
  auto* command =
      app.add_subcommand("buffers", "Do buffers that share memory keep what is promised of them?");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("file", arguments->file, "File with the plan, or - for standard input")
      ->type_name("FILE")
      ->required();
  command->add_option("--target", arguments->target, "GPU, in place of the text's")->type_name("T");
  add_time_limit(*command, arguments->seconds);
  command->add_flag("--json", arguments->json, "Print one JSON object");
  add_colour_option(*command, arguments->colour);
  command->footer("The text and the claims are said in docs/buffers.md.");
  return [arguments] {
    const auto code = buffers_command(*arguments);
    if (code) return *code;
    fmt::print(stderr, "tileproof buffers: {}\n", code.error().message);
    return int{ExitCode::kBadInput};
  };
}

}  // namespace tileproof::cli
