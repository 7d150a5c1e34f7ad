// Which compositions are modular layouts?
#include "checkers/modular/composition.hpp"

#include <gtest/gtest.h>

#include "properties/maps/modular_layouts.hpp"
#include "tests/encodings/modular/layouts.hpp"

namespace tileproof::testing {
namespace {

using modular::Layout;
using modular::OutDim;

std::string why_not(const Layout& inner, const Layout& outer) {
  const auto composed = compose(inner, outer);
  if (composed) return "";
  EXPECT_EQ(composed.error().code, ErrorCode::kNotSolvable);
  return composed.error().message;
}

TEST(ModularCompose, MultiplesOfOneValueKeepSums) {
  const Layout inner = strided(6, 1);
  const Layout doubled = modular_layout("{out = [[2], [4], [2]]} -> {to = 6}");
  const auto composed = compose(inner, doubled);
  ASSERT_TRUE(composed.has_value());
  EXPECT_EQ(*composed, modular_layout("{in = [[2], [4], [2]]} -> {to = 6}"));
  EXPECT_EQ(composed->value_at(7), (std::vector<Word>{2}));
}

TEST(ModularCompose, TakingASumApartIsNoLayout) {
  const Layout inner = sums({1, 1}, 6);
  const Layout outer = modular_layout("{out = [[1], [1], [1]]} -> {to = 3}");
  EXPECT_EQ(why_not(inner, outer),
            "the composition is no modular layout: at (3) the value is not the sum of the values "
            "at single bits");
}

TEST(ModularCompose, AnXorFedIntoASumIsNoLayout) {
  const Layout inner = sums({1, 1}, 2);
  const Layout outer = modular_layout("{out = [[1]]} -> {to = 3}");
  EXPECT_NE(why_not(inner, outer), "");  // 1 ^ 1 = 0, not 1 + 1
}

// Two out-dims of inner that are no sums alone can be one together.
TEST(ModularCompose, DeviationsMayCancel) {
  const Layout inner = modular_layout("{in = [[1, 1], [1, 1]]} -> {x = 2, y = 2}");
  const Layout outer = modular_layout("{x = [[1]], y = [[2]]} -> {to = 3}");
  EXPECT_EQ(why_not(inner, outer), "");
  const Layout apart = modular_layout("{x = [[1]], y = [[1]]} -> {to = 3}");
  EXPECT_NE(why_not(inner, apart), "");
}

TEST(ModularCompose, DimensionsMustFit) {
  const Layout inner = sums({1, 2}, 6);
  const auto code = [&](const char* outer) {
    return compose(inner, modular_layout(outer)).error().code;
  };
  EXPECT_EQ(code("{other = [[1], [2], [4]]} -> {to = 8}"), ErrorCode::kDimension);
  EXPECT_EQ(code("{out = [[1], [2]]} -> {to = 8}"), ErrorCode::kDimension);
  EXPECT_EQ(code("{out = [[1], [2], [4]], more = []} -> {to = 8}"), ErrorCode::kDimension);
}

// Inner gives 0 or 3 modulo 6; outer's columns make 0, 3 of that again, a sum modulo 2.
TEST(ModularCompose, LongSumsAreDecidedOrLeftOpenWithinTheLimits) {
  const Layout inner = sums(std::vector<Word>(30, 3), 6);
  const Layout outer = modular_layout("{out = [[1], [2], [0]]} -> {to = 6}");
  EXPECT_EQ(compose(inner, outer).value().columns()[29], 3U);
  EXPECT_EQ(compose(inner, outer, {.seconds = 0}).error().code, ErrorCode::kUnsupported);
}

constexpr int kCompositions = 10'000;

// The flat index that a value is, for a layout with an in-dim for each of its coordinates.
Word index_of(const std::vector<Word>& value, std::span<const InDim> dims) {
  Word index = 0;
  unsigned shift = 0;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    index |= value[i] << shift;
    shift += dims[i].bits;
  }
  return index;
}

// A layout that takes what `inner` gives: random bases, or multiples of one value.
Layout outer_for(gen::ModularLayouts& random, const Layout& inner) {
  std::vector<OutDim> outs;
  for (Word d = 0; d < 1 + random.below(2); ++d) {
    outs.push_back({Name::dim(static_cast<unsigned>(9 - d)), 2 + random.below(7)});
  }
  std::vector<NamedBases> ins;
  for (const OutDim& out : inner.out_dims()) {
    ins.push_back({out.name, {}});
    std::vector<Word> first;
    for (const OutDim& to : outs) first.push_back(random.below(to.size));
    const bool is_multiple = random.below(2) == 0;
    for (unsigned bit = 0; bit < log2_ceil(out.size) + random.below(2); ++bit) {
      auto& basis = ins.back().bases.emplace_back();
      for (std::size_t d = 0; d < outs.size(); ++d) {
        const Word multiple = first[d] << bit;
        const Word size = outs[d].size;
        basis.push_back(is_multiple && outs[d].adds() ? multiple % size
                        : is_multiple                 ? multiple & (size - 1)
                                                      : random.below(size));
      }
    }
  }
  return Layout::make(ins, outs).value();
}

TEST(ModularCompose, IsWhatCountingSaysOfRandomLayouts) {
  gen::Source choices = gen::Source::random(11);
  gen::ModularLayouts random(choices);
  int yes = 0;
  int modular_yes = 0;
  for (int i = 0; i < kCompositions; ++i) {
    const Layout inner = random.next(7);
    const Layout outer = outer_for(random, inner);
    std::vector<std::vector<Word>> chained;
    for (const auto& value : gen::counted_values(inner)) {
      chained.push_back(gen::counted_value(outer, index_of(value, outer.in_dims())));
    }
    // The only candidate has the values at single bits as its bases.
    std::vector<NamedBases> ins;
    Word bit = 1;
    for (const InDim& in : inner.in_dims()) {
      ins.push_back({in.name, {}});
      for (unsigned k = 0; k < in.bits; ++k, bit *= 2) ins.back().bases.push_back(chained[bit]);
    }
    const Layout candidate = Layout::make(ins, outer.out_dims()).value();
    const auto candidate_values = gen::counted_values(candidate);
    const auto composed = compose(inner, outer);
    ASSERT_EQ(composed.has_value(), candidate_values == chained);
    if (composed) {
      ++yes;
      modular_yes += inner.is_modular() && outer.is_modular() ? 1 : 0;
      ASSERT_EQ(*composed, candidate);
    } else {
      ASSERT_EQ(composed.error().code, ErrorCode::kNotSolvable);
    }
  }
  EXPECT_GT(yes, kCompositions / 5);
  EXPECT_LT(yes, kCompositions * 4 / 5);
  EXPECT_GT(modular_yes, kCompositions / 50);
}

}  // namespace
}  // namespace tileproof::testing
