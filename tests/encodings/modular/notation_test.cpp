// Is what is printed read back, and what is no layout refused at the right place?
#include "encodings/modular/notation.hpp"

#include <gtest/gtest.h>

#include "properties/maps/modular_layouts.hpp"
#include "tests/encodings/modular/layouts.hpp"

namespace tileproof::modular {
namespace {

using tileproof::gen::ModularLayouts;
using tileproof::testing::modular_layout;

constexpr const char* kCompact =
    "{register = [[1, 0], [2, 0]], lane = []} -> {dim0 = 4, dim1 = 48}";
constexpr const char* kList =
    "\n - register=1 -> (1, 0)\n"
    "   register=2 -> (2, 0)\n"
    " - lane is a size 1 dimension\n"
    "where out dims are: [dim0 (size 4), dim1 (size 48)]";

TEST(ModularNotation, BothFormsSayTheSame) {
  const Layout layout = modular_layout(kCompact);
  EXPECT_EQ(to_string(layout), kCompact);
  EXPECT_EQ(to_list(layout), kList);
  EXPECT_EQ(modular_layout(kList), layout);
}

TEST(ModularNotation, SpaceAndCommentsAreFree) {
  EXPECT_EQ(modular_layout("{register=[[1,0] , [2,0]],lane=[]}  // bases\n ->{dim0=4,dim1=0x30}"),
            modular_layout(kCompact));
}

TEST(ModularNotation, NamesThatAreNoIdentifiersStandInQuotes) {
  const char* text = "{\"in 1\" = [[1]], \"7\" = []} -> {\"->\" = 3}";
  EXPECT_EQ(to_string(modular_layout(text)), text);
}

TEST(ModularNotation, LayoutsWithoutDimensionsHaveAText) {
  for (const char* text : {"{} -> {}", "{} -> {x = 3}", "{a = []} -> {}", "{a = [[]]} -> {}"}) {
    const Layout layout = modular_layout(text);
    EXPECT_EQ(to_string(layout), text);
    EXPECT_EQ(modular_layout(to_list(layout)), layout) << to_list(layout);
  }
}

TEST(ModularNotation, RandomLayoutsAreReadBack) {
  gen::Source choices = gen::Source::random(21);
  gen::ModularLayouts random(choices);
  for (int i = 0; i < 2'000; ++i) {
    const Layout layout = random.next(10);
    ASSERT_EQ(modular_layout(to_string(layout)), layout);
    ASSERT_EQ(modular_layout(to_list(layout)), layout);
  }
}

TEST(ModularNotation, ErrorsNameTheByteAndWhatWasFound) {
  const auto message = [](const char* text) { return parse(text).error().message; };
  EXPECT_EQ(message("{a = [[1]]} -> {x = 3} y"),
            "at byte 23: expected the end of the layout but found 'y'");
  EXPECT_EQ(message("{a = [[1]]}"), "at byte 11: expected '->' but found end of text");
  EXPECT_EQ(message("{a = [1]} -> {x = 3}"), "at byte 6: expected '[' but found '1'");
  EXPECT_EQ(message("- a=1 -> (1)\n a=4 -> (2)\nwhere out dims are: [x (size 3)]"),
            "at byte 16: the indices of a list are 1, 2, 4, ...");
}

TEST(ModularNotation, NoPrefixOfALayoutIsALayout) {
  for (const std::string text : {kCompact, kList}) {
    for (std::size_t length = 0; length < text.size(); ++length) {
      EXPECT_FALSE(parse(text.substr(0, length)).has_value()) << length;
    }
  }
}

TEST(ModularNotation, NumbersBeyondSixtyFourBitsAreRefused) {
  EXPECT_EQ(parse("{} -> {x = 99999999999999999999}").error().code, ErrorCode::kOverflow);
  EXPECT_EQ(parse("{} -> {x = -3}").error().code, ErrorCode::kInvalid);
}

}  // namespace
}  // namespace tileproof::modular
