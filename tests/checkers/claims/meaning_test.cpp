// Do a claim's questions say what it means, also where whoever made the claim was wrong?
#include "checkers/claims/meaning.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "checkers/claims/build_claim.hpp"
#include "checkers/claims/meaning_body.hpp"
#include "core/check.hpp"
#include "tests/checkers/claims/random_claims.hpp"

namespace tileproof::meaning {
namespace {

IndexMap map(const std::string& text) { return *parse_index_map(text, {}); }

using Point = std::vector<Word>;

std::vector<Point> points_of(std::span<const Axis> axes) {
  std::vector<Point> points = {{}};
  for (const Axis& axis : axes) {
    std::vector<Point> longer;
    for (const Point& point : points) {
      for (Word k = 0; k < axis.size; ++k) {
        longer.push_back(point);
        longer.back().push_back(axis.first + k);
      }
    }
    points = std::move(longer);
  }
  return points;
}

std::size_t values_taken(const Maps& maps) {
  std::set<Point> taken;
  for (const Point& at : points_of(maps[0].axes())) taken.insert(values<U64>(U64{}, maps, at));
  return taken.size();
}

// Does a place of the destination read what no place of the source writes?
bool reads_what_nobody_writes(const Converts& claim) {
  std::set<Point> written;
  for (const Point& at : points_of(claim.source.axes())) {
    written.insert(value_at(claim.source, at));
  }
  return std::ranges::any_of(points_of(claim.destination.axes()), [&](const Point& at) {
    return !written.contains(value_at(claim.destination, at));
  });
}

bool is_broken(const Question& question) {
  if (const auto* claim = std::get_if<Converts>(&question.statement)) {
    if (reads_what_nobody_writes(*claim)) return true;
  } else if (!question.is_pointwise()) {
    const auto& points = std::get<Distinct>(question.statement);
    return values_taken(points.maps) < points.count;
  }
  return std::ranges::any_of(points_of(question.variables),
                             [&](const Point& at) { return breaks<U64>(U64{}, question, at); });
}

// The first question that is broken, or why none can be asked; "" if the claim is true.
std::string broken(const Claim& claim, std::optional<Word> count = {}) {
  const auto questions = questions_of(claim, count);
  if (!questions) return questions.error().message;
  for (const Question& question : *questions) {
    if (is_broken(question)) return question.name;
  }
  return "";
}

TEST(Meaning, IsWhatPlainLoopsSay) {
  testing::Random random(1);
  int holding = 0;
  for (int i = 0; i < 150; ++i) {
    const StatedClaim stated = testing::random_claim(random, "enumerate");
    const auto claim = build_claim(stated);
    if (!claim) continue;
    std::optional<Word> count;
    if (const auto* onto = std::get_if<Surjective>(&*claim)) {
      if (onto->map.has_parameters()) continue;
      count = values_taken({onto->map});
    }
    const std::string found = broken(*claim, count);
    ASSERT_EQ(found.empty(), testing::is_true(stated)) << *print(stated) << found;
    holding += found.empty() ? 1 : 0;
  }
  EXPECT_GT(holding, 25);
  EXPECT_LT(holding, 125);
}

TEST(Meaning, ReadsWhatWasWritten) {
  const auto converts =
      [&](const std::string& source, const std::string& written, const std::string& read) {
        return broken(Converts{map(source),
                               map("offset(r: 4, c: 4) = " + written),
                               map("offset(r: 4, c: 4) = " + read),
                               map("(r, c)(i: 4, j: 3) = (i, j)")});
      };
  const std::string whole = "(r, c)(i: 4, j: 4) = (i, j)";
  EXPECT_EQ(converts(whole, "4 * r + c", "(r << 2) | c"), "");
  // The last column is not read, and need not be written.
  EXPECT_EQ(converts("(r, c)(i: 4, j: 3) = (i, j)", "4 * r + c", "4 * r + c"), "");
  EXPECT_EQ(converts("(r, c)(i: 4, j: 2) = (i, j)", "4 * r + c", "4 * r + c"), "converts");
  // Read where another is written.
  EXPECT_EQ(converts(whole, "4 * r + c", "4 * c + r"), "converts");
  // Two elements in one place, or only the last column and what nobody writes.
  EXPECT_EQ(converts(whole, "3 * r + c", "3 * r + c"), "converts");
  EXPECT_EQ(converts("(r, c)(i: 4, j: 3) = (i, j)", "3 * r + c", "3 * r + c"), "");
}

TEST(Meaning, AlignsToPowersOfTwoAlone) {
  EXPECT_EQ(broken(Aligned{map("f(x: 4) = 4 * x"), 8, 4, 1, 0}), "");
  EXPECT_THROW(broken(Aligned{map("f(x: 4) = 3 * x"), 8, 3, 1, 0}), InternalError);
}

// Beyond the layout's end, at x = 8, there is no vector.
TEST(Meaning, AlignsTheVectorsThatThereAre) {
  EXPECT_EQ(broken(Aligned{map("f(x: 8) = x / 8"), 8, 2, 8, 0}), "");
  EXPECT_EQ(broken(Aligned{map("f(x: 16) = x / 8"), 8, 2, 8, 0}), "aligned");
}

// Lane i reads element place(i); vectors start in all lanes.
ConflictFree conflict_free(const std::string& memory,
                           const std::string& access,
                           const char* target,
                           const char* instruction) {
  const AccessRule* rule = *Target::parse(target)->find_rule(instruction);
  const IndexMap places = map(access);
  return {map(memory), places, 0, std::vector<Word>(places.axes().size(), 0), 32, rule};
}

TEST(Meaning, KeepsAccessesWithinTheMemory) {
  const auto loads = [](const std::string& memory, const std::string& access) {
    return broken(conflict_free(memory, access, "cuda:90", "ld.shared.b32"));
  };
  const char* const lanes = "(r)(lane: 32) = (lane)";
  EXPECT_EQ(loads("f(r: 32) = r", lanes), "");
  EXPECT_EQ(loads("f(r: 32) = r", "(r)(lane: 32) = (lane + 1)"), "within");
  // Multiples of 2^59 elements: all are byte 0 modulo 2^61.
  EXPECT_EQ(loads("f(r: 32) = r << 59", lanes), "within");
  EXPECT_EQ(loads("f(r: 32) = r << 50", lanes), "within");
}

// Nothing is free of conflicts for want of cases: the lanes at which vectors start are asked.
TEST(Meaning, AsksWhereVectorsStart) {
  const auto loads = [](const std::string& memory) {
    const std::string access = "(r, c)(lane: 32, register: 4) = (lane, register)";
    ConflictFree claim = conflict_free(memory, access, "cuda:90", "ld.shared.b128");
    claim.zero_bits[1] = 3;
    return broken(claim);
  };
  EXPECT_EQ(loads("f(r: 32, c: 4) = r * 36 + c"), "");
  EXPECT_EQ(loads("f(r: 32, c: 4) = r * 32 + c"), "conflict-free");
}

// Three words need no alignment to more than one: the second of a lane may meet the first of the
// next.
TEST(Meaning, ComparesAllWordsOfTwoLanes) {
  const auto loads = [](const std::string& memory) {
    return broken(conflict_free(memory, "(r)(lane: 64) = (lane)", "hip:gfx942", "ds_write_b96"));
  };
  EXPECT_EQ(loads("f(r: 64) = r * 3"), "");
  EXPECT_EQ(loads("f(r: 64) = r * 33"), "conflict-free");
}

TEST(Meaning, IsNotAboutAtomics) {
  const char* const lanes = "(r)(lane: 32) = (lane / 32)";
  EXPECT_EQ(broken(conflict_free("f(r: 32) = r", lanes, "cuda:90", "ld.shared.b32")), "");
  EXPECT_THROW(broken(conflict_free("f(r: 32) = r", lanes, "cuda:90", "atom.shared.add.u32")),
               InternalError);
}

TEST(Meaning, IsAboutAllLanes) {
  ConflictFree claim =
      conflict_free("f(r: 32) = r * 32", "(r)(lane: 32) = (lane)", "cuda:90", "ld.shared.b32");
  EXPECT_EQ(broken(claim), "conflict-free");
  claim.zero_bits[0] = 31;
  EXPECT_THROW(broken(claim), InternalError);
}

// One matrix has eight rows.
TEST(Meaning, IsAboutLanesThatGiveAddresses) {
  const auto loads = [](const char* instruction) {
    const char* const memory = "f(r: 32) = r < 8 ? r * 4 : r * 32";
    return broken(conflict_free(memory, "(r)(lane: 32) = (lane)", "cuda:90", instruction));
  };
  EXPECT_EQ(loads("ldmatrix.x1"), "");
  EXPECT_EQ(loads("ldmatrix.x4"), "conflict-free");
}

TEST(Meaning, SeesAllStepsThatWrap) {
  const auto no_wrap = [](const std::string& formula, Word size, bool is_signed) {
    return broken(NoWrap{map("f(x: " + std::to_string(size) + ") = " + formula), 32, is_signed});
  };
  const std::string wraps = "no-wrap";
  // Masks hide from the result what came before.
  EXPECT_EQ(no_wrap("(x + 2147483644) & 7", 4, true), "");
  EXPECT_EQ(no_wrap("(x + 2147483645) & 7", 4, true), wraps);
  EXPECT_EQ(no_wrap("(x + 2147483645) & 7", 4, false), "");
  EXPECT_EQ(no_wrap("(x + 4294967293) & 7", 4, false), wraps);
  EXPECT_EQ(no_wrap("(x * 715827882) & 7", 4, true), "");
  EXPECT_EQ(no_wrap("(x * 715827883) & 7", 4, true), wraps);
  EXPECT_EQ(no_wrap("(x << 29) & 7", 4, true), "");
  EXPECT_EQ(no_wrap("(x << 30) & 7", 4, true), wraps);
  EXPECT_EQ(no_wrap("(x << 30) & 7", 4, false), "");
  EXPECT_EQ(no_wrap("(x << 31) & 7", 4, false), wraps);
  EXPECT_EQ(no_wrap("(x << 62) & 7", 4, false), wraps);
  EXPECT_EQ(no_wrap("(x << 63) & 7", 1, true), "");
  EXPECT_EQ(no_wrap("(4294967295 - x) & 7", 4, false), "");
  EXPECT_EQ(no_wrap("(4294967296 - x) & 7", 4, false), wraps);
  EXPECT_EQ(no_wrap("(2147483651 - x) & 7", 4, true), wraps);
  // What is read, divided or given, too.
  EXPECT_EQ(no_wrap("x & 7", 1 << 20, true), "");
  EXPECT_EQ(no_wrap("(x & 1) / 2147483648 & 7", 4, false), "");
  EXPECT_EQ(no_wrap("(x & 1) / 2147483648 & 7", 4, true), wraps);
  EXPECT_EQ(no_wrap("(x & 1) % 2147483648 & 7", 4, true), wraps);
  EXPECT_EQ(no_wrap("x | 2147483648", 4, true), wraps);
  EXPECT_EQ(no_wrap("x | 2147483648", 4, false), "");
  // Not the masks.
  EXPECT_EQ(no_wrap("x & 1099511627775", 4, true), "");
  EXPECT_EQ(no_wrap("x | 1099511627775", 4, true), wraps);
}

// No expression goes below 0 or beyond 64 bits; another definition might.
TEST(Meaning, SeesStepsThatExpressionsDoNotHave) {
  const auto is_seen = [](bool is_signed, const auto& step) {
    std::set<bool> left;
    step(Machine<U64>{U64{}, Word{1} << 32, is_signed ? Word{1} << 31 : 0, left});
    return left.contains(true);
  };
  const auto below_zero = [](const Machine<U64>& machine) { machine.sub(3, 5); };
  EXPECT_TRUE(is_seen(false, below_zero));
  EXPECT_FALSE(is_seen(true, below_zero));
  // 2^31 * 2^33 is 0 modulo 2^64.
  EXPECT_TRUE(is_seen(false, [](const auto& machine) { machine.shl(Word{1} << 31, 33); }));
  EXPECT_FALSE(is_seen(false, [](const auto& machine) { machine.shl(Word{1} << 30, 1); }));
}

// An input that is none of the machine's numbers, and nothing but it.
TEST(Meaning, SeesInputsThatWrap) {
  const auto questions = questions_of(NoWrap{map("f(x: 8589934592) = x & 7"), 32, true});
  ASSERT_EQ(questions->size(), 1U);
  const Word last = 2147483647;
  EXPECT_FALSE(breaks<U64>(U64{}, questions->front(), std::array{last}));
  EXPECT_TRUE(breaks<U64>(U64{}, questions->front(), std::array{last + 1}));
}

}  // namespace
}  // namespace tileproof::meaning
