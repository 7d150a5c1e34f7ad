// Checkers of files that are wrong: they leave findings out, do not read what they should, or name
// other lines.
#include <algorithm>

#include "properties/files/laws.hpp"

namespace tileproof::laws {
namespace {

using Ops = FileOperations;

FileReport check(const std::string& text) { return check_ttgir("module", text, {}); }

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

void erase_if(FileReport& report, const auto& condition) {
  std::erase_if(report.findings, condition);
  report.counts = {};
  for (const Finding& finding : report.findings) {
    ++(is_proved(finding.verdict)    ? report.counts.proved
       : is_refuted(finding.verdict) ? report.counts.refuted
                                     : report.counts.unknown);
  }
}

// ---- Of views

FileReport without_views(const std::string& text) {
  FileReport report = check(text);
  erase_if(report, [](const Finding& f) { return f.question == Topic::kView; });
  return report;
}
FileReport without_bounds(const std::string& text) {
  FileReport report = check(text);
  erase_if(report, [](const Finding& f) { return f.question == Topic::kBounds; });
  return report;
}
FileReport without_phases(const std::string& text) {
  return check(
      replaced(replaced(text, "maxPhase = 2", "maxPhase = 1"), "maxPhase = 4", "maxPhase = 1"));
}
FileReport by_another_order(const std::string& text) {
  return check(replaced(text, "array<i32: 1, 0>", "array<i32: 0, 1>"));
}
FileReport remainders_have_signs(const std::string& text) {
  return check(replaced(text, "arith.remsi", "arith.remui"));
}
FileReport by_the_inverse_order(const std::string& text) {
  const std::string one = "array<i32: 1, 2, 0>";
  const std::string other = "array<i32: 2, 0, 1>";
  const bool is_one = text.find(one) != std::string::npos;
  return check(is_one ? replaced(text, one, other) : replaced(text, other, one));
}
FileReport gives_the_first(const std::string& text) {
  return check(replaced(replaced(text, "yield %b", "yield %a"), "(%b :", "(%a :"));
}
// Two views after each other are more than it follows.
FileReport refuses_long_chains(const std::string& text) {
  const std::string other = text.find("%v4") == std::string::npos
                                ? text
                                : replaced(text, "array<i32: 1, 0>", "array<i32: 0, 1>");
  return check(other);
}
IndexMap composed_backwards(const IndexMap& from, const IndexMap& to) {
  // The outputs the other way round.
  return composed(
      from.with_outputs({1, 0}).with_names({"r", "c"}, {to.axes()[0].name, to.axes()[1].name}), to);
}
IndexMap composed_of_the_last(const IndexMap& from, const IndexMap& to) {
  const bool is_one_size =
      from.axes()[0].size == to.axes()[0].size && from.axes()[1].size == to.axes()[1].size;
  return is_one_size ? to : composed(from, to);
}

// ---- Of texts

FileReport comments_end_files(const std::string& text) {
  const auto at = text.find("// ");
  return check(at == std::string::npos ? text : text.substr(0, at));
}
FileReport spaces_count(const std::string& text) {
  FileReport report = check(text);
  if (text.find("  \n") != std::string::npos || text.find(" ,") != std::string::npos ||
      text.find("\t") != std::string::npos) {
    erase_if(report, [](const Finding& f) { return f.question == Topic::kView; });
    report.errors.push_back({1, 1, "a space"});
  }
  return report;
}
FileReport generic_is_unknown(const std::string& text) {
  FileReport report = check(text);
  if (text.find("\"ttg.memdesc") != std::string::npos) report.findings.clear();
  return report;
}
FileReport lines_without_comments(const std::string& text) {
  FileReport report = check(text);
  const auto comments = static_cast<std::size_t>(std::count(text.begin(), text.end(), '/') / 2);
  for (Finding& finding : report.findings) finding.line -= std::min(finding.line - 1, comments);
  return report;
}
FileReport lines_from_0(const std::string& text) {
  FileReport report = check(text);
  for (Finding& finding : report.findings) --finding.line;
  return report;
}
FileReport columns_move(const std::string& text) {
  FileReport report = check(text);
  for (Finding& finding : report.findings) finding.column += finding.line % 2;
  return report;
}
FileReport counts_refuted_as_proved(const std::string& text) {
  FileReport report = check(text);
  report.counts.proved += std::exchange(report.counts.refuted, 0);
  return report;
}
FileReport forgets_the_last(const std::string& text) {
  FileReport report = check(text);
  if (!report.findings.empty()) report.findings.pop_back();
  return report;
}

}  // namespace

std::vector<FamilyMutant<Ops>> view_mutants() {
  return {
      {"views are not looked at", {.check = without_views}, {"V1"}},
      {"bounds are not looked at", {.check = without_bounds}, {"V1", "V4"}},
      {"remainders have a sign", {.check = remainders_have_signs}, {"V4"}},
      {"orders are inverted", {.check = by_the_inverse_order}, {"V5"}},
      {"control flow gives the first of two", {.check = gives_the_first}, {"V6"}},
      {"phases are not read", {.check = without_phases}, {"V1"}},
      {"transposed is as it was", {.check = by_another_order}, {"V1", "V3"}},
      {"long chains are not followed", {.check = refuses_long_chains}, {"V3"}},
      {"rows for columns", {.composed = composed_backwards}, {"V2"}},
      {"the last map alone", {.composed = composed_of_the_last}, {"V2"}},
  };
}

std::vector<FamilyMutant<Ops>> file_mutants() {
  return {
      {"a comment ends the file", {.check = comments_end_files}, {"T1", "T3"}},
      {"spaces count", {.check = spaces_count}, {"T1"}},
      {"generic form is not read", {.check = generic_is_unknown}, {"T2"}},
      {"lines of comments are not counted", {.check = lines_without_comments}, {"T3"}},
      {"lines are counted from 0", {.check = lines_from_0}, {"T3"}},
      {"columns go by lines", {.check = columns_move}, {"T3"}},
      {"what is refuted counts as proved", {.check = counts_refuted_as_proved}, {"T4"}},
      {"the last finding is forgotten", {.check = forgets_the_last}, {"T4"}},
  };
}

}  // namespace tileproof::laws
