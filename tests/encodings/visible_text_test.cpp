// What a terminal would not show as it is read is refused, with its column.
#include "encodings/visible_text.hpp"

#include <gtest/gtest.h>

namespace tileproof {
namespace {

std::string refusal(std::string_view text) {
  const auto error = require_visible(text);
  if (!error) return "";
  EXPECT_EQ(error->code, ErrorCode::kSyntax);
  return error->message;
}

TEST(VisibleText, TabsEndsOfLinesAndOtherScriptsAreVisible) {
  EXPECT_EQ(refusal(""), "");
  EXPECT_EQ(refusal("(8,8)\t:\n(8,1)\r\n"), "");
  EXPECT_EQ(refusal("// 5 \xc2\xb5s, \xe2\x86\x92, \xf0\x9f\x98\x80"), "");
  EXPECT_EQ(refusal("\xc2\xa0"), "");  // U+00A0, just above the control characters
}

TEST(VisibleText, ControlCharactersAreNot) {
  EXPECT_EQ(refusal("8:1\x1b[2K"), "column 4: control character U+001B");
  EXPECT_EQ(refusal(std::string_view("8\0:1", 4)), "column 2: control character U+0000");
  EXPECT_EQ(refusal("8:\x08"
                    "1"),
            "column 3: control character U+0008");
  EXPECT_EQ(refusal("8:1\x7f"), "column 4: control character U+007F");
  EXPECT_EQ(refusal("8:1\xc2\x80"), "column 4: control character U+0080");
  EXPECT_EQ(refusal("8:1\xc2\x9f"), "column 4: control character U+009F");
  EXPECT_EQ(refusal("8:1\n :\v2"), "line 2, column 3: control character U+000B");
}

TEST(VisibleText, ACarriageReturnEndsALineOnlyWithItsNewline) {
  EXPECT_EQ(refusal("16:1\r8:1"), "column 5: control character U+000D");
  EXPECT_EQ(refusal("16:1\r"), "column 5: control character U+000D");
  EXPECT_EQ(refusal("16:1\r\r\n"), "column 5: control character U+000D");
}

TEST(VisibleText, BidirectionalMarksAreNot) {
  for (const auto& [text, code] : {std::pair("\xd8\x9c", "061C"),
                                   {"\xe2\x80\x8e", "200E"},
                                   {"\xe2\x80\x8f", "200F"},
                                   {"\xe2\x80\xaa", "202A"},
                                   {"\xe2\x80\xae", "202E"},
                                   {"\xe2\x81\xa6", "2066"},
                                   {"\xe2\x81\xa9", "2069"}}) {
    EXPECT_EQ(refusal(std::string("8:1 // ") + text),
              std::string("column 8: bidirectional mark U+") + code);
  }
  for (const char* neighbour : {"\xd8\x9b",         // U+061B
                                "\xe2\x80\x90",     // U+2010
                                "\xe2\x80\xaf",     // U+202F
                                "\xe2\x81\xaa"}) {  // U+206A
    EXPECT_EQ(refusal(neighbour), "");
  }
}

TEST(VisibleText, BytesThatAreNoUtf8AreNot) {
  for (const char* bytes : {"\x80",              // no lead
                            "\xc2",              // cut off
                            "\xc2 ",             // not continued
                            "\xc1\xbf",          // longer than it must be
                            "\xe0\x9f\xbf",      // the same
                            "\xf0\x8f\xbf\xbf",  // the same
                            "\xed\xa0\x80",      // a surrogate
                            "\xf4\x90\x80\x80",  // beyond U+10FFFF
                            "\xff"}) {
    EXPECT_NE(refusal(bytes).find("is no UTF-8"), std::string::npos) << bytes;
  }
  EXPECT_EQ(refusal("8:1 \xff"), "column 5: byte 0xFF is no UTF-8");
}

}  // namespace
}  // namespace tileproof
