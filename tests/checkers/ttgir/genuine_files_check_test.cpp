// Of the 150 files that Triton wrote: everything holds, and nothing is passed over in silence. What
// must be reported is found by scanning the text, not by the reader that the checker uses.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "checkers/ttgir/check_file.hpp"
#include "encodings/ttgir/layout_aliases.hpp"
#include "tests/support/findings.hpp"
#include "tests/support/genuine_files.hpp"

namespace tileproof {
namespace {

struct Checked {
  GenuineFile file;
  FileReport report;
};

const std::vector<Checked>& checked_files() {
  static const std::vector<Checked> all = [] {
    std::vector<Checked> checked;
    for (auto& file : genuine_files()) {
      auto report = check_ttgir(file.name, file.text, {});
      checked.push_back({std::move(file), std::move(report)});
    }
    return checked;
  }();
  return all;
}

// Is this line the operation, as " ttg.local_load " or at the line's start?
bool has_operation(const std::string& line, const std::string& name) {
  return line.find(" " + name + " ") != std::string::npos;
}

std::map<Topic, std::size_t> questions_at(const FileReport& report,
                                          std::size_t line,
                                          const std::string& op) {
  std::map<Topic, std::size_t> questions;
  for (const Finding& finding : report.findings) {
    if (finding.line == line && finding.op == op && finding.question != Topic::kLayout) {
      ++questions[finding.question];
    }
  }
  return questions;
}

TEST(CheckGenuineFiles, ProvesEverything) {
  std::size_t findings = 0;
  for (const auto& [file, report] : checked_files()) {
    EXPECT_TRUE(report.errors.empty()) << file.name << ": " << report.errors.front().message;
    for (const Finding& finding : report.findings) {
      EXPECT_TRUE(is_proved(finding.verdict)) << file.name << ": " << describe(finding);
    }
    EXPECT_EQ(report.counts.proved, report.findings.size());
    EXPECT_EQ(report.counts.refuted, 0U);
    EXPECT_EQ(report.counts.unknown, 0U);
    EXPECT_TRUE(report.target.has_value()) << file.name;
    findings += report.findings.size();
  }
  EXPECT_EQ(checked_files().size(), 150U);
  // 2,535 layouts, 154 conversions, 466 accesses of five questions, 162 costs of global memory, and
  // what is said of the types of the other operations.
  EXPECT_EQ(findings, 14'064U);
}

TEST(CheckGenuineFiles, SaysOfEveryLoadAndStoreWhatItCostsOrWhyNot) {
  std::map<std::string, std::size_t> costs;
  std::map<std::string, std::size_t> reasons;
  for (const auto& [file, report] : checked_files()) {
    std::size_t accesses = 0;
    for (const auto& line : lines_of(file.text)) {
      accesses += has_operation(line, "tt.load") || has_operation(line, "tt.store") ? 1U : 0U;
    }
    std::size_t said = 0;
    const std::string vendor = report.target->substr(0, report.target->find(':'));
    for (const Finding& finding : report.findings) {
      if (finding.question != Topic::kGlobalAccess) continue;
      ++said;
      ++costs[vendor];
    }
    for (const NotAsked& entry : report.not_asked) {
      if (entry.why.empty()) continue;
      said += entry.count;
      reasons[vendor] += entry.count;
      EXPECT_EQ(entry.why,
                "what an access of global memory costs on " + *report.target + " is not known");
    }
    EXPECT_EQ(said, accesses) << file.name;
  }
  EXPECT_EQ(costs, (std::map<std::string, std::size_t>{{"cuda", 162}}));
  EXPECT_EQ(reasons, (std::map<std::string, std::size_t>{{"hip", 311}}));
}

TEST(CheckGenuineFiles, AsksEveryQuestionOnceOfEveryLineWithAnOperation) {
  const std::map<Topic, std::size_t> conversion = {{Topic::kConversion, 1}};
  const std::map<Topic, std::size_t> access = {{Topic::kConversion, 1},
                                               {Topic::kVectorization, 1},
                                               {Topic::kBankConflicts, 1},
                                               {Topic::kBounds, 1},
                                               {Topic::kAlignment, 1}};
  std::map<std::string, std::size_t> operations;
  for (const auto& [file, report] : checked_files()) {
    const auto lines = lines_of(file.text);
    std::size_t in_lines = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      for (const char* name :
           {"ttg.convert_layout", "ttg.local_load", "ttg.local_store", "ttg.local_alloc"}) {
        if (!has_operation(lines[i], name)) continue;
        // `ttg.local_alloc : () -> ...` has no source.
        if (lines[i].find("ttg.local_alloc : ()") != std::string::npos) continue;
        ++operations[name];
        const bool converts = std::string(name) == "ttg.convert_layout";
        const auto& expected = converts ? conversion : access;
        EXPECT_EQ(questions_at(report, i + 1, name), expected) << file.name << ":" << i + 1;
        in_lines += std::string(name) == "ttg.local_alloc" ? 0 : expected.size();
      }
    }
    // And no more is said of them, but for allocations without a source.
    const std::set<std::string> questions = {
        "ttg.convert_layout", "ttg.local_load", "ttg.local_store"};
    std::size_t asked = 0;
    for (const Finding& finding : report.findings) {
      asked += questions.contains(finding.op) && finding.question != Topic::kLayout ? 1U : 0U;
    }
    EXPECT_EQ(asked, in_lines) << file.name;
  }
  EXPECT_EQ(operations,
            (std::map<std::string, std::size_t>{{"ttg.convert_layout", 154},
                                                {"ttg.local_alloc", 117},
                                                {"ttg.local_load", 221},
                                                {"ttg.local_store", 128}}));
}

// The text from an opening bracket to its partner, both included.
std::string bracketed(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '<') ++depth;
    if (text[i] == '>' && text[i - 1] != '-' && --depth == 0)
      return text.substr(open, i - open + 1);
  }
  return "";
}

// The parts of "<a, b<c, d>, e>".
std::vector<std::string> parts_of(const std::string& bracketed_text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (std::size_t i = 1; i + 1 < bracketed_text.size(); ++i) {
    const char c = bracketed_text[i];
    if (c == '<' || c == '[' || c == '{') ++depth;
    if (c == '>' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else if (c != ' ' || !parts.back().empty()) {
      parts.back() += c;
    }
  }
  return parts;
}

// The numbers in "128x64xf16" or "3x128x64".
triton::Shape sizes_of(const std::string& text) {
  triton::Shape sizes;
  std::size_t at = 0;
  while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
    std::size_t end = at;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    sizes.push_back(std::stoull(text.substr(at, end - at)));
    at = end < text.size() && text[end] == 'x' ? end + 1 : text.size();
  }
  return sizes;
}

// Every "layout shape" that the text writes in a tensor or memory descriptor.
std::set<std::string> written_layouts(const std::string& text) {
  std::string aliases;
  for (const auto& line : lines_of(text)) {
    if (line.rfind("#", 0) == 0 && line.find("= #tt") != std::string::npos) aliases += line + "\n";
  }
  const auto named = ttgir::layout_aliases(aliases).value();
  triton::AliasTable table;
  for (const auto& alias : named) table[alias.name] = alias.layout;
  std::set<std::string> written;
  for (const char* kind : {"tensor<", "!ttg.memdesc<"}) {
    for (auto at = text.find(kind); at != std::string::npos; at = text.find(kind, at + 1)) {
      const auto parts = parts_of(bracketed(text, at + std::string(kind).size() - 1));
      if (parts.size() < 2) continue;  // no encoding
      mlir::Cursor cursor(parts[1]);
      const auto layout = triton::parse_layout(cursor, table);
      if (layout == nullptr) {
        ADD_FAILURE() << parts[1];
        continue;
      }
      triton::Shape shape = sizes_of(parts[0]);
      if (std::string(kind) != "tensor<") {
        // The layout is that of the allocation, without the dimension that counts buffers.
        const triton::Shape allocation = sizes_of(parts.back());
        const std::size_t rank = shape.size();
        if (!allocation.empty()) shape = allocation;
        while (shape.size() > std::min(rank, triton::rank(*layout))) shape.erase(shape.begin());
      }
      written.insert(triton::to_string(*layout) + " " + triton::to_string(shape));
    }
  }
  return written;
}

TEST(CheckGenuineFiles, ReportsEveryLayoutAndShapeOnce) {
  std::size_t total = 0;
  for (const auto& [file, report] : checked_files()) {
    std::multiset<std::string> reported;
    for (const Finding& finding : report.findings) {
      if (finding.question != Topic::kLayout) continue;
      reported.insert(detail_text(finding, "layout") + " " + detail_text(finding, "shape"));
      EXPECT_EQ(detail_number(finding, "surjective"), 1U) << file.name << ": " << describe(finding);
    }
    const auto written = written_layouts(file.text);
    EXPECT_EQ(reported, std::multiset<std::string>(written.begin(), written.end())) << file.name;
    total += written.size();
  }
  EXPECT_EQ(total, 2535U);
}

TEST(CheckGenuineFiles, DecidesEveryOperation) {
  std::size_t operations = 0;
  std::size_t copies = 0;
  for (const auto& [file, report] : checked_files()) {
    for (const OperationCounts& counts : report.operations) {
      EXPECT_EQ(counts.proved, counts.count()) << file.name << " " << counts.op;
      operations += counts.count();
      if (counts.op == "ttg.async_copy_global_to_local") copies += counts.count();
    }
  }
  EXPECT_EQ(copies, 24U);
  EXPECT_EQ(operations, 13'230U);
}

TEST(CheckGenuineFiles, FindsTheSameWithEachLineEndingAndInOnePart) {
  const auto& [file, report] = checked_files()[40];
  std::string crlf;
  for (const char c : file.text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(check_ttgir("crlf", crlf, {}).findings.size(), report.findings.size());
  const auto twice = check_ttgir("twice", file.text + "// -----\n" + file.text, {});
  EXPECT_EQ(twice.findings.size(), 2 * report.findings.size());
  EXPECT_TRUE(twice.errors.empty());
}

TEST(CheckGenuineFiles, MovesDataAsFarAsTheConversionsNeed) {
  std::map<std::string, std::size_t> moves;
  for (const auto& [file, report] : checked_files()) {
    for (const Finding& finding : report.findings) {
      const auto how = detail_text(finding, "moves");
      if (!how.empty()) ++moves[how];
    }
  }
  EXPECT_EQ(moves,
            (std::map<std::string, std::size_t>{
                {"none", 19}, {"registers", 4}, {"lanes", 22}, {"warps", 109}}));
}

// Each has a plan, of the kind that the movement needs; of registers, they may be renamed.
TEST(CheckGenuineFiles, HasAPlanForEachConversion) {
  const std::map<std::string, std::set<std::string>> kinds = {{"none", {"none"}},
                                                              {"registers", {"none", "registers"}},
                                                              {"lanes", {"shuffles", "shared"}},
                                                              {"warps", {"shared"}}};
  std::size_t plans = 0;
  for (const auto& [file, report] : checked_files()) {
    for (const Finding& finding : report.findings) {
      const auto how = detail_text(finding, "moves");
      if (how.empty()) continue;
      const auto kind = detail_text(finding, "plan");
      const std::set<std::string>& fit = kinds.at(how);
      EXPECT_TRUE(fit.contains(kind)) << file.name << ":" << finding.line << ": " << kind;
      ++plans;
    }
  }
  EXPECT_EQ(plans, 154U);
}

}  // namespace
}  // namespace tileproof
