// However a string is written, it is one.
#include "encodings/ttgir/plain_strings.hpp"

#include <gtest/gtest.h>

#include "tests/encodings/ttgir/reading.hpp"

namespace tileproof::ttgir {
namespace {

TEST(PlainStrings, HaveOrdinaryCharactersAndSpacesBehindThem) {
  EXPECT_EQ(with_plain_strings(R"({"alignmen\74" = 4})"), R"({"alignment"   = 4})");
  EXPECT_EQ(with_plain_strings(R"({"ttg.num\2Dwarps" = 8})"), R"({"ttg.num-warps"   = 8})");
  EXPECT_EQ(with_plain_strings(R"("\2d\2D")"), R"("--"    )");
  EXPECT_EQ(with_plain_strings(R"(tt.call @"g"() : () -> ())"), R"(tt.call @g  () : () -> ())");
  EXPECT_EQ(with_plain_strings(R"(@"\67")"), R"(@g    )");
  EXPECT_EQ(with_plain_strings("\"a\n\"\\41\""), "\"a\n\"A\"  ");
}

TEST(PlainStrings, KeepWhatMustBeEscaped) {
  for (const char* text : {R"("\22")",
                           R"("\5C")",
                           R"("\5c41")",
                           R"("\0A\00\7F")",
                           R"("\n\t\\41")",
                           R"("\"41")",
                           R"("\4")",
                           R"("\4")",
                           R"(@"a b")",
                           R"(@"2")",
                           R"(@"")",
                           R"("\41)"}) {
    EXPECT_EQ(with_plain_strings(text), text) << text;
  }
  EXPECT_EQ(with_plain_strings("\"g\" @g"), std::nullopt);
}

TEST(PlainStrings, AreReadInEachForm) {
  const test::Reading reading(
      "module attributes {\"ttg.num\\2Dwarps\" = 8 : i32, \"ttg.targe\\74\" = \"cuda:\\390\"} {\n"
      "  tt.func @\"f\"() {\n    tt.return\n  }\n}\n");
  EXPECT_EQ(reading.message(), "");
  EXPECT_EQ(reading.file.modules.at(0).num_warps, 8U);
  EXPECT_EQ(reading.file.modules.at(0).target, "cuda:90");
}

}  // namespace
}  // namespace tileproof::ttgir
