// Bad input: the rule that is broken, its numbers and the column.
#include <gtest/gtest.h>

#include "encodings/cute/complement.hpp"
#include "encodings/cute/composition.hpp"
#include "encodings/cute/coordinates.hpp"
#include "encodings/cute/inverse.hpp"
#include "encodings/cute/product.hpp"
#include "encodings/cute/recast.hpp"
#include "tests/encodings/cute/reading.hpp"

namespace tileproof::cute {
namespace {

struct Mistake {
  const char* text;
  ErrorCode code;
  const char* message;
};

TEST(CuteMistakes, InTheTextAreFoundWithTheirColumn) {
  const Mistake mistakes[] = {
      {"", ErrorCode::kSyntax, "column 1: expected an integer or '(' but found end of text"},
      {"(8", ErrorCode::kSyntax, "column 3: expected ',' or ')' but found end of text"},
      {"()", ErrorCode::kSyntax, "column 2: expected an integer or '(' but found ')'"},
      {"(8,):(1,2)", ErrorCode::kSyntax, "column 4: expected an integer or '(' but found ')'"},
      {"(8 8):(1,8)", ErrorCode::kSyntax, "column 4: expected ',' or ')' but found '8'"},
      {"8:", ErrorCode::kSyntax, "column 3: expected an integer or '(' but found end of text"},
      {"8:1 x", ErrorCode::kSyntax, "column 5: expected end of text but found 'x'"},
      {"8:1\x01", ErrorCode::kSyntax, "column 4: expected end of text but found byte 0x01"},
      {"(8,8):(1,8,2)",
       ErrorCode::kInvalid,
       "column 7: the stride is a tuple of 3 where the shape (column 1) is a tuple of 2"},
      {"(8,(2,2)):(1,8)",
       ErrorCode::kInvalid,
       "column 14: the stride is an integer where the shape (column 4) is a tuple of 2"},
      {"(8,0):(1,8)", ErrorCode::kInvalid, "column 4: size 0 must be at least 1"},
      {"-8:1", ErrorCode::kInvalid, "column 1: size -8 must be at least 1"},
      {"Sv<3,4,3> o 8:1",
       ErrorCode::kSyntax,
       "column 1: expected a layout or a swizzle Sw<B,M,S> but found 'Sv'"},
      {"Sw<3,4> o 8:1", ErrorCode::kSyntax, "column 7: expected ',' but found '>'"},
      {"Sw<3,,3> o 8:1", ErrorCode::kSyntax, "column 6: expected an integer but found ','"},
      {"Sw<3,4,3> 8:1", ErrorCode::kSyntax, "column 11: expected 'o' but found '8'"},
      {"Sw<3,4,2> o 8:1",
       ErrorCode::kInvalid,
       "column 1: Sw<3,4,2>: |S| = 2 must be at least B = 3"},
      {"Sw<3,-1,3> o 8:1", ErrorCode::kInvalid, "column 6: -1 must be from 0 to 63"},
      {"Sw<20,20,30> o 8:1",
       ErrorCode::kOverflow,
       "column 1: Sw<20,20,30>: M + B + |S| must be at most 63"},
      {"Sw<1,0,1> o 2 o 4:-1",
       ErrorCode::kUnsupported,
       "column 1: Sw<1,0,1> of offsets down to -1: the bits of a negative offset depend on its "
       "width"},
      {"(4,4):(E<0>,E<1>)",
       ErrorCode::kUnsupported,
       "column 8: scaled-basis strides such as E<0> give coordinates, not offsets"},
      {"(4,4):(1@0,1@1)",
       ErrorCode::kUnsupported,
       "column 8: scaled-basis strides such as 1@0 give coordinates, not offsets"},
      {"9223372036854775808:1", ErrorCode::kOverflow, "column 1: integer does not fit 64 bits"},
      {"(4294967296,4294967296)",
       ErrorCode::kOverflow,
       "column 13: the product of the sizes exceeds 63 bits at 4294967296"},
      {"(4294967296,4294967296):(0,0)",
       ErrorCode::kOverflow,
       "column 1: the product of the sizes exceeds 63 bits at the mode 4294967296:0"},
      {"(3,2):(4611686018427387904,1)",
       ErrorCode::kOverflow,
       "column 1: the offset exceeds 63 bits at the mode 3:4611686018427387904"},
      {"1:-9223372036854775808",
       ErrorCode::kOverflow,
       "column 1: the stride exceeds 63 bits at the mode 1:-9223372036854775808"},
      {"9223372036854775807 o 2:1",
       ErrorCode::kOverflow,
       "column 1: the offset exceeds 63 bits when it starts at 9223372036854775807"},
      {"(2,2):(6917529027641081856,-6917529027641081856)",
       ErrorCode::kOverflow,
       "column 1: the cosize of (2,2):(6917529027641081856,-6917529027641081856) exceeds 63 bits"},
  };
  for (const Mistake& mistake : mistakes) {
    const auto layout = parse_layout(mistake.text);
    ASSERT_FALSE(layout.has_value()) << mistake.text;
    EXPECT_EQ(layout.error().message, mistake.message) << mistake.text;
    EXPECT_STREQ(to_string(layout.error().code), to_string(mistake.code)) << mistake.text;
  }
}

TEST(CuteMistakes, InATilerAreFoundToo) {
  EXPECT_EQ(parse_tiler("<3:4, 8:2").error().message,
            "column 10: expected ',' or '>' but found end of text");
  EXPECT_EQ(parse_tiler("<>").error().message,
            "column 2: expected an integer or '(' but found '>'");
}

TEST(CuteMistakes, ASwizzleThatCuteRefusesCanBeEvaluated) {
  const Swizzle overlapping{2, 0, 1};  // bits 1 and 2 into bits 0 and 1
  EXPECT_TRUE(check(overlapping).has_value());
  const auto twice = apply(U64(), overlapping, apply(U64(), overlapping, Word{4}));
  EXPECT_EQ(apply(U64(), overlapping, Word{4}), 6u);
  EXPECT_EQ(twice, 5u);  // no involution
}

TEST(CuteMistakes, CoordinatesOutsideTheirModesAreRefused) {
  const Mode mode = layout_of("(8,(2,4)):(1,(8,16))").mode;
  EXPECT_EQ(leaf_coordinates(mode, {64, {}}).error().message,
            "coordinate 64 must be below the size 64 of the mode (8,(2,4)):(1,(8,16))");
  EXPECT_EQ(leaf_coordinates(mode, {0, {{8, {}}, {0, {}}}}).error().message,
            "coordinate 8 must be below the size 8 of the mode 8:1");
  EXPECT_EQ(leaf_coordinates(mode, {0, {{1, {}}}}).error().message,
            "a coordinate of 1 items for the mode (8,(2,4)):(1,(8,16))");
}

TEST(CuteMistakes, OperationsNameTheConditionOfCuteThatFails) {
  EXPECT_EQ(show(composition(layout_of("(6,2):(1,7)"), layout_of("2:7"))),
            "not_solvable: composition with 2:7: stride divisibility, mode 0 of A, size 6, must "
            "divide the stride 7 or exceed it");
  EXPECT_EQ(show(composition(layout_of("(3,2):(1,4)"), layout_of("4:1"))),
            "not_solvable: composition with 4:1: shape divisibility, 3 elements in mode 0 of A, "
            "size 3, must divide 4");
  EXPECT_EQ(show(complement(layout_of("(4,2):(1,2)"), 8)),
            "not_solvable: complement: stride 2 is below 4, where the modes before end; CuTe gives "
            "none, as if (4,2):(1,2) were not injective (it is not)");
  EXPECT_EQ(show(complement(layout_of("4:-1"), 8)),
            "unsupported: complement of 4:-1: CuTe gives none for negative strides");
  EXPECT_EQ(show(complement(layout_of("4:1"), 0)),
            "invalid: complement: cotarget 0 must be at least 1");
  EXPECT_EQ(show(left_inverse(layout_of("(2,2):(4,6)"))),
            "not_solvable: left_inverse: divisibility, stride 6 must be a multiple of 4");
  EXPECT_EQ(show(right_inverse(layout_of("3 o 8:1"))),
            "unsupported: right_inverse of 3 o 8:1: CuTe's answer is no layout unless the offset "
            "is 0");
  EXPECT_EQ(show(recast(layout_of("4:3"), 8, 16)),
            "not_solvable: recast to elements 2 times as wide: the stride of 4:3 must be a "
            "multiple or a divisor of 2");
  EXPECT_EQ(show(recast(layout_of("4:2"), 16, 8)),
            "not_solvable: recast to elements 2 times as narrow: 4:2 has no stride 1");
  EXPECT_EQ(show(recast(layout_of("Sw<3,4,3> o 0 o 48:1"), 8, 24)),
            "not_solvable: recast of Sw<3,4,3>: the ratio 3 must be a power of two");
  EXPECT_EQ(show(composition(layout_of("8:1"), layout_of("2 o 4:1"))),
            "unsupported: composition with 2 o 4:1: CuTe requires offset 0 on the right");
  EXPECT_EQ(show(logical_product(layout_of("8:1"), tiler_of("<2:1,2:1>"))),
            "shape: a tiler of 2 modes for 8:1");
  EXPECT_EQ(show(composition(layout_of("2:4611686018427387904"), layout_of("2:4"))),
            "overflow: 2:4611686018427387904 at 4 exceeds 63 bits");
}

// CuTe's zip asserts equal ranks; a leaf in front is paired with anything.
TEST(CuteMistakes, ProductsWhoseModesCannotBePairedAreRefused) {
  EXPECT_EQ(show(blocked_product(layout_of("(2):(2)"), layout_of("4:1"))),
            "unsupported: product of (2):(2) and 4:1: CuTe cannot pair the modes of (2):(2) with "
            "those of (2,2):(1,4)");
  EXPECT_EQ(show(raked_product(layout_of("(2):(2)"), layout_of("4:1"))),
            "unsupported: product of (2):(2) and 4:1: CuTe cannot pair the modes of (2,2):(1,4) "
            "with those of (2):(2)");
  EXPECT_EQ(show(blocked_product(layout_of("(4):(1)"), layout_of("2:1"))).substr(0, 11),
            "unsupported");
  EXPECT_EQ(show(raked_product(layout_of("2:2"), layout_of("4:1"))).substr(0, 11), "unsupported");
  EXPECT_EQ(show(blocked_product(layout_of("2:2"), layout_of("4:1"))), "((2,(2,2))):((2,(1,4)))");
}

}  // namespace
}  // namespace tileproof::cute
