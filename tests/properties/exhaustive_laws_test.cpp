// The laws of CuTe's algebra and of index expressions on every small subject: what random draws
// might miss cannot hide here.
#include <gtest/gtest.h>

#include "encodings/cute/notation.hpp"
#include "properties/cute/laws.hpp"
#include "properties/expressions/laws.hpp"
#include "properties/expressions/random_text.hpp"

namespace tileproof::laws {
namespace {

// A leaf, or two in a tuple: sizes 1 to 3, strides 0 to 4.
Cute small_layout(gen::Source& source) {
  const auto leaf = [&] {
    const auto size = static_cast<cute::Int>(1 + source.below(3));
    return cute::leaf(size, static_cast<cute::Int>(source.below(5)));
  };
  const bool has_two = source.one_in(2);
  const cute::Mode first = leaf();
  return {std::nullopt, 0, has_two ? cute::tuple({first, leaf()}) : first};
}

struct Tried {
  int tried = 0;
  int applied = 0;

  void add(const LawResult& result, const std::string& subject) {
    ++tried;
    applied += result.applied ? 1 : 0;
    ASSERT_TRUE(result.holds) << result.what_broke << "\n" << subject;
  }
};

TEST(CuteLawsExhaustive, HoldForEachSmallLayout) {
  constexpr LawResult (*kLaws[])(const Cute&, const CuteOperations&) = {
      cute_text_gives_back,
      cute_definition_sums_products,
      cute_index_counts_the_first_leaf_fastest,
      cute_coordinates_mean_their_index,
      cute_cosize_ends_the_offsets,
      cute_taken_offsets_are_counted,
      cute_coalescing_keeps_the_function,
      cute_coalescing_keeps_the_modes,
      cute_filtering_drops_copies,
      cute_right_inverse_undoes,
      cute_left_inverse_undoes};
  gen::Source all = gen::Source::enumerating();
  Tried seen;
  do {
    const Cute a = small_layout(all);
    for (const auto law : kLaws) seen.add(law(a, {}), cute::print(a));
    for (cute::Int target = 1; target <= 9; ++target) {
      seen.add(cute_complement_fills_the_rest(a, target), cute::print(a));
    }
  } while (all.advance() && !::testing::Test::HasFailure());
  // 15 leaves and 225 pairs of them.
  EXPECT_EQ(seen.tried, 240 * 20);
  EXPECT_GT(seen.applied, seen.tried / 2);
}

TEST(CuteLawsExhaustive, HoldForEachPairOfSmallLayouts) {
  constexpr LawResult (*kLaws[])(const Cute&, const Cute&, const CuteOperations&) = {
      cute_composition_is_one_after_the_other,
      cute_division_cuts_into_tiles,
      cute_product_repeats_the_block};
  gen::Source all = gen::Source::enumerating();
  Tried seen;
  do {
    const Cute a = small_layout(all);
    const Cute b = small_layout(all);
    const std::string text = cute::print(a) + " and " + cute::print(b);
    for (const auto law : kLaws) seen.add(law(a, b, {}), text);
  } while (all.advance() && !::testing::Test::HasFailure());
  EXPECT_EQ(seen.tried, 240 * 240 * 3);
  EXPECT_GT(seen.applied, seen.tried / 5);
}

TEST(ExpressionLawsExhaustive, HoldForEachSmallFunctionAtEachPoint) {
  constexpr LawResult (*kLaws[])(const std::string&, const Point&, const ExpressionOperations&) = {
      expression_text_gives_back,
      expression_is_its_steps,
      ranges_hold_each_value,
      simplified_steps_give_the_same,
      steps_as_text_give_the_same,
      linear_form_gives_the_same};
  gen::Source all = gen::Source::enumerating();
  Tried seen;
  int functions = 0;
  do {
    const std::string text = gen::draw_small_function_text(all, 2);
    ++functions;
    for (Word at = 0; at < 4; ++at) {
      seen.add(expression_means_what_c_says(text, {at % 2, at / 2}), text);
    }
    for (const auto law : kLaws) seen.add(law(text, {1, 1}, {}), text);
  } while (all.advance() && !::testing::Test::HasFailure());
  EXPECT_GT(functions, 1000);
  EXPECT_GT(seen.applied, seen.tried / 2);
}

}  // namespace
}  // namespace tileproof::laws
