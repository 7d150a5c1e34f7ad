// Which lines of the source an operation comes from, in all the forms in which compilers say it.
#include "encodings/ttgir/source_lines.hpp"

#include <gtest/gtest.h>

#include "tests/encodings/ttgir/reading.hpp"
#include "tests/support/genuine_files.hpp"

namespace tileproof::ttgir::test {
namespace {

std::string shown(const std::vector<SourceLine>& lines) {
  std::string text;
  for (const auto& [file, line, column, name, role] : lines) {
    if (!text.empty()) text += ", ";
    text += std::string(to_string(role)) + " " + file + ":" + std::to_string(line) + ":" +
            std::to_string(column);
    if (!name.empty()) text += " of " + name;
  }
  return text;
}

// What is read of the only operation of a function, where aliases stand before and behind it.
std::string lines_of_location(const std::string& location, const std::string& aliases = "") {
  const Reading reading("#loc = loc(\"k.py\":40:0)\nmodule {\n  tt.func @f() {\n    tt.return " +
                        location + "\n  } loc(#loc)\n} loc(#loc)\n" + aliases);
  EXPECT_EQ(reading.message(), "") << location;
  const Module& module = reading.file.modules.at(0);
  return shown(SourceLines(module).of(module.operations.at(1)));
}

TEST(SourceLines, AreReadInEveryForm) {
  const std::vector<std::pair<const char*, const char*>> forms = {
      {"loc(\"k.py\":57:24)", "origin k.py:57:24"},
      {"loc(\"k.py\":57:24 to 58:3)", "origin k.py:57:24"},
      {"loc(\"k.py\":57:24 to :30)", "origin k.py:57:24"},
      {"loc(#loc)", "origin k.py:40:0"},
      {"loc(#loc1)", "origin k.py:7:3"},
      {"loc(\"acc\"(#loc1))", "origin k.py:7:3 of acc"},
      {"loc(\"acc\"(\"m\"(#loc1)))", "origin k.py:7:3 of acc"},
      {"loc(callsite(#loc1 at #loc))", "origin k.py:7:3, caller k.py:40:0"},
      {"loc(callsite(\"f.py\":1:2 at callsite(\"g.py\":3:4 at \"h.py\":5:6)))",
       "origin f.py:1:2, caller g.py:3:4, caller h.py:5:6"},
      {"loc(fused[\"f.py\":1:2, #loc1])", "origin f.py:1:2, fused k.py:7:3"},
      {"loc(fused<{a = \"]>\", b = array<i32: 1>}>[unknown, #loc1])", "origin k.py:7:3"},
      {"loc(callsite(fused[#loc1] at fused[#loc, \"f.py\":1:2]))",
       "origin k.py:7:3, caller k.py:40:0, fused f.py:1:2"},
      {"loc ( \"k.py\" : 57 : 24 )", "origin k.py:57:24"},
      {"loc(\"C:\\\\k \\\"1\\\"\\09.py\":1:2)", "origin C:\\k \"1\"\t.py:1:2"},
      {"loc(\"k).py\":1:2)", "origin k).py:1:2"}};
  for (const auto& [location, lines] : forms) {
    EXPECT_EQ(lines_of_location(location, "#loc1 = loc(\"k.py\":7:3)\n"), lines) << location;
  }
}

TEST(SourceLines, AreNoneWhereNoFileIsNamed) {
  for (const char* location : {"",
                               "loc(unknown)",
                               "loc(\"acc\")",
                               "loc(#nowhere)",
                               "loc(callsite(unknown at unknown))",
                               "loc(elsewhere(1))",
                               "loc()",
                               "loc(\"k.py\":-1:2)",
                               "loc(\"k.py\":99999999999999999999:2)",
                               "loc(fused<)"}) {
    EXPECT_EQ(lines_of_location(location), "") << location;
  }
}

TEST(SourceLines, OfOneLineAreListedOnce) {
  EXPECT_EQ(lines_of_location("loc(callsite(#loc at fused[#loc, #loc]))"), "origin k.py:40:0");
}

TEST(SourceLines, EndWhereAliasesLeadRoundInACircle) {
  EXPECT_EQ(lines_of_location("loc(#loc1)", "#loc1 = loc(#loc2)\n#loc2 = loc(#loc1)\n"), "");
  EXPECT_EQ(lines_of_location("loc(callsite(#loc at #loc1))",
                              "#loc1 = loc(callsite(\"f.py\":1:2 at #loc1))\n"),
            "origin k.py:40:0, caller f.py:1:2");
}

// 2^60 places are written in 60 lines.
TEST(SourceLines, EndWhereAliasesAreSharedWithoutEnd) {
  std::string aliases = "#loc100 = loc(\"f.py\":1:2)\n";
  for (int i = 101; i < 160; ++i) {
    const auto before = "#loc" + std::to_string(i - 1);
    aliases += "#loc" + std::to_string(i) + " = loc(callsite(" + before + " at " + before + "))\n";
  }
  EXPECT_EQ(lines_of_location("loc(#loc159)", aliases), "origin f.py:1:2");
}

TEST(SourceLines, AreNoMoreThanCanBeShown) {
  std::string list = "loc(fused[";
  for (int i = 1; i <= 100; ++i)
    list += (i == 1 ? "\"f.py\":" : ", \"f.py\":") + std::to_string(i) + ":1";
  const Reading reading("tt.func @f() { tt.return " + list + "]) }");
  const Module& module = reading.file.modules.at(0);
  EXPECT_EQ(SourceLines(module).of(module.operations.at(1)).size(), SourceLines::kMost);
}

// An alias means what its own part says of it.
TEST(SourceLines, OfPartsAreTheirOwn) {
  const std::string function = "tt.func @f() { tt.return loc(#loc) }\n";
  const Reading reading("#loc = loc(\"a.py\":1:1)\n" + function + "// -----\n" + function +
                        "#loc = loc(\"b.py\":2:2)\n");
  ASSERT_EQ(reading.message(), "");
  ASSERT_EQ(reading.file.modules.size(), 2U);
  const auto of_module = [&](std::size_t i) {
    const Module& module = reading.file.modules[i];
    return shown(SourceLines(module).of(module.operations.at(1)));
  };
  EXPECT_EQ(of_module(0), "origin a.py:1:1");
  EXPECT_EQ(of_module(1), "origin b.py:2:2");
}

TEST(SourceLines, OfAFunctionAndALoopStandBehindTheirBodies) {
  const Reading reading(
      "module {\n  tt.func @f(%n: index) {\n    scf.for %i = %n to %n step %n {\n    } "
      "loc(\"k.py\":2:2)\n"
      "    tt.return loc(\"k.py\":3:3)\n  } loc(\"k.py\":1:1)\n} loc(\"k.py\":9:9)\n");
  ASSERT_EQ(reading.message(), "");
  const Module& module = reading.file.modules.at(0);
  const SourceLines lines(module);
  EXPECT_EQ(shown(lines.of(module.operations.at(0))), "origin k.py:1:1");
  EXPECT_EQ(shown(lines.of(module.operations.at(1))), "origin k.py:2:2");
  EXPECT_EQ(shown(lines.of(module.operations.at(2))), "origin k.py:3:3");
}

// Triton's own files name a line for nearly all that they do.
TEST(SourceLines, OfGenuineFilesAreThoseOfTheKernels) {
  std::size_t with = 0;
  std::size_t all = 0;
  for (const auto& file : genuine_files()) {
    const File read_file = read(file.text);
    for (const Module& module : read_file.modules) {
      const SourceLines lines(module);
      for (const Operation& op : module.operations) {
        const auto found = lines.of(op);
        ++all;
        if (!found.empty()) ++with;
        for (const auto& line : found) {
          EXPECT_TRUE(line.file == "kernels.py" || line.file == "standard.py") << line.file;
        }
      }
    }
  }
  EXPECT_GT(with * 100, all * 80) << with << " of " << all;
}

}  // namespace
}  // namespace tileproof::ttgir::test
