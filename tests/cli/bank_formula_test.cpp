// What does Triton's bank-conflict formula count, and where is it wrong?
//
// Finding, on all 1,528 rows: `triton_conflicts` is, for one instruction and one *group* of lanes
// that is served together, the wavefronts beyond the first (a group is 32 lanes for up to 4 bytes
// per lane, 16 for 8 bytes, 8 for 16 bytes).  It does not say whether the access is a load or a
// store.
//  - Elements of 32 and 64 bits: it is what we count for stores, on 738 of 738 rows.  For loads,
//  too,
//    but for one row, in which equal addresses merge two groups into one.
//  - Elements of 8 and 16 bits: it never counts more than we do, and less on 29 of 790 rows, all of
//    them with vectors of 8 or 16 bits.  Our counts are those of the H200 (tests/data/h200).
#include <gtest/gtest.h>

#include <map>

#include "tests/support/batch_lines.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof {
namespace {

using nlohmann::json;

json cost(const json& row, const char* direction) {
  json request = row;
  request["op"] = "bank_conflicts";
  request["target"] = "cuda:90";
  request["direction"] = direction;
  auto answer = ask(request);
  EXPECT_EQ(answer.at("ok"), true) << answer;
  return answer;
}

// The wavefronts of one group of the worst instruction beyond the first.
int extra_of_a_group(const json& cost) {
  const int instructions = cost.at("instructions_per_warp");
  const int groups = cost.at("ideal_wavefronts").get<int>() / instructions;
  const int worst = cost.at("worst_instruction_wavefronts");
  EXPECT_EQ(worst % groups, 0) << cost;
  return worst / groups - 1;
}

// In how many rows do we count more, as much, or less than the formula, by the elements' width?
std::map<std::string, std::size_t> comparison(const char* direction) {
  std::map<std::string, std::size_t> rows;
  for (const auto& row : read_json_lines("triton-3.6/triton_bank_formula.jsonl.gz")) {
    const auto answer = cost(row, direction);
    const int ours = extra_of_a_group(answer);
    const int theirs = row.at("triton_conflicts");
    const std::string width = row.at("element_bits") >= 32 ? "wide" : "narrow";
    ++rows[width + (ours > theirs ? " more" : ours < theirs ? " less" : " equal")];
    if (ours > theirs && width == "narrow") {
      EXPECT_LE(answer.at("vector_bits"), 16) << row;
    }
  }
  return rows;
}

TEST(TritonsBankFormula, CountsStoresOfWideElementsAsWeDoAndNarrowOnesTooLow) {
  EXPECT_EQ(comparison("store"),
            (std::map<std::string, std::size_t>{
                {"wide equal", 738}, {"narrow equal", 761}, {"narrow more", 29}}));
}

TEST(TritonsBankFormula, CountsLoadsAsStores) {
  EXPECT_EQ(
      comparison("load"),
      (std::map<std::string, std::size_t>{
          {"wide equal", 737}, {"wide more", 1}, {"narrow equal", 761}, {"narrow more", 29}}));
}

// design.md, section 6: the formula says 3, the H200's counters 7.
TEST(TritonsBankFormula, IsWrongWhereTheH200CountsSevenConflicts) {
  const json row{
      {"register",
       "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], "
       "warpsPerCTA = [1, 4], order = [1, 0]}>"},
      {"shared", "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 8, order = [1, 0]}>"},
      {"shape", {32, 64}},
      {"element_bits", 16}};
  const auto answer = cost(row, "store");
  EXPECT_EQ(answer.at("instruction"), "st.shared.b16");
  EXPECT_EQ(answer.at("vector_bits"), 16);
  EXPECT_EQ(answer.at("instructions_per_warp"), 16);
  EXPECT_EQ(answer.at("worst_instruction_wavefronts"), 8);
  EXPECT_EQ(answer.at("wavefronts"), 16 * 8);
  EXPECT_EQ(answer.at("ideal_wavefronts"), 16);
  EXPECT_EQ(answer.at("conflicts"), 16 * 7);
  EXPECT_EQ(extra_of_a_group(answer), 7);
}

}  // namespace
}  // namespace tileproof
