// Each theorem of the list, proved or refuted as it says.
#include "checkers/theorems/theorems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace tileproof::theorems {
namespace {

constexpr Limits kPatient{.seconds = 300};

class TheTheorem : public ::testing::TestWithParam<Theorem> {};

INSTANTIATE_TEST_SUITE_P(, TheTheorem, ::testing::ValuesIn(theorems()), [](const auto& test) {
  std::string name(test.param.id);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST_P(TheTheorem, IsDecidedAsExpected) {
  const Theorem& theorem = GetParam();
  const Verdict verdict = prove(theorem, kPatient);
  EXPECT_TRUE(is_as_expected(theorem, verdict)) << to_string(verdict);
  if (const auto* proved = std::get_if<Proved>(&verdict)) {
    EXPECT_FALSE(proved->engine().empty());
    EXPECT_EQ(proved->scope(), theorem.scope);
  }
}

TEST_P(TheTheorem, IsUnknownWithoutTime) {
  const Verdict verdict = prove(GetParam(), Limits{.seconds = 0});
  EXPECT_TRUE(is_unknown(verdict)) << to_string(verdict);
  EXPECT_FALSE(is_as_expected(GetParam(), verdict));
}

TEST(Theorems, HaveNamesOfTheirOwn) {
  std::set<std::string_view> ids;
  for (const Theorem& theorem : theorems()) {
    EXPECT_TRUE(ids.insert(theorem.id).second) << theorem.id;
    EXPECT_FALSE(theorem.statement.empty());
    EXPECT_FALSE(theorem.scope.empty());
  }
  EXPECT_EQ(ids.size(), 20u);
}

std::string smallest_counterexample(std::string_view id) {
  for (const Theorem& theorem : theorems()) {
    if (theorem.id != id) continue;
    const Verdict verdict = prove(theorem, kPatient);
    if (const auto* refuted = std::get_if<Refuted>(&verdict)) return refuted->counterexample().text;
    return to_string(verdict);
  }
  return "no such theorem";
}

TEST(Theorems, ThatFailHaveTheSmallestCounterexample) {
  EXPECT_EQ(smallest_counterexample("cute-swizzle-zero-shift"),
            "B = 1, M = 0, |S| = 0, S < 0 = 0, offset = 0, other offset = 1 "
            "(the smallest numbers)");
  EXPECT_EQ(smallest_counterexample("cute-swizzle-any-involution"),
            "B = 2, M = 0, |S| = 1, S < 0 = 0, offset = 4 (the smallest numbers)");
  EXPECT_EQ(smallest_counterexample("padding-negative"),
            "offset = 0, other offset = 1, interval = 1, minus the amount = 1 "
            "(the smallest numbers)");
  EXPECT_EQ(smallest_counterexample("composition-cute-checks"),
            "n = 3, size = 4, stride = 2, index = 2 (the smallest numbers)");
}

}  // namespace
}  // namespace tileproof::theorems
