#include "properties/campaign/report.hpp"

#include <cmath>

namespace tileproof::campaign {
namespace {

const char* verdict_of(const Failure& failure) {
  if (failure.is_internal) return "internal";
  return failure.is_undecided ? "unknown" : "refuted";
}

// As the shell takes it.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// To a tenth of a millisecond, and a rate that is read at a glance.
double rounded(double value) { return std::round(value * 1e4) / 1e4; }

}  // namespace

std::string replay_command(const Failure& failure,
                           const Settings& settings,
                           const Context& context) {
  std::string program = "tileproof fuzz ";
  if (!context.against.empty()) program += "--against " + quoted(context.against) + " ";
  const std::string law = program + "--law " + failure.law->number;
  if (!failure.corpus_file.empty()) return law + " --cases 0 --corpus " + quoted(context.corpus);
  return law + " --seed " + std::to_string(settings.seed) + " --case " +
         std::to_string(failure.case_number);
}

Json campaign_json(const Settings& settings, const Context& context, Word replayed) {
  Json laws = Json::array();
  for (const laws::Law* law : settings.laws) laws.push_back(law->number);
  Json json{{"version", context.version}};
  if (!context.against.empty()) json["against"] = context.against;
  json["seed"] = requests::to_json(settings.seed);
  if (settings.only_case) {
    json["case"] = requests::to_json(*settings.only_case);
  } else if (settings.cases) {
    json["cases"] = requests::to_json(*settings.cases);
  } else {
    json["seconds"] = *settings.seconds;
  }
  json["shard"] = to_string(settings.shard);
  json["laws"] = std::move(laws);
  json["replayed"] = requests::to_json(replayed);
  return {{"campaign", std::move(json)}};
}

Json failure_json(const Failure& failure, const Settings& settings, const Context& context) {
  Json json{{"law", failure.law->number}, {"seed", requests::to_json(settings.seed)}};
  if (failure.corpus_file.empty()) {
    json["case"] = requests::to_json(failure.case_number);
  } else {
    json["corpus"] = failure.corpus_file;
  }
  json["verdict"] = verdict_of(failure);
  json["what"] = failure.what;
  json["subject"] = failure.subject;
  json["choices"] = Json::array();
  for (const Word choice : failure.choices) json["choices"].push_back(requests::to_json(choice));
  json["smallest"] = failure.is_smallest;
  json["replay"] = replay_command(failure, settings, context);
  return {{"failure", std::move(json)}};
}

Json tally_json(const Tally& tally) {
  Json kinds = Json::object();
  for (const auto& [kind, count] : tally.kinds) kinds[kind] = requests::to_json(count);
  return {{"law", tally.law->number},
          {"name", tally.law->name},
          {"family", tally.law->family},
          {"cases", requests::to_json(tally.cases)},
          {"discards", requests::to_json(tally.discards)},
          {"undecided", requests::to_json(tally.undecided)},
          {"broken", requests::to_json(tally.broken)},
          {"seconds", rounded(tally.seconds)},
          {"rate",
           tally.seconds > 0 ? std::round(static_cast<double>(tally.cases) / tally.seconds) : 0.0},
          {"kinds", std::move(kinds)}};
}

int exit_code_of(const std::vector<Json>& lines) {
  bool is_undecided = false;
  bool is_broken = false;
  bool is_shown = false;
  for (const Json& line : lines) {
    if (line.contains("missing")) is_undecided = true;
    if (line.contains("law")) is_shown = is_shown || line["cases"] != line["discards"];
    if (line.contains("campaign")) is_shown = is_shown || line["campaign"]["replayed"] != 0;
    if (!line.contains("failure")) continue;
    const std::string verdict = line["failure"]["verdict"];
    if (verdict == "internal") return 4;
    is_broken = is_broken || verdict == "refuted";
    is_undecided = is_undecided || verdict == "unknown";
  }
  return is_broken ? 1 : is_undecided || !is_shown ? 3 : 0;
}

}  // namespace tileproof::campaign
