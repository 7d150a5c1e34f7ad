// Do the decisions agree with counting, on random layouts of up to ten index bits?
#include <gtest/gtest.h>

#include <algorithm>

#include "encodings/modular/decisions.hpp"
#include "encodings/modular/parts.hpp"
#include "tests/encodings/modular/random_layouts.hpp"

namespace tileproof::modular {
namespace {

using tileproof::testing::box_size;
using tileproof::testing::coordinates_of;
using tileproof::testing::counted_numbers;
using tileproof::testing::counted_value;
using tileproof::testing::counted_values;
using tileproof::testing::number_of;
using tileproof::testing::RandomLayouts;

constexpr int kLayouts = 12'000;
constexpr unsigned kBits = 10;

TEST(ModularLaws, TheDefinitionIsTheSumOfTheBases) {
  RandomLayouts random(1);
  for (int i = 0; i < kLayouts / 4; ++i) {
    const Layout layout = random.next(kBits);
    const Word index = random.below(Word{1} << layout.total_in_bits());
    ASSERT_EQ(layout.value_at(index), counted_value(layout, index)) << index;
  }
}

TEST(ModularLaws, SurjectiveIsWhatCountingSaysAndTheWitnessIsTheFirstMissingValue) {
  RandomLayouts random(2);
  int yes = 0;
  int modular_yes = 0;
  for (int i = 0; i < kLayouts; ++i) {
    const Layout layout = random.next(kBits);
    std::vector<bool> is_reached(box_size(layout), false);
    for (const Word number : counted_numbers(layout)) is_reached[number] = true;
    const auto first = std::find(is_reached.begin(), is_reached.end(), false);
    const auto decision = is_surjective(layout);
    ASSERT_NE(decision.status, Status::kUndecided) << decision.reason;
    ASSERT_EQ(decision.is_yes(), first == is_reached.end()) << decision.reason;
    if (decision.is_yes()) {
      ++yes;
      modular_yes += layout.is_modular() ? 1 : 0;
      continue;
    }
    ASSERT_EQ(number_of(layout, *decision.witness), static_cast<Word>(first - is_reached.begin()));
  }
  EXPECT_GT(yes, kLayouts / 6);
  EXPECT_GT(modular_yes, kLayouts / 20);
}

TEST(ModularLaws, InjectiveIsWhatCountingSaysAndTheWitnessIsTheFirstRepeat) {
  RandomLayouts random(3);
  int yes = 0;
  int modular_yes = 0;
  for (int i = 0; i < kLayouts; ++i) {
    const Layout layout = random.next(kBits);
    const auto values = counted_numbers(layout);
    std::vector<std::optional<Word>> index_of(box_size(layout));
    std::optional<Collision> repeat;
    for (Word index = 0; index < values.size() && !repeat; ++index) {
      auto& before = index_of[values[index]];
      if (before) repeat = Collision{*before, index};
      before = index;
    }
    const auto decision = is_injective(layout);
    ASSERT_NE(decision.status, Status::kUndecided) << decision.reason;
    ASSERT_EQ(decision.is_no(), repeat.has_value()) << decision.reason;
    ASSERT_EQ(decision.witness, repeat);
    if (decision.is_yes()) {
      ++yes;
      modular_yes += layout.is_modular() ? 1 : 0;
    }
  }
  EXPECT_GT(yes, kLayouts / 6);
  EXPECT_GT(modular_yes, kLayouts / 20);
}

TEST(ModularLaws, AnIndexIsFoundIffTheValueIsReached) {
  RandomLayouts random(4);
  int yes = 0;
  for (int i = 0; i < kLayouts; ++i) {
    const Layout layout = random.next(kBits);
    const auto values = counted_numbers(layout);
    const Word wanted = random.below(box_size(layout));
    const auto found = find_index(layout, coordinates_of(layout, wanted)).value();
    const bool is_reached = std::find(values.begin(), values.end(), wanted) != values.end();
    ASSERT_EQ(found.is_yes(), is_reached);
    ASSERT_EQ(found.is_no(), !is_reached);
    if (!found.is_yes()) continue;
    ++yes;
    ASSERT_EQ(values[*found.witness], wanted);
  }
  EXPECT_GT(yes, kLayouts / 4);
  EXPECT_LT(yes, kLayouts * 3 / 4);
}

// The witnesses of parts, which the smallest ones replace on small layouts.
TEST(ModularLaws, WitnessesOfPartsHoldForTheWholeLayout) {
  RandomLayouts random(5);
  int missing = 0;
  int repeated = 0;
  for (int i = 0; i < kLayouts; ++i) {
    const Layout layout = random.next(kBits);
    const auto values = counted_numbers(layout);
    const Parts parts(layout.group(), layout.columns());
    for (const auto& part : parts.parts()) {
      const auto cover = covers(part.sums);
      if (cover.is_no()) {
        const auto missed = layout.group().unpack(parts.lift(part, *cover.witness));
        const Word value = number_of(layout, missed);
        ASSERT_EQ(std::find(values.begin(), values.end(), value), values.end());
        ++missing;
      }
      const auto repeat = distinct(part.sums);
      if (repeat.is_no()) {
        const auto [first, second] = parts.complete({Parts::spread(part, repeat.witness->first),
                                                     Parts::spread(part, repeat.witness->second)});
        ASSERT_LT(first, second);
        ASSERT_EQ(values[first], values[second]);
        ++repeated;
      }
    }
    if (const auto repeat = parts.spanning_collision()) {
      ASSERT_LT(repeat->first, repeat->second);
      ASSERT_EQ(values[repeat->first], values[repeat->second]);
    }
  }
  EXPECT_GT(missing, kLayouts / 4);
  EXPECT_GT(repeated, kLayouts / 8);
}

TEST(ModularLaws, EqualIsWhatCountingSaysForSizesThatDiffer) {
  RandomLayouts random(6);
  int yes = 0;
  for (int i = 0; i < kLayouts; ++i) {
    const Layout a = random.next(6);
    std::vector<OutDim> outs(a.out_dims().begin(), a.out_dims().end());
    for (OutDim& out : outs) out.size += random.below(4);
    auto bases = a.bases();
    if (random.below(4) == 0 && !bases[0].bases.empty()) bases[0].bases[0][0] ^= random.below(2);
    const auto made = Layout::make(bases, outs);
    if (!made) continue;
    const auto values_a = counted_values(a);
    const auto values_b = counted_values(*made);
    const auto differ = std::mismatch(values_a.begin(), values_a.end(), values_b.begin());
    const auto decision = equal(a, *made).value();
    ASSERT_NE(decision.status, Status::kUndecided);
    ASSERT_EQ(decision.is_yes(), values_a == values_b);
    if (decision.is_yes()) {
      ++yes;
    } else {
      ASSERT_EQ(*decision.witness, static_cast<Word>(differ.first - values_a.begin()));
    }
  }
  EXPECT_GT(yes, kLayouts / 6);
  EXPECT_LT(yes, kLayouts * 5 / 6);
}

}  // namespace
}  // namespace tileproof::modular
