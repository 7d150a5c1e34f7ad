// Is a counterexample taken only where the claim's meaning is broken, whatever an engine says?
#include "checkers/claims/counterexample.hpp"

#include "checkers/claims/build_claim.hpp"
#include "checkers/claims/obligation.hpp"
#include "tests/checkers/claims/claims.hpp"
#include "tests/checkers/claims/random_claims.hpp"

namespace tileproof {
namespace {

using testing::claim_of;
using testing::map_of;

bool is_taken(const Claim& claim, const std::vector<Word>& at) {
  try {
    static_cast<void>(refuted(claim, "an engine", at));
    return true;
  } catch (const InternalError&) {
    return false;
  }
}

TEST(Counterexample, OfInjectiveIsTwoPointsWithOneValue) {
  const Claim claim = Injective{map_of("(4,2):(1,3)")};
  // The later point, then the earlier one: (0, 1) and (3, 0) have 3.
  EXPECT_TRUE(is_taken(claim, {1, 0, 0, 3}));
  EXPECT_FALSE(is_taken(claim, {1, 0, 0, 2}));
  EXPECT_FALSE(is_taken(claim, {1, 0, 1, 0})) << "one point twice";
  EXPECT_FALSE(is_taken(claim, {1, 0, 0, 4})) << "x0 is below 4";
}

TEST(Counterexample, OfInjectiveIsForOneValueOfTheParameters) {
  const Claim claim = Injective{map_of("param p in 1..3; f(x: 4, y: 2) = x + p * y")};
  EXPECT_TRUE(is_taken(claim, {3, 1, 0, 0, 3}));
  EXPECT_FALSE(is_taken(claim, {2, 1, 0, 0, 3}));
  EXPECT_FALSE(is_taken(claim, {0, 1, 0, 0, 0})) << "p is at least 1";
}

TEST(Counterexample, OfInBoundsIsNotBelowTheAllocation) {
  const Claim claim = claim_of(make_in_bounds(map_of("(4,2):(1,4)"), 7));
  EXPECT_TRUE(is_taken(claim, {1, 3}));
  EXPECT_FALSE(is_taken(claim, {1, 2}));
  EXPECT_FALSE(is_taken(claim, {2, 0}));
}

TEST(Counterexample, OfNoWrapLeavesTheMachine) {
  const Claim claim = claim_of(make_no_wrap(map_of("f(x: 4) = (x + 126) & 7"), 8, true));
  EXPECT_TRUE(is_taken(claim, {2}));
  EXPECT_FALSE(is_taken(claim, {1}));
}

TEST(Counterexample, OfAlignedIsAVectorThatStartsBetween) {
  const Claim claim = claim_of(make_aligned(map_of("f(x: 8) = x"), 16, 8, 2, 0));
  // The variable counts vectors of two.
  EXPECT_TRUE(is_taken(claim, {1}));
  EXPECT_FALSE(is_taken(claim, {2}));
  EXPECT_FALSE(is_taken(claim, {5}));
}

TEST(Counterexample, OfEqualIsWhereLayoutsDiffer) {
  const Claim claim = claim_of(make_equal(map_of("f(x: 8) = x"), map_of("f(x: 8) = x & 6")));
  EXPECT_TRUE(is_taken(claim, {5}));
  EXPECT_FALSE(is_taken(claim, {4}));
}

TEST(Counterexample, OfConflictFreeIsTwoWordsOfOneBank) {
  const auto claim = [](const char* memory, const char* instruction) {
    static const Target target = *Target::parse("cuda:90");
    return claim_of(make_conflict_free(
        map_of(memory), map_of("r(lane: 32) = lane"), 32, **target.find_rule(instruction)));
  };
  // The group, two lanes of it, words of their vectors.
  const Claim halves = claim("f(r: 32) = r * 2", "ld.shared.b32");
  EXPECT_TRUE(is_taken(halves, {0, 16, 0, 0, 0}));
  EXPECT_TRUE(is_taken(halves, {0, 31, 15, 0, 0}));
  EXPECT_FALSE(is_taken(halves, {0, 16, 1, 0, 0}));
  EXPECT_FALSE(is_taken(halves, {0, 16, 16, 0, 0})) << "one word";
  EXPECT_FALSE(is_taken(halves, {0, 16, 0, 1, 1})) << "a vector has one word";
  const Claim pairs = claim("f(r: 32) = r", "ld.shared.b64");
  EXPECT_TRUE(is_taken(pairs, {0, 1, 0, 0, 0})) << "lane 1 is not aligned";
  EXPECT_FALSE(is_taken(pairs, {0, 2, 0, 0, 0}));
}

TEST(Counterexample, OfConflictFreeIsWhereVectorsStart) {
  static const Target target = *Target::parse("cuda:90");
  Claim claim =
      claim_of(make_conflict_free(map_of("f(r: 32, c: 4) = r * 32 + c"),
                                  map_of("(r, c)(register: 4, lane: 32) = (lane, register)"),
                                  32,
                                  **target.find_rule("ld.shared.b128")));
  std::get<ConflictFree>(claim).zero_bits = {3, 0};
  // The register, the group, two lanes of it, words of their vectors.
  const Refuted found = refuted(claim, "an engine", std::vector<Word>{1, 0, 1, 0, 0, 0});
  EXPECT_EQ(fields_of(found).at("register"), 0u);
}

TEST(Counterexample, OfConvertsIsAnElementThatIsNotRead) {
  const auto claim = [](const char* written, const char* read) {
    return claim_of(make_converts(map_of("(r, c)(i: 4, j: 4) = (i, j)"),
                                  map_of(written),
                                  map_of(read),
                                  map_of("(r, c)(x: 4, y: 4) = (y, x)")));
  };
  // A place of the destination, y first, then one of the source, j first.
  const Claim moved = claim("f(r: 4, c: 4) = 4 * r + c", "f(r: 4, c: 4) = 4 * r + (c ^ r)");
  EXPECT_TRUE(is_taken(moved, {1, 0, 0, 0}));
  EXPECT_FALSE(is_taken(moved, {0, 1, 0, 0}));
  const char* const overlapping = "f(r: 4, c: 4) = 3 * r + c";
  const Claim overwritten = claim(overlapping, overlapping);
  // (0, 3) and (1, 0) have 3.
  EXPECT_TRUE(is_taken(overwritten, {0, 3, 0, 1}));
  EXPECT_TRUE(is_taken(overwritten, {1, 0, 3, 0}));
  EXPECT_FALSE(is_taken(overwritten, {1, 0, 0, 1})) << "the element itself";
  EXPECT_FALSE(is_taken(overwritten, {1, 0, 0, 2}));
}

TEST(Counterexample, OfSurjectiveIsAValueThatNoPointHas) {
  const auto is_missing = [](const char* layout, Word value, Word largest, bool argument) {
    try {
      static_cast<void>(
          refuted_missing(map_of(layout), "an engine", {value}, largest, [&] { return argument; }));
      return true;
    } catch (const InternalError&) {
      return false;
    }
  };
  EXPECT_TRUE(is_missing("(4,2):(1,5)", 4, 8, false));
  EXPECT_FALSE(is_missing("(4,2):(1,5)", 5, 8, true));
  EXPECT_FALSE(is_missing("(4,2):(1,5)", 4, 9, true));
  // Too many points to visit.
  EXPECT_TRUE(is_missing("(65536,2):(1,65537)", 65536, 131072, true));
  EXPECT_FALSE(is_missing("(65536,2):(1,65537)", 65536, 131072, false));
}

// Engines are asked another formula than what claims mean: they say the same of single values.
TEST(Counterexample, IsTakenWhereTheObligationFails) {
  testing::Random random(1);
  int taken = 0;
  for (int i = 0; i < 2000; ++i) {
    const StatedClaim stated = testing::random_claim(random, "enumerate");
    const auto claim = build_claim(stated);
    if (!claim || stated.claim == "surjective" || stated.claim == "bijective") continue;
    for (int k = 0; k < 50; ++k) {
      std::vector<Word> at;
      for (const Axis& axis : variables(*claim)) {
        at.push_back(axis.first + testing::below(random, axis.size));
      }
      const bool fails = fails_at(U64{}, *claim, std::span<const Word>(at));
      taken += fails ? 1 : 0;
      // Of two lanes, engines are asked one order.
      if (!fails && stated.claim == "conflict-free") continue;
      ASSERT_EQ(is_taken(*claim, at), fails) << *print(stated);
    }
  }
  EXPECT_GT(taken, 1000);
}

// An expression of x and of numbers near the ends of 8-bit integers.
std::string random_expression(testing::Random& random, int depth) {
  const auto one_of = [&](std::initializer_list<const char*> list) {
    return std::string(list.begin()[testing::below(random, list.size())]);
  };
  if (depth == 0 || testing::below(random, 4) == 0) {
    return one_of({"x", "x", "1", "2", "7", "120", "127", "128", "248", "255", "256"});
  }
  const std::string left = random_expression(random, depth - 1);
  const std::string right = random_expression(random, depth - 1);
  const std::string op = one_of({"+", "+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>", "min"});
  if (op == "min") return "min(" + left + ", " + right + ")";
  const bool is_small = op == "/" || op == "%" || op == "<<" || op == ">>";
  return "(" + left + " " + op + " " + (is_small ? one_of({"1", "2", "5", "8"}) : right) + ")";
}

TEST(Counterexample, OfNoWrapIsTakenWhereTheObligationFails) {
  testing::Random random(1);
  int failing = 0;
  int holding = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string formula = random_expression(random, 3);
    const auto layout = parse_index_map("f(x: 9) = " + formula, {});
    if (!layout) continue;
    const Claim claim = claim_of(make_no_wrap(*layout, 8, testing::below(random, 2) == 0));
    for (Word x = 0; x < 9; ++x) {
      const std::vector<Word> at = {x};
      const bool fails = fails_at(U64{}, claim, std::span<const Word>(at));
      (fails ? failing : holding) += 1;
      ASSERT_EQ(is_taken(claim, at), fails) << formula << " at " << x;
    }
  }
  EXPECT_GT(failing, 5000);
  EXPECT_GT(holding, 5000);
}

}  // namespace
}  // namespace tileproof
