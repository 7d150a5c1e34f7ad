// Genuine files in which one operation says something else: another shape, element type, order,
// index, offset, axis or number of buffers.  Each is refuted or unknown at the line of the edit,
// and at no other.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>

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
      std::string text;
      for (std::size_t i = 0; i < lines.size(); ++i) text += (i == at ? other : lines[i]) + "\n";
      const auto report = check_ttgir(file.name, text, options);
      std::size_t found = 0;
      for (const InputError& error : report.errors) found += error.line == at + 1 ? 1U : 0U;
      for (const Finding& finding : report.findings) {
        if (is_proved(finding.verdict)) continue;
        if (finding.line == at + 1) ++found;
      }
      ASSERT_GT(found, 0U) << file.name << ":" << at + 1 << " " << edit.what << "\n" << other;
      ++edits;
      ++kinds[std::string(edit.what) + ", " + edit.op];
      // What is wrong there is not said again of what depends on it.
      for (const Finding& finding : report.findings) {
        EXPECT_TRUE(is_proved(finding.verdict) || finding.line == at + 1)
            << file.name << ":" << finding.line << " after line " << at + 1 << "\n"
            << other << "\n"
            << describe(finding);
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_GE(edits, 1'000U);
  EXPECT_GE(kinds.size(), 20U);
}

}  // namespace
}  // namespace tileproof
