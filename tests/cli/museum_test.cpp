// Does the museum (tests/data/museum) tell each bug from what was right?  The claim is refuted of
// the buggy model, and proved of the other.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "tests/support/batch_lines.hpp"

namespace tileproof {
namespace {

using nlohmann::json;

// What is said of the row's claim: a plan of buffers has many findings, other requests one verdict.
std::string verdict_of(const json& row, const char* model) {
  const json& request = row.at(model);
  const json answer = ask(request);
  EXPECT_EQ(error_of(answer), "") << row.at("id");
  if (request.at("op") != "buffers") {
    EXPECT_EQ(row.at("claim").at("claim"), request.at("claim")) << row.at("id");
    return answer.at("verdict");
  }
  for (const json& finding : answer.at("findings")) {
    const json& claim = row.at("claim");
    if (finding.at("claim") == claim.at("claim") && finding.at("of") == claim.at("of")) {
      return finding.at("verdict");
    }
  }
  return "no such finding";
}

TEST(Museum, TellsEachBugFromWhatIsRight) {
  std::set<std::string> ids;
  for (const auto& entry : std::filesystem::directory_iterator(TILEPROOF_TEST_DATA "/museum")) {
    if (entry.path().extension() != ".jsonl") continue;
    std::ifstream lines(entry.path());
    for (std::string line; std::getline(lines, line);) {
      const json row = json::parse(line);
      for (const char* field : {"id", "title", "address"}) {
        EXPECT_TRUE(row.at(field).is_string()) << line;
      }
      EXPECT_TRUE(ids.insert(row.at("id")).second) << row.at("id");
      EXPECT_EQ(verdict_of(row, "buggy"), "refuted") << row.at("id");
      EXPECT_EQ(verdict_of(row, "fixed"), "proved") << row.at("id");
    }
  }
  EXPECT_GE(ids.size(), 8U);
}

}  // namespace
}  // namespace tileproof
