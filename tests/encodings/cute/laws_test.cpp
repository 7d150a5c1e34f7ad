// Each operation's post-conditions on random layouts, tried here without the operation's own
// obligations; and mutants of the operations, which the post-conditions must catch.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "encodings/cute/coalesce.hpp"
#include "encodings/cute/complement.hpp"
#include "encodings/cute/composition.hpp"
#include "encodings/cute/composition_law.hpp"
#include "encodings/cute/divide.hpp"
#include "encodings/cute/inverse.hpp"
#include "encodings/cute/product.hpp"
#include "encodings/cute/recast.hpp"
#include "tests/encodings/cute/reading.hpp"

namespace tileproof::cute {
namespace {

// Every law: does it hold of this result?
bool is_same_function(const Layout& a, const Layout& r) { return values(a) == values(r); }

bool is_composition(const Layout& a, const Layout& b, const Layout& r) {
  const IndexFunction outer(a);
  auto wanted = values(b);
  for (Int& value : wanted) value = outer(value);
  return values(r) == wanted;
}

bool is_complement(const Layout& a, Int cotarget, const Layout& r) {
  const auto given = values(a);
  const auto rest = values(r);
  const std::set<Int> taken(given.begin(), given.end());
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i - 1] >= rest[i] || taken.count(rest[i]) > 0) return false;
  }
  return *taken.rbegin() + rest.back() + 1 >= cotarget;
}

bool is_right_inverse(const Layout& a, const Layout& r) {
  const IndexFunction function(a);
  const auto inverse = values(r);
  for (std::size_t i = 0; i < inverse.size(); ++i) {
    if (function(inverse[i]) != static_cast<Int>(i)) return false;
  }
  return true;
}

bool is_left_inverse(const Layout& a, const Layout& r) {
  const IndexFunction function(a);
  const IndexFunction inverse(r);
  const auto given = values(a);
  return std::all_of(
      given.begin(), given.end(), [&](Int offset) { return function(inverse(offset)) == offset; });
}

std::multiset<Int> offsets_of(const Layout& a) {
  const auto given = values(a);
  return {given.begin(), given.end()};
}

Layout draw(std::mt19937_64& random, bool negative = false) {
  return {std::nullopt, 0, draw_mode(random, 2, negative)};
}

// Column-major with the modes in random order: a layout that many operations accept.
Layout draw_compact(std::mt19937_64& random) {
  FlatLayout flat(1 + random() % 3);
  std::vector<std::size_t> order(flat.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  Int stride = random() % 4 == 0 ? 2 : 1;
  for (const std::size_t i : order) {
    flat[i] = {1 + static_cast<Int>(random() % 6), stride};
    stride *= flat[i].size;
  }
  return flat_layout(flat);
}

// Runs `operation` on many layouts and checks that it says "holds" just if the law does.
struct Tally {
  int accepted = 0;
  int right = 0;
  int wrong = 0;
};

template <typename Operation, typename Law>
Tally tally(const Operation& operation, const Law& law, int rounds = 2'000) {
  std::mt19937_64 random(20261120);
  Tally counts;
  for (int i = 0; i < rounds; ++i) {
    const Layout a = i % 2 == 0 ? draw(random) : draw_compact(random);
    const Layout b = i % 3 == 0 ? draw(random) : draw_compact(random);
    const auto answer = operation(a, b);
    if (!answer) continue;
    ++counts.accepted;
    const bool holds = law(a, b, answer.value().layout);
    EXPECT_EQ(holds, all_hold(answer.value()))
        << print(a) << " and " << print(b) << " give " << show(answer);
    ++(holds ? counts.right : counts.wrong);
  }
  return counts;
}

TEST(CuteLaws, CoalescingKeepsTheFunction) {
  const auto law = [](const Layout& a, const Layout&, const Layout& r) {
    return is_same_function(a, r) && depth(r.mode) <= 1;
  };
  const auto counts = tally([](const Layout& a, const Layout&) { return coalesce(a); }, law);
  EXPECT_EQ(counts.right, 2'000);
}

TEST(CuteLaws, CoalescedLayoutsAreEqualJustIfTheirFunctionsAre) {
  std::mt19937_64 random(7);
  int equal = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Layout a = draw_compact(random);
    const Layout b = draw_compact(random);
    const bool same = values(a) == values(b);
    EXPECT_EQ(coalesced(flatten(a.mode)) == coalesced(flatten(b.mode)), same)
        << print(a) << " and " << print(b);
    equal += same;
  }
  EXPECT_GT(equal, 100);
}

TEST(CuteLaws, FilteringKeepsTheOffsetsAndDropsTheCopies) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 500; ++i) {
    const Layout a = draw(random, /*negative=*/true);
    const auto answer = filter(a);
    ASSERT_TRUE(answer.has_value() && all_hold(answer.value())) << show(answer);
    const auto before = offsets_of(a);
    const auto after = offsets_of(answer.value().layout);
    EXPECT_EQ(std::set<Int>(before.begin(), before.end()),
              std::set<Int>(after.begin(), after.end()))
        << print(a);
  }
}

TEST(CuteLaws, CompositionSaysWhetherItIsTheComposition) {
  const auto counts =
      tally([](const Layout& a, const Layout& b) { return composition(a, b); }, is_composition);
  EXPECT_GT(counts.right, 500);
  EXPECT_GT(counts.wrong, 20);
}

TEST(CuteLaws, ComplementSaysWhetherItIsOrderedDisjointAndLargeEnough) {
  const auto counts =
      tally([](const Layout& a, const Layout& b) { return complement(a, size(b.mode)); },
            [](const Layout& a, const Layout& b, const Layout& r) {
              return is_complement(a, size(b.mode), r);
            });
  EXPECT_GT(counts.right, 500);
  EXPECT_GT(counts.wrong, 0);
}

TEST(CuteLaws, RightInverseIsOne) {
  const auto counts =
      tally([](const Layout& a, const Layout&) { return right_inverse(a); },
            [](const Layout& a, const Layout&, const Layout& r) { return is_right_inverse(a, r); });
  EXPECT_EQ(counts.right, 2'000);
}

TEST(CuteLaws, LeftInverseSaysWhetherItIsOne) {
  const auto counts =
      tally([](const Layout& a, const Layout&) { return left_inverse(a); },
            [](const Layout& a, const Layout&, const Layout& r) { return is_left_inverse(a, r); });
  EXPECT_GT(counts.right, 500);
  EXPECT_GT(counts.wrong, 5);
}

// The tiles of a division that is right hold every element of A, at least once.
TEST(CuteLaws, DivisionLosesNoElement) {
  std::mt19937_64 random(9);
  int right = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Layout a = draw_compact(random);
    const Layout b = draw_compact(random);
    const auto answer = logical_divide(a, {false, {b}});
    if (!answer || !all_hold(answer.value())) continue;
    ++right;
    const auto all = offsets_of(answer.value().layout);
    for (const Int offset : offsets_of(a)) ASSERT_GT(all.count(offset), 0u) << print(a);
  }
  EXPECT_GT(right, 500);
}

// A product that is right is a copy of A at each of the places of mode 1, no offset twice.
TEST(CuteLaws, ProductOfInjectiveLayoutsIsInjective) {
  std::mt19937_64 random(10);
  int right = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Layout a = draw_compact(random);
    const Layout b = draw_compact(random);
    for (const auto& answer : {logical_product(a, {false, {b}}), blocked_product(a, b)}) {
      if (!answer || !all_hold(answer.value())) continue;
      ++right;
      const auto all = offsets_of(answer.value().layout);
      ASSERT_EQ(std::set<Int>(all.begin(), all.end()).size(), all.size()) << show(answer);
      ASSERT_EQ(size(answer.value().layout.mode), size(a.mode) * size(b.mode));
    }
  }
  EXPECT_GT(right, 500);
}

TEST(CuteLaws, RecastThereAndBackIsTheSameFunction) {
  std::mt19937_64 random(11);
  int checked = 0;
  for (int i = 0; i < 500; ++i) {
    // CuTe takes a mode 1:1 for adjacent elements, too: see the witnesses.
    const Layout a = flat_layout(coalesced(flatten(draw_compact(random).mode)));
    const auto narrow = recast(a, 32, 8);
    if (!narrow) continue;
    ASSERT_TRUE(all_hold(narrow.value())) << show(narrow);
    const auto back = recast(narrow.value().layout, 8, 32);
    ASSERT_TRUE(back.has_value() && all_hold(back.value())) << print(a) << ": " << show(back);
    EXPECT_TRUE(is_same_function(a, back.value().layout)) << print(a);
    ++checked;
  }
  EXPECT_GT(checked, 100);
}

// A mutant changes one stride of a right result.  A complement may well grow, but not shrink.
TEST(CuteMutants, AreCaughtByThePostConditions) {
  std::mt19937_64 random(12);
  int tried = 0;
  int composed = 0;
  int complemented = 0;
  int inverted = 0;
  for (int i = 0; i < 500; ++i) {
    const Layout a = draw_compact(random);
    const Layout b = draw_compact(random);
    const auto mutate = [](const Layout& layout, Int change) {
      FlatLayout flat = coalesced(flatten(layout.mode));
      if (!flat.empty()) flat.front().stride += change;
      return flat_layout(flat);
    };
    const auto product = composition(a, b);
    const auto rest = complement(a, 60);
    const auto inverse = right_inverse(a);
    if (!product || !all_hold(product.value()) || !rest || !inverse) continue;
    if (size(product.value().layout.mode) == 1 || size(inverse.value().layout.mode) == 1) continue;
    ++tried;
    composed += !is_composition(a, b, mutate(product.value().layout, 1));
    complemented += !is_complement(a, 60, mutate(rest.value().layout, -1));
    inverted += !is_right_inverse(a, mutate(inverse.value().layout, 1));
  }
  EXPECT_GT(tried, 200);
  EXPECT_GT(composed, tried / 2);
  EXPECT_GT(complemented, tried / 4);
  EXPECT_GT(inverted, tried / 2);
}

}  // namespace
}  // namespace tileproof::cute
