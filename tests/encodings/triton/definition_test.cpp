// Do the two derivations of each layout agree?  On every layout that Triton 3.6 gave, the one
// definition (run over GF(2), and as numbers) is compared with the linear form.
#include <gtest/gtest.h>

#include "properties/triton_laws.hpp"
#include "tests/encodings/triton/reference_rows.hpp"

namespace tileproof::triton {
namespace {

class DefinitionOfReferenceLayouts : public ::testing::TestWithParam<ReferenceFile> {
 protected:
  // Holds the law on all rows; returns on how many it said something.
  static std::size_t hold(laws::LawResult (*law)(const laws::TritonSubject&,
                                                 const laws::TritonOperations&)) {
    std::size_t applied = 0;
    for (const auto& row : read_json_lines(GetParam().path())) {
      const auto layout = parse_layout(row.at("attr").get<std::string>());
      EXPECT_TRUE(layout) << describe(row);
      if (!layout) continue;
      const auto result = law({*layout, shape_of(row)}, {});
      EXPECT_TRUE(result.holds) << describe(row) << "\n" << result.what_broke;
      if (result.applied) ++applied;
    }
    return applied;
  }
};

TEST_P(DefinitionOfReferenceLayouts, IsTheLinearFormAtEveryPointByProof) {
  EXPECT_EQ(hold(laws::definition_is_the_linear_form), GetParam().rows);
}

TEST_P(DefinitionOfReferenceLayouts, IsTheLinearFormAtUpTo4096Points) {
  EXPECT_EQ(hold(laws::definition_equals_linear_form_at_points), GetParam().rows);
}

TEST_P(DefinitionOfReferenceLayouts, TakesTheSmallestPlaceInSharedMemory) {
  const bool is_shared = std::string(GetParam().name) == "shared";
  EXPECT_EQ(hold(laws::places_in_memory_are_the_smallest), is_shared ? GetParam().rows : 0);
}

TEST_P(DefinitionOfReferenceLayouts, HoldsTheWholeTensor) {
  EXPECT_EQ(hold(laws::linear_form_reaches_the_whole_tensor), GetParam().rows);
}

INSTANTIATE_TEST_SUITE_P(,
                         DefinitionOfReferenceLayouts,
                         ::testing::ValuesIn(kLayoutFiles),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace tileproof::triton
