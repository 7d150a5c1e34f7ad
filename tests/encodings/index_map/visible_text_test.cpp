// In every notation, a layout's text is refused where a terminal would show another.
#include <gtest/gtest.h>

#include "encodings/index_map/index_map.hpp"

namespace tileproof {
namespace {

TEST(ParseIndexMap, RefusesInvisibleTextInEveryNotation) {
  const std::vector<Word> shape = {8, 8};
  for (const char* text :
       {"(8,8):(8,1)",
        "Sw<1,0,1> o 0 o (8,8):(8,1)",
        "offset(row: 8, col: 8) = row*8 + col",
        "{lane = [[1], [2]]} -> {x = 4}",
        "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>"}) {
    const std::string layout(text);
    ASSERT_TRUE(parse_index_map(layout + "\r\n// \xc2\xb5", shape).has_value()) << text;
    for (const char* hidden : {"\x1b[2K", "\r", "\x7f", "\xc2\x85", "\xe2\x80\xae", "\xff"}) {
      for (const std::string& both : {hidden + layout, layout + " // " + hidden}) {
        const auto map = parse_index_map(both, shape);
        ASSERT_FALSE(map.has_value()) << text;
        EXPECT_EQ(map.error().code, ErrorCode::kSyntax);
        const std::size_t column = both.find(hidden) + 1;
        EXPECT_EQ(map.error().message.rfind("column " + std::to_string(column) + ": ", 0), 0U)
            << map.error().message;
      }
    }
  }
}

}  // namespace
}  // namespace tileproof
