// `tileproof check`: exit codes, and the JSON that scripts rely on (interface.md).
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/support/planted_files.hpp"
#include "tests/support/program.hpp"

namespace tileproof {
namespace {

using nlohmann::json;

std::string planted(const std::string& name) {
  return std::string(TILEPROOF_TEST_DATA) + "/planted/" + name + ".ttgir";
}

TEST(ProgramCheck, ExitsAsEachPlantedFileExpects) {
  for (const auto& file : planted_files()) {
    const auto run = run_program("check " + file.options + " " + file.path);
    EXPECT_EQ(run.exit_code, file.exit_code) << file.name << "\n" << run.out << run.err;
    const auto as_json = run_program("check --json " + file.options + " " + file.path);
    EXPECT_EQ(as_json.exit_code, file.exit_code) << file.name;
  }
}

// Compilers' layouts are decided by their structure: no finding changes where solvers have no time.
TEST(ProgramCheck, NeedsNoSolverForPlantedFiles) {
  const std::string all = std::string(TILEPROOF_TEST_DATA) + "/planted --json";
  const auto without = json::parse(run_program("check --time-limit 0 " + all).out)["files"];
  const auto with = json::parse(run_program("check " + all).out)["files"];
  ASSERT_EQ(without.size(), with.size());
  for (std::size_t i = 0; i < with.size(); ++i)
    EXPECT_TRUE(without[i] == with[i]) << with[i]["file"];
}

struct Mixture {
  const char* name;
  std::vector<const char*> files;
  int exit_code;
};

void PrintTo(const Mixture& mixture, std::ostream* out) { *out << mixture.name; }

class ProgramCheckMixture : public ::testing::TestWithParam<Mixture> {};

// Errors of the input before refuted before unknown.
TEST_P(ProgramCheckMixture, ExitsForTheWorstFile) {
  std::string files;
  for (const char* name : GetParam().files) files += " " + planted(name);
  EXPECT_EQ(run_program("check" + files).exit_code, GetParam().exit_code);
}

INSTANTIATE_TEST_SUITE_P(
    Files,
    ProgramCheckMixture,
    ::testing::Values(
        Mixture{"AllHold", {"holds_swizzle", "holds_conversion"}, 0},
        Mixture{"UnknownBeforeHolds", {"unknown_target", "holds_conversion"}, 3},
        Mixture{"RefutedBeforeUnknown", {"unknown_target", "layout_is_not_surjective"}, 1},
        Mixture{"ErrorBeforeRefuted", {"layout_is_not_surjective", "error_rank"}, 2},
        Mixture{"ErrorBeforeAll",
                {"error_rank", "unknown_target", "layout_is_not_surjective", "holds_swizzle"},
                2}),
    [](const auto& mixture) { return std::string(mixture.param.name); });

void expect_finding(const json& finding) {
  const std::string verdict = finding.at("verdict");
  EXPECT_TRUE(finding.at("line").is_number_unsigned());
  EXPECT_TRUE(finding.at("op").is_string());
  EXPECT_TRUE((std::set<std::string>{"layout",
                                     "types",
                                     "conversion",
                                     "view",
                                     "bounds",
                                     "alignment",
                                     "operands",
                                     "overlap",
                                     "vectorization",
                                     "bank_conflicts"})
                  .contains(finding.at("question")));
  EXPECT_TRUE((std::set<std::string>{"proved", "refuted", "unknown"}).contains(verdict));
  EXPECT_TRUE(finding.at("detail").is_object());
  EXPECT_EQ(finding.at("counterexample").is_object(), verdict == "refuted") << finding;
  EXPECT_EQ(finding.at("counterexample").is_null(), verdict != "refuted") << finding;
  EXPECT_EQ(finding.at("engine").is_string(), verdict != "unknown") << finding;
  if (verdict == "unknown") {
    EXPECT_FALSE(finding.at("detail").at("reason").get<std::string>().empty()) << finding;
  }
  if (verdict == "refuted") {
    EXPECT_FALSE(finding.at("counterexample").at("text").get<std::string>().empty()) << finding;
  }
}

void expect_file(const json& file) {
  std::map<std::string, int> counts;
  std::size_t last_line = 0;
  for (const auto& finding : file.at("findings")) {
    expect_finding(finding);
    ++counts[finding.at("verdict").get<std::string>()];
    EXPECT_GE(finding.at("line").get<std::size_t>(), last_line);
    last_line = finding.at("line");
  }
  for (const char* verdict : {"proved", "refuted", "unknown"}) {
    EXPECT_EQ(file.at("counts").at(verdict), counts[verdict]) << file.at("file");
  }
  EXPECT_EQ(file.at("counts").at("skipped"), 0);
  for (const auto& operation : file.at("operations")) {
    const std::size_t count = operation.at("count");
    EXPECT_GT(count, 0U);
    EXPECT_EQ(operation.at("proved").get<std::size_t>() +
                  operation.at("refuted").get<std::size_t>() +
                  operation.at("unknown").get<std::size_t>(),
              count);
  }
  EXPECT_TRUE(file.at("not_asked").is_array());
}

TEST(ProgramCheckJson, HasTheFormOfTheInterface) {
  std::string files;
  std::size_t count = 0;
  for (const auto& file : planted_files()) {
    files += " " + file.path;
    ++count;
  }
  const auto run = run_program("check --json" + files);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1);
  const auto whole = run.json();
  EXPECT_EQ(whole.at("tool"), "tileproof");
  EXPECT_TRUE(whole.at("version").is_string());
  ASSERT_EQ(whole.at("files").size(), count);
  for (const auto& file : whole.at("files")) expect_file(file);
}

TEST(ProgramCheckJson, NamesFilesAndTargetsInTheOrderOfTheCall) {
  const auto whole =
      run_program("check --json " + planted("unknown_target") + " " +
                  planted("layout_has_too_few_lanes") + " " + planted("holds_swizzle"))
          .json();
  const auto& files = whole.at("files");
  EXPECT_EQ(files.at(0).at("file"), planted("unknown_target"));
  EXPECT_EQ(files.at(0).at("target"), nullptr);
  EXPECT_EQ(files.at(1).at("target"), "hip:gfx942");
  EXPECT_EQ(files.at(2).at("target"), "cuda:90");
}

TEST(ProgramCheckJson, GivesCounterexamplesInRegisterLaneWarpRowAndColumn) {
  for (const char* name : {"conversion_operand_has_another_layout",
                           "swizzle_loaded_with_other_phases",
                           "layout_is_not_surjective"}) {
    const auto whole = run_program("check --json " + planted(name)).json();
    bool refuted = false;
    for (const auto& finding : whole.at("files").at(0).at("findings")) {
      if (finding.at("verdict") != "refuted") continue;
      if (finding.at("op") == "tt.make_range") continue;  // a vector has neither row nor column
      refuted = true;
      for (const char* field : {"register", "lane", "warp", "row", "col"}) {
        EXPECT_TRUE(finding.at("counterexample").at(field).is_number_unsigned())
            << name << " " << field;
      }
    }
    EXPECT_TRUE(refuted) << name;
  }
}

TEST(ProgramCheck, TakesDirectoriesAndStandardInput) {
  const auto folder = run_program("check --json " + std::string(TILEPROOF_TEST_DATA) + "/ttgir");
  EXPECT_EQ(folder.exit_code, 0);
  EXPECT_EQ(folder.json().at("files").size(), 150U);
  const auto piped =
      run_program("check --json -", text_of_file(planted("layout_is_not_surjective")));
  EXPECT_EQ(piped.exit_code, 1);
  EXPECT_EQ(piped.json().at("files").at(0).at("file"), "-");
}

TEST(ProgramCheck, OverridesTheTargetOfTheFile) {
  const auto own = run_program("check --json " + planted("holds_swizzle")).json();
  const auto other = run_program("check --json --target sm_80 " + planted("holds_swizzle")).json();
  EXPECT_EQ(own.at("files").at(0).at("target"), "cuda:90");
  EXPECT_EQ(other.at("files").at(0).at("target"), "cuda:80");
}

TEST(ProgramCheck, SaysToPeopleWhatIsRefutedAndWhere) {
  const auto path = planted("swizzle_loaded_with_other_phases");
  const auto run = run_program("check " + path);
  EXPECT_NE(run.out.find("REFUTED conversion  ttg.local_load  " + path + ":11:10"),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("register 0, lane 16, warp 0 is to read element (row 4, col 0)"),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("1 file: "), std::string::npos) << run.out;
}

// The load of this file is refuted, so that only the store may be called right.
TEST(ProgramCheck, CallsNoRefutedAccessRight) {
  const auto run = run_program("check " + planted("swizzle_loaded_with_other_phases"));
  EXPECT_NE(run.out.find("1 access of shared memory right and in bounds"), std::string::npos)
      << run.out;
  const auto none = run_program("check " + planted("out_of_bounds_of_a_view"));
  EXPECT_EQ(none.out.find("of shared memory right"), std::string::npos) << none.out;
}

}  // namespace
}  // namespace tileproof
