// Is a bound what counting says, and does no plan go below it?
#include "checkers/plan/bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <set>

#include "checkers/plan/plan.hpp"
#include "properties/moves/random_pairs.hpp"
#include "tests/support/tensors.hpp"

namespace tileproof::plan {
namespace {

const char* const kRows =
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = "
    "[1, 0]}>";
const char* const kColumns =
    "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = "
    "[0, 1]}>";

std::optional<Bound> bound_on(const std::string& from, const std::string& to, Word size) {
  const On source(from, {size, size});
  const On destination(to, {size, size});
  const auto plan = make_plan(source, destination, {32, *Target::parse("cuda:90")});
  EXPECT_TRUE(plan) << plan.error().message;
  return bound_of(plan->chosen, source.tensor.form, destination.tensor.form);
}

TEST(Bound, CountsTheBytesThatLanesLack) {
  // 32x32 of 4 bytes.  Warp w has rows 8w to 8w + 7 and is to have columns 8w to 8w + 7, lane l the
  // row l / 4 and 16 columns, then 4 rows of one column, and of each such column at most 1 of its
  // own 8 elements.  Of the diagonal tiles some lanes have what they need.
  EXPECT_EQ(bound_on(kRows, kRows, 32), (Bound{0, 0, 0, 0, "all programs"}));
  const auto turned = bound_on(kRows, kColumns, 32);
  ASSERT_TRUE(turned);
  EXPECT_EQ(turned->family, std::string("programs without shuffles"));
  EXPECT_LE(turned->store_wavefronts, 32U);
  EXPECT_GE(turned->store_wavefronts, 31U);
  EXPECT_LE(turned->load_wavefronts, 32U);
  EXPECT_GE(turned->load_wavefronts, 31U);
}

// The same by sets, from the layouts' own values.
Bound by_sets(const Tensor& source, const Tensor& destination, const moves::Program& program) {
  const auto elements = [&](const LinearLayout& form, unsigned thread) {
    const Word registers = Word{1} << (form.has_in(kRegister) ? form.in_bits(kRegister) : 0);
    std::set<std::vector<Word>> found;
    for (Word r = 0; r < registers; ++r) {
      std::vector<NamedValue> at;
      for (const InDim& dim : form.in_dims()) {
        at.push_back({dim.name,
                      dim.name == kRegister ? r
                      : dim.name == kLane   ? thread % program.lanes
                      : dim.name == kWarp   ? thread / program.lanes
                                            : 0});
      }
      std::vector<Word> element;
      const auto values = form.apply(at).value();
      for (const auto& [name, value] : values) element.push_back(value);
      found.insert(element);
    }
    return found;
  };
  unsigned banks = 0;
  Word of_group = 0;
  Word of_merged_groups = 0;
  for (const AccessRule& rule : program.target.access_rules()) {
    banks = std::max(banks, rule.banks);
    const Word served = rule.bytes_per_lane * (Word{1} << rule.group_basis.size());
    of_group = std::max(of_group, served);
    of_merged_groups = std::max(of_merged_groups, rule.merges_equal_pairs ? 2 * served : served);
  }
  const Word element = program.element_bits / 8;
  const auto pieces = [](Word bytes, Word size) { return (bytes + size - 1) / size; };
  std::set<std::vector<Word>> all;
  std::set<std::vector<Word>> far;
  Bound bound;
  for (unsigned warp = 0; warp < program.warps; ++warp) {
    std::vector<std::set<std::vector<Word>>> lacking(program.lanes);
    std::set<std::vector<Word>> different;
    std::set<std::vector<Word>> of_warp;
    Word in_lanes = 0;
    Word most = 0;
    for (unsigned lane = 0; lane < program.lanes; ++lane) {
      const unsigned thread = warp * program.lanes + lane;
      const auto held = elements(source.form, thread);
      of_warp.insert(held.begin(), held.end());
      for (const auto& wanted : elements(destination.form, thread)) {
        if (!held.contains(wanted)) lacking[lane].insert(wanted);
      }
      different.insert(lacking[lane].begin(), lacking[lane].end());
      in_lanes += lacking[lane].size();
      most = std::max<Word>(most, lacking[lane].size());
    }
    bool pairs_meet = false;
    for (unsigned lane = 0; lane < program.lanes; ++lane) {
      for (const unsigned bit : {1U, 2U}) {
        for (const auto& wanted : lacking[lane]) {
          pairs_meet = pairs_meet || lacking[lane ^ bit].contains(wanted);
        }
      }
    }
    all.insert(different.begin(), different.end());
    std::set<std::vector<Word>> far_of_warp;
    std::ranges::set_difference(different, of_warp, std::inserter(far_of_warp, far_of_warp.end()));
    far.insert(far_of_warp.begin(), far_of_warp.end());
    bound.load_wavefronts +=
        std::max(pieces(different.size() * element, Word{4} * banks),
                 pieces(in_lanes * element, pairs_meet ? of_merged_groups : of_group));
    bound.shuffles += pieces(most * element, 4);
    const Word of_a_shuffle = Word{4} * program.lanes;
    bound.wavefronts_and_shuffles +=
        std::max({pieces(far_of_warp.size() * element, Word{4} * banks),
                  pieces(different.size() * element, std::max(Word{4} * banks, of_a_shuffle)),
                  pieces(in_lanes * element,
                         std::max(pairs_meet ? of_merged_groups : of_group, of_a_shuffle))});
  }
  bound.wavefronts_and_shuffles += pieces(far.size() * element, Word{4} * banks);
  bound.store_wavefronts = pieces(all.size() * element, Word{4} * banks);
  return bound;
}

TEST(Bound, CountsWhatEachLaneLacks) {
  // 8x128 of 4 bytes.  A lane is to have 128 elements, which no neighbour has, and holds 2 of them:
  // 126 registers of 32 lanes and 4 warps, where 4 warps have but 1,024 different elements.
  const On source(
      "#ttg.linear<{register = [[0, 2], [0, 4], [4, 0]], lane = [[0, 64], [0, 8], [0, 32], [2, 0], "
      "[0, 16]], warp = [[1, 0], [0, 1]], block = []}>",
      {8, 128});
  const On destination(
      "#ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order "
      "= "
      "[1, 0]}>",
      {8, 128});
  const auto plan = make_plan(source, destination, {32, *Target::parse("cuda:90")});
  ASSERT_TRUE(plan) << plan.error().message;
  const auto bound = bound_of(plan->chosen, source.tensor.form, destination.tensor.form);
  EXPECT_EQ(bound, (Bound{32, 126 * 4, 0, 32 + 126 * 4, "programs without shuffles"}));
}

// A wave of 64 lanes asks for more than rules of 32 lanes serve at once.
TEST(Bound, IsNotAboveThePlanOfAWideWave) {
  const On source(
      "#ttg.linear<{register = [[0, 1], [1, 0]], lane = [[0, 2], [32, 0], [2, 0], [0, 8], [8, 0], "
      "[16, 0]], warp = [[0, 4], [4, 0]], block = []}>",
      {64, 16});
  const On destination(
      "#ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0], "
      "[8, 0]], warp = [[16, 0], [32, 0]], block = []}>",
      {64, 16});
  const auto plan = make_plan(source, destination, {64, *Target::parse("hip:gfx1100")});
  ASSERT_TRUE(plan) << plan.error().message;
  const auto bound = bound_of(plan->chosen, source.tensor.form, destination.tensor.form);
  EXPECT_EQ(bound->store_wavefronts, 64U);
  EXPECT_EQ(bound->load_wavefronts, 64U);
  EXPECT_GE(plan->answer.cost->store_wavefronts, 64U);
  EXPECT_GE(plan->answer.cost->load_wavefronts, 64U);
}

TEST(Bound, IsThatOfSetsAndNoPlanIsBelow) {
  gen::Source choices = gen::Source::random(20261129);
  gen::RandomPairs pairs(gen::RandomPairs::Of::kSums, choices);
  int through_memory = 0;
  int met = 0;
  int shuffled = 0;
  for (int i = 0; i < 300; ++i) {
    const auto pair = pairs.next();
    const On source(pair.source, pair.shape);
    const On destination(pair.destination, pair.shape);
    const auto plan = make_plan(source, destination, {pair.bits, pair.target});
    ASSERT_TRUE(plan) << plan.error().message;
    const auto bound = bound_of(plan->chosen, source.tensor.form, destination.tensor.form);
    ASSERT_TRUE(bound);
    const moves::ProgramCost& cost = *plan->answer.cost;
    EXPECT_GE(cost.store_wavefronts, bound->store_wavefronts) << pair.source << pair.destination;
    EXPECT_GE(cost.load_wavefronts, bound->load_wavefronts) << pair.source << pair.destination;
    EXPECT_GE(cost.shuffles, bound->shuffles) << pair.source << pair.destination;
    EXPECT_GE(cost.store_wavefronts + cost.load_wavefronts + cost.shuffles,
              bound->wavefronts_and_shuffles)
        << pair.source << pair.destination;
    if (plan->chosen.kind < PlanKind::kShuffles) continue;
    const Bound sets = by_sets(source, destination, plan->chosen.program);
    EXPECT_EQ(bound->wavefronts_and_shuffles, sets.wavefronts_and_shuffles);
    if (plan->chosen.kind == PlanKind::kShuffles) {
      ++shuffled;
      EXPECT_EQ(bound->shuffles, sets.shuffles);
    } else {
      ++through_memory;
      EXPECT_EQ(bound->store_wavefronts, sets.store_wavefronts);
      EXPECT_EQ(bound->load_wavefronts, sets.load_wavefronts);
      met += cost.store_wavefronts == bound->store_wavefronts &&
                     cost.load_wavefronts == bound->load_wavefronts
                 ? 1
                 : 0;
    }
  }
  EXPECT_GE(through_memory, 100);
  EXPECT_GE(shuffled, 5);
  std::cout << "[   bound  ] met by " << met << " of " << through_memory << "\n";
}

}  // namespace
}  // namespace tileproof::plan
