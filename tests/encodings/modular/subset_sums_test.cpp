// Do the searches agree with trying all sums, where no table helps out?
#include "encodings/modular/subset_sums.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "encodings/modular/halves.hpp"
#include "encodings/modular/ladder.hpp"
#include "encodings/modular/reach_table.hpp"

namespace tileproof::modular {
namespace {

class RandomSums {
 public:
  explicit RandomSums(std::uint64_t seed) : engine_(seed) {}
  Word below(Word bound) { return std::uniform_int_distribution<Word>(0, bound - 1)(engine_); }

  // Up to eight columns in a group of up to three coordinates.
  Sums next() {
    std::vector<Word> sizes;
    for (Word i = 0; i < 1 + below(3); ++i) sizes.push_back(1 + below(12));
    Sums sums{Group(sizes), {}};
    for (Word i = 0; i < below(9); ++i) {
      sums.columns.push_back(sums.group.element(below(sums.group.size())));
    }
    return sums;
  }

 private:
  std::mt19937_64 engine_;
};

std::vector<Word> all_sums(const Sums& sums) {
  std::vector<Word> result;
  for (Word index = 0; index < Word{1} << sums.columns.size(); ++index) {
    result.push_back(sums.group.sum(sums.columns, index));
  }
  return result;
}

TEST(ModularGroup, AdditionIsByCoordinateAndHasInverses) {
  const std::vector<Word> sizes = {4, 6};
  const Group group(sizes);
  const std::vector<Word> x = {3, 5};
  const std::vector<Word> y = {1, 2};
  const std::vector<Word> sum = {2, 1};
  EXPECT_EQ(group.unpack(group.add(group.pack(x), group.pack(y))), sum);
  EXPECT_EQ(group.number(group.pack(x)), 23u);
  for (Word number = 0; number < group.size(); ++number) {
    const Word element = group.element(number);
    EXPECT_EQ(group.number(element), number);
    EXPECT_EQ(group.add(element, group.negate(element)), 0u);
    EXPECT_EQ(group.times(5, element), group.add(group.times(4, element), element));
    EXPECT_EQ(group.times(12, element), 0u);
    EXPECT_EQ(group.times(3, element), group.add(element, group.add(element, element)));
  }
}

TEST(ModularSums, VisitsAllSumsInOrder) {
  RandomSums random(1);
  for (int i = 0; i < 500; ++i) {
    const Sums sums = random.next();
    std::vector<Word> visited;
    visit_sums(sums.group, sums.columns, [&](Word index, Word sum) {
      EXPECT_EQ(index, visited.size());
      visited.push_back(sum);
      return true;
    });
    ASSERT_EQ(visited, all_sums(sums));
  }
}

TEST(ModularSums, HalvesFindASumIffThereIsOne) {
  RandomSums random(2);
  for (int i = 0; i < 4'000; ++i) {
    const Sums sums = random.next();
    const auto all = all_sums(sums);
    const Word element = sums.group.element(random.below(sums.group.size()));
    const auto index = sum_by_halves(sums.group, sums.columns, element);
    ASSERT_EQ(index.has_value(), std::find(all.begin(), all.end(), element) != all.end());
    if (index) {
      ASSERT_EQ(all[*index], element);
    }
  }
}

TEST(ModularSums, HalvesFindARepeatIffThereIsOne) {
  RandomSums random(3);
  for (int i = 0; i < 4'000; ++i) {
    const Sums sums = random.next();
    const auto all = all_sums(sums);
    const auto repeat = collision_by_halves(sums.group, sums.columns);
    ASSERT_EQ(repeat.has_value(), std::set<Word>(all.begin(), all.end()).size() < all.size());
    if (!repeat) continue;
    ASSERT_LT(repeat->first, repeat->second);
    ASSERT_EQ(all[repeat->first], all[repeat->second]);
  }
}

TEST(ModularSums, TablesGiveTheSmallestIndexTheSmallestMissingElementAndARepeat) {
  RandomSums random(4);
  for (int i = 0; i < 4'000; ++i) {
    const Sums sums = random.next();
    const auto all = all_sums(sums);
    const ReachTable table(sums);
    std::optional<Word> missing;
    for (Word number = 0; number < sums.group.size(); ++number) {
      const Word element = sums.group.element(number);
      const auto at = std::find(all.begin(), all.end(), element);
      const auto index = table.find(element);
      ASSERT_EQ(index.has_value(), at != all.end());
      if (index) {
        ASSERT_EQ(*index, static_cast<Word>(at - all.begin()));
      }
      if (!index && !missing) missing = element;
    }
    ASSERT_EQ(table.covers(), !missing);
    const bool has_repeat = std::set<Word>(all.begin(), all.end()).size() < all.size();
    ASSERT_EQ(table.collision().has_value(), has_repeat);
    if (has_repeat) {
      ASSERT_LT(table.collision()->first, table.collision()->second);
      ASSERT_EQ(all[table.collision()->first], all[table.collision()->second]);
    }
    if (missing) {
      ASSERT_EQ(table.smallest_missing(), *missing);
    }
  }
}

TEST(ModularLadder, WorkedExamples) {
  EXPECT_TRUE(Ladder::covering(14, std::vector<Word>{7, 1, 3, 2}));
  EXPECT_FALSE(Ladder::covering(15, std::vector<Word>{7, 1, 3, 2}));
  EXPECT_TRUE(Ladder::distinct(13, std::vector<Word>{3, 7, 2}));
  EXPECT_TRUE(Ladder::covering(6, std::vector<Word>{5, 4, 2}));
  EXPECT_FALSE(Ladder::covering(6, std::vector<Word>{2, 2, 3}));
}

// What a ladder says is so; how often one is found where the answer is yes shows that it is no
// empty claim.
TEST(ModularLadder, LaddersAgreeWithAllSums) {
  RandomSums random(5);
  int covering = 0;
  int covered = 0;
  int distinct_ladders = 0;
  int distinct_sums = 0;
  int wrapping = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Word modulus = 3 + random.below(60);
    const Sums sums{Group(std::span<const Word>(&modulus, 1)), [&] {
                      std::vector<Word> bases;
                      for (Word n = 1 + random.below(8); n > 0; --n) {
                        bases.push_back(random.below(modulus));
                      }
                      return bases;
                    }()};
    if (is_power_of_two(modulus)) continue;
    const auto all = all_sums(sums);
    const std::set<Word> values(all.begin(), all.end());
    covered += values.size() == modulus ? 1 : 0;
    distinct_sums += values.size() == all.size() ? 1 : 0;
    if (const auto ladder = Ladder::covering(modulus, sums.columns)) {
      ++covering;
      ASSERT_EQ(values.size(), modulus);
      for (Word residue = 0; residue < modulus; ++residue) {
        ASSERT_EQ(all[*ladder->find(residue)], residue);
      }
    }
    if (const auto ladder = Ladder::distinct(modulus, sums.columns)) {
      ++distinct_ladders;
      ASSERT_EQ(values.size(), all.size());
      for (Word residue = 0; residue < modulus; ++residue) {
        const auto index = ladder->find(residue);
        ASSERT_EQ(index.has_value(), values.contains(residue));
        if (index) {
          ASSERT_EQ(all[*index], residue);
        }
      }
    }
    if (const auto set = wrapping_set(modulus, sums.columns)) {
      ++wrapping;
      ASSERT_NE(*set, 0u);
      ASSERT_EQ(all[*set], 0u);
    }
    const auto gap = first_gap(modulus, sums.columns);
    if (gap) {
      ASSERT_FALSE(values.contains(*gap));
    }
    if (gap) {
      ASSERT_EQ(*gap == 0 || values.contains(*gap - 1), true);
    }
  }
  EXPECT_GT(covering, covered / 2);
  EXPECT_GT(wrapping, covered / 10);
  EXPECT_GT(distinct_ladders, distinct_sums / 2);
}

// More than 2^22 residues have no table; with up to 24 columns all sums are visited.
TEST(ModularSums, GroupsWithoutATableAreVisited) {
  const Word modulus = (Word{1} << 22) + 15;
  const Group group(std::span<const Word>(&modulus, 1));
  Sums sums{group, {}};
  for (Word bit = 3; bit < modulus; bit *= 2) sums.columns.push_back(bit);
  sums.columns.back() = 5;
  const auto missing = covers(sums);
  ASSERT_TRUE(missing.is_no());
  EXPECT_EQ(missing.witness, 1u);
  EXPECT_TRUE(find(sums, *missing.witness).is_no());
  const auto found = find(sums, group.sum(sums.columns, 0x2aaaa));
  ASSERT_TRUE(found.is_yes());
  EXPECT_EQ(group.sum(sums.columns, *found.witness), group.sum(sums.columns, 0x2aaaa));
}

// The sums are just the first 2^n elements, and the next one is missing.
TEST(ModularSums, FewBitsLeaveAnElementOfAnyLargeGroup) {
  const std::vector<Word> sizes = {4, (Word{1} << 30) - 35};
  Sums sums{Group(sizes), {1, 2}};
  for (Word bit = 1; bit < 64; bit *= 2) sums.columns.push_back(sums.group.unit(1, bit));
  EXPECT_EQ(covers(sums).witness, sums.group.unit(1, 64));
}

TEST(ModularSums, VisitingAlsoShowsThatNothingIsMissing) {
  const std::vector<Word> sizes = {2, (Word{1} << 22) + 15};
  Sums sums{Group(sizes), {1}};
  for (Word bit = 1; bit < sizes[1]; bit *= 2) sums.columns.push_back(sums.group.unit(1, bit));
  const auto all = covers(sums);
  EXPECT_TRUE(all.is_yes());
  EXPECT_EQ(all.reason, "all sums of 24 bits of the index");
  sums.columns.back() = sums.group.unit(1, 1);  // sums up to 2^22
  EXPECT_EQ(covers(sums).witness, sums.group.unit(1, (Word{1} << 22) + 1));
}

TEST(ModularSums, RepeatsInLargeGroupsAreFoundByHalves) {
  std::mt19937_64 random(9);
  const Word modulus = (Word{1} << 30) - 35;
  Sums sums{Group(std::span<const Word>(&modulus, 1)), {}};
  for (int i = 0; i < 24; ++i) sums.columns.push_back(random() % modulus);
  const auto repeat = distinct(sums);
  ASSERT_TRUE(repeat.is_no());
  EXPECT_EQ(sums.group.sum(sums.columns, repeat.witness->first),
            sums.group.sum(sums.columns, repeat.witness->second));
  sums.columns.resize(9);
  const auto all = all_sums(sums);
  ASSERT_EQ(std::set<Word>(all.begin(), all.end()).size(), all.size());
  EXPECT_TRUE(distinct(sums).is_yes());
}

}  // namespace
}  // namespace tileproof::modular
