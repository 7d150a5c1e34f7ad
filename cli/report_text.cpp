#include "cli/report_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

namespace tileproof::cli {
namespace {

// The texts of a detail, "" where it has none.
std::string detail_text(const Finding& finding, const std::string& name) {
  for (const auto& [key, value] : finding.detail) {
    if (key != name) continue;
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* number = std::get_if<Word>(&value)) return std::to_string(*number);
  }
  return "";
}

Word detail_number(const Finding& finding, const std::string& name) {
  for (const auto& [key, value] : finding.detail) {
    if (key == name && std::holds_alternative<Word>(value)) return std::get<Word>(value);
  }
  return 0;
}

// Of numbers with names that a detail has, the one of this name.
Word number_in(const Finding& finding, const std::string& detail, const std::string& name) {
  for (const auto& [key, value] : finding.detail) {
    const auto* numbers = std::get_if<std::vector<std::pair<std::string, Word>>>(&value);
    if (key != detail || numbers == nullptr) continue;
    for (const auto& [number_name, number] : *numbers) {
      if (number_name == name) return number;
    }
  }
  return 0;
}

std::string place(const FileReport& report, const Finding& finding) {
  return fmt::format("{}:{}:{}", report.file, finding.line, finding.column);
}

std::string plural(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// The layouts that a finding is about, one line each.
std::string layouts_text(const Finding& finding) {
  std::string text;
  const auto add = [&](const char* label, const char* name) {
    const std::string layout = detail_text(finding, name);
    if (!layout.empty()) text += fmt::format("      {:<12} {}\n", label, layout);
  };
  add("layout", "layout");
  add("shape", "shape");
  add("source", "source");
  add("destination", "destination");
  add("registers", "registers");
  add("shared", "shared");
  add("defined with", "defined_with");
  return text;
}

// The line of the source that it comes from, and those that call it.
std::string source_text(const Finding& finding) {
  std::string text;
  for (const auto& [file, line, column, name, role] : finding.subject.source) {
    if (role == ttgir::SourceLine::Role::kFused) continue;
    const bool is_caller = role == ttgir::SourceLine::Role::kCaller;
    text += fmt::format(
        "      {:<12} {}:{}:{}\n", is_caller ? "called from" : "source", file, line, column);
  }
  return text;
}

std::string refuted_text(const FileReport& report, const Painter& paint) {
  std::string text;
  for (const Finding& finding : report.findings) {
    const auto* refuted = std::get_if<Refuted>(&finding.verdict);
    if (refuted == nullptr || finding.is_new == false) continue;
    text += fmt::format("  {} {}  {}  {}\n",
                        paint.bad("REFUTED"),
                        to_string(finding.question),
                        finding.op,
                        place(report, finding));
    text += fmt::format("      {}\n", refuted->counterexample().text);
    text += layouts_text(finding);
    text += source_text(finding);
    text += fmt::format("      found by {}, replayed on the definition\n", refuted->engine());
  }
  return text;
}

std::string unknown_text(const FileReport& report, const Painter& paint) {
  std::string text;
  for (const Finding& finding : report.findings) {
    const auto* unknown = std::get_if<Unknown>(&finding.verdict);
    if (unknown == nullptr || finding.is_new == false) continue;
    text += fmt::format("  {} {}  {}  {}\n      {}\n",
                        paint.costly("unknown"),
                        to_string(finding.question),
                        finding.op,
                        place(report, finding),
                        unknown->reason);
    text += source_text(finding);
  }
  return text;
}

// What a baseline has of the file: how much is as it was, and what is no more.
std::string known_text(const FileReport& report, const Painter& paint) {
  const auto unchanged = std::ranges::count_if(
      report.findings, [](const Finding& finding) { return finding.is_new == false; });
  std::string text;
  if (unchanged > 0) text += fmt::format("  known  {} as in the baseline\n", unchanged);
  if (!report.gone) return text;
  for (const FindingIdentity& identity : *report.gone) {
    text += fmt::format("  {}   {} {}  {}{}{}\n      {}\n",
                        paint.good("gone"),
                        identity.verdict,
                        identity.question,
                        identity.op,
                        identity.function.empty() ? "" : "  in ",
                        identity.function,
                        identity.says);
  }
  return text;
}

// Accesses that cost more than they must, the worst first; the same access at several lines once.
std::string cost_text(const FileReport& report, const Painter& paint) {
  struct Cost {
    const Finding* finding;
    std::vector<std::size_t> lines;
  };
  std::map<std::string, Cost> costs;
  for (const Finding& finding : report.findings) {
    if (finding.remark.empty() || is_refuted(finding.verdict)) continue;
    const std::string key = finding.op + detail_text(finding, "instruction") + finding.remark +
                            detail_text(finding, "blame");
    auto& cost = costs.try_emplace(key, Cost{&finding, {}}).first->second;
    cost.lines.push_back(finding.line);
  }
  std::vector<Cost> sorted;
  for (auto& [key, cost] : costs) sorted.push_back(std::move(cost));
  std::stable_sort(sorted.begin(), sorted.end(), [](const Cost& a, const Cost& b) {
    const Word more_a = detail_number(*a.finding, "conflicts");
    const Word more_b = detail_number(*b.finding, "conflicts");
    return more_a != more_b ? more_a > more_b : a.lines.front() < b.lines.front();
  });
  std::string text;
  for (const auto& [finding, lines] : sorted) {
    std::string where;
    for (std::size_t i = 0; i < lines.size() && i < 4; ++i) {
      where += (i == 0 ? "line " : ", ") + std::to_string(lines[i]);
    }
    if (lines.size() > 4) where += fmt::format(" and {} more", lines.size() - 4);
    const bool is_shared = finding->question == Topic::kBankConflicts;
    text += fmt::format("  {} {}  {}  {}\n",
                        paint.costly(is_shared ? "bank conflicts" : "global memory"),
                        finding->op,
                        detail_text(*finding, "instruction"),
                        where);
    text += fmt::format("      {}\n", finding->remark);
    const std::string blame = detail_text(*finding, "blame");
    if (!blame.empty()) text += fmt::format("      {}\n", blame);
    text += fmt::format("      rule {}\n", detail_text(*finding, "evidence"));
  }
  return text;
}

// "2 none, 20 shared"
std::string counted(const std::map<std::string, std::size_t>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  }
  return text;
}

std::string holds_text(const FileReport& report, const Painter& paint) {
  std::size_t layouts = 0;
  std::size_t conversions = 0;
  std::size_t accesses = 0;
  std::map<std::string, std::size_t> moves;
  std::map<std::string, std::size_t> plans;
  Word plan_wavefronts = 0;
  Word plan_shuffles = 0;
  Word wavefronts = 0;
  Word ideal = 0;
  std::size_t global_accesses = 0;
  Word sectors = 0;
  Word least_sectors = 0;
  // Where data or bounds are not proved, an access is not right, whatever it costs.
  std::set<std::pair<std::size_t, std::size_t>> not_right;
  for (const Finding& finding : report.findings) {
    const bool asks = finding.question == Topic::kConversion || finding.question == Topic::kBounds;
    if (asks && !is_proved(finding.verdict)) not_right.emplace(finding.line, finding.column);
  }
  for (const Finding& finding : report.findings) {
    if (!is_proved(finding.verdict)) continue;
    if (finding.question == Topic::kLayout) ++layouts;
    if (finding.question == Topic::kConversion) {
      const std::string how = detail_text(finding, "moves");
      if (!how.empty()) {
        ++conversions;
        ++moves[how];
      }
      if (const std::string plan = detail_text(finding, "plan"); !plan.empty()) {
        ++plans[plan];
        plan_wavefronts += number_in(finding, "plan_cost", "store_wavefronts") +
                           number_in(finding, "plan_cost", "load_wavefronts");
        plan_shuffles += number_in(finding, "plan_cost", "shuffles");
      }
    }
    if (finding.question == Topic::kBankConflicts &&
        !not_right.contains({finding.line, finding.column})) {
      ++accesses;
      wavefronts += detail_number(finding, "wavefronts");
      ideal += detail_number(finding, "ideal_wavefronts");
    }
  }
  for (const Finding& finding : report.findings) {
    if (finding.question != Topic::kGlobalAccess) continue;
    ++global_accesses;
    sectors += detail_number(finding, "sectors");
    least_sectors += detail_number(finding, "least_sectors");
  }
  std::string text;
  const auto line = [&](const std::string& what) {
    text += fmt::format("  {} {}\n", paint.good("proved"), what);
  };
  if (layouts > 0)
    line(plural(layouts, "layout") + " well formed, surjective, true to the definition");
  if (conversions > 0) {
    std::map<std::string, std::size_t> how;
    for (const auto& [name, count] : moves) {
      how.emplace(name == "none" ? "moves nothing" : "between " + name, count);
    }
    line(fmt::format("{} total and right: {}", plural(conversions, "conversion"), counted(how)));
  }
  if (!plans.empty()) {
    line(fmt::format("the best plans known of these: {}; {} wavefronts and {} shuffles of a CTA",
                     counted(plans),
                     plan_wavefronts,
                     plan_shuffles));
  }
  std::size_t operations = 0;
  std::size_t decided = 0;
  for (const OperationCounts& counts : report.operations) {
    operations += counts.count();
    decided += counts.proved;
  }
  if (decided > 0) {
    line(fmt::format("{} of {} right in their types",
                     decided,
                     operations == 1 ? "1 operation" : fmt::format("{} operations", operations)));
  }
  if (accesses > 0) {
    line(fmt::format("{} of shared memory right and in bounds; {} wavefronts, {} without conflicts",
                     accesses == 1 ? "1 access" : fmt::format("{} accesses", accesses),
                     wavefronts,
                     ideal));
  }
  if (global_accesses > 0) {
    line(
        fmt::format("{} of global memory: {} sectors of a CTA at most, {} then in any layout",
                    global_accesses == 1 ? "1 access" : fmt::format("{} accesses", global_accesses),
                    sectors,
                    least_sectors));
  }
  return text;
}

std::string not_asked_text(const FileReport& report) {
  std::string order;
  std::string costs;
  for (const auto& [op, count, why] : report.not_asked) {
    if (why.empty()) {
      order += fmt::format("{} {} {}", order.empty() ? "" : ",", count, op);
    } else {
      costs += fmt::format("  not asked  what {} {} costs: {}\n", count, op, why);
    }
  }
  if (!order.empty()) order = "  not asked  the order of" + order + "\n";
  return order + costs;
}

}  // namespace

std::string report_text(const FileReport& report, const Painter& paint) {
  std::string text = paint.bold(report.file);
  if (report.target) text += "  " + *report.target;
  text += "\n";
  for (const InputError& error : report.errors) {
    text += fmt::format("  {} {}:{}:{}: {}\n",
                        paint.bad("error"),
                        report.file,
                        error.line,
                        error.column,
                        error.message);
  }
  text += refuted_text(report, paint);
  text += unknown_text(report, paint);
  text += known_text(report, paint);
  text += cost_text(report, paint);
  text += holds_text(report, paint);
  text += not_asked_text(report);
  if (report.findings.empty() && report.errors.empty()) text += "  no layouts in this file\n";
  return text;
}

std::string summary_text(const Counts& all,
                         std::size_t files,
                         std::size_t errors,
                         const Painter& paint) {
  std::string text = fmt::format("{}: {} proved", plural(files, "file"), all.proved);
  const std::string refuted = fmt::format("{} refuted", all.refuted);
  text += ", " + (all.refuted > 0 ? paint.bad(refuted) : refuted);
  const std::string unknown = fmt::format("{} unknown", all.unknown);
  text += ", " + (all.unknown > 0 ? paint.costly(unknown) : unknown);
  if (errors > 0) text += ", " + paint.bad(plural(errors, "input error"));
  return text + "\n";
}

std::string baseline_text(const BaselineCounts& counts,
                          const std::string& path,
                          const Painter& paint) {
  const auto fresh = counts.fresh.refuted + counts.fresh.unknown;
  const std::string text = fmt::format("{} new", fresh);
  return fmt::format("baseline {}: {}, {} unchanged, {} gone, {} in files that were not checked\n",
                     path,
                     fresh > 0 ? paint.bad(text) : text,
                     counts.unchanged.refuted + counts.unchanged.unknown,
                     counts.gone,
                     counts.not_checked);
}

std::string certified_text(const CertifiedCounts& counts,
                           std::size_t written,
                           const std::string& folder) {
  return fmt::format(
      "{} written to {}: of {} all is certified; of {} not all can be claimed; for {} no evidence "
      "was "
      "found within the limits\n",
      plural(written, "certificate"),
      folder,
      plural(counts.certified, "proved finding"),
      counts.without_form,
      counts.without_evidence);
}

}  // namespace tileproof::cli
