// Certificates from the command line: which pass, for which claims, and what is said of them.
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace tileproof {
namespace {

const std::string kSwizzle =
    "'#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>'";
const std::string kSpelledOtherwise =
    "'#triton_gpu.shared<{order=[1,0],  maxPhase = 8, perPhase=1, vec=8}>'";
const std::string kLoads =
    "conflict-free 'f(row: 64, col: 64) = row*72 + col' '(row, col)(lane: 32, step: 8) = (lane, "
    "step*8)' --element-bits 16";

// Certificates in a folder that lives as long as the test.
class ProgramCertify : public ::testing::Test {
 protected:
  // Of this claim, which must be proved.
  std::string proof_of(const std::string& claim) {
    const std::string file = folder_.path("proof" + std::to_string(next_++) + ".txt");
    const auto run = run_program("prove " + claim + " --certificate " + file);
    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    return file;
  }

  TemporaryFolder folder_;

 private:
  int next_ = 0;
};

TEST_F(ProgramCertify, ReplaysWhatProveWrites) {
  const std::string file = proof_of("bijective '(4,4):(1,4)'");
  const auto valid = run_program("certify " + file);
  EXPECT_EQ(valid.exit_code, 0) << valid.out;
  EXPECT_EQ(
      valid.out.rfind("VALID    " + file + "\nclaim bijective\nlayout map [] (4,4):(1,4)\n", 0), 0U)
      << valid.out;
  std::string text = text_of_file(file);
  text.replace(text.find("[1, 0]"), 6, "[1, 1]");
  const auto refused = run_program("certify " + folder_.file("damaged.txt", text));
  EXPECT_EQ(refused.exit_code, 1) << refused.out;
  EXPECT_EQ(refused.out.rfind("REFUSED  ", 0), 0U) << refused.out;
  EXPECT_EQ(run_program("certify " + folder_.path("missing")).exit_code, 2);
}

TEST_F(ProgramCertify, TakesTheClaimInAnySpelling) {
  const std::string swizzle = proof_of("injective " + kSwizzle + " --shape 8x64");
  const std::string rows = proof_of("in-bounds 'f(x: 8, y: 8) = x*9 + y' --allocation 71");
  const std::string loads = proof_of(kLoads + " --target cuda:90 --instruction ld.shared.b128");
  const std::string wraps = proof_of("no-wrap '(4,4):(1,4)'");
  const std::string onto = proof_of("onto '(a: 2, b: 4)(i: 8) = (i / 4, i % 4)'");
  for (const std::string& arguments :
       {swizzle + " --claim injective " + kSwizzle + " --shape 8x64",
        swizzle + " --shape 8x64 --claim injective " + kSpelledOtherwise,
        rows + " --claim in-bounds 'f(x,y)= x * 0x9+(y) // rows' --shape 8x8 --allocation 71",
        rows + " --allocation 71 --claim in-bounds 'f(x: 8, y: 8) = let r = x*9; r + y'",
        loads + " --claim " + kLoads + " --target sm_90 --instruction ld.shared.b128",
        wraps + " --claim no-wrap '(4,4):(1,4)' --bits 32",
        onto + " --claim onto '(a: 2, b: 4)(i: 8) = (i / 4, i % 4)' --codomain 2x4"}) {
    const auto run = run_program("certify " + arguments);
    EXPECT_EQ(run.exit_code, 0) << arguments << run.out << run.err;
    EXPECT_EQ(run.out.rfind("VALID    ", 0), 0U) << run.out;
  }
}

TEST_F(ProgramCertify, RefusesCertificatesOfAnotherClaim) {
  const std::string swizzle = proof_of("injective " + kSwizzle + " --shape 8x64");
  const std::string rows = proof_of("in-bounds 'f(x: 8, y: 8) = x*9 + y' --allocation 71");
  const std::string loads = proof_of(kLoads + " --target cuda:90 --instruction ld.shared.b128");
  const std::string wraps = proof_of("no-wrap '(4,4):(1,4)'");
  const std::string equal = proof_of("equal 'f(x: 8) = x' 'g(x: 8) = x*3/3'");
  const std::string aligned =
      proof_of("aligned '(8,8):(1,8)' --element-bits 16 --bytes 4 --vector 2");
  for (const std::string& arguments :
       {swizzle + " --claim injective " + kSwizzle + " --shape 16x64",
        swizzle + " --claim surjective " + kSwizzle + " --shape 8x64",
        rows + " --claim in-bounds 'f(x: 8, y: 8) = x*9 + y' --allocation 70",
        rows + " --claim in-bounds 'f(x: 8, y: 8) = x*9 + y' --allocation 72",
        rows + " --claim in-bounds 'f(y: 8, x: 8) = x*9 + y' --allocation 71",
        rows + " --claim in-bounds 'param p in 0..0; f(x: 8, y: 8) = x*9 + y' --allocation 71",
        loads + " --claim " + kLoads + " --target cuda:80 --instruction ld.shared.b128",
        loads + " --claim " + kLoads + " --target cuda:90 --instruction st.shared.b128",
        wraps + " --claim no-wrap '(4,4):(1,4)' --bits 31",
        wraps + " --claim no-wrap '(4,4):(1,4)' --unsigned",
        equal + " --claim equal 'g(x: 8) = x*3/3' 'f(x: 8) = x'",
        aligned + " --claim aligned '(8,8):(1,8)' --element-bits 32 --bytes 4 --vector 2",
        aligned + " --claim aligned '(8,8):(1,8)' --element-bits 16 --bytes 2 --vector 2",
        aligned + " --claim aligned '(8,8):(1,8)' --element-bits 16 --bytes 4 --vector 4",
        aligned + " --claim aligned '(8,8):(1,8)' --element-bits 16 --bytes 4 --vector 2 --along "
                  "mode1"}) {
    const auto run = run_program("certify " + arguments);
    EXPECT_EQ(run.exit_code, 1) << arguments << run.out << run.err;
  }
  EXPECT_EQ(run_program("certify " + rows +
                        " --claim in-bounds 'f(x: 8, y: 8) = x*9 + y' --allocation 72")
                .out,
            "REFUSED  " + rows +
                ": it is about another claim\n"
                "  it shows\n"
                "    claim in-bounds\n"
                "    layout map [] f(x: 8, y: 8) = x * 9 + y\n"
                "    allocation 71\n"
                "  asked is\n"
                "    claim in-bounds\n"
                "    layout map [] f(x: 8, y: 8) = x * 9 + y\n"
                "    allocation 72\n");
}

// Also of a claim whose steps differ where no result needs them: a machine computes them.
TEST_F(ProgramCertify, TellsApartStepsThatNoResultNeeds) {
  const std::string file = proof_of("no-wrap 'f(x: 8) = x'");
  EXPECT_EQ(
      run_program("certify " + file + " --claim no-wrap 'f(x: 8) = let y = x << 40; x'").exit_code,
      1);
  EXPECT_EQ(run_program("certify " + file + " --claim no-wrap 'f(x: 8) = let y = x; y'").exit_code,
            0);
}

TEST_F(ProgramCertify, RefusesBadArgumentsWithExitCode2) {
  const std::string file = proof_of("injective '(4,4):(1,4)'");
  for (const std::string arguments : {"--claim",
                                      "--claim injective",
                                      "--claim injective '(4,4)' '(4,4)'",
                                      "--claim injective '(4,4'",
                                      "--claim fast '(4,4)'",
                                      "--claim translates '(4,4)' --to triton",
                                      "--claim in-bounds '(4,4)'",
                                      "--claim in-bounds '(4,4)' --allocation many",
                                      "--claim equal '(4,4)' '(4,8)'",
                                      "--claim aligned '(4,4)' --element-bits 8 --bytes 3",
                                      "--claim no-wrap '(4,4)' --bits 65",
                                      "--shape 4x4",
                                      "--unsigned"}) {
    const auto run = run_program("certify " + file + " " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_NE(run.err, "") << arguments;
  }
  EXPECT_EQ(run_program("certify --claim injective '(4,4):(1,4)'").exit_code, 2);
}

TEST_F(ProgramCertify, HoldsEachOfSeveralFilesAgainstTheClaim) {
  const std::string one = proof_of("injective '(4,4):(1,4)'");
  const std::string other = proof_of("injective '(4,4):(4,1)'");
  const std::string both = "certify " + one + " " + other;
  EXPECT_EQ(run_program(both).exit_code, 0);
  const auto run = run_program(both + " --claim injective '(4,4):(1,4)'");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.out.find("VALID    " + one), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("REFUSED  " + other), std::string::npos) << run.out;
}

// What an expression's text hides is not in what is written.
TEST_F(ProgramCertify, ShowsWhatALayoutMeans) {
  const std::string file =
      proof_of("injective 'f(x: 4, y: 4) = # f(x: 4096, y: 4096)\n let a = x*4; a + y // \\'");
  const std::string claim = "claim injective\nlayout map [] f(x: 4, y: 4) = x * 4 + y\n";
  EXPECT_NE(text_of_file(file).find(claim), std::string::npos) << text_of_file(file);
  EXPECT_EQ(run_program("certify " + file).out.rfind("VALID    " + file + "\n" + claim, 0), 0U);
}

}  // namespace
}  // namespace tileproof
