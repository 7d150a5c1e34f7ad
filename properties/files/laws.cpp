#include "properties/files/laws.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "core/check.hpp"
#include "encodings/triton/layout.hpp"

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
  if (unknown != nullptr && !(truth.everywhere && truth.in_one_spelling)) {
    return LawResult::not_applicable();
  }
  if (unknown != nullptr) return LawResult::undecided(words(unknown->verdict));
  return truth.here ? LawResult::kept()
                    : LawResult::broken("all is proved, but a view's type is wrong");
}

LawResult indices_stay_where_runs_say(const IndexProgram& program, const Ops& ops) {
  const auto is_within = program.stays_within();
  if (!is_within) return LawResult::not_applicable();
  const FileReport report = ops.check(program.module());
  if (!report.errors.empty()) {
    return LawResult::broken("bad input: " + report.errors[0].message);
  }
  if (const Finding* refuted = first_of<Refuted>(report)) {
    if (!*is_within) return LawResult::kept();
    return LawResult::broken("no run leaves the buffers, but " + words(refuted->verdict));
  }
  if (first_of<Unknown>(report) != nullptr) {
    return *is_within ? LawResult::not_applicable() : LawResult::kept();
  }
  if (*is_within) return LawResult::kept();
  return LawResult::broken("all is proved, but a run leaves the buffers");
}

LawResult accesses_begin_where_they_may(const ChosenBuffer& chosen, const Ops& ops) {
  const bool is_aligned = chosen.is_aligned();
  const FileReport report = ops.check(chosen.module());
  if (!report.errors.empty()) {
    return LawResult::broken("bad input: " + report.errors[0].message);
  }
  if (const Finding* refuted = first_of<Refuted>(report)) {
    if (!is_aligned) return LawResult::kept();
    return LawResult::broken("both buffers are aligned, but " + words(refuted->verdict));
  }
  if (const Finding* unknown = first_of<Unknown>(report)) {
    return is_aligned ? LawResult::undecided(words(unknown->verdict)) : LawResult::kept();
  }
  if (is_aligned) return LawResult::kept();
  return LawResult::broken("all is proved, but a buffer begins between multiples of 16 bytes");
}

LawResult transposed_tensors_keep_their_places(const std::string& layout,
                                               const std::string& result,
                                               const std::vector<Word>& shape,
                                               const std::vector<std::size_t>& order,
                                               const Ops& ops) {
  std::vector<Word> turned;
  std::string order_text;
  for (const std::size_t dim : order) {
    turned.push_back(shape[dim]);
    order_text += (order_text.empty() ? "" : ", ") + std::to_string(dim);
  }
  const auto type = [](const std::vector<Word>& sizes, const std::string& of) {
    std::string text = "tensor<";
    for (const Word size : sizes) text += std::to_string(size) + "x";
    return text + "f32, " + of + ">";
  };
  const std::string text =
      "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = "
      "\"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32} {\n  tt.func public @kernel(%a: " +
      type(shape, layout) + ") {\n    %r = tt.trans %a {order = array<i32: " + order_text +
      ">} : " + type(shape, layout) + " -> " + type(turned, result) + "\n    tt.return\n  }\n}\n";
  const auto form = [](const std::string& of, const std::vector<Word>& sizes) {
    const auto parsed = triton::parse_layout(of);
    TP_CHECK(parsed.has_value(), of + " is no layout");
    return triton::to_linear(**parsed, triton::Shape(sizes.begin(), sizes.end()));
  };
  const auto from = form(layout, shape);
  const auto to = form(result, turned);
  if (!from || !to) return LawResult::not_applicable();
  // Place by place: dimension d of the result is dimension order[d] of the operand.
  const auto values = [](const LinearLayout& of, Word place) {
    std::vector<NamedValue> at;
    for (const InDim& dim : of.in_dims()) {
      at.push_back({dim.name, place & low_mask(dim.bits)});
      place >>= dim.bits;
    }
    std::vector<Word> coordinates(of.out_dims().size(), 0);
    const auto element = of.apply(at).value();
    for (const auto& [name, value] : element) {
      for (unsigned d = 0; d < coordinates.size(); ++d) {
        if (name == Name::dim(d)) coordinates[d] = value;
      }
    }
    return coordinates;
  };
  bool is_right = from->total_in_bits() == to->total_in_bits();
  for (Word bit = 0; is_right && bit < from->total_in_bits(); ++bit) {
    const auto before = values(*from, Word{1} << bit);
    const auto after = values(*to, Word{1} << bit);
    for (std::size_t d = 0; d < order.size(); ++d) {
      is_right = is_right && after[d] == before[order[d]];
    }
  }
  const FileReport report = ops.check(text);
  if (!report.errors.empty()) return LawResult::broken("bad input: " + report.errors[0].message);
  if (const Finding* refuted = first_of<Refuted>(report)) {
    if (!is_right) return LawResult::kept();
    return LawResult::broken("elements stay, but " + words(refuted->verdict) + "\n" + text);
  }
  if (const Finding* unknown = first_of<Unknown>(report)) {
    return LawResult::undecided(words(unknown->verdict));
  }
  if (is_right) return LawResult::kept();
  return LawResult::broken("it is proved, but elements leave their places\n" + text);
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
