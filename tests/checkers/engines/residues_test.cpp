// Which modular layouts take every value, and which questions are left open?
#include <gtest/gtest.h>

#include <random>

#include "checkers/engines/decide.hpp"
#include "core/f2.hpp"
#include "properties/maps/modular_layouts.hpp"
#include "tests/encodings/modular/layouts.hpp"

namespace tileproof::testing {
namespace {

using modular::Layout;
using Value = std::vector<Word>;

Question surjective(const Layout& layout) {
  const IndexMap map = IndexMap::make(layout).value();
  Sizes sizes;
  for (const OutAxis& out : map.out_axes()) sizes.push_back(out.size);
  return {"surjective", Covers{map, sizes}};
}

// "every value", "open: why", or the value that is missing: "1 0".
std::string cover(const Layout& layout, const Limits& limits = {}) {
  const Question question = surjective(layout);
  const Decision decision = decide_by(EngineName::kResidues, question, limits);
  if (const auto* open = std::get_if<Open>(&decision.answer)) return "open: " + open->reason;
  if (is_yes(decision.answer)) return "every value";
  const auto& missing = std::get<Missing>(decision.answer);
  EXPECT_TRUE(missing.argument());
  EXPECT_TRUE(is_missing(std::get<Covers>(question.form), missing));
  std::string text;
  for (const Word value : missing.value) text += (text.empty() ? "" : " ") + std::to_string(value);
  return text;
}

// What a check by XOR rank says of one out-dim: the bases span all bits of the size.
bool xor_rank_says_surjective(const Value& bases, Word size) {
  return f2::rank(bases) == log2_ceil(size);
}

TEST(Residues, XorRankSaysSurjectiveOfSumsThatMissAValue) {
  EXPECT_TRUE(xor_rank_says_surjective({1, 2, 5}, 6));
  EXPECT_EQ(cover(sums({1, 2, 5}, 6)), "4");  // 0 1 2 3 5 0 1 2
  // The case that shipped.
  EXPECT_TRUE(xor_rank_says_surjective({1, 3, 4, 8}, 12));
  EXPECT_EQ(cover(sums({1, 3, 4, 8}, 12)), "2");
}

TEST(Residues, XorRankMissesThatSumsReachEveryValue) {
  EXPECT_FALSE(xor_rank_says_surjective({1, 1}, 3));
  EXPECT_EQ(cover(sums({1, 1}, 3)), "every value");
  EXPECT_FALSE(xor_rank_says_surjective({1, 2, 3}, 5));
  EXPECT_EQ(cover(sums({1, 2, 3}, 5)), "every value");
}

// Reaching all residues of each prime power factor is not reaching all residues.
TEST(Residues, ResiduesOfFactorsSayTooMuch) {
  EXPECT_EQ(cover(sums({1, 1}, 3)), "every value");
  EXPECT_EQ(cover(sums({1, 1}, 2)), "every value");
  EXPECT_EQ(cover(sums({1, 1}, 6)), "3");
}

// Nor is reaching each out-dim's values reaching all pairs: 3 bits cannot have 18 values.
TEST(Residues, OutDimsOneByOneSayTooMuch) {
  EXPECT_EQ(cover(modular_layout("{in = [[1, 1], [2, 2], [0, 4]]} -> {x = 3, y = 6}")), "1 0");
  EXPECT_EQ(cover(sums({1, 2, 0}, 3)), "every value");
  EXPECT_EQ(cover(sums({1, 2, 4}, 6)), "every value");
}

TEST(Residues, StridesReachEverythingIffTheyAreUnits) {
  EXPECT_EQ(cover(strided(6, 5)), "every value");
  EXPECT_EQ(cover(strided(6, 2)), "1");
  EXPECT_EQ(cover(strided(768, 5)), "every value");
  EXPECT_EQ(cover(sums({1, 2, 3, 6, 12, 24}, 27)), "every value");
}

TEST(Residues, XorOutDimsThatAddingBasesTouchAreTakenApart) {
  // For each x there are two choices of the first three bits; an odd sum of their y tells them
  // apart, an even one leaves only one parity of y.
  const auto with_third = [](const char* third) {
    return modular_layout("{in = [[1, 5], [2, 4], " + std::string(third) +
                          ", [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]]} -> {x = 4, y = 48}");
  };
  EXPECT_EQ(cover(with_third("[3, 2]")), "every value");
  EXPECT_EQ(cover(with_third("[3, 1]")), "1 0");
  EXPECT_EQ(
      cover(modular_layout("{in = [[1, 0], [3, 0], [0, 1], [0, 2], [0, 4]]} -> {x = 4, y = 6}")),
      "every value");
}

// Bases that add 2^20 times and more, of which those of x are taken by bases that XOR alone.
TEST(Residues, OutDimsThatShareNoBasisAreDecidedAlone) {
  const auto tensor = [](Word step) {
    NamedBases in{Name::of("in"), {}};
    for (Word bit = 1; bit < 4096; bit *= 2) in.bases.push_back({bit, 0, 0});
    for (Word bit = 1; bit < 6144; bit *= 2) in.bases.push_back({bit % 4096, bit, 0});
    for (Word bit = 1; bit < 768; bit *= 2) in.bases.push_back({0, 0, step * bit % 768});
    const std::vector<modular::OutDim> outs = {
        {Name::of("x"), 4096}, {Name::of("y"), 6144}, {Name::of("z"), 768}};
    return Layout::make({&in, 1}, outs).value();
  };
  EXPECT_EQ(cover(tensor(1)), "every value");
  EXPECT_EQ(cover(tensor(5)), "every value");
  EXPECT_EQ(cover(tensor(3)), "0 0 1");
}

TEST(Residues, SumsWithoutGapsAreDecidedForSixtyTwoBits) {
  const Word size = (Word{1} << 62) - 57;
  EXPECT_EQ(cover(strided(size, 1)), "every value");
  Value backwards;
  for (Word bit = 1; bit < size; bit *= 2) backwards.push_back(size - bit);
  EXPECT_EQ(cover(sums(backwards, size)), "every value");
  EXPECT_EQ(cover(sums({1, 2, 4, 8, Word{1} << 60}, size)), "16");
  const Word even = Word{3} << 60;
  EXPECT_EQ(cover(sums({2, even - 2, even - 4, even - 6}, even)), "1");
}

TEST(Residues, WhatIsNotDecidedSaysWhy) {
  std::mt19937_64 random(5);
  const Word size = (Word{1} << 58) - 27;
  Value bases;
  for (int i = 0; i < 60; ++i) bases.push_back(random() % size);
  EXPECT_EQ(cover(sums(bases, size)),
            "open: residues: 60 bits of the index onto 288230376151711717 values: a table has up "
            "to 2^22");
  const Word tabled = (Word{1} << 22) - 3;
  for (Word& basis : bases) basis %= tabled;
  EXPECT_EQ(cover(sums(bases, tabled), {.seconds = -1}).rfind("open: residues: out of time", 0),
            0U);
}

TEST(Residues, APartThatMissesAValueOutweighsOneThatIsOpen) {
  std::mt19937_64 random(6);
  const Word size = (Word{1} << 40) - 87;
  NamedBases in{Name::of("in"), {}};
  for (int i = 0; i < 50; ++i) in.bases.push_back({random() % size, 0});
  in.bases.push_back({0, 2});
  in.bases.push_back({0, 4});
  const std::vector<modular::OutDim> outs = {{Name::dim(0), size}, {Name::dim(1), 6}};
  EXPECT_EQ(cover(Layout::make({&in, 1}, outs).value()), "0 1");
}

TEST(Residues, SayWhatCountingSaysAndNameTheFirstMissingValue) {
  constexpr int kLayouts = 12'000;
  gen::Source choices = gen::Source::random(2);
  gen::ModularLayouts random(choices);
  int yes = 0;
  int modular_yes = 0;
  for (int i = 0; i < kLayouts; ++i) {
    const Layout layout = random.next(10);
    std::vector<bool> is_reached(gen::box_size(layout), false);
    for (const Word number : gen::counted_numbers(layout)) is_reached[number] = true;
    const auto first = std::ranges::find(is_reached, false);
    const auto decision = decide_by(EngineName::kResidues, surjective(layout), {});
    ASSERT_FALSE(is_open(decision.answer));
    ASSERT_EQ(is_yes(decision.answer), first == is_reached.end());
    if (is_yes(decision.answer)) {
      ++yes;
      modular_yes += layout.is_modular() ? 1 : 0;
      continue;
    }
    const Value& missing = std::get<Missing>(decision.answer).value;
    ASSERT_EQ(gen::number_of(layout, missing), static_cast<Word>(first - is_reached.begin()));
  }
  EXPECT_GT(yes, kLayouts / 6);
  EXPECT_GT(modular_yes, kLayouts / 20);
}

}  // namespace
}  // namespace tileproof::testing
