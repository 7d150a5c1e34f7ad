// What comes of an encoding once its definition is written?  Claims about it are proved, replayed
// and compared with other notations; and an encoding that somebody else wrote joins as its steps.
#include "examples/add_an_encoding/skewed.hpp"

#include <gtest/gtest.h>

#include "checkers/claims/prove.hpp"
#include "encodings/expression/print_graph.hpp"

namespace tileproof::example {
namespace {

IndexMap skewed(std::string_view text) {
  return IndexMap::make(parse_skewed(text).value()).value();
}

Verdict verdict(const Result<Claim>& claim) { return prove(claim.value(), {}); }

// The claim about a column of a tile, whose rows 32 lanes load at once.
Verdict column_is_free(const IndexMap& memory) {
  const auto target = Target::parse("cuda:90").value();
  const AccessRule* rule = target.find_rule("ld.shared.b32").value();
  const auto column = parse_index_map("(row, col)(lane: 32, col: 32) = (lane, col)", {}).value();
  return verdict(make_conflict_free(memory, column, 32, *rule));
}

TEST(AnEncoding, IsWhatItClaimsToBe) {
  EXPECT_TRUE(is_proved(prove(Bijective{skewed("skewed<32x32, 1>")}, {})));
  EXPECT_TRUE(is_proved(prove(Bijective{skewed("skewed<24x40, 7>")}, {})));
  EXPECT_TRUE(is_refuted(verdict(make_in_bounds(skewed("skewed<32x32, 1>"), 1023))));
}

TEST(AnEncoding, CostsWhatItsSkewSays) {
  EXPECT_TRUE(is_proved(column_is_free(skewed("skewed<32x32, 1>"))));
  EXPECT_TRUE(is_refuted(column_is_free(skewed("skewed<32x32, 2>"))));
  EXPECT_TRUE(is_refuted(column_is_free(skewed("skewed<32x32, 0>"))));
}

TEST(AnEncoding, MeetsOtherNotations) {
  const auto equal = [](const char* skewed_text, const char* other) {
    return verdict(make_equal(skewed(skewed_text), parse_index_map(other, {}).value()));
  };
  EXPECT_TRUE(is_proved(equal("skewed<8x16, 0>", "(8,16):(16,1)")));
  EXPECT_TRUE(is_refuted(equal("skewed<8x16, 1>", "(8,16):(16,1)")));
  EXPECT_TRUE(
      is_proved(equal("skewed<8x16, 3>", "offset(row: 8, col: 16) = row*16 + (col + 3*row) % 16")));
}

TEST(AnEncoding, IsReadBackAsItIsPrinted) {
  EXPECT_EQ(print(parse_skewed("skewed<24x40, 7>").value()), "skewed<24x40, 7>");
  EXPECT_FALSE(parse_skewed("skewed<24x40>"));
  EXPECT_FALSE(parse_skewed("skewed<0x40, 7>"));
  EXPECT_FALSE(parse_skewed("skewed<24x40, 7> "));
}

// The steps as another project would hand them over, here of skewed<32x32, 1>.
Graph steps_from_outside() {
  Steps steps;
  const Recorder a{steps};
  const auto row = steps.input(0);
  const auto col = steps.input(1);
  const auto offset = a.add(a.mul(row, 32), a.urem(a.add(col, row), 32));
  return std::move(steps).graph({&offset, 1});
}

TEST(AnEncodingFromOutside, JoinsAsItsSteps) {
  const auto map =
      IndexMap::make(steps_from_outside(), {{"row", 32}, {"col", 32}}, {{"offset", std::nullopt}});
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_TRUE(is_proved(column_is_free(*map)));
  EXPECT_TRUE(is_proved(verdict(make_equal(*map, skewed("skewed<32x32, 1>")))));
  EXPECT_TRUE(is_refuted(verdict(make_equal(*map, skewed("skewed<32x32, 2>")))));
}

TEST(AnEncodingFromOutside, IsPrintedAsAnExpressionThatIsReadBack) {
  const auto map = skewed("skewed<32x32, 1>");
  const auto text = expression::print_graph(map.graph(), map.axes(), map.out_axes());
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_TRUE(is_proved(verdict(make_equal(map, parse_index_map(*text, {}).value()))));
}

}  // namespace
}  // namespace tileproof::example
