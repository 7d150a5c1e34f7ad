// Genuine files in which one operation says something else: another shape, element type, order,
// index, offset, axis or number of buffers.  Each is refuted or unknown at the line of the edit,
// and at no other.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <regex>

#include "checkers/ttgir/check_file.hpp"
#include "tests/support/findings.hpp"
#include "tests/support/genuine_files.hpp"

namespace tileproof {
namespace {

struct Edit {
  const char* what;
  const char* op;    // that the line has
  const char* from;  // the last of it in the line becomes `to`
  const char* to;
};

constexpr Edit kEdits[] = {
    {"another element type", "tt.broadcast", "xi32,", "xi64,"},
    {"another element type", "tt.broadcast", "xi1,", "xi8,"},
    {"another element type", "tt.expand_dims", "xi32,", "xi16,"},
    {"another element type", "tt.splat", "xi32,", "xi64,"},
    {"another element type", "ttg.convert_layout", "xf16,", "xbf16,"},
    {"another element type", "ttg.convert_layout", "xf32,", "xf16,"},
    {"another element type", "ttg.local_load", "xf16,", "xbf16,"},
    {"another element type", "ttg.local_alloc %", "xf16,", "xbf16,"},
    {"another element type", "ttg.memdesc_index", "xf16,", "xf32,"},
    {"another element type", "tt.trans", "xf16,", "xf32,"},
    {"another element type", "tt.trans", "xf32,", "xf16,"},
    {"another element type", "arith.truncf", "xf16,", "xf64,"},
    {"another element type", "arith.extui", "xi32,", "xi1,"},
    {"another element type", "tt.bitcast", "xi32,", "xi16,"},
    {"another shape", "tt.broadcast", ": tensor<1x", ": tensor<2x"},
    {"another rank", "tt.broadcast", "tensor<", "tensor<1x"},
    {"another shape", "tt.expand_dims", "x1x", "x2x"},
    {"another shape", "tt.expand_dims", "<1x", "<2x"},
    {"another shape", "tt.reduce", "tensor<", "tensor<2x"},
    {"another shape", "tt.trans", "tensor<64x", "tensor<256x"},
    {"another shape", "tt.reshape", "tensor<", "tensor<2x"},
    {"another shape", "tt.make_range", "tensor<", "tensor<2x"},
    {"another range", "tt.make_range", "end = ", "end = 1"},
    {"another shape", "ttg.memdesc_index", "memdesc<64x", "memdesc<32x"},
    {"another shape", "ttg.memdesc_index", "memdesc<128x", "memdesc<64x"},
    {"another axis", "tt.expand_dims", "axis = 0", "axis = 1"},
    {"another axis", "tt.expand_dims", "axis = 1", "axis = 0"},
    {"another order", "tt.trans", "array<i32: 1, 0>", "array<i32: 0, 1>"},
    {"another order", "tt.trans", "array<i32: 1, 0, 2>", "array<i32: 0, 2, 1>"},
    {"another order", "ttg.memdesc_trans", "array<i32: 1, 0>", "array<i32: 0, 1>"},
    {"fewer buffers", "ttg.memdesc_index", "memdesc<2x", "memdesc<1x"},
};

// The file with one edit, in its line; nullopt if the line has none of it, or nothing changes.
std::optional<std::string> edited(const std::string& line, const Edit& edit) {
  if (line.find(edit.op) == std::string::npos) return std::nullopt;
  const auto at = line.rfind(edit.from);
  if (at == std::string::npos || at < line.find(edit.op)) return std::nullopt;
  std::string other = line;
  other.replace(at, std::string(edit.from).size(), edit.to);
  return other;
}

// Is the one edit, which stands in line `at`, found out there and at no other?
void expect_found_out_at(const GenuineFile& file,
                         const std::vector<std::string>& lines,
                         std::size_t at,
                         const std::string& other,
                         const CheckOptions& options) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == at ? other : lines[i]) + "\n";
  const auto report = check_ttgir(file.name, text, options);
  std::size_t found = 0;
  for (const InputError& error : report.errors) found += error.line == at + 1 ? 1U : 0U;
  for (const Finding& finding : report.findings) {
    found += !is_proved(finding.verdict) && finding.line == at + 1 ? 1U : 0U;
    // What is wrong there is not said again of what depends on it.
    EXPECT_TRUE(is_proved(finding.verdict) || finding.line == at + 1)
        << file.name << ":" << finding.line << " after line " << at + 1 << "\n"
        << other << "\n"
        << describe(finding);
  }
  EXPECT_GT(found, 0U) << file.name << ":" << at + 1 << "\n" << other;
}

TEST(EditedLines, AreFoundOutThereAndNowhereElse) {
  std::mt19937_64 random(20261123);  // NOLINT: a fixed seed
  CheckOptions options;
  options.known = std::make_shared<KnownAnswers>();
  std::map<std::string, std::size_t> kinds;
  std::size_t edits = 0;
  for (const auto& file : genuine_files()) {
    const auto lines = lines_of(file.text);
    for (const Edit& edit : kEdits) {
      std::vector<std::pair<std::size_t, std::string>> places;
      for (std::size_t i = 0; i < lines.size(); ++i) {
        if (auto other = edited(lines[i], edit)) places.emplace_back(i, *std::move(other));
      }
      if (places.empty()) continue;
      const auto& [at, other] = places[random() % places.size()];
      expect_found_out_at(file, lines, at, other, options);
      ++edits;
      ++kinds[std::string(edit.what) + ", " + edit.op];
      if (HasFailure()) return;
    }
  }
  EXPECT_GE(edits, 1'000U);
  EXPECT_GE(kinds.size(), 20U);
}

// The number of buffers in `ttg.memdesc_index %m[%i] : !ttg.memdesc<3x...`.
std::int64_t buffers_of(const std::string& line) {
  return std::stoll(line.substr(line.find("memdesc<") + 8));
}

TEST(EditedLines, AreFoundOutWhereTheyIndexBeyondTheBuffers) {
  const std::regex constant(R"(^ *(%\w+) = arith\.constant (-?\d+) : i32)");
  CheckOptions options;
  options.known = std::make_shared<KnownAnswers>();
  std::size_t edits = 0;
  for (const auto& file : genuine_files()) {
    const auto lines = lines_of(file.text);
    std::map<std::string, std::int64_t> constants;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::smatch match;
      if (std::regex_search(lines[i], match, constant)) constants[match[1]] = std::stoll(match[2]);
      if (lines[i].find("ttg.memdesc_index") == std::string::npos) continue;
      const auto open = lines[i].find('[');
      const auto close = lines[i].find(']');
      for (const auto& [name, value] : constants) {
        if (value >= 0 && value < buffers_of(lines[i])) continue;
        const std::string other = lines[i].substr(0, open + 1) + name + lines[i].substr(close);
        expect_found_out_at(file, lines, i, other, options);
        ++edits;
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_GE(edits, 100U);
}

}  // namespace
}  // namespace tileproof
