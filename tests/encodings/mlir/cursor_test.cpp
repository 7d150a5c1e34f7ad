// Does the cursor lex what MLIR writes, and say where it fails?
#include "encodings/mlir/cursor.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace tileproof::mlir {
namespace {

TEST(Cursor, SkipsWhitespaceAndComments) {
  Cursor cursor(" \t\r\n// a comment\n  x");
  EXPECT_EQ(cursor.peek(), 'x');
  EXPECT_EQ(cursor.offset(), 19u);
  Cursor comment("// to the end");
  EXPECT_TRUE(comment.at_end());
  EXPECT_EQ(comment.peek(), '\0');
}

TEST(Cursor, ReadsIdentifiers) {
  Cursor cursor("ttg.shared_memory$1-x");
  EXPECT_EQ(cursor.identifier(), "ttg.shared_memory$1");
  EXPECT_EQ(cursor.identifier(), "");
  EXPECT_FALSE(cursor.failed());
}

TEST(Cursor, ReadsIntegers) {
  const auto read = [](std::string_view text) {
    Cursor cursor(text);
    std::int64_t value = 0;
    EXPECT_TRUE(cursor.integer(value)) << text;
    EXPECT_TRUE(cursor.at_end()) << text;
    return value;
  };
  EXPECT_EQ(read("8"), 8);
  EXPECT_EQ(read("-8"), -8);
  EXPECT_EQ(read("0x1F"), 31);
  EXPECT_EQ(read("8 : i32"), 8);
  EXPECT_EQ(read("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(read("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
}

TEST(Cursor, LeavesTheColonThatIsNoType) {
  Cursor cursor("32:+4");
  std::uint64_t value = 0;
  ASSERT_TRUE(cursor.unsigned_integer(value));
  EXPECT_EQ(value, 32u);
  EXPECT_TRUE(cursor.accept(":+"));
}

TEST(Cursor, RefusesIntegersBeyond64Bits) {
  for (const char* text : {"9223372036854775808", "-9223372036854775809", "0x8000000000000000"}) {
    Cursor cursor(text);
    std::int64_t value = 0;
    EXPECT_FALSE(cursor.integer(value)) << text;
    EXPECT_EQ(cursor.error().message, "integer does not fit 64 bits") << text;
    EXPECT_EQ(cursor.error().offset, 0u);
  }
}

TEST(Cursor, ReadsQuotedText) {
  Cursor cursor(R"("a \" b" "open)");
  std::string_view value;
  ASSERT_TRUE(cursor.quoted(value));
  EXPECT_EQ(value, R"(a \" b)");
  EXPECT_FALSE(cursor.quoted(value));
  EXPECT_EQ(cursor.error().message, "string has no closing quote");
  EXPECT_EQ(cursor.error().offset, 9u);
}

TEST(Cursor, KeepsItsFirstFailure) {
  Cursor cursor("a b");
  EXPECT_FALSE(cursor.expect('<'));
  EXPECT_FALSE(cursor.fail(ErrorCode::kInvalid, "another"));
  EXPECT_EQ(cursor.error().message, "expected '<' but found 'a'");
  EXPECT_EQ(cursor.peek(), '\0');
  EXPECT_FALSE(cursor.accept('a'));
}

TEST(Cursor, NamesWhatItFound) {
  EXPECT_EQ(Cursor("").found(), "end of text");
  EXPECT_EQ(Cursor(" foo.bar>").found(), "'foo.bar'");
  EXPECT_EQ(Cursor("}").found(), "'}'");
  EXPECT_EQ(Cursor("\xfe").found(), "byte 0xfe");
  EXPECT_EQ(Cursor(std::string(100, 'x')).found(), "'" + std::string(40, 'x') + "'");
}

TEST(Cursor, GuardsItsDepth) {
  Cursor cursor("x");
  for (unsigned i = 0; i < kMaxNesting; ++i) ASSERT_TRUE(cursor.enter());
  EXPECT_FALSE(cursor.enter());
  EXPECT_EQ(cursor.error().message, "nested deeper than 256 levels");
}

TEST(LineColumn, CountsFromOne) {
  const std::string_view text = "ab\ncd\n";
  EXPECT_EQ(line_column(text, 0).line, 1u);
  EXPECT_EQ(line_column(text, 1).column, 2u);
  EXPECT_EQ(line_column(text, 4).line, 2u);
  EXPECT_EQ(line_column(text, 4).column, 2u);
  EXPECT_EQ(line_column(text, 99).line, 3u);
  EXPECT_EQ(line_column(text, 99).column, 1u);
}

}  // namespace
}  // namespace tileproof::mlir
