// What does `tileproof museum` print, and with which exit code does it end?
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace tileproof {
namespace {

using nlohmann::json;

json model(const char* layout) {
  return {{"op", "prove"}, {"claim", "injective"}, {"layout", layout}};
}

json row(const json& buggy, const json& fixed) {
  return {{"id", "X#1"},
          {"title", "rows meet"},
          {"address", "https://example.org"},
          {"story", "a story"},
          {"claim", {{"claim", "injective"}}},
          {"buggy", buggy},
          {"fixed", fixed}};
}

ProgramRun museum_of(const json& rows, const std::string& arguments = "") {
  return run_program("museum --rows - " + arguments, rows.dump() + "\n");
}

TEST(MuseumProgram, TellsAllRowsApartThatItClaimsTo) {
  const auto run = run_program("museum");
  EXPECT_EQ(run.exit_code, 0) << run.out;
  EXPECT_NE(run.out.find("T#8683"), std::string::npos);
  EXPECT_NE(run.out.find("not told apart"), std::string::npos);
  EXPECT_NE(run.out.find(" bugs told apart from what is right\n"), std::string::npos);
}

TEST(MuseumProgram, PrintsForScriptsWhatTheTableHas) {
  const auto run = run_program("museum --json");
  EXPECT_EQ(run.exit_code, 0);
  const json all = run.json();
  std::size_t told = 0;
  for (const json& entry : all.at("rows")) {
    EXPECT_TRUE(entry.at("told_apart").get<bool>() || !entry.at("not_told").empty());
    told += entry.at("told_apart").get<bool>() ? 1U : 0U;
    if (!entry.contains("buggy")) continue;
    EXPECT_EQ(entry.at("buggy").at("verdict"), "refuted");
    EXPECT_EQ(entry.at("fixed").at("verdict"), "proved");
    EXPECT_TRUE(entry.at("seconds").is_number());
  }
  EXPECT_EQ(all.at("told_apart"), told);
  EXPECT_GE(told, 40U);
}

TEST(MuseumProgram, ShowsARowWithBothModelsAndWhatBreaksTheWrongOne) {
  const auto run = run_program("museum T#8377");
  EXPECT_EQ(run.exit_code, 0);
  for (const char* part : {"T#8377  A load goes over a gap\n",
                           "https://github.com/triton-lang/triton/pull/8377\n",
                           "claim  realises\n",
                           "buggy\n    op: realises\n",
                           "  refuted by run\n",
                           "it reads byte 8, which was not stored\n",
                           "fixed\n    op: realises\n",
                           "  proved by f2\n    all 64 threads\n"}) {
    EXPECT_NE(run.out.find(part), std::string::npos) << part << "\nin\n" << run.out;
  }
}

TEST(MuseumProgram, SaysOfARowWhyItIsNotToldApart) {
  const auto run = run_program("museum T#11169");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.out.find("not told apart\n  Both layouts"), std::string::npos) << run.out;
}

TEST(MuseumProgram, TellsNothingWhereThereIsNoModel) {
  EXPECT_EQ(run_program("museum --rows -", "").exit_code, 3);
}

TEST(MuseumProgram, FindsRowsThatAreNotToldApart) {
  const json meeting = model("(8,8):(4,1)");
  const json apart = model("(8,8):(8,1)");
  json open = model("(8,8):(9,1)");
  open["engine"] = "f2";  // which does not decide what is not linear
  EXPECT_EQ(museum_of(row(meeting, apart)).exit_code, 0);
  const auto fixed_is_wrong = museum_of(row(meeting, model("(8,8):(2,1)")));
  EXPECT_EQ(fixed_is_wrong.exit_code, 1);
  EXPECT_NE(fixed_is_wrong.out.find("0 of 1 bugs told apart"), std::string::npos);
  EXPECT_EQ(museum_of(row(model("(8,8):(1,8)"), apart)).exit_code, 1);  // the bug is proved
  EXPECT_EQ(museum_of(row(apart, meeting), "--json").exit_code, 1);
  EXPECT_EQ(museum_of(row(meeting, open)).exit_code, 3);
  EXPECT_EQ(museum_of(row(open, apart), "X#1").exit_code, 3);
  EXPECT_EQ(museum_of(row(open, meeting)).exit_code, 1);
}

TEST(MuseumProgram, RefusesRowsAndModelsThatAreBad) {
  const auto bad_row = run_program("museum --rows -", "{}\n");
  EXPECT_EQ(bad_row.exit_code, 2);
  EXPECT_EQ(bad_row.err, "tileproof museum: -: line 1: 'id' must be a text that is not empty\n");
  const auto bad_model = museum_of(row(model("(8,8"), model("(8,8):(8,1)")));
  EXPECT_EQ(bad_model.exit_code, 2);
  EXPECT_NE(bad_model.out.find("\n  X#1, buggy: no answer "), std::string::npos) << bad_model.out;
  const auto no_row = run_program("museum T#0");
  EXPECT_EQ(no_row.exit_code, 2);
  EXPECT_EQ(no_row.err, "tileproof museum: there is no row 'T#0'\n");
  EXPECT_EQ(run_program("museum --rows no_such_file").exit_code, 2);
}

}  // namespace
}  // namespace tileproof
