// What is a comment, and what only looks like one.
#include "encodings/ttgir/comments.hpp"

#include <gtest/gtest.h>

#include "tests/encodings/ttgir/reading.hpp"

namespace tileproof {
namespace {

using ttgir::without_comments;
using ttgir::test::Reading;

TEST(Comments, GoFromTwoSlashesToTheEndOfTheLine) {
  EXPECT_EQ(without_comments("a // \"b\"\nc = \"//d\""), "a       \nc = \"//d\"");
  EXPECT_EQ(without_comments("//\r\nx"), "  \r\nx");
  EXPECT_EQ(without_comments("// a\rb"), "    \rb");
  EXPECT_EQ(without_comments("a / b\n"), std::nullopt);
}

TEST(Comments, DoNotStartInStrings) {
  EXPECT_EQ(without_comments(R"(loc("a//b//c"))"), std::nullopt);
  EXPECT_EQ(without_comments(R"("a\"//b" // c)"), R"("a\"//b"     )");
  EXPECT_EQ(without_comments(R"("a\\" // "b//)"), R"("a\\"        )");
}

TEST(Comments, StartInALineOfTheirOwnBehindAStringWithoutAnEnd) {
  EXPECT_EQ(without_comments("\"a\n// b"), "\"a\n    ");
}

TEST(Comments, HaveNoAttributes) {
  const Reading r(
      "module attributes {\"ttg.num-warps\" // was = 2\n = 4 : i32 // \"ttg.num-warps\" = "
      "8 : i32, ttg.target = \"cuda:70\"\n, // }\n ttg.target = \"cuda:90\"} {\n}\n");
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  ASSERT_EQ(r.file.modules.size(), 1U);
  EXPECT_EQ(r.file.modules[0].num_warps, 4U);
  EXPECT_EQ(r.file.modules[0].target, "cuda:90");
}

}  // namespace
}  // namespace tileproof
