// Do composition and inversion agree with counting, on random layouts?
#include <gtest/gtest.h>

#include <algorithm>

#include "encodings/modular/composition.hpp"
#include "encodings/modular/decisions.hpp"
#include "tests/encodings/modular/random_layouts.hpp"

namespace tileproof::modular {
namespace {

using tileproof::testing::box_size;
using tileproof::testing::coordinates_of;
using tileproof::testing::counted_value;
using tileproof::testing::counted_values;
using tileproof::testing::RandomLayouts;

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
Layout outer_for(RandomLayouts& random, const Layout& inner) {
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

TEST(ModularCompositionLaws, ComposingIsWhatCountingSays) {
  RandomLayouts random(11);
  int yes = 0;
  int modular_yes = 0;
  for (int i = 0; i < kCompositions; ++i) {
    const Layout inner = random.next(7);
    const Layout outer = outer_for(random, inner);
    std::vector<std::vector<Word>> chained;
    for (const auto& value : counted_values(inner)) {
      chained.push_back(counted_value(outer, index_of(value, outer.in_dims())));
    }
    // The only candidate has the values at single bits as its bases.
    std::vector<NamedBases> ins;
    Word bit = 1;
    for (const InDim& in : inner.in_dims()) {
      ins.push_back({in.name, {}});
      for (unsigned k = 0; k < in.bits; ++k, bit *= 2) ins.back().bases.push_back(chained[bit]);
    }
    const Layout candidate = Layout::make(ins, outer.out_dims()).value();
    const auto candidate_values = counted_values(candidate);
    const auto decision = is_layout_after(inner, outer).value();
    const auto composed = compose(inner, outer);
    ASSERT_NE(decision.status, Status::kUndecided);
    ASSERT_EQ(decision.is_yes(), candidate_values == chained) << decision.reason;
    if (decision.is_yes()) {
      ++yes;
      modular_yes += inner.is_modular() && outer.is_modular() ? 1 : 0;
      ASSERT_EQ(*composed, candidate);
    } else {
      const auto differ = std::mismatch(chained.begin(), chained.end(), candidate_values.begin());
      ASSERT_EQ(*decision.witness, static_cast<Word>(differ.first - chained.begin()));
      ASSERT_EQ(composed.error().code, ErrorCode::kNotSolvable);
    }
  }
  EXPECT_GT(yes, kCompositions / 5);
  EXPECT_LT(yes, kCompositions * 4 / 5);
  EXPECT_GT(modular_yes, kCompositions / 50);
}

TEST(ModularCompositionLaws, APseudoInverseGivesAnIndexOfEachValue) {
  RandomLayouts random(12);
  int found = 0;
  int modular_found = 0;
  for (int i = 0; i < kCompositions / 2; ++i) {
    const Layout layout = random.next(8);
    const auto inverse = pseudoinvert(layout);
    if (!inverse) {
      ASSERT_EQ(inverse.error().code, ErrorCode::kNotSolvable) << inverse.error().message;
      continue;
    }
    ++found;
    modular_found += layout.is_modular() ? 1 : 0;
    for (Word number = 0; number < box_size(layout); ++number) {
      const auto value = coordinates_of(layout, number);
      const auto back = counted_value(*inverse, index_of(value, inverse->in_dims()));
      ASSERT_EQ(counted_value(layout, index_of(back, layout.in_dims())), value);
    }
  }
  EXPECT_GT(found, kCompositions / 20);
  EXPECT_GT(modular_found, kCompositions / 40);
}

// The search, told by trying every layout that could be an inverse.
TEST(ModularCompositionLaws, NoPseudoInverseMeansThatNoChoiceOfBasesIsOne) {
  RandomLayouts random(13);
  int none = 0;
  int none_though_surjective = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Layout layout = random.next(4);
    if (layout.group().size() > 12) continue;
    const auto values = counted_values(layout);
    std::vector<std::vector<Word>> all;
    for (Word number = 0; number < box_size(layout); ++number) {
      all.push_back(coordinates_of(layout, number));
    }
    unsigned units = 0;
    for (const OutDim& out : layout.out_dims()) units += log2_ceil(out.size);
    const unsigned bits = layout.total_in_bits();
    bool exists = false;
    for (Word choice = 0; choice < Word{1} << (units * bits) && !exists; ++choice) {
      exists = std::all_of(all.begin(), all.end(), [&](const std::vector<Word>& value) {
        Word index = 0;
        unsigned unit = 0;
        for (std::size_t d = 0; d < value.size(); ++d) {
          for (unsigned k = 0; k < log2_ceil(layout.out_dims()[d].size); ++k, ++unit) {
            if ((value[d] >> k & 1) != 0) index ^= choice >> (unit * bits) & low_mask(bits);
          }
        }
        return values[index] == value;
      });
    }
    ASSERT_EQ(pseudoinvert(layout).has_value(), exists);
    none += exists ? 0 : 1;
    none_though_surjective += !exists && is_surjective(layout).is_yes() ? 1 : 0;
  }
  EXPECT_GT(none, 100);
  EXPECT_GT(none_though_surjective, 3);
}

}  // namespace
}  // namespace tileproof::modular
