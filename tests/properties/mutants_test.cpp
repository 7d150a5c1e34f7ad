// Do the laws notice mistakes?  Each mutant must be killed by each law that it names, and each law
// must kill at least one.
#include "properties/mutants.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <string>

#include "core/check.hpp"
#include "properties/law_catalogue.hpp"
#include "tests/properties/random_check.hpp"

namespace tileproof::laws {
namespace {

using tileproof::testing::check_randomly;

constexpr int kTries = 1000;

// A mutant must die by a law's judgement; that it trips over a check of core/ is no evidence.
template <typename Law, typename Operations, typename Size>
bool kills(const Law& law, const Operations& operations, Size size) {
  const auto draw_and_judge = [&](gen::Source& source) {
    try {
      return law.draw_and_check(source, operations, size);
    } catch (const InternalError&) {
      return LawResult::not_applicable();
    }
  };
  return check_randomly(draw_and_judge, kTries, false).failed;
}

gen::Bounds size_for(const LayoutLaw&) { return {8}; }
unsigned size_for(const F2Law&) { return 10; }

template <typename Law>
const Law& by_number(std::span<const Law> laws, std::string_view number) {
  const auto found = std::ranges::find(laws, number, &Law::number);
  EXPECT_NE(found, laws.end()) << number;
  return *found;
}

template <typename Law, typename Mutant>
void expect_killed(const char* family,
                   std::span<const Law> laws,
                   const std::vector<Mutant>& mutants) {
  std::set<std::string_view> killers;
  int killed = 0;
  for (const Mutant& mutant : mutants) {
    EXPECT_FALSE(mutant.killed_by.empty()) << mutant.name;
    bool dies = false;
    for (const std::string_view number : mutant.killed_by) {
      const Law& law = by_number(laws, number);
      const bool by_this = kills(law, mutant.operations, size_for(law));
      EXPECT_TRUE(by_this) << number << " does not notice: " << mutant.name;
      killers.insert(number);
      dies = dies || by_this;
    }
    killed += dies ? 1 : 0;
  }
  std::cout << family << ": " << killed << " of " << mutants.size() << " mutants killed\n";
  for (const Law& law : laws) {
    EXPECT_TRUE(killers.contains(law.number)) << law.number << " kills no mutant";
  }
}

TEST(LayoutMutants, DieByTheLawsThatTheyName) {
  expect_killed("linear layouts", layout_laws(), layout_mutants());
}
TEST(F2Mutants, DieByTheLawsThatTheyName) { expect_killed("GF(2)", f2_laws(), f2_mutants()); }

}  // namespace
}  // namespace tileproof::laws
