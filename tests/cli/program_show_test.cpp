// `tileproof show`: with triton-tensor-layout's flags it prints what that tool prints.
#include <gtest/gtest.h>

#include "tests/support/json_lines.hpp"
#include "tests/support/program.hpp"

namespace tileproof {
namespace {

std::string tensor_of(const nlohmann::json& row) {
  std::string text = "tensor<";
  for (const auto& size : row.at("shape")) text += std::to_string(size.get<int>()) + "x";
  return quoted(text + "f16>");
}

TEST(ProgramShow, Prints160LayoutsInBothViewsByteForByte) {
  std::size_t printed = 0;
  const auto rows = read_json_lines("triton-3.6/views.jsonl.gz");
  for (const auto& row : rows) {
    const std::string attribute = row.at("attr");
    const std::string heading = "Print layout attribute: " + attribute + "\n";
    for (const bool hardware : {false, true}) {
      const auto run = run_program("show -l " + quoted(attribute) + " -t " + tensor_of(row) +
                                   (hardware ? " -use-hw-view" : ""));
      ASSERT_EQ(run.exit_code, 0) << run.err;
      const std::string view = row.at(hardware ? "hw_view" : "tensor_view");
      ASSERT_EQ(run.out, heading + view) << attribute;
      ++printed;
    }
  }
  EXPECT_EQ(printed, 320U);
}

constexpr const char* kLayouts =
    "#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 2], warpsPerCTA = [1, 1], "
    "order = [1, 0]}>\n"
    "#loc = loc(\"x.py\":1:2)\n"
    "#b = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [1, 2], warpsPerCTA = [1, 1], "
    "order = [0, 1]}>\n";
constexpr const char* kShownA =
    "Print layout attribute: #a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 2], "
    "warpsPerCTA = [1, 1], order = [1, 0]}>\n"
    "[[T0:0, T1:0]\n"
    "[ T2:0, T3:0]]\n";
constexpr const char* kShownB =
    "Print layout attribute: #b = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [1, 2], "
    "warpsPerCTA = [1, 1], order = [0, 1]}>\n"
    "[[T0:0, T1:0]\n"
    "[ T0:1, T1:1]]\n";

TEST(ProgramShow, PrintsEveryLayoutOfAFile) {
  const TemporaryFolder folder;
  const auto run =
      run_program("show -i " + folder.file("layouts", kLayouts) + " -t 'tensor<2x2xf16>'");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, std::string(kShownA) + kShownB);
}

TEST(ProgramShow, PrintsTheNamedLayoutsOfAFile) {
  const TemporaryFolder folder;
  const auto path = folder.file("layouts", kLayouts);
  EXPECT_EQ(run_program("show -i " + path + " -t 'tensor<2x2xf16>' -alias-names=b").out,
            std::string(kShownB) + "\n");
  EXPECT_EQ(run_program("show -i " + path + " -t 'tensor<2x2xf16>' --alias-names=b,a").out,
            std::string(kShownB) + "\n" + kShownA + "\n");
}

TEST(ProgramShow, WritesIntoAFile) {
  const TemporaryFolder folder;
  const auto run = run_program("show -i " + folder.file("layouts", kLayouts) +
                               " -t 'tensor<2x2xf16>' -o " + folder.path("out"));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(text_of_file(folder.path("out")), std::string(kShownA) + kShownB);
}

TEST(ProgramShow, TakesTheLayoutWithoutAFlag) {
  const auto run = run_program(
      "show '#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 2], warpsPerCTA = [1, 1], "
      "order = [1, 0]}>' --tensor 'tensor<2x2xf16>' --hw-view");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("Warp0:\n"), std::string::npos) << run.out;
}

TEST(ProgramShow, PrintsBasesOnDemand) {
  const auto run = run_program(
      "show '#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 2], warpsPerCTA = [1, 1], "
      "order = [1, 0]}>' --tensor 'tensor<2x2xf16>' --linear");
  EXPECT_NE(run.out.find(" - lane=1 -> (0, 1)\n   lane=2 -> (1, 0)\n"), std::string::npos)
      << run.out;
}

struct Wrong {
  const char* name;
  const char* arguments;
  const char* error;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.name; }

class ProgramShowError : public ::testing::TestWithParam<Wrong> {};

TEST_P(ProgramShowError, IsNamedWithExitCode2) {
  const auto run = run_program(std::string("show ") + GetParam().arguments);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find(GetParam().error), std::string::npos) << run.err;
  EXPECT_EQ(run.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    Arguments,
    ProgramShowError,
    ::testing::Values(
        Wrong{"NoTensor",
              "-l '#ttg.blocked<{}>'",
              "Must specify the tensor type argument (--tensor or -t)"},
        Wrong{"NoLayout", "-t 'tensor<2x2xf16>'", "give a layout, or a file of layouts with -i"},
        Wrong{"NoSuchFile",
              "-i /nowhere/layouts -t 'tensor<2x2xf16>'",
              "cannot read '/nowhere/layouts'"},
        Wrong{"NoSuchAlias",
              "-i /dev/null -t 'tensor<2x2xf16>' --alias-names=x",
              "Can't find the layout attribute: x"},
        Wrong{"WrongLayout",
              "-l '#ttg.blocked<{lanes = 1}>' -t 'tensor<2x2xf16>'",
              "unexpected key 'lanes'"},
        Wrong{"WrongTensor", "-l '#ttg.blocked<{}>' -t 'vector<2x2xf16>'", "tensor"},
        Wrong{"WrongRank",
              "-l '#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], "
              "order = "
              "[0]}>' -t 'tensor<2x2xf16>'",
              "rank"},
        Wrong{"NoSuchFolderToWrite",
              "-l '#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], "
              "order = "
              "[0]}>' -t 'tensor<32xf16>' -o /nowhere/out",
              "cannot write '/nowhere/out'"},
        Wrong{"NotSurjective",
              "-l '#ttg.linear<{register = [[2]], lane = [], warp = [], block = []}>' -t "
              "'tensor<4xf16>'",
              "not surjective"}),
    [](const auto& wrong) { return std::string(wrong.param.name); });

}  // namespace
}  // namespace tileproof
