// The law of composition against trial: it holds just if CuTe accepts and its result is right.
#include "encodings/cute/composition_law.hpp"

#include <gtest/gtest.h>

#include "encodings/cute/composition.hpp"
#include "tests/encodings/cute/reading.hpp"

namespace tileproof::cute {
namespace {

struct Counts {
  int refused = 0;
  int right = 0;
  int wrong = 0;
};

// Every composition of a coalesced A with some B.
void compare(const std::vector<FlatLayout>& as, const std::vector<FlatLayout>& bs, Counts& counts) {
  for (const FlatLayout& a : as) {
    if (coalesced(a) != a) continue;
    for (const FlatLayout& b : bs) {
      const auto law = composition_law(a, b);
      ASSERT_TRUE(law.applies);
      const auto answer = composition(flat_layout(a), flat_layout(b));
      const std::string text = print(flat_layout(a)) + " o " + print(flat_layout(b)) + " -> " +
                               show(answer) + "; " + law.why_not;
      if (!answer) {
        ++counts.refused;
        ASSERT_FALSE(law.holds) << text;
      } else {
        ++(all_hold(answer.value()) ? counts.right : counts.wrong);
        ASSERT_EQ(law.holds, all_hold(answer.value())) << text;
      }
      ASSERT_EQ(law.why_not.empty(), law.holds);
    }
  }
}

TEST(CompositionLaw, HoldsJustIfCutesResultIsRight) {
  auto as = all_layouts(1, 4, 1, 2);
  for (const int modes : {2, 3}) {
    const auto more = all_layouts(modes, modes == 2 ? 5 : 3, 1, modes == 2 ? 7 : 3);
    as.insert(as.end(), more.begin(), more.end());
  }
  auto bs = all_layouts(1, 6, 0, 12);
  const auto pairs = all_layouts(2, 3, 0, 6);
  bs.insert(bs.end(), pairs.begin(), pairs.end());
  Counts counts;
  compare(as, bs, counts);
  EXPECT_GT(counts.refused, 10'000);
  EXPECT_GT(counts.right, 10'000);
  EXPECT_GT(counts.wrong, 10'000);
}

TEST(CompositionLaw, HoldsForNegativeStridesOfTheLeft) {
  Counts counts;
  compare(all_layouts(2, 4, -4, -1), all_layouts(2, 3, 0, 5), counts);
  EXPECT_GT(counts.right, 500);
  EXPECT_GT(counts.wrong, 500);
}

TEST(CompositionLaw, SufficesWhereTheLeftHasCopies) {
  int by_luck = 0;
  for (const FlatLayout& a : all_layouts(2, 5, 0, 3)) {
    if (coalesced(a) != a) continue;
    for (const FlatLayout& b : all_layouts(2, 4, 0, 6)) {
      const auto answer = composition(flat_layout(a), flat_layout(b));
      if (!answer) continue;
      const auto law = composition_law(a, b);
      if (law.holds) {
        ASSERT_TRUE(all_hold(answer.value())) << show(answer);
      }
      by_luck += !law.holds && all_hold(answer.value());
    }
  }
  // A mode of stride 0 hides where in it an element lies.
  EXPECT_GT(by_luck, 0);
}

TEST(CompositionLaw, NamesTheConditionThatFails) {
  const auto why_not = [](const char* a, const char* b) {
    return composition_law(flatten(layout_of(a).mode), flatten(layout_of(b).mode)).why_not;
  };
  EXPECT_EQ(why_not("(4,6,8):(2,3,5)", "6:3"),
            "6:3: the stride 3 does not divide mode 0 of A, size 4, which the elements leave");
  EXPECT_EQ(why_not("(6,2):(1,7)", "(3,2):(2,3)"),
            "carry: the leaves of B together reach coordinate 7 in mode 0 of A, size 6");
  EXPECT_EQ(why_not("(4,2):(1,9)", "4:6"),
            "4:6: mode 0 of A, size 4, does not divide the stride 6");
  EXPECT_EQ(why_not("(4,2):(1,9)", "3:2"),
            "3:2: 2 elements fill mode 0 of A, size 4, and do not divide 3");
}

TEST(CompositionLaw, IsSilentForStridesOfBothSigns) {
  const auto law = [](const char* a, const char* b) {
    return composition_law(flatten(layout_of(a).mode), flatten(layout_of(b).mode));
  };
  EXPECT_FALSE(law("(4,2):(1,9)", "(2,2):(1,-1)").applies);
  EXPECT_TRUE(law("4:1", "(2,2):(1,-1)").applies);
  EXPECT_TRUE(law("(4,2):(1,9)", "(2,2):(-2,-1)").holds);
}

}  // namespace
}  // namespace tileproof::cute
