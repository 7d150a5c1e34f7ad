#include <gtest/gtest.h>

#include <ostream>

#include "properties/law_catalogue.hpp"
#include "tests/properties/random_check.hpp"

namespace tileproof::laws {

void PrintTo(const LayoutLaw& law, std::ostream* out) { *out << law.number << " " << law.name; }
void PrintTo(const F2Law& law, std::ostream* out) { *out << law.number << " " << law.name; }

namespace {

using tileproof::testing::check_randomly;

class LayoutLaws : public ::testing::TestWithParam<LayoutLaw> {};

TEST_P(LayoutLaws, HoldUpTo12Bits) {
  const auto outcome = check_randomly(
      [](gen::Source& source) { return GetParam().draw_and_check(source, {}, {12}); }, 300);
  EXPECT_FALSE(outcome.failed) << outcome.message;
  EXPECT_GE(outcome.applied * 10, outcome.tried * 8) << "the law mostly does not apply";
}

// Laws that enumerate do not apply here; the others must not break where words are nearly full.
TEST_P(LayoutLaws, HoldUpTo62Bits) {
  const auto outcome = check_randomly(
      [](gen::Source& source) { return GetParam().draw_and_check(source, {}, {62}); }, 100);
  EXPECT_FALSE(outcome.failed) << outcome.message;
}

INSTANTIATE_TEST_SUITE_P(,
                         LayoutLaws,
                         ::testing::ValuesIn(layout_laws().begin(), layout_laws().end()),
                         [](const auto& test) {
                           return std::string(test.param.number) + "_" + test.param.name;
                         });

class F2Laws : public ::testing::TestWithParam<F2Law> {};

TEST_P(F2Laws, HoldOnRandomSubjects) {
  const auto outcome = check_randomly(
      [](gen::Source& source) { return GetParam().draw_and_check(source, {}, 10); }, 300);
  EXPECT_FALSE(outcome.failed) << outcome.message;
  EXPECT_GE(outcome.applied * 10, outcome.tried * 8) << "the law mostly does not apply";
}

TEST_P(F2Laws, HoldUpTo62Bits) {
  const auto outcome = check_randomly(
      [](gen::Source& source) { return GetParam().draw_and_check(source, {}, 62); }, 100);
  EXPECT_FALSE(outcome.failed) << outcome.message;
}

INSTANTIATE_TEST_SUITE_P(,
                         F2Laws,
                         ::testing::ValuesIn(f2_laws().begin(), f2_laws().end()),
                         [](const auto& test) {
                           return std::string(test.param.number) + "_" + test.param.name;
                         });

}  // namespace
}  // namespace tileproof::laws
