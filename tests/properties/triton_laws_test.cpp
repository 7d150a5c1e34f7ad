// Do Triton's encodings keep their laws, on random layouts of every family from a pinned seed?  And
// do the generators keep their promises: what they draw is valid, fits its tensor and is rarely
// degenerate?
#include "properties/triton_laws.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <ostream>
#include <set>
#include <string>

#include "properties/triton_catalogue.hpp"
#include "tests/properties/random_check.hpp"

namespace tileproof::gen {

void PrintTo(const TritonGenerator& generator, std::ostream* out) { *out << generator.name; }

namespace {

using laws::LawResult;
using tileproof::testing::check_randomly;

constexpr int kDraws = 150;

class TritonLaws : public ::testing::TestWithParam<TritonGenerator> {
 protected:
  static std::set<std::string> expected() {
    std::set<std::string> numbers;
    for (const laws::TritonLaw& law : laws::triton_laws()) {
      if (laws::is_about(law, GetParam())) numbers.insert(law.number);
    }
    return numbers;
  }
};

TEST_P(TritonLaws, HoldOnRandomLayouts) {
  std::set<std::string> applied;
  const auto outcome = check_randomly(
      [&](Source& source) {
        const TritonSubject subject = GetParam().draw(source);
        for (const laws::TritonLaw& law : laws::triton_laws()) {
          const LawResult result = law.check(subject, {});
          if (result.applied) applied.insert(law.number);
          if (!result.holds) {
            return LawResult::broken(std::string(law.number) + " " + law.name + ": " +
                                     result.what_broke);
          }
        }
        return LawResult::kept();
      },
      kDraws);
  EXPECT_FALSE(outcome.failed) << outcome.message;
  EXPECT_EQ(applied, expected());
}

class TritonGenerators : public ::testing::TestWithParam<TritonGenerator> {};

TEST_P(TritonGenerators, DrawValidLayoutsThatFitTheirTensor) {
  const auto outcome = check_randomly(
      [](Source& source) {
        const TritonSubject subject = GetParam().draw(source);
        const auto parsed = triton::parse_layout(triton::to_string(*subject.layout));
        if (!parsed) return LawResult::broken(parsed.error().message);
        if (const auto error = triton::broken_bases(*subject.layout)) {
          return LawResult::broken(error->message);
        }
        const auto form = triton::to_linear(*subject.layout, subject.shape);
        if (!form) return LawResult::broken(form.error().message);
        if (form->total_out_bits() > 14) return LawResult::broken("more than 2^14 elements");
        return LawResult::kept();
      },
      kDraws);
  EXPECT_FALSE(outcome.failed) << outcome.message;
}

TEST_P(TritonGenerators, AreRarelyDegenerate) {
  const auto outcome = check_randomly(
      [](Source& source) {
        return degeneracy(GetParam().draw(source)) == nullptr ? LawResult::kept()
                                                              : LawResult::not_applicable();
      },
      kDraws);
  EXPECT_GT(outcome.applied * 10, outcome.tried * 8);
}

std::string name_of(const ::testing::TestParamInfo<TritonGenerator>& test) {
  return test.param.name;
}

const auto kAll = ::testing::ValuesIn(triton_generators().begin(), triton_generators().end());
INSTANTIATE_TEST_SUITE_P(, TritonLaws, kAll, name_of);
INSTANTIATE_TEST_SUITE_P(, TritonGenerators, kAll, name_of);

// What a property over layouts sees, so that no kind of them is missed.
TEST(TritonGeneratorsTogether, CoverCopiesRepeatsClustersAndBothStorages) {
  int copies = 0;
  int clusters = 0;
  int repeats = 0;
  int in_memory = 0;
  const auto outcome = check_randomly(
      [&](Source& source) {
        const TritonSubject subject = any_triton_layout(source);
        const auto form = triton::to_linear(*subject.layout, subject.shape);
        copies += form->is_injective() ? 0 : 1;
        clusters += form->has_in(kBlock) && form->in_bits(kBlock) > 0 ? 1 : 0;
        repeats += form->has_in(kRegister) && form->in_bits(kRegister) > 4 ? 1 : 0;
        in_memory += triton::storage(*subject.layout) == triton::Storage::kRegisters ? 0 : 1;
        return LawResult::kept();
      },
      500);
  for (const int seen : {copies, clusters, repeats, in_memory}) {
    EXPECT_GT(seen * 10, outcome.tried);
  }
}

TEST(TritonGeneratorsTogether, ShrinkAFailureToItsSmallestForm) {
  // "No blocked layout is split by CTAs": the smallest has one bit of CTAs, and all else is least.
  TritonSubject smallest;
  const auto outcome = check_randomly([&](Source& source) {
    const TritonSubject subject = blocked(source);
    if (subject.layout->as<triton::Blocked>()->cga.split(0) < 2) return LawResult::kept();
    smallest = subject;
    return LawResult::broken("split");
  });
  ASSERT_TRUE(outcome.failed);
  const auto& e = *smallest.layout->as<triton::Blocked>();
  const auto product = [](const triton::Dims& dims) {
    return std::accumulate(dims.begin(), dims.end(), Word{1}, std::multiplies<>());
  };
  EXPECT_EQ(product(e.size_per_thread), 1u);
  EXPECT_EQ(product(e.threads_per_warp), 32u);
  EXPECT_EQ(product(e.warps_per_cta), 1u);
  EXPECT_EQ(product(smallest.shape), 8u);
}

}  // namespace
}  // namespace tileproof::gen
