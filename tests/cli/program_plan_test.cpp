// Plans and programs of moves, from the command line and in batch.
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace tileproof {
namespace {

const std::string kRows =
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = "
    "[1, 0]}>";
const std::string kColumns =
    "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = "
    "[0, 1]}>";
const std::string kSwizzled =
    "#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>";

std::string plan_of(const std::string& options) {
  return "plan " + quoted(kRows) + " " + quoted(kColumns) + " --shape 32x32 --element-bits 32 " +
         options;
}

TEST(ProgramPlan, IsAProgramThatRealisesTheConversion) {
  const auto planned = run_program(plan_of("--json"));
  ASSERT_EQ(planned.exit_code, 0) << planned.err;
  const auto answer = planned.json();
  EXPECT_EQ(answer.at("verdict"), "proved");
  EXPECT_EQ(answer.at("kind"), "shared");
  const auto program = answer.at("program").get<std::string>();
  const std::string sides = "realises - --source " + quoted(kRows) + " --destination " +
                            quoted(kColumns) + " --shape 32x32 ";
  const auto proved = run_program(sides + "--json", program);
  EXPECT_EQ(proved.exit_code, 0) << proved.err;
  EXPECT_EQ(proved.json().at("cost"), answer.at("cost"));
  EXPECT_EQ(run_program(sides + "--repeated", program).exit_code, 1);
  EXPECT_EQ(run_program(sides + "--json", program + "barrier.cta;\n").exit_code, 0);
  const auto broken = run_program(sides + "--json", program + "mov d[0], d[1];\n");
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_EQ(broken.json().at("counterexample").at("register"), 0);
  const auto bad = run_program(sides, program + "mov d[0];\n");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_EQ(bad.out, "");
  EXPECT_EQ(bad.err.find("tileproof realises: -:"), 0U) << bad.err;
}

TEST(ProgramPlan, IsJsonToo) {
  const auto planned = run_program(plan_of("--json"));
  ASSERT_EQ(planned.exit_code, 0) << planned.err;
  auto moves = planned.json().at("moves");
  const std::string sides = "realises - --source " + quoted(kRows) + " --destination " +
                            quoted(kColumns) + " --shape 32x32 --json";
  const auto proved = run_program(sides, moves.dump());
  EXPECT_EQ(proved.exit_code, 0) << proved.err;
  EXPECT_EQ(proved.json().at("cost"), planned.json().at("cost"));
  moves.at("statements").push_back({{"move", "mov"}, {"operands", {"d[0]", "d[1]"}}});
  EXPECT_EQ(run_program(sides, moves.dump()).exit_code, 1);
  moves.at("statements").back().at("move") = "move";
  const auto bad = run_program(sides, moves.dump());
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_EQ(bad.err.find("tileproof realises: -:/statements/"), 0U) << bad.err;
}

TEST(ProgramPlan, IsCertified) {
  const TemporaryFolder folder;
  const std::string file = folder.path("certificate.txt");
  const auto planned = run_program(plan_of("--json --certificate " + file));
  ASSERT_EQ(planned.exit_code, 0) << planned.err;
  const auto program = planned.json().at("program").get<std::string>();
  const std::string claim = "certify " + file + " --claim realises - " + quoted(kRows) + " " +
                            quoted(kColumns) + " --shape 32x32 ";
  EXPECT_EQ(run_program("certify " + file).exit_code, 0);
  EXPECT_EQ(run_program(claim, program).exit_code, 0);
  EXPECT_EQ(run_program(claim, planned.json().at("moves").dump()).exit_code, 0);
  EXPECT_EQ(run_program(claim + "--repeated", program).exit_code, 1);
  EXPECT_EQ(run_program(claim, program + "barrier.cta;\n").exit_code, 1);
  EXPECT_EQ(run_program(claim, program + "barrier;\n").exit_code, 2);
  const std::string refuted = folder.path("none.txt");
  EXPECT_EQ(run_program("realises - --source " + quoted(kRows) + " --destination " +
                            quoted(kColumns) + " --shape 32x32 --certificate " + refuted,
                        program + "mov d[0], d[1];\n")
                .exit_code,
            1);
  EXPECT_EQ(run_program("certify " + refuted).exit_code, 2);
}

TEST(ProgramPlan, SaysWhyEachKindThatIsLessDoesNotDo) {
  const auto run = run_program(plan_of("--explain"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* kind : {"not none: ", "not registers: ", "not shuffles: "}) {
    EXPECT_NE(run.out.find(kind), std::string::npos) << run.out;
  }
  EXPECT_NE(run.out.find("must hold element (row 1, col 0), which no register of that thread has"),
            std::string::npos)
      << run.out;
  const auto kinds = run_program(plan_of("--explain --json")).json().at("explanation");
  ASSERT_EQ(kinds.size(), 3U);
  EXPECT_EQ(kinds.at(2).at("kind"), "shuffles");
}

TEST(ProgramPlan, GoesThroughTheMemoryThatIsGiven) {
  const auto run = run_program(plan_of("--json --shared " + quoted(kSwizzled)));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.json().at("program").get<std::string>().find("st.shared.b128"), std::string::npos);
  const auto registers = run_program(plan_of("--shared " + quoted(kRows)));
  EXPECT_EQ(registers.exit_code, 2);
  EXPECT_EQ(registers.err, "tileproof plan: the layout is not one of shared memory\n");
  const auto explained = run_program(plan_of("--explain --shared " + quoted(kSwizzled)));
  EXPECT_EQ(explained.exit_code, 2);
  EXPECT_NE(explained.err.find("--shared leaves none"), std::string::npos) << explained.err;
  const auto small = run_program(plan_of("--bytes 4095 --shared " + quoted(kSwizzled)));
  EXPECT_EQ(small.exit_code, 2);
  EXPECT_EQ(small.err,
            "tileproof plan: the tensor takes 4096 bytes of shared memory, of which there are "
            "4095\n");
  const auto rounds = run_program(plan_of("--bytes 4095 --json"));
  EXPECT_EQ(rounds.exit_code, 0);
  EXPECT_EQ(rounds.json().at("cost").at("bytes"), 2048);
  EXPECT_EQ(rounds.json().at("cost").at("barriers"), 3);
}

TEST(ProgramPlan, IsTheSameInBatch) {
  const nlohmann::json request = {{"op", "plan"},
                                  {"src", kRows},
                                  {"dst", kColumns},
                                  {"shape", {32, 32}},
                                  {"element_bits", 32},
                                  {"target", "cuda:90"},
                                  {"shared", kSwizzled},
                                  {"bytes", 4096},
                                  {"moves", true},
                                  {"certificate", true}};
  const auto answer = run_program("batch", request.dump() + "\n").json();
  const auto alone = run_program(plan_of("--json --bytes 4096 --shared " + quoted(kSwizzled)));
  EXPECT_EQ(answer.at("program"), alone.json().at("program"));
  EXPECT_EQ(answer.at("cost"), alone.json().at("cost"));
  EXPECT_EQ(answer.at("bound"), alone.json().at("bound"));
  EXPECT_EQ(answer.at("bound").at("wavefronts"), nlohmann::json({{"store", 31}, {"load", 32}}));
  EXPECT_EQ(answer.at("moves"), alone.json().at("moves"));
  EXPECT_EQ(run_program("certify -", answer.at("certificate").get<std::string>()).exit_code, 0);
  const nlohmann::json judged = {{"op", "realises"},
                                 {"program", answer.at("moves")},
                                 {"src", kRows},
                                 {"dst", kColumns},
                                 {"shape", {32, 32}}};
  EXPECT_EQ(run_program("batch", judged.dump() + "\n").json().at("verdict"), "proved");
}

// Elements of fewer bits are held in 8, by the plan and by whoever asks of its program.
TEST(ProgramPlan, OfElementsOfFewBitsIsTakenWithTheSameFields) {
  nlohmann::json asked = {{"op", "plan"},
                          {"src", kRows},
                          {"dst", kColumns},
                          {"shape", {32, 32}},
                          {"element_bits", 1},
                          {"target", "cuda:90"}};
  asked["program"] = run_program("batch", asked.dump() + "\n").json().at("program");
  asked["op"] = "realises";
  for (const auto& [bits, is_right] : {std::pair(1, true), {7, true}, {8, true}, {9, false}}) {
    asked["element_bits"] = bits;
    const auto answer = run_program("batch", asked.dump() + "\n").json();
    EXPECT_EQ(answer.at("ok"), is_right) << bits << answer;
  }
}

TEST(ProgramPlan, IsPrintedAsCuda) {
  const auto run = run_program(plan_of("--cuda"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("__global__"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace tileproof
