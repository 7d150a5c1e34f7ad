// Text that is broken, cut off, hostile or no MLIR at all: one clear error, quickly.
#include <gtest/gtest.h>

#include <ctime>

#include "tests/encodings/ttgir/reading.hpp"

namespace tileproof::ttgir {
namespace {

using test::in_function;
using test::kAliases;
using test::Reading;

std::string repeat(std::string_view piece, std::size_t times) {
  std::string text;
  text.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

struct Broken {
  const char* name;
  std::string text;
  const char* place;
  const char* message;
};
class TtgirBroken : public testing::TestWithParam<Broken> {};

TEST_P(TtgirBroken, IsOneErrorAtItsPlace) {
  const Reading r(GetParam().text);
  ASSERT_EQ(r.file.errors.size(), 1U) << r.message(1);
  EXPECT_EQ(r.place(), GetParam().place) << r.message();
  EXPECT_NE(r.message().find(GetParam().message), std::string::npos) << r.message();
}

INSTANTIATE_TEST_SUITE_P(
    All,
    TtgirBroken,
    testing::Values(
        Broken{"Empty", "", "1:1", "no module and no function"},
        Broken{"Blank", "\n\n  // only a comment\n", "1:1", "no module and no function"},
        Broken{"Prose",
               "Dear reader, this is no MLIR.\n",
               "1:1",
               "expected an operation but found 'Dear'"},
        Broken{"NumberWithLetters",
               "module {\n  %2x = arith.constant 0 : i32\n}\n",
               "2:5",
               "expected '=' behind the results but found 'x'"},
        Broken{"Json", "{\"a\": 1}\n", "1:1", "expected an operation but found '{'"},
        Broken{"Nul", std::string("module {\n}\n\0\0", 13), "3:1", "control byte"},
        Broken{"Elf",
               std::string("\x7f"
                           "ELF\x02\x01\x01\0\0",
                           9),
               "1:1",
               "control byte"},
        Broken{"NoiseInARegion", std::string("module {\n  tt\x01.func", 18), "2:5", "control byte"},
        Broken{"BytesOutsideOfAscii", "module {\n  \xc3\xa4\n}\n", "2:3", "byte 0xc3"},
        Broken{"OpenModule",
               "module {\n  tt.func @f() {\n    tt.return\n  }\n",
               "5:1",
               "inside '{' that opens at line 1, column 8"},
        Broken{"OpenFunction",
               "module {\n  tt.func @f() {\n    tt.return\n",
               "4:1",
               "inside '{' that opens at line 2, column 16"},
        Broken{"OpenParenthesis",
               "module {\n  tt.func @f(%a: i32",
               "2:21",
               "inside '(' that opens at line 2, column 13"},
        Broken{"OpenType",
               "module {\n  tt.func @f(%a: tensor<4x",
               "2:27",
               "inside '<' that opens at line 2, column 24"},
        Broken{"OpenLocation",
               "module {\n} loc(\"a\"(#b)",
               "2:14",
               "inside '(' that opens at line 2, column 6"},
        Broken{"OpenString", "module {\n  foo.bar \"abc\n}\n", "2:11", "no closing quote"},
        Broken{"CutString",
               "module {\n  foo.bar \"abc",
               "2:15",
               "inside a string that opens at line 2, column 11"},
        Broken{"CutAfterResults", "module {\n  %a, %b", "2:9", "inside '{'"},
        Broken{"CutModule", "module attributes {a = 1}", "1:26", "text ends inside an operation"},
        Broken{"CutAlias", "#loc = ", "1:8", "text ends"},
        Broken{"OnlyAliases", std::string(kAliases), "5:1", "before any operation"},
        Broken{"WrongCloser",
               "module {\n  foo.bar (1]\n}\n",
               "2:13",
               "expected ')' for the '(' at line 2, column 11 but found ']'"},
        Broken{"ExtraCloser", "module {\n}\n}\n", "3:1", "'}' closes no bracket"},
        Broken{"ExtraAngle", "module {\n  foo.bar : tensor<4xf16>>\n}\n", "2:26", "found '>'"},
        Broken{"ResultWithoutEquals",
               "module {\n  %a foo.bar\n}\n",
               "2:6",
               "expected '=' behind the results but found 'foo.bar'"},
        Broken{"ResultWithoutName",
               "module {\n  %a = 5\n}\n",
               "2:8",
               "expected the name of an operation but found '5'"},
        Broken{"LabelWithoutColon",
               "module {\n^bb0(%a: i32)\n  foo.bar\n}\n",
               "3:3",
               "expected ':' behind the block label"},
        Broken{"AttributeTwice",
               "module {\n  foo.bar {axis = 0 : i32, \"axis\" = 1 : i32}\n}\n",
               "2:29",
               "'axis' is given twice"},
        Broken{"WarpsTwice",
               "module attributes {ttg.target = \"cuda:90\", \"ttg.num-warps\" = 4 : i32, "
               "\"ttg.num-warps\" = 8 : i32} {\n}\n",
               "1:72",
               "'ttg.num-warps' is given twice"},
        Broken{"NestedBrackets",
               "module {\n  foo.bar " + repeat("(", 3000),
               "2:266",
               "nested deeper than 256 levels"},
        Broken{"NestedRegions",
               repeat("module {\n", 3000) + repeat("}\n", 3000),
               "257:8",
               "nested deeper than 256 levels"},
        Broken{"NestedAttributes",
               "#a = " + repeat("[", 3000) + repeat("]", 3000) + "\nmodule {\n}\n",
               "1:262",
               "nested deeper than 256 levels"},
        Broken{"NestedTypes",
               "module {\n foo.bar : " + repeat("tensor<", 3000),
               "2:1803",
               "nested deeper than 256 levels"},
        Broken{"NestedLocations",
               "module {\n} loc" + repeat("(", 3000),
               "2:262",
               "nested deeper than 256 levels"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(TtgirStructure, NestingWithinTheLimitIsRead) {
  const Reading r(repeat("module {\n", 250) + repeat("}\n", 250));
  EXPECT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.file.modules.size(), 250U);
}

TEST(TtgirStructure, WhatWasReadBeforeTheBreakIsKept) {
  const auto text = in_function(
      "    %0 = ttg.convert_layout %x : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, "
      "#blocked1>\n    foo.bar )");
  const Reading r(text);
  ASSERT_EQ(r.file.errors.size(), 1U);
  EXPECT_EQ(r.place(), "8:13");
  EXPECT_EQ(r.operation().kind, OpKind::kConvertLayout);
}

// How many operations of this name are in the body of a function?
std::size_t count(const std::string& body, std::string_view name) {
  const Reading r(in_function(body));
  EXPECT_TRUE(r.file.errors.empty()) << r.message();
  std::size_t found = 0;
  for (const auto& module : r.file.modules) {
    found += static_cast<std::size_t>(
        std::count_if(module.operations.begin(), module.operations.end(), [&](const auto& op) {
          return op.name == name;
        }));
  }
  return found;
}

TEST(TtgirStructure, LinesMayBeJoined) {
  EXPECT_EQ(count("cf.br ^a(%i : i32) ^a(%j: i32): cf.br ^b ^b: tt.return", "cf.br"), 2U);
  EXPECT_EQ(count("cf.cond_br %c, ^a, ^b ^a: cf.br ^b ^b: tt.return", "cf.br"), 1U);
  EXPECT_EQ(
      count("foo.bar 1 %0 = arith.constant 1 : i32 %1 = \"foo.baz\"() : () -> i32", "foo.baz"), 1U);
  EXPECT_EQ(count("foo.for %i = %a to %b", "foo.for"), 1U);
}

TEST(TtgirStructure, SpacesMayBeAnywhereBetweenWords) {
  EXPECT_EQ(count("%0 = arith.constant 1 : i32 loc (\"a\" ( \"b\":1:2 )) foo.bar", "foo.bar"), 1U);
  EXPECT_EQ(count("%0 = ttg.local_alloc %x:(tensor <64 x 64xf16, #blocked>)->!ttg.memdesc "
                  "<64x64xf16,#shared,"
                  "#smem , mutable> foo.bar",
                  "foo.bar"),
            1U);
}

struct Hostile {
  const char* name;
  std::string_view head;
  std::string_view piece;  // repeated to 1 MB
};
class TtgirHostile : public testing::TestWithParam<Hostile> {};

// Quadratic time would take minutes at this size.
TEST_P(TtgirHostile, IsReadInLinearTime) {
  const auto& [name, head, piece] = GetParam();
  const std::string text = std::string(head) + repeat(piece, (std::size_t{1} << 20) / piece.size());
  const std::clock_t start = std::clock();
  const auto file = read(text);
  const auto seconds = (std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_LE(file.errors.size(), kMaxErrors + 1);
  EXPECT_LT(seconds, 60);
}

INSTANTIATE_TEST_SUITE_P(
    All,
    TtgirHostile,
    testing::Values(Hostile{"Parentheses", "", "("},
                    Hostile{"Braces", "module ", "{"},
                    Hostile{"Quotes", "module {", "\""},
                    Hostile{"OpenStrings", "module {", "\"\\"},
                    Hostile{"Values", "module {", "%a,\n"},
                    Hostile{"ValuesOnOneLine", "module {", "%a,"},
                    Hostile{"ContinuedValues", "module { foo.bar : ", "%a\n"},
                    Hostile{"Aliases", "", "#a = 1\n"},
                    Hostile{"LayoutAliases", "", "#a = #ttg.blocked<{order = [0]}>\n"},
                    Hostile{"UndefinedAliases", "module { foo.bar : ", "tensor<4xf16, #b> "},
                    Hostile{"Labels", "module {", "^b:"},
                    Hostile{"Strings", "module { foo.bar\n", "\"a\"\n"},
                    Hostile{"EmptyBraces", "module { foo.bar\n", "{}\n"},
                    Hostile{"BracesAndComments", "module { foo.bar\n", "{//\n}"},
                    Hostile{"Words", "module {", "a "},
                    Hostile{"OneWord", "", "a"},
                    Hostile{"Locations", "module {", "loc("},
                    Hostile{"Dividers", "", "\n// -----"},
                    Hostile{"DividersInABracket", "module {", "\n// -----"},
                    Hostile{"DividersBeforeNames", "module {", "\n// -----\n#a"},
                    Hostile{"Modules", "", "module {}\n"},
                    Hostile{
                        "Results", "module {", "%a:9999999 = \"a.b\"() : () -> tensor<4xf16>\n"},
                    Hostile{"Digits", "module { foo.bar : tensor<", "9"},
                    Hostile{"Sizes", "module { foo.bar : tensor<", "1x"},
                    Hostile{"Less", "module { foo.bar ", "<="},
                    Hostile{"Slashes", "module {", "/ "}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(TtgirStructure, OperationsMayShareALine) {
  const Reading r(
      "module { tt.func @f(%p: i32) { %true = arith.constant true %c = arith.constant 5 : i32 "
      "ttng.fence_async_shared {bCluster = false} %0 = arith.addi %p, %c : i32 "
      "tt.call @\"g\"(%0) : (i32) -> () %1: 2 = tt.call @h() : () -> (i32, i32) tt.return } }");
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  std::vector<std::string> names;
  for (const auto& op : r.file.modules.at(0).operations) names.emplace_back(op.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"tt.func",
                                      "arith.constant",
                                      "arith.constant",
                                      "ttng.fence_async_shared",
                                      "arith.addi",
                                      "tt.call",
                                      "tt.call",
                                      "tt.return"}));
}

TEST(TtgirStructure, BracesOfPropertiesAndLocationsMayStandApart) {
  const Reading r(
      "#loc = loc (\"K\")\nmodule {\n  tt.func @f(%p: i32) {\n    %0 = \"arith.cmpi\"(%p, %p) < "
      "{predicate = 6 : i64} > : (i32, i32) -> i1\n    tt.return\n  }\n}\n");
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  const Module& module = r.file.modules.at(0);
  EXPECT_EQ(module.attribute(module.operations.at(1), "predicate"), "6 : i64");
}

TEST(TtgirStructure, ManyDistinctErrorsAreCountedQuickly) {
  std::string text(kAliases);
  text += "module {\n";
  for (unsigned i = 0; i < 200'000; ++i)
    text += "foo.bar : tensor<" + std::to_string(2 * i + 3) + "x4xf16, #blocked>\n";
  const Reading r(text + "}\n");
  ASSERT_EQ(r.file.errors.size(), kMaxErrors + 1);
  EXPECT_EQ(r.message(kMaxErrors), "and 199900 more errors");
}

}  // namespace
}  // namespace tileproof::ttgir
