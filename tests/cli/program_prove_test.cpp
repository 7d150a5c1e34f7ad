// `tileproof prove` and `tileproof certify`: verdicts, exit codes and messages for every notation.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/program.hpp"

namespace tileproof {
namespace {

const std::string kSwizzle =
    quoted("#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>");
const std::string kPadded = quoted("#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [8, 64]}>");

struct Case {
  const char* name;
  std::string arguments;
  int exit_code;
  std::string first_lines;  // that the output starts with
};

void PrintTo(const Case& test, std::ostream* out) { *out << test.arguments; }

class ProgramProve : public ::testing::TestWithParam<Case> {};

TEST_P(ProgramProve, SaysTheVerdictAndItsExitCode) {
  const auto run = run_program("prove " + GetParam().arguments);
  EXPECT_EQ(run.exit_code, GetParam().exit_code) << run.err;
  EXPECT_EQ(run.out.rfind(GetParam().first_lines, 0), 0U) << run.out << run.err;
}

INSTANTIATE_TEST_SUITE_P(
    ,
    ProgramProve,
    ::testing::Values(
        Case{"CuteSwizzleIsInjective",
             "injective 'Sw<3,4,3> o 0 o (8,64):(64,1)'",
             0,
             "PROVED   injective  by strides: all 2^9 points\n"},
        Case{"StrideZeroCollides",
             "injective '(4,4):(1,0)'",
             1,
             "REFUTED  injective\n    (mode0 0, mode1 0) and (mode0 0, mode1 1) both have offset "
             "0\n"},
        Case{"PaddingHasGaps",
             "surjective " + kPadded + " --shape 8x64",
             1,
             "REFUTED  surjective\n    no point has offset 64; the largest is 567\n"},
        Case{"ModularIsNoBijection",
             "bijective '{lane = [[1], [2], [4]]} -> {x = 6}'",
             1,
             "REFUTED  bijective\n    (lane 0) and (lane 6) both have x 0\n"},
        Case{"OffByOneAllocation",
             "in-bounds '(8,8):(9,1)' --allocation 70",
             1,
             "REFUTED  in-bounds\n    (mode0 7, mode1 7) has offset 70, not below 70\n"},
        Case{"ExactAllocation",
             "in-bounds '(8,8):(9,1)' --allocation 71",
             0,
             "PROVED   in-bounds  by strides: all 2^6 points\n"},
        Case{"SignedProductWraps",
             "no-wrap '(65536,65536):(65536,1)'",
             1,
             "REFUTED  no-wrap\n    at (mode0 32768, mode1 0) a step of the formula leaves the "
             "signed "
             "integers of 32 bits"},
        Case{"UnsignedProductWraps",
             "no-wrap '(65537,65536):(65536,1)' --unsigned",
             1,
             "REFUTED  no-wrap\n    at (mode0 65536, mode1 0) a step"},
        Case{"AlignedVectors",
             "aligned " + kPadded + " --shape 8x64 --element-bits 16 --bytes 16 --vector 8",
             0,
             "PROVED   aligned  by strides: all 2^9 points\n"},
        Case{"MisalignedRows",
             "aligned '(8,8):(1,9)' --element-bits 16 --bytes 16 --vector 8",
             1,
             "REFUTED  aligned\n    the vector at (mode0 0, mode1 1) starts at offset 9 of 16-bit "
             "elements, not at a multiple of 16 bytes\n"},
        Case{"EqualAcrossNotations",
             "equal " + kSwizzle +
                 " 'offset(row, col) = row*64 + (col ^ ((row & 7) << 3))' --shape 64x64",
             0,
             "PROVED   equal  by f2: all 2^12 points\n"},
        Case{
            "DifferentAcrossNotations",
            "equal " + kSwizzle + " '(8,64):(64,1)' --shape 8x64",
            1,
            "REFUTED  equal\n    (row 1, col 0) has offset 72 in the first layout and offset 64 in "
            "the second\n"},
        Case{
            "ColumnsConflict",
            "conflict-free 'offset(row: 64, col: 64) = row*64 + col' '(row, col)(lane: 32, step: "
            "8) = "
            "(lane, step*8)' --element-bits 16 --target cuda:90 --instruction ld.shared.b128",
            1,
            "REFUTED  conflict-free\n    lanes 0 and 1 are served together and want two words from "
            "bank 0: bytes 0 and 128\n"},
        Case{"PaddedColumnsDoNot",
             "conflict-free 'offset(row: 64, col: 64) = row*72 + col' '(row, col)(lane: 32, step: "
             "8) = "
             "(lane, step*8)' --element-bits 16 --target cuda:90 --instruction ld.shared.b128",
             0,
             "PROVED   conflict-free  by "},
        Case{"RoundTripThroughASwizzle",
             "converts '#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA "
             "= [4, 1], order = [1, 0]}>' " +
                 kSwizzle +
                 " '#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], "
                 "instrShape = [16, 8]}>' --shape 64x64",
             0,
             "PROVED   converts  by f2: all 2^12 points\n"},
        Case{"ForAllPaddings",
             "injective 'param pad in 0..16; offset(row: 64, col: 64) = row*(64 + pad) + col'",
             0,
             "PROVED   injective  by f2 and strides: all 2^12 points, for each of 17 values of the "
             "parameters\n"},
        Case{"RowsThatOverlap",
             "injective 'param pad in 0..16; offset(row: 64, col: 64) = row*(60 + pad) + col'",
             1,
             "REFUTED  injective\n    (row 1, col 0, pad 0) and (row 0, col 60, pad 0) both have "
             "offset 60\n"},
        Case{"ToCute",
             "translates " + kSwizzle + " --shape 8x64 --to cute",
             0,
             "PROVED   translates  by f2: all 2^9 points\n    evidence: sums\nSw<3,3,3> o 0 o "
             "(8,64):(64,1)\n"},
        Case{
            "PaddingToCute",
            "translates " + kPadded + " --shape 8x64 --to cute",
            0,
            "PROVED   translates  by strides: all 2^9 points\n    evidence: sums\n(8,64):(72,1)\n"},
        Case{"ToTriton",
             "translates '(4,4):(4,1)' --to triton",
             0,
             "PROVED   translates  by f2: all 2^4 points\n    evidence: "
             "sums\n#ttg.shared_linear<{offset = [[0, 1], [0, "
             "2], [1, 0], [2, 0]]}, alignment = 16>\n"},
        Case{"PaddingToTriton",
             "translates '(8,64):(72,1)' --to triton",
             0,
             "PROVED   translates  by strides: all 2^9 points\n    evidence: "
             "sums\n#ttg.padded_shared<[64:+8] {order = "
             "[1, 0], shape = [8, 64]}>\n"},
        Case{"NoTritonLayoutHasSixRows",
             "translates '(6,4):(1,6)' --to triton",
             1,
             "REFUTED  translates\n    the sizes of a Triton layout are powers of two, and 'mode0' "
             "has 6"},
        Case{"NoFamilyTriedHasSixUnusedElements",
             "translates '(8,64):(70,1)' --to triton",
             3,
             "UNKNOWN  translates\n    no shared_linear layout, it was not shown to be linear: "
             "times "
             "70; no padded_shared layout, "},
        Case{"TimeLimitIsUnknown",
             "injective 'offset(i: 1048576, j: 1048576) = i*i*7 + j*j*5 + (i ^ j)' --engine smt "
             "--time-limit 0.01",
             3,
             "UNKNOWN  injective\n    smt: "}),
    [](const auto& test) { return std::string(test.param.name); });

struct BadInput {
  const char* name;
  std::string arguments;
  std::string message;
};

void PrintTo(const BadInput& test, std::ostream* out) { *out << test.arguments; }

class ProgramProveBadInput : public ::testing::TestWithParam<BadInput> {};

TEST_P(ProgramProveBadInput, NamesThePlaceAndTheRule) {
  const auto run = run_program("prove " + GetParam().arguments);
  EXPECT_EQ(run.exit_code, 2) << run.out;
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err.substr(0, run.err.find('\n')), "tileproof prove: " + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    ,
    ProgramProveBadInput,
    ::testing::Values(
        BadInput{
            "UnknownClaim",
            "fast '(8,8)'",
            "unknown claim 'fast'; claims are injective, surjective, onto, bijective, in-bounds, "
            "no-wrap, aligned, equal, conflict-free, converts"},
        BadInput{"NoLayout", "injective", "'injective' takes 1 layout, not 0"},
        BadInput{"ExpressionBelowZero",
                 "injective 'offset(r: 8) = 64 / (r - 1)'",
                 "1:24: r - 1 can be -1, by the ranges of its operands: a value must not be below "
                 "0"},
        BadInput{"ShapeBeyond64Bits",
                 "injective '(4294967296,4294967296,4294967296):(1,1,1)'",
                 "column 1: the product of the sizes exceeds 63 bits at the mode 4294967296:1"},
        BadInput{
            "NoShape", "injective " + kSwizzle, "a Triton layout needs the shape of the tensor"},
        BadInput{"BadShape",
                 "injective " + kSwizzle + " --shape 8xx8",
                 "--shape: '8xx8' must be sizes as in 128x64"},
        BadInput{"DifferentShapes",
                 "equal '(6,8)' '(8,6)'",
                 "the layouts do not have the same inputs: 6 x 8 and 8 x 6"},
        BadInput{"NothingAlongWhichVectorsLie",
                 "aligned 'o() = 1' --element-bits 8 --bytes 2",
                 "the claim 'aligned' needs a layout with inputs"},
        BadInput{"WidthBeyond32Bits",
                 "no-wrap 8:1 --bits 4294967304",
                 "'bits' of 'no-wrap' must be from 8 to 64, not 4294967304"},
        BadInput{"NoAllocation", "in-bounds '(8,8)'", "the claim 'in-bounds' needs 'allocation'"},
        BadInput{"BitsOfAnotherClaim",
                 "injective '(8,8)' --bits 32",
                 "the claim 'injective' has no 'bits'"},
        BadInput{"SignOfAnotherClaim",
                 "in-bounds '(8,8)' --allocation 64 --unsigned",
                 "the claim 'in-bounds' has no 'signed'"},
        BadInput{"InstructionAndDirection",
                 "conflict-free 'offset(x: 64) = x' 'x(lane: 32) = lane' --element-bits 32 "
                 "--target cuda:90 --instruction ld.shared.b32 --direction load",
                 "a 'direction' stands in the place of an 'instruction'"},
        BadInput{"NotationOfAnotherClaim",
                 "injective '(8,8)' --to cute",
                 "--to goes with the claim 'translates'"},
        BadInput{"BitsOfATranslation",
                 "translates '(8,8)' --to triton --bits 32",
                 "the claim 'translates' has no 'bits'"},
        BadInput{"EngineOfATranslation",
                 "translates '(8,8)' --to triton --engine smt",
                 "--engine is for other claims than 'translates'"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(ProgramProveJson, IsOneObject) {
  const auto run = run_program("prove in-bounds '(8,8):(9,1)' --allocation 70 --json");
  const auto answer = run.json();
  EXPECT_EQ(answer.at("claim"), "in-bounds");
  EXPECT_EQ(answer.at("verdict"), "refuted");
  EXPECT_EQ(answer.at("counterexample").at("mode0"), 7);
  EXPECT_EQ(answer.at("counterexample").at("offset"), 70);
}

TEST(ProgramProveTime, IsANumberOfSeconds) {
  for (const std::string time : {"-1", "nan", "inf", "''", "soon"}) {
    for (const std::string command : {"prove injective 8:1", "check no_file"}) {
      const auto run = run_program(command + " --time-limit " + time);
      EXPECT_EQ(run.exit_code, 2) << time;
      EXPECT_NE(run.err.find("--time-limit"), std::string::npos) << time << ": " << run.err;
    }
  }
}

TEST(ProgramProveTranslation, WritesNoCertificateAndSaysSo) {
  const auto run = run_program("prove translates 8:1 --to triton --certificate /dev/null");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("'translates' writes no certificate"), std::string::npos) << run.err;
}

TEST(ProgramProveTheorems, AreProvedAllAndByEveryEngine) {
  for (const std::string more :
       {"injective", "injective 8:1", "--engine sat", "--certificate /nowhere/proof"}) {
    const auto run = run_program("prove --theorems " + more);
    EXPECT_EQ(run.exit_code, 2) << more;
    EXPECT_NE(run.err.find("--theorems"), std::string::npos) << more << ": " << run.err;
  }
}

TEST(ProgramProveNames, AreThoseThatModesTake) {
  const std::string arguments =
      "prove equal 'f(col: 8, row: 4) = row * 8 + col' '(8,(2,2)):(1,(8,16))'";
  const auto run = run_program(arguments);
  EXPECT_NE(run.out.find("\n    b with mode0 as col, mode1.0 + 2*mode1.1 as row\n"),
            std::string::npos)
      << run.out;
  EXPECT_EQ(run_program(arguments + " --json").json().at("names").at("b"),
            "mode0 as col, mode1.0 + 2*mode1.1 as row");
}

// The claim is hard: no answer comes within the time that the test has.
TEST(ProgramProveOutput, RefusesACertificatePathThatCannotBeWrittenBeforeItBegins) {
  const TemporaryFolder folder;
  for (const std::string& path : {std::string("/nowhere/proof"), folder.path()}) {
    const auto run = run_program(
        "prove injective 'offset(a: 1000, b: 1000) = a*a*7 + b*131*a + b' --engine smt "
        "--time-limit 100 --certificate " +
            path,
        "",
        "timeout 20");
    EXPECT_EQ(run.exit_code, 2) << path;
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.err.find("tileproof prove: cannot write '" + path + "': "), 0U) << run.err;
  }
}

TEST(ProgramProveOutput, LeavesNoCertificateOfWhatItDidNotProve) {
  const TemporaryFolder folder;
  const std::string path = folder.path("proof");
  EXPECT_EQ(run_program("prove injective 4:0 --certificate " + path).exit_code, 1);
  EXPECT_EQ(run_program("prove injective 4:1 --certificate " + path + " --shape x").exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(path));
  // One that is there stays, and is replaced by the next in full.
  const std::string old = folder.file("old", std::string(10000, 'x'));
  EXPECT_EQ(run_program("prove injective 4:0 --certificate " + old).exit_code, 1);
  EXPECT_EQ(text_of_file(old), std::string(10000, 'x'));
  EXPECT_EQ(run_program("prove injective 4:1 --certificate " + old).exit_code, 0);
  EXPECT_EQ(run_program("certify " + old).exit_code, 0);
}

TEST(ProgramProveOutput, SaysThatACertificateDoesNotFitOnTheDisk) {
  const auto run = run_program("prove injective 4:1 --certificate /dev/full");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.err, "tileproof prove: cannot write '/dev/full': No space left on device\n");
}

TEST(ProgramProveOutput, ListsTheInstructionsOfTheTarget) {
  const auto instructions = [](const std::string& target) {
    const auto run = run_program(
        "prove conflict-free '(8,8):(8,1)' 'offset(lane: 32) = lane' --element-bits 16 "
        "--instruction jump --target " +
        target);
    EXPECT_EQ(run.exit_code, 2);
    return run.err;
  };
  EXPECT_EQ(instructions("cuda:70"),
            "tileproof prove: cuda:70 has no shared-memory instruction 'jump'; it has "
            "ld.shared.b8, ld.shared.b16, ld.shared.b32, ld.shared.b64, ld.shared.b128, "
            "st.shared.b8, st.shared.b16, st.shared.b32, st.shared.b64, st.shared.b128, "
            "atom.shared.add.u32\n");
  EXPECT_NE(instructions("gfx942").find("it has ds_read_u8, "), std::string::npos);
}

// Offsets have 64 bits; JSON's readers keep 53.
TEST(ProgramProveOutput, PrintsOffsetsOf63BitsAndMoreAsTheyAre) {
  const std::string claim = "prove in-bounds 'offset(i: 2) = i << 63' --allocation 5";
  EXPECT_NE(run_program(claim).out.find("(i 1) has offset 9223372036854775808, not below 5"),
            std::string::npos);
  const auto example = run_program(claim + " --json").json().at("counterexample");
  EXPECT_EQ(example.at("offset"), "9223372036854775808");
  EXPECT_EQ(example.at("i"), 1);
  // CuTe's offsets can be below 0.
  const auto below =
      run_program("prove in-bounds '2:-9007199254740993' --allocation 5 --json").json();
  EXPECT_EQ(below.at("counterexample").at("offset"), "-9007199254740993");
  const auto small = run_program("prove in-bounds '2:-3' --allocation 5 --json").json();
  EXPECT_EQ(small.at("counterexample").at("offset"), -3);
}

}  // namespace
}  // namespace tileproof
