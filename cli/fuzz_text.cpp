#include "cli/fuzz_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace tileproof::cli {
namespace {

using requests::Json;

double as_number(const Json& value) {
  return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

struct Row {
  std::string family;
  int laws = 0;
  double cases = 0;
  double discards = 0;
  double undecided = 0;
  double broken = 0;
  double seconds = 0;
  std::set<std::string> kinds = {};

  void add(const Json& tally) {
    ++laws;
    cases += as_number(tally.at("cases"));
    discards += as_number(tally.at("discards"));
    undecided += as_number(tally.at("undecided"));
    broken += as_number(tally.at("broken"));
    seconds += as_number(tally.at("seconds"));
    for (const auto& [kind, count] : tally.at("kinds").items()) kinds.insert(kind);
  }
};

std::string percent(double part, double whole) {
  return fmt::format("{:.1f} %", whole > 0 ? 100 * part / whole : 0.0);
}

std::string rate_text(double cases, double seconds) {
  if (seconds <= 0) return "-";
  const double rate = cases / seconds;
  return rate < 10'000 ? fmt::format("{:.0f}/s", rate) : fmt::format("{:.0f} k/s", rate / 1000);
}

std::string row_text(const Row& row) {
  return fmt::format("{:<16}{:>5}{:>12.0f}{:>11}{:>11.0f}{:>8.0f}{:>11}{:>7}\n",
                     row.family,
                     row.laws,
                     row.cases,
                     percent(row.discards, row.cases),
                     row.undecided,
                     row.broken,
                     rate_text(row.cases, row.seconds),
                     row.kinds.empty() ? "" : std::to_string(row.kinds.size()));
}

std::string indented(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) result += "    " + line + "\n";
  return result;
}

}  // namespace

std::string failure_text(const Json& failure, const Painter& paint) {
  const Json& fields = failure.at("failure");
  const std::string verdict = fields.at("verdict");
  const std::string head = verdict == "unknown"    ? paint.costly("UNDECIDED")
                           : verdict == "internal" ? paint.bad("INTERNAL ERROR")
                                                   : paint.bad("BROKEN");
  std::string text = head + "  " + fields.at("law").get<std::string>();
  if (fields.contains("corpus")) text += "  kept in " + fields["corpus"].get<std::string>();
  text += "\n" + indented(fields.at("subject")) + indented(fields.at("what"));
  if (!fields.contains("corpus") && !fields.at("smallest").get<bool>()) {
    text += "    (there may be a smaller one)\n";
  }
  return text + "    again: " + fields.at("replay").get<std::string>() + "\n";
}

std::string campaign_text(const std::vector<Json>& lines) {
  std::vector<Row> rows;
  Row all{"all"};
  std::string missing;
  double replayed = 0;
  for (const Json& line : lines) {
    if (line.contains("campaign")) replayed = as_number(line["campaign"].at("replayed"));
    if (line.contains("missing")) missing = line["missing"].dump();
    if (!line.contains("law")) continue;
    const std::string family = line["family"];
    auto row = std::ranges::find(rows, family, &Row::family);
    if (row == rows.end()) row = rows.insert(rows.end(), Row{family});
    row->add(line);
    all.add(line);
  }
  std::string text = fmt::format("{:<16}{:>5}{:>12}{:>11}{:>11}{:>8}{:>11}{:>7}\n",
                                 "family",
                                 "laws",
                                 "cases",
                                 "discarded",
                                 "undecided",
                                 "broken",
                                 "rate",
                                 "kinds");
  for (const Row& row : rows) text += row_text(row);
  if (rows.size() > 1) text += row_text(all);
  if (replayed > 0) text += fmt::format("{:.0f} kept failures were tried first\n", replayed);
  if (!missing.empty()) text += "missing shards: " + missing + "\n";
  return text;
}

std::string progress_text(const campaign::Outcome& so_far) {
  double cases = 0;
  double discards = 0;
  std::size_t tried = 0;
  std::set<std::string> kinds = {};
  for (const campaign::Tally& tally : so_far.tallies) {
    cases += static_cast<double>(tally.cases);
    discards += static_cast<double>(tally.discards);
    tried += tally.cases > 0 ? 1U : 0U;
    for (const auto& [kind, count] : tally.kinds) kinds.insert(kind);
  }
  return fmt::format("{:.0f} cases  {}  {} discarded  {} of {} laws  {} kinds  {} failures",
                     cases,
                     rate_text(cases, so_far.seconds),
                     percent(discards, cases),
                     tried,
                     so_far.tallies.size(),
                     kinds.size(),
                     so_far.failures.size());
}

std::string law_list(const std::vector<const laws::Law*>& laws) {
  std::string text;
  for (const laws::Law* law : laws) {
    text += fmt::format("{:<5}{:<15}{}: {}.\n", law->number, law->family, law->name, law->sentence);
  }
  return text;
}

}  // namespace tileproof::cli
