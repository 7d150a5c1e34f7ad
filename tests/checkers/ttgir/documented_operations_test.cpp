// Does docs/checking.md name every operation that is known, and does a planted file refute
// everything that is proved of one?
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "checkers/ttgir/check_file.hpp"
#include "encodings/ttgir/op_table.hpp"
#include "tests/support/genuine_files.hpp"
#include "tests/support/planted_files.hpp"

namespace tileproof {
namespace {

using ttgir::ElementRule;
using ttgir::OpKind;
using ttgir::OpRow;

// Operations of which the same is claimed, and what was said of them.
using Claimed = std::tuple<OpKind, ElementRule, Topic>;

struct Said {
  std::map<Claimed, std::string> proved;  // by the first operation of which it was
  std::set<Claimed> refuted;

  void of(const FileReport& report) {
    for (const Finding& finding : report.findings) {
      const OpRow& row = ttgir::op_row(finding.op);
      const Claimed claimed{row.kind, row.elements, finding.question};
      if (is_proved(finding.verdict)) proved.try_emplace(claimed, finding.op);
      if (is_refuted(finding.verdict)) refuted.insert(claimed);
    }
  }
};

// A layout is of a type, not of the operation where it stands first; costs are numbers.
bool is_of_operations(Topic topic) {
  return topic != Topic::kLayout && topic != Topic::kVectorization &&
         topic != Topic::kBankConflicts && topic != Topic::kGlobalAccess;
}

// Asynchronous copies are asked what stores are asked, once their types have been found right; what
// lies beyond the memory is refuted there.
bool is_of_types(OpKind kind, Topic topic) {
  return (kind == OpKind::kAsyncCopyGlobalToLocal || kind == OpKind::kAsyncCopyLocalToGlobal ||
          kind == OpKind::kBufferLoadToLocal) &&
         topic == Topic::kBounds;
}

TEST(DocumentedOperations, AreRefutedBySomePlantedFileInAllThatIsProvedOfThem) {
  Said said;
  for (const auto& file : planted_files()) said.of(check_ttgir(file.name, file.text, {}));
  for (const auto& kind : planted_operations()) {
    for (const auto& file : planted_files_in("planted/operations/" + kind)) {
      said.of(check_ttgir(file.name, file.text, {}));
    }
  }
  for (const auto& file : genuine_files()) said.of(check_ttgir(file.name, file.text, {}));
  EXPECT_GE(said.proved.size(), 100U);
  for (const auto& [claimed, op] : said.proved) {
    const Topic topic = std::get<Topic>(claimed);
    if (!is_of_operations(topic)) continue;
    EXPECT_NE(said.refuted.contains(claimed), is_of_types(std::get<OpKind>(claimed), topic))
        << to_string(topic) << " of " << op;
  }
}

TEST(DocumentedOperations, AreAllThatAreKnown) {
  const std::string page = file_text(TILEPROOF_TEST_DATA "/../../docs/checking.md");
  for (const OpRow& row : ttgir::op_rows()) {
    // In tables of one dialect, and before its operands, a name stands alone.
    auto names = ttgir::names_of(row);
    names.emplace_back(row.name);
    const bool is_named = std::ranges::any_of(names, [&](const std::string& name) {
      return page.find('`' + name + '`') != std::string::npos ||
             page.find('`' + name + ' ') != std::string::npos;
    });
    EXPECT_TRUE(is_named) << names.front();
  }
}

}  // namespace
}  // namespace tileproof
