// Which values are of a kind, and which are not?
#include "checkers/ttgir/attribute_kinds.hpp"

#include <gtest/gtest.h>

namespace tileproof {
namespace {

struct Values {
  const char* kind;
  const char* right;
  const char* wrong;
};

TEST(AttributeKinds, TellTheValuesThatTheyHaveFromOthers) {
  for (const auto& [kind, right, wrong] : {
           Values{"i", "-1 : i32", "1 : i64"},
           Values{"i", "7:i32", "7"},
           Values{"+", "1 : i32", "0 : i32"},
           Values{"I", "9 : i64", "10 : i64"},
           Values{"F", "15 : i64", "16 : i64"},
           Values{"F", "0 : i64", "-1 : i64"},
           Values{"b", "false", "0 : i32"},
           Values{"b", "1 : i1", "\"true\""},
           Values{"f", "", "\"str\""},
           Values{"f", "unit", "1 : i32"},
           Values{"s", "\"str\"", "str"},
           Values{"y", "@f", "f"},
           Values{"a", "array<i32: 1, 0>", "array<i64: 1, 0>"},
           Values{"a", "[1 : i32]", "1 : i32"},
           Values{"A", "array<i64: 1>", "array<i32: 1>"},
           Values{"n", "array<i32>", "[]"},
           Values{"n", "array < i32 : 1>", "3 : i32"},
           Values{"m", "#arith.fastmath<none>", "\"none\""},
           Values{"m", "#arith.fastmath<nnan, ninf>", "#arith.fastmath<nsw>"},
           Values{"m", "#arith.fastmath<fast>", "#arith.fastmath<nnan,>"},
           Values{"o", "#arith.overflow<nsw,nuw>", "#arith.overflow<fast>"},
       }) {
    EXPECT_TRUE(has_kind(kind, right)) << kind << " " << right;
    EXPECT_FALSE(has_kind(kind, wrong)) << kind << " " << wrong;
  }
}

TEST(AttributeKinds, OfEnumerationsHaveTheirCasesAlone) {
  for (const char* value : {"1 : i32", "3 : i32"}) EXPECT_TRUE(has_kind("1-3", value)) << value;
  for (const char* value : {"0 : i32", "4 : i32", "2 : i64", "2", "\"2\""}) {
    EXPECT_FALSE(has_kind("1-3", value)) << value;
  }
  EXPECT_TRUE(has_kind("0,65535", "65535 : i32"));
  EXPECT_FALSE(has_kind("0,65535", "1 : i32"));
  EXPECT_EQ(kind_in_words("1-3"), "an i32 of 1 to 3");
  EXPECT_EQ(kind_in_words("0,65535"), "an i32 of 0 or 65535");
}

}  // namespace
}  // namespace tileproof
