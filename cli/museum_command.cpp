#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/museum_text.hpp"
#include "cli/read_input.hpp"

namespace tileproof::cli {
namespace {

using museum::Said;
using requests::Json;

struct MuseumArguments {
  std::string id;
  std::string rows;
  bool json = false;
  std::string colour = "auto";
};

Result<std::vector<museum::Row>> read(const MuseumArguments& arguments) {
  if (arguments.rows.empty()) return museum::rows();
  TP_TRY(text, read_input(arguments.rows));
  const auto rows = museum::read_rows(text);
  if (rows) return *rows;
  return Error{rows.error().code, arguments.rows + ": " + rows.error().message};
}

Result<std::vector<museum::Row>> chosen(const MuseumArguments& arguments) {
  TP_TRY(rows, read(arguments));
  if (arguments.id.empty()) return std::move(rows);
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const museum::Row& candidate) {
    return candidate.id == arguments.id;
  });
  if (row != rows.end()) return std::vector<museum::Row>{*row};
  return Error{ErrorCode::kUsage, "there is no row '" + arguments.id + "'"};
}

Json to_json(const Json& request, const museum::Judgement& judgement) {
  return {{"request", request},
          {"verdict", museum::to_string(judgement.said)},
          {"engine", judgement.engine.empty() ? Json(nullptr) : Json(judgement.engine)},
          {"text", judgement.text},
          {"counterexample", judgement.counterexample}};
}

Json to_json(const Exhibit& exhibit) {
  const auto& [row, comparison] = exhibit;
  Json json{{"id", row.id}, {"title", row.title}, {"address", row.address}, {"story", row.story}};
  if (!comparison) {
    json["told_apart"] = false;
    json["not_told"] = row.not_told;
    return json;
  }
  const museum::Claim& claim = row.models->claim;
  json["check"] = row.kind();
  json["claim"] = {{"claim", claim.name}, {"of", claim.of}};
  if (claim.bound != museum::Claim::Bound::kNone) {
    const bool is_most = claim.bound == museum::Claim::Bound::kAtMost;
    json["claim"][is_most ? "at_most" : "at_least"] = requests::to_json(claim.limit);
  }
  json["buggy"] = to_json(row.models->buggy, comparison->buggy);
  json["fixed"] = to_json(row.models->fixed, comparison->fixed);
  json["seconds"] = comparison->seconds;
  json["told_apart"] = comparison->is_told_apart();
  return json;
}

// The rows' own models are no input of the user's: one that has no answer is our error.
int exit_code_of_rows(const std::vector<Exhibit>& exhibits, int without_answer) {
  int code = ExitCode::kHolds;
  for (const auto& [row, comparison] : exhibits) {
    if (!comparison || comparison->is_told_apart()) continue;
    const auto& [buggy, fixed, seconds] = *comparison;
    if (buggy.said == Said::kNoAnswer || fixed.said == Said::kNoAnswer) return without_answer;
    const bool is_wrong = buggy.said == Said::kProved || fixed.said == Said::kRefuted;
    if (is_wrong) code = ExitCode::kRefuted;
    if (!is_wrong && code == ExitCode::kHolds) code = ExitCode::kUnknown;
  }
  return code;
}

int run_museum(const MuseumArguments& arguments) {
  const auto rows = chosen(arguments);
  if (!rows) {
    fmt::print(stderr, "tileproof museum: {}\n", rows.error().message);
    return ExitCode::kBadInput;
  }
  std::vector<Exhibit> exhibits;
  for (const museum::Row& row : *rows) {
    exhibits.push_back({row, {}});
    if (row.models) exhibits.back().comparison = museum::tell_apart(*row.models);
  }
  if (arguments.json) {
    Json json{{"rows", Json::array()}};
    for (const Exhibit& exhibit : exhibits) json["rows"].push_back(to_json(exhibit));
    json["told_apart"] = count_told_apart(exhibits);
    fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
  } else {
    const Painter paint(use_colour(arguments.colour));
    fmt::print(
        "{}",
        arguments.id.empty() ? table_text(exhibits, paint) : exhibit_text(exhibits.front(), paint));
  }
  // A table of nothing tells nothing apart; one row that is shown says why it has no models.
  const bool is_asked = std::ranges::any_of(
      exhibits, [](const Exhibit& exhibit) { return exhibit.comparison.has_value(); });
  if (arguments.id.empty() && !is_asked) return ExitCode::kUnknown;
  return exit_code_of_rows(exhibits,
                           arguments.rows.empty() ? ExitCode::kInternal : ExitCode::kBadInput);
}

}  // namespace

Run add_museum_command(CLI::App& app) {
  auto* command = app.add_subcommand(
      "museum", "Show layout bugs that shipped, each told apart from what is right by one claim");
  auto options = std::make_shared<MuseumArguments>();
  command->add_option("id", options->id, "One bug, with its story, its models and what breaks it")
      ->type_name("ID");
  command->add_option("--rows", options->rows, "Rows of your own, JSON lines, or - for input")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "Print one JSON object for scripts");
  add_colour_option(*command, options->colour);
  command->footer(
      "Exit code 0: each row with models is told apart.\n\n"
      "Examples:\n"
      "  tileproof museum\n"
      "  tileproof museum T#8683");
  return [options] { return run_museum(*options); };
}

}  // namespace tileproof::cli
