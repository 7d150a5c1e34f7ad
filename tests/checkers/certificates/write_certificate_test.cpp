// Which evidence is found, and for what is there none?
#include <gtest/gtest.h>

#include <algorithm>

#include "checkers/certificates/certifier/certify.hpp"
#include "tests/checkers/certificates/written.hpp"

namespace tileproof::testing {
namespace {

TEST(WriteCertificate, FailsForWhatDoesNotHold) {
  // 15 * 16 + 15 + 7 gaps of 4 = 283
  const StatedLayout padded{
      "map", {16, 16}, "#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 16]}>"};
  const StatedClaim claim{"in-bounds", {padded}, {{"allocation", "283"}}};
  for (const char* engine : {"", "f2", "strides", "sat", "enumerate"}) {
    const auto text = write_certificate(claim, engine, kLimits);
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, ErrorCode::kNotSolvable) << text.error().message;
  }
}

// Injective by an inverse, of any size, seen without a search.
TEST(WriteCertificate, FindsAnInverseOfSums) {
  const auto inverse = [](const StatedLayout& layout) {
    const std::string text = written({"injective", {layout}, {}}, "strides");
    const std::size_t from = text.find("inverse {") != std::string::npos ? text.find("inverse {")
                                                                         : text.find("inverse (");
    EXPECT_EQ(text.find(" by drat"), std::string::npos) << text;
    EXPECT_EQ(text.find(" by enumerate"), std::string::npos) << text;
    return from == std::string::npos ? text
                                     : text.substr(from + 8, text.find('\n', from) - from - 8);
  };
  EXPECT_EQ(
      inverse({"map",
               {1024, 1024},
               "#ttg.padded_shared<[128:+4, 512:+8] {order = [1, 0], shape = [1024, 1024]}>"}),
      "(x0, x1)(v0: 1097716) = let d0 = v0 / 1072; let r1 = v0 % 1072; let d2 = r1 / 536; "
      "let r3 = r1 % 536; let d4 = r3 / 132; let r5 = r3 % 132; "
      "(d0, r5 ^ d4 * 128 ^ d2 * 512)");
  // The inverse matrix, of a layout that is its own inverse.
  EXPECT_EQ(inverse({"map", {}, "(x, y)(a: 4, b: 4) = (a, b ^ a)"}),
            "{v0 = [[1, 1], [2, 2]], v1 = [[0, 1], [0, 2]]} -> {x0 = 4, x1 = 4}");
  // Modulo 5 and 3, which have no common divisor.
  EXPECT_EQ(inverse({"map", {}, "(3,5):(5,3)"}),
            "(x0, x1)(v0: 23) = let d0 = v0 * 2 % 5; let r1 = v0 + (4 - d0) * 3; "
            "let r2 = r1 + 3; let d3 = r2 / 5 % 3; (d3, d0)");
  // XORs below a stride.
  EXPECT_EQ(inverse({"map", {}, "f(r: 4, c: 4) = r*5 + (c ^ r)"}),
            "(x0, x1)(v0: 19) = let d0 = v0 / 5; let r1 = v0 % 5; let d2 = r1 / 2; "
            "let r3 = r1 % 2; (d0, d0 ^ r3 ^ d2 * 2)");
  // What falls, and what does not start at 0.
  EXPECT_EQ(inverse({"map", {}, "f(x: 8, y: 3) = 9 - x + 8*(2-y)"}),
            "(x0, x1)(v0: 26) = let r0 = v0 + 22; let d1 = r0 / 8 % 3; let r2 = r0 % 8; "
            "let d3 = r2 % 8; ((7 - d3), (2 - d1))");
  EXPECT_EQ(inverse({"map", {}, "(1,1):(0,0)"}), "{v0 = []} -> {x0 = 1, x1 = 1}");
}

TEST(WriteCertificate, StopsWhereWhatIsProvedTurnsOutNotToHold) {
  const auto certificate_of = [](const std::string& layout) {
    return write_certificate({"injective", {{"map", {}, layout}}, {}}, "", kLimits);
  };
  EXPECT_THROW(check_that_it_holds(certificate_of("(4,4):(1,2)")), InternalError);
  EXPECT_NO_THROW(check_that_it_holds(certificate_of("(4,4):(1,4)")));
  EXPECT_NO_THROW(check_that_it_holds(Error{ErrorCode::kUnsupported, "no evidence"}));
}

TEST(WriteCertificate, SaysWhereAClaimIsTooLongAsItIsPrinted) {
  std::string expression = "f(x: 8) = ";
  for (unsigned i = 0; i < 16'500; ++i) expression += "x ^ ";
  const auto text =
      write_certificate({"injective", {{"map", {}, expression + "x"}}, {}}, "", kLimits);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().message,
            "as a certificate states it: 1:1: the text has 66011 bytes, more than 65536");
}

TEST(WriteCertificate, ShowsParametersCaseByCase) {
  const std::string text =
      written({"injective",
               {{"map", {}, "param pad in 0..64; f(r: 1024, c: 1024) = r*(1024+pad) + c"}},
               {}},
              "");
  EXPECT_NE(text.find("prove case by case\nprove distinct by inverse\n"), std::string::npos);
  EXPECT_EQ(text.find(" by drat"), std::string::npos);
  // All at once where that takes no search.
  const std::string whole = written({"in-bounds",
                                     {{"map", {}, "param p in 0..64; f(x: 1024) = x + p"}},
                                     {{"allocation", "1088"}}},
                                    "");
  EXPECT_EQ(whole.find("case by case"), std::string::npos) << whole;
  // Too many for that.
  const std::string many =
      written({"injective", {{"map", {}, "param p in 0..9999; f(x: 4096) = x ^ p"}}, {}}, "");
  EXPECT_NE(many.find("prove distinct by drat\n"), std::string::npos);
}

TEST(WriteCertificate, FindsASectionOfSums) {
  const std::string text =
      written({"surjective", {{"map", {}, "(4,3,1048576):(3,1,0)"}}, {}}, "strides");
  EXPECT_NE(text.find("prove covers by values\nvalues 12\n"), std::string::npos) << text;
  EXPECT_NE(text.find("section (x0, x1, x2)(d0: 3, d1: 2, d2: 2) = (d1 ^ d2 * 2, d0, 0)\n"),
            std::string::npos)
      << text;
}

TEST(WriteCertificate, FindsASectionOfStridesThatOverlap) {
  const std::string text = written({"surjective", {{"map", {}, "(64,64):(1,32)"}}, {}}, "");
  EXPECT_NE(text.find("prove covers by values\nvalues 2080\n"), std::string::npos) << text;
  EXPECT_NE(text.find("section (x0, x1)(v: 2080) = "
                      "let r0 = v / 32 < 63 ? v % 32 : max(v, 2016) - 2016; "
                      "(min(r0, 63), min(v / 32, 63))\n"),
            std::string::npos)
      << text;
}

// No value is 8.
TEST(WriteCertificate, FailsForValuesThatAreLeftOut) {
  for (const char* layout : {"(8,8):(1,9)",
                             "(64,64):(1,65)",
                             "(4096,4096):(1,4097)",
                             "param p in 0..1; f(x: 8, y: 8) = x + y * (8 + p)"}) {
    const auto text = write_certificate({"surjective", {{"map", {}, layout}}, {}}, "", kLimits);
    ASSERT_FALSE(text);
    // Where all points are visited, the claim is seen to be false.
    const bool is_visited = std::string(layout) != "(4096,4096):(1,4097)";
    EXPECT_EQ(text.error().code, is_visited ? ErrorCode::kNotSolvable : ErrorCode::kUnsupported);
    EXPECT_EQ(text.error().message.find(is_visited ? "the claim does not hold"
                                                   : "no evidence for 'covers'"),
              0U)
        << text.error().message;
  }
}

TEST(WriteCertificate, ShiftsLargeLayoutsWithOffsetsBelowZero) {
  const std::string text =
      written({"injective", {{"map", {}, "(65536128,(2,3)):(127,(-1,4))"}}, {}}, "");
  EXPECT_NE(text.find("prove distinct by shift\nshift 1\n"), std::string::npos) << text;
}

// The larger stride is taken never or always, which takes no division.
TEST(WriteCertificate, ProvesThatLargeOverlappingStridesLeaveNothingOut) {
  const std::string text =
      written({"surjective", {{"map", {}, "(4294967296,2):(1,12)"}}, {}}, "strides");
  EXPECT_NE(text.find("(4294967295 < v ? 1 : 0)"), std::string::npos);
  EXPECT_LT(text.size(), 100000U);
}

TEST(WriteCertificate, ProvesALargeLayoutByClauses) {
  const StatedLayout large{
      "map",
      {1024, 1024},
      "#ttg.padded_shared<[128:+4, 512:+8] {order = [1, 0], shape = [1024, 1024]}>"};
  const std::string text = written({"injective", {large}, {}}, "sat");
  const auto result = certify(text);
  ASSERT_TRUE(std::holds_alternative<Certified>(result));
  RecordProperty("bytes", std::to_string(text.size()));
  RecordProperty("lines", std::to_string(std::ranges::count(text, '\n')));
}

}  // namespace
}  // namespace tileproof::testing
