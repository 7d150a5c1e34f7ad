// Are there as many laws and mutants as is said, and is each law found by a number and a name?
#include "properties/catalogue.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>

#include "properties/accesses/laws.hpp"
#include "properties/claims/laws.hpp"
#include "properties/cute/laws.hpp"
#include "properties/expressions/laws.hpp"
#include "properties/files/laws.hpp"
#include "properties/moves/laws.hpp"
#include "properties/mutants.hpp"

namespace tileproof::laws {
namespace {

TEST(Catalogue, HasEachLawByItsNumberAndName) {
  std::set<std::string> numbers;
  std::set<std::string> names;
  std::map<std::string, int> families;
  for (const Law& law : all_laws()) {
    EXPECT_TRUE(numbers.insert(law.number).second) << law.number;
    EXPECT_TRUE(names.insert(law.name).second) << law.name;
    EXPECT_GT(std::strlen(law.sentence), 20U) << law.number;
    ++families[law.family];
  }
  EXPECT_EQ(families.size(), 10U);
  EXPECT_GE(all_laws().size(), 86U);
}

// Besides those of Triton's encodings, which are no library's.
TEST(Catalogue, HasAtLeast200Mutants) {
  const std::size_t count = layout_mutants().size() + f2_mutants().size() + cute_mutants().size() +
                            expression_mutants().size() + claim_mutants().size() +
                            move_mutants().size() + access_mutants().size() +
                            view_mutants().size() + file_mutants().size();
  EXPECT_GE(count, 200U);
}

}  // namespace
}  // namespace tileproof::laws
