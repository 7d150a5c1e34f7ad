// Which modular layouts have an inverse?
#include "encodings/modular/inverse.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "properties/maps/modular_layouts.hpp"
#include "tests/encodings/modular/layouts.hpp"

namespace tileproof::modular {
namespace {

using tileproof::gen::box_size;
using tileproof::gen::coordinates_of;
using tileproof::gen::counted_value;
using tileproof::gen::counted_values;
using tileproof::gen::ModularLayouts;
using tileproof::testing::modular_layout;
using tileproof::testing::strided;
using tileproof::testing::sums;

constexpr int kLayouts = 5'000;

TEST(ModularInvert, OnlyXorLayoutsAreBijections) {
  EXPECT_EQ(invert(sums({1, 3}, 4)).value(), modular_layout("{out = [[1], [3]]} -> {in = 4}"));
  EXPECT_EQ(invert(sums({1, 1}, 4)).error().code, ErrorCode::kNotSolvable);
  const auto error = invert(sums({1, 2, 4}, 6)).error();
  EXPECT_EQ(error.code, ErrorCode::kNotSolvable);
  EXPECT_EQ(error.message,
            "a layout with an out-dim that adds is no bijection: it has 2^3 indices and 6 values");
}

TEST(ModularPseudoinvert, GivesAnIndexOfEachValue) {
  for (const Word size : std::vector<Word>{3, 5, 6, 7, 9, 10, 12, 48, 768}) {
    const auto inverse = pseudoinvert(strided(size, 1));
    ASSERT_TRUE(inverse.has_value());
    for (Word value = 0; value < size; ++value) {
      EXPECT_EQ(inverse->value_at(value), (std::vector<Word>{value}));
    }
  }
}

TEST(ModularPseudoinvert, ASizeOfSixtyTwoBitsHasOne) {
  const Word size = (Word{1} << 62) - 57;
  EXPECT_EQ(pseudoinvert(strided(size, 1)).value().value_at(size - 1),
            (std::vector<Word>{size - 1}));
}

TEST(ModularPseudoinvert, AMissingValueIsNamed) {
  const auto error = pseudoinvert(sums({2}, 6)).error();
  EXPECT_EQ(error.code, ErrorCode::kNotSolvable);
  EXPECT_EQ(error.message, "no index has the value (1)");
}

// 1 and 4 are reached at one index each, 1 and 5; 5 would have to be reached at 1 ^ 5 = 4.
TEST(ModularPseudoinvert, ASurjectiveLayoutMayHaveNone) {
  const Layout layout = sums({1, 2, 3}, 6);
  const auto inverse = pseudoinvert(layout);
  ASSERT_FALSE(inverse.has_value());
  EXPECT_EQ(inverse.error().code, ErrorCode::kNotSolvable);
}

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

TEST(ModularPseudoinvert, GivesAnIndexOfEachValueOfRandomLayouts) {
  gen::Source choices = gen::Source::random(12);
  gen::ModularLayouts random(choices);
  int found = 0;
  int modular_found = 0;
  for (int i = 0; i < kLayouts; ++i) {
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
  EXPECT_GT(found, kLayouts / 10);
  EXPECT_GT(modular_found, kLayouts / 20);
}

// The search, told by trying every layout that could be an inverse.
TEST(ModularPseudoinvert, NoneMeansThatNoChoiceOfBasesIsOne) {
  gen::Source choices = gen::Source::random(13);
  gen::ModularLayouts random(choices);
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
    none_though_surjective += !exists && std::ranges::all_of(all, [&](const auto& value) {
      return std::ranges::find(values, value) != values.end();
    });
  }
  EXPECT_GT(none, 100);
  EXPECT_GT(none_though_surjective, 3);
}

}  // namespace
}  // namespace tileproof::modular
