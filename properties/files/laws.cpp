#include "properties/files/laws.hpp"

#include <algorithm>
#include <set>
#include <sstream>

namespace tileproof::laws {
namespace {

using Ops = FileOperations;

std::string words(const Verdict& verdict) {
  if (const auto* refuted = std::get_if<Refuted>(&verdict)) {
    return "refuted: " + refuted->counterexample().text;
  }
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) return "unknown: " + unknown->reason;
  return "proved";
}

std::string words(const Finding& finding) {
  return finding.op + " " + to_string(finding.question) + " " + to_string(finding.verdict);
}

// Operation, question and verdict of each finding, in any order.
std::multiset<std::string> said(const FileReport& report) {
  std::multiset<std::string> all;
  for (const Finding& finding : report.findings) all.insert(words(finding));
  return all;
}

// The first that is not proved, of those with this verdict.
template <typename Kind>
const Finding* first_of(const FileReport& report) {
  for (const Finding& finding : report.findings) {
    if (std::holds_alternative<Kind>(finding.verdict)) return &finding;
  }
  return nullptr;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// "(row: R, col: C)(r: R', c: C') = ...": from elements of a view to those of its operand.
IndexMap move_of(const ViewStep& step, const MemoryType& from) {
  const auto number = [](Word value) { return std::to_string(value); };
  std::string value = "(r, c)";
  if (step.op == ViewStep::Op::kTrans) value = "(c, r)";
  if (step.op == ViewStep::Op::kSubslice) {
    value = "(r + " + number(step.row) + ", c + " + number(step.col) + ")";
  }
  if (step.op == ViewStep::Op::kReshape) {
    const std::string flat = "(r * " + number(step.type.cols) + " + c)";
    value = "(" + flat + " / " + number(from.cols) + ", " + flat + " % " + number(from.cols) + ")";
  }
  const auto map = parse_index_map("(row: " + number(from.rows) + ", col: " + number(from.cols) +
                                       ")(r: " + number(step.type.rows) +
                                       ", c: " + number(step.type.cols) + ") = " + value,
                                   {});
  TP_CHECK(map.has_value(), map ? "" : map.error().message);
  return *map;
}

}  // namespace

LawResult views_are_what_their_operations_give(const ViewChain& chain, const Ops& ops) {
  const ChainTruth truth = truth_of(chain);
  const FileReport report = ops.check(chain.module());
  if (!report.errors.empty()) {
    if (!truth.everywhere) return LawResult::not_applicable();
    return LawResult::broken("bad input: " + report.errors[0].message);
  }
  const Finding* refuted = first_of<Refuted>(report);
  const Finding* unknown = first_of<Unknown>(report);
  if (refuted != nullptr && truth.everywhere) {
    return LawResult::broken("all is right, but " + refuted->op + " is " + words(refuted->verdict));
  }
  if (refuted != nullptr) return LawResult::kept();
  if (unknown != nullptr && !truth.everywhere) return LawResult::not_applicable();
  if (unknown != nullptr) return LawResult::undecided(words(unknown->verdict));
  return truth.here ? LawResult::kept()
                    : LawResult::broken("all is proved, but a view's type is wrong");
}

LawResult chains_are_composed_maps(const ViewChain& chain, const Ops& ops) {
  if (chain.steps.empty()) return LawResult::not_applicable();
  std::optional<IndexMap> all;
  for (std::size_t i = chain.steps.size(); i > 0; --i) {
    const MemoryType& from = i > 1 ? chain.steps[i - 2].type : chain.allocation;
    const IndexMap move = move_of(chain.steps[i - 1], from);
    all = all ? ops.composed(*all, move) : move;
  }
  const auto wanted = elements_of_last(chain);
  const MemoryType& last = chain.steps.back().type;
  for (Word r = 0; r < last.rows; ++r) {
    for (Word c = 0; c < last.cols; ++c) {
      const auto at = value_at(*all, std::vector<Word>{r, c});
      const Word found = at[0] * chain.allocation.all_cols + at[1];
      if (found == wanted[r * last.cols + c]) continue;
      return LawResult::broken("element (" + std::to_string(r) + ", " + std::to_string(c) +
                               ") is element " + std::to_string(found) +
                               " of the allocation, not " +
                               std::to_string(wanted[r * last.cols + c]));
    }
  }
  return LawResult::kept();
}

LawResult transposing_twice_changes_nothing(const ViewChain& chain, const Ops& ops) {
  if (chain.steps.empty() || chain.steps.back().type.has_buffers) {
    return LawResult::not_applicable();
  }
  ViewChain longer = chain;
  MemoryType turned = chain.steps.back().type;
  std::swap(turned.rows, turned.cols);
  std::swap(turned.all_rows, turned.all_cols);
  turned.is_cols_first = !turned.is_cols_first;
  longer.steps.push_back({ViewStep::Op::kTrans, 0, 0, turned});
  longer.steps.push_back({ViewStep::Op::kTrans, 0, 0, chain.steps.back().type});
  const FileReport before = ops.check(chain.module());
  const FileReport after = ops.check(longer.module());
  if (before.errors.size() != after.errors.size()) return LawResult::broken("one is bad input");
  const bool is_alike = (before.counts.refuted == 0) == (after.counts.refuted == 0) &&
                        (before.counts.unknown == 0) == (after.counts.unknown == 0);
  if (is_alike) return LawResult::kept();
  const Finding* refuted = first_of<Refuted>(after);
  return LawResult::broken("with two transpositions it is " +
                           (refuted != nullptr ? words(refuted->verdict) : "another verdict"));
}

LawResult the_same_is_said_of_both(const std::string& text,
                                   const std::string& other,
                                   const Ops& ops) {
  const FileReport one = ops.check(text);
  const FileReport two = ops.check(other);
  if (one.errors.size() != two.errors.size()) {
    const auto& error = one.errors.empty() ? two.errors[0] : one.errors[0];
    return LawResult::broken("one is bad input: " + error.message);
  }
  const auto before = said(one);
  const auto after = said(two);
  if (before == after) return LawResult::kept();
  std::vector<std::string> apart;
  std::ranges::set_symmetric_difference(before, after, std::back_inserter(apart));
  return LawResult::broken("only of one it is said: " + apart[0]);
}

LawResult inserted_lines_shift_findings(const std::string& text,
                                        std::size_t before_line,
                                        std::size_t count,
                                        const Ops& ops) {
  const auto lines = lines_of(text);
  std::string longer;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i + 1 == before_line) {
      for (std::size_t k = 0; k < count; ++k) longer += "// a line more\n";
    }
    longer += lines[i] + "\n";
  }
  const FileReport before = ops.check(text);
  const FileReport after = ops.check(longer);
  if (before.findings.size() != after.findings.size()) {
    return LawResult::broken(std::to_string(after.findings.size()) + " findings for " +
                             std::to_string(before.findings.size()));
  }
  for (std::size_t i = 0; i < before.findings.size(); ++i) {
    const Finding& was = before.findings[i];
    const Finding& is = after.findings[i];
    const std::size_t line = was.line + (was.line >= before_line ? count : 0);
    if (is.line == line && is.column == was.column && words(is) == words(was)) continue;
    return LawResult::broken(words(was) + " moves from line " + std::to_string(was.line) + ":" +
                             std::to_string(was.column) + " to " + std::to_string(is.line) + ":" +
                             std::to_string(is.column));
  }
  return LawResult::kept();
}

LawResult findings_are_counted(const std::string& text, const Ops& ops) {
  const FileReport report = ops.check(text);
  Counts counted;
  for (const Finding& finding : report.findings) {
    ++(is_proved(finding.verdict)    ? counted.proved
       : is_refuted(finding.verdict) ? counted.refuted
                                     : counted.unknown);
    const auto lines = lines_of(text);
    const bool is_there = finding.line >= 1 && finding.line <= lines.size() &&
                          finding.column >= 1 &&
                          finding.column <= lines[finding.line - 1].size() + 1;
    if (!is_there) return LawResult::broken(words(finding) + " is at no place of the text");
  }
  if (counted.proved == report.counts.proved && counted.refuted == report.counts.refuted &&
      counted.unknown == report.counts.unknown) {
    return LawResult::kept();
  }
  return LawResult::broken("the counts are not those of the findings");
}

}  // namespace tileproof::laws
