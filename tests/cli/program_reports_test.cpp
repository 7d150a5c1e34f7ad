// `tileproof check` against a baseline, and the reports that it writes for other programs.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/program.hpp"

namespace tileproof {
namespace {

using nlohmann::json;

std::string planted(const std::string& name) {
  return std::string(TILEPROOF_TEST_DATA) + "/planted/" + name + ".ttgir";
}

// A baseline of these files in the folder; its path, in quotes.
std::string baseline_of(const TemporaryFolder& folder, const std::string& files) {
  const auto path = quoted(folder.path("baseline.json"));
  run_program("check --write-baseline " + path + " " + files);
  EXPECT_TRUE(std::filesystem::exists(folder.path("baseline.json")));
  return path;
}

// ---- Exit codes

TEST(ProgramBaseline, FailsOnlyOnWhatIsNew) {
  const TemporaryFolder folder;
  const auto refuted = planted("layout_is_not_surjective");
  const auto unknown = planted("unknown_target");
  const auto nothing = baseline_of(folder, planted("holds_swizzle"));
  EXPECT_EQ(run_program("check --baseline " + nothing + " " + refuted).exit_code, 1);
  EXPECT_EQ(run_program("check --baseline " + nothing + " " + unknown).exit_code, 3);
  EXPECT_EQ(run_program("check --baseline " + nothing + " " + unknown + " " + refuted).exit_code,
            1);
  const auto known = baseline_of(folder, refuted);
  EXPECT_EQ(run_program("check --baseline " + known + " " + refuted).exit_code, 0);
  EXPECT_EQ(run_program("check --baseline " + known + " " + unknown + " " + refuted).exit_code, 3);
  const auto both = baseline_of(folder, refuted + " " + unknown);
  EXPECT_EQ(run_program("check --baseline " + both + " " + unknown + " " + refuted).exit_code, 0);
}

TEST(ProgramBaseline, TakesNoErrorOfTheInputForKnown) {
  const TemporaryFolder folder;
  const auto known = baseline_of(folder, planted("layout_is_not_surjective"));
  const auto run = run_program("check --baseline " + known + " " + planted("error_rank"));
  EXPECT_EQ(run.exit_code, 2);
}

TEST(ProgramBaseline, ChangesNoExitCodeWhereItIsWritten) {
  const TemporaryFolder folder;
  const auto to = " --write-baseline " + quoted(folder.path("b.json"));
  EXPECT_EQ(run_program("check " + planted("holds_swizzle") + to).exit_code, 0);
  EXPECT_EQ(run_program("check " + planted("layout_is_not_surjective") + to).exit_code, 1);
  EXPECT_EQ(run_program("check " + planted("unknown_target") + to).exit_code, 3);
}

// ---- What is said

TEST(ProgramBaseline, ShowsPeopleWhatIsNewAlone) {
  const TemporaryFolder folder;
  const auto file = planted("layout_is_not_surjective");
  const auto known = baseline_of(folder, file);
  const auto old = run_program("check --baseline " + known + " " + file).out;
  EXPECT_EQ(old.find("REFUTED"), std::string::npos) << old;
  EXPECT_NE(old.find(" as in the baseline\n"), std::string::npos) << old;
  EXPECT_NE(old.find(": 0 new, "), std::string::npos) << old;
  const auto other = planted("conversion_operand_has_another_layout");
  const auto fresh = run_program("check --baseline " + known + " " + other).out;
  EXPECT_NE(fresh.find("REFUTED conversion"), std::string::npos) << fresh;
  EXPECT_NE(fresh.find(" 0 unchanged, 0 gone, "), std::string::npos) << fresh;
}

TEST(ProgramBaseline, SaysWhatIsGone) {
  const TemporaryFolder folder;
  const auto file =
      folder.file("k.ttgir", text_of_file(planted("swizzle_loaded_with_other_phases")));
  const auto known = baseline_of(folder, quoted(file));
  EXPECT_EQ(folder.file("k.ttgir", text_of_file(planted("holds_swizzle"))), file);
  const auto run = run_program("check --baseline " + known + " " + quoted(file));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.out.find("  gone   refuted conversion  ttg.local_load  in kernel\n"
                         "      register 0, lane 16, warp 0 is to read"),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find(": 0 new, 0 unchanged, 1 gone, 0 in files that were not checked\n"),
            std::string::npos)
      << run.out;
  const auto whole = run_program("check --json --baseline " + known + " " + quoted(file)).json();
  EXPECT_EQ(whole["baseline"]["gone"], 1);
  const auto& gone = whole["files"][0]["gone"];
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_EQ(gone[0]["op"], "ttg.local_load");
  EXPECT_EQ(gone[0]["key"].get<std::string>().size(), 16U);
}

TEST(ProgramBaseline, IsInJson) {
  const TemporaryFolder folder;
  const auto known = baseline_of(folder, planted("layout_is_not_surjective"));
  const auto files = planted("layout_is_not_surjective") + " " + planted("unknown_target");
  const auto whole = run_program("check --json --baseline " + known + " " + files).json();
  std::size_t old = 0;
  std::size_t fresh = 0;
  for (const auto& file : whole["files"]) {
    for (const auto& finding : file["findings"]) {
      EXPECT_EQ(finding.contains("key"), finding["verdict"] != "proved");
      EXPECT_EQ(finding.contains("baseline"), finding["verdict"] != "proved");
      if (!finding.contains("baseline")) continue;
      ++(finding["baseline"] == "new" ? fresh : old);
      EXPECT_EQ(finding["baseline"] == "new", finding["verdict"] == "unknown");
    }
  }
  EXPECT_GT(old, 0U);
  EXPECT_GT(fresh, 0U);
  const json counts{{"new", {{"refuted", 0}, {"unknown", fresh}}},
                    {"unchanged", {{"refuted", old}, {"unknown", 0}}},
                    {"gone", 0},
                    {"not_checked", 0}};
  EXPECT_EQ(whole["baseline"], counts);
  const auto without = run_program("check --json " + files).json();
  EXPECT_FALSE(without.contains("baseline"));
  EXPECT_FALSE(without["files"][0].contains("gone"));
}

// The line of the kernel's source that the broken line of the TTGIR comes from.
TEST(ProgramCheck, NamesTheLineOfTheSource) {
  const TemporaryFolder folder;
  auto text = text_of_file(planted("conversion_operand_has_another_layout"));
  const auto at = text.find("ttg.convert_layout");
  text.insert(text.find('\n', at), " loc(callsite(\"lib.py\":7:9 at \"v\"(\"kernel.py\":12:4)))");
  const auto file = quoted(folder.file("k.ttgir", text));
  const auto run = run_program("check " + file);
  EXPECT_NE(run.out.find("      source       lib.py:7:9\n      called from  kernel.py:12:4\n"),
            std::string::npos)
      << run.out;
  const auto whole = run_program("check --json " + file).json();
  const auto& findings = whole["files"][0]["findings"];
  const auto refuted = std::ranges::find_if(
      findings, [](const json& finding) { return finding["verdict"] == "refuted"; });
  ASSERT_NE(refuted, findings.end());
  EXPECT_EQ((*refuted)["function"], "kernel");
  const auto source = json::parse(R"([
      {"file": "lib.py", "line": 7, "column": 9, "role": "origin"},
      {"file": "kernel.py", "line": 12, "column": 4, "name": "v", "role": "caller"}])");
  EXPECT_EQ((*refuted)["source"], source);
}

// ---- Baselines that are none, and files that cannot be written

TEST(ProgramBaseline, ThatCannotBeReadIsBadInput) {
  const TemporaryFolder folder;
  const auto file = " " + planted("holds_swizzle");
  const auto run = [&](const std::string& text) {
    return run_program("check --baseline " + quoted(folder.file("b.json", text)) + file);
  };
  for (const auto& [text, says] :
       {std::pair("", "no baseline of tileproof"),
        {"{\"tool\": \"tileproof\", \"baseline\": 3, \"files\": []}", "version 3"},
        {"{\"tool\": \"tileproof\", \"baseline\": 1, \"files\": 1}", "damaged"}}) {
    const auto answer = run(text);
    EXPECT_EQ(answer.exit_code, 2) << text;
    EXPECT_EQ(answer.out, "") << text;
    EXPECT_NE(answer.err.find("b.json: "), std::string::npos) << answer.err;
    EXPECT_NE(answer.err.find(says), std::string::npos) << answer.err;
  }
  const auto missing = run_program("check --baseline " + quoted(folder.path("none.json")) + file);
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_NE(missing.err.find("No such file or directory; --write-baseline writes one"),
            std::string::npos)
      << missing.err;
}

TEST(ProgramReports, ThatCannotBeWrittenAreNoticedFirst) {
  const TemporaryFolder folder;
  for (const char* option : {"--sarif", "--junit", "--write-baseline"}) {
    const auto run = run_program("check " + planted("holds_swizzle") + " " + option + " " +
                                 quoted(folder.path("none/report")));
    EXPECT_EQ(run.exit_code, 2) << option;
    EXPECT_EQ(run.out, "") << option;
    EXPECT_NE(run.err.find("none/report': No such file or directory"), std::string::npos)
        << run.err;
  }
}

TEST(ProgramReports, ThatDoNotFitTheDiskAreNoSuccess) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  for (const char* option : {"--sarif", "--junit", "--write-baseline"}) {
    const auto run = run_program("check " + planted("holds_swizzle") + " " + option + " /dev/full");
    EXPECT_EQ(run.exit_code, 2) << option;
    EXPECT_NE(run.err.find("cannot write '/dev/full': No space left"), std::string::npos)
        << run.err;
  }
}

TEST(ProgramReports, AreFilesOfTheirOwn) {
  const TemporaryFolder folder;
  const auto one = quoted(folder.path("report"));
  const auto run =
      run_program("check " + planted("holds_swizzle") + " --sarif " + one + " --junit " + one);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("--junit and --sarif name one file"), std::string::npos) << run.err;
}

// Else a report that arrives would be lost, or what was checked.
TEST(ProgramReports, AreWrittenOverNothingHoweverThatIsSpelled) {
  const TemporaryFolder folder;
  const std::string kernel = folder.file("kernel.ttgir", "module {\n}\n");
  const std::string baseline = folder.file("b.json", "as it was");
  std::filesystem::create_symlink(baseline, folder.path("link"));
  const auto run = [&](const std::string& options) {
    return run_program("check " + quoted(kernel) + " " + options);
  };
  const auto expect_refused = [&](const std::string& options, const std::string& why) {
    const auto outcome = run(options);
    EXPECT_EQ(outcome.exit_code, 2) << options;
    EXPECT_NE(outcome.err.find(why), std::string::npos) << outcome.err;
  };
  expect_refused(
      "--sarif " + quoted(folder.path("new")) + " --junit " + quoted(folder.path("./new")),
      "--junit and --sarif name one file");
  // Also as seen from here, where neither is there yet, and by a link to what is not.
  const std::string here = std::filesystem::relative(folder.path("new")).string();
  expect_refused("--sarif " + quoted(here) + " --junit " + quoted("./" + here),
                 "--junit and --sarif name one file");
  std::filesystem::create_symlink("new", folder.path("to_new"));
  expect_refused(
      "--sarif " + quoted(folder.path("new")) + " --junit " + quoted(folder.path("to_new")),
      "--junit and --sarif name one file");
  expect_refused("--sarif " + quoted(kernel), "--sarif and what is checked name one file");
  expect_refused("--junit " + quoted(folder.path("./kernel.ttgir")),
                 "--junit and what is checked name one file");
  expect_refused("--baseline " + quoted(baseline) + " --sarif " + quoted(folder.path("link")),
                 "--sarif and --baseline name one file");
  expect_refused("--write-baseline " + quoted(kernel),
                 "--write-baseline and what is checked name one file");
  EXPECT_EQ(text_of_file(kernel), "module {\n}\n");
  EXPECT_EQ(text_of_file(baseline), "as it was");
  EXPECT_FALSE(std::filesystem::exists(folder.path("new")));
  EXPECT_EQ(run("--sarif " + quoted(folder.path("one")) + " --junit " + quoted(folder.path("two")))
                .exit_code,
            0);
}

// What is not read whole would seem to be mended.
TEST(ProgramBaseline, IsNotWrittenOfInputThatIsWrong) {
  const TemporaryFolder folder;
  const auto path = quoted(folder.file("b.json", "as it was"));
  const auto run = run_program("check --write-baseline " + path + " " + planted("error_rank"));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("no baseline is written"), std::string::npos) << run.err;
  EXPECT_EQ(text_of_file(folder.path("b.json")), "as it was");
}

TEST(ProgramBaseline, KeepsWhatItHasOfOtherFiles) {
  const TemporaryFolder folder;
  const auto one = folder.file("one.ttgir", text_of_file(planted("layout_is_not_surjective")));
  const auto two = folder.file("two.ttgir", text_of_file(planted("unknown_target")));
  const auto known = baseline_of(folder, quoted(one) + " " + quoted(two));
  const auto before = text_of_file(folder.path("baseline.json"));
  run_program("check --baseline " + known + " --write-baseline " + known + " " + quoted(one));
  EXPECT_EQ(text_of_file(folder.path("baseline.json")), before);
  EXPECT_EQ(folder.file("one.ttgir", text_of_file(planted("holds_swizzle"))), one);
  run_program("check --baseline " + known + " --write-baseline " + known + " " + quoted(one));
  const auto files = json::parse(text_of_file(folder.path("baseline.json")))["files"];
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0]["file"], "two.ttgir");
}

}  // namespace
}  // namespace tileproof
