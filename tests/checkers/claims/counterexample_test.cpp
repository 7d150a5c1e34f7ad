// Is a counterexample taken only where the claim itself is broken, whatever an engine says?
#include <algorithm>

#include "checkers/claims/build_claim.hpp"
#include "checkers/claims/kinds.hpp"
#include "properties/claims/random_claims.hpp"
#include "tests/checkers/claims/claims.hpp"
#include "tests/checkers/engines/naive_questions.hpp"

namespace tileproof {
namespace {

using testing::claim_of;
using testing::map_of;
using testing::question_of;

bool is_taken(const Claim& claim, const Question& question, const std::vector<Word>& at) {
  try {
    static_cast<void>(refuted(claim, question, "an engine", at));
    return true;
  } catch (const InternalError&) {
    return false;
  }
}

bool is_taken(const Claim& claim, const std::string& question, const std::vector<Word>& at) {
  return is_taken(claim, question_of(claim, question), at);
}

TEST(Counterexample, OfInjectiveIsTwoPointsWithOneValue) {
  const Claim claim = Injective{map_of("(4,2):(1,3)")};
  // The later point, then the earlier one: (0, 1) and (3, 0) have 3.
  EXPECT_TRUE(is_taken(claim, "distinct", {1, 0, 0, 3}));
  EXPECT_FALSE(is_taken(claim, "distinct", {1, 0, 0, 2}));
  EXPECT_FALSE(is_taken(claim, "distinct", {1, 0, 1, 0})) << "one point twice";
  EXPECT_FALSE(is_taken(claim, "distinct", {1, 0, 0, 4})) << "x0 is below 4";
  EXPECT_FALSE(is_taken(claim, "distinct", {1, 0, 0})) << "a number is missing";
}

TEST(Counterexample, OfInjectiveIsForOneValueOfTheParameters) {
  const Claim claim = Injective{map_of("param p in 1..3; f(x: 4, y: 2) = x + p * y")};
  EXPECT_TRUE(is_taken(claim, "distinct", {3, 1, 0, 0, 3}));
  EXPECT_FALSE(is_taken(claim, "distinct", {2, 1, 0, 0, 3}));
  EXPECT_FALSE(is_taken(claim, "distinct", {0, 1, 0, 0, 0})) << "p is at least 1";
}

TEST(Counterexample, OfInBoundsIsNotBelowTheAllocation) {
  const Claim claim = claim_of(make_in_bounds(map_of("(4,2):(1,4)"), 7));
  EXPECT_TRUE(is_taken(claim, "within", {1, 3}));
  EXPECT_FALSE(is_taken(claim, "within", {1, 2}));
  EXPECT_FALSE(is_taken(claim, "within", {2, 0}));
}

TEST(Counterexample, OfInBoundsIsBelowZero) {
  const Claim claim = claim_of(make_in_bounds(map_of("(4,2):(-1,4)"), Word{1} << 63));
  EXPECT_TRUE(is_taken(claim, "within", {0, 1}));
  EXPECT_FALSE(is_taken(claim, "within", {1, 1}));
}

TEST(Counterexample, OfNoWrapLeavesTheMachine) {
  const Claim claim = claim_of(make_no_wrap(map_of("f(x: 4) = (x + 126) & 7"), 8, true));
  EXPECT_TRUE(is_taken(claim, "no-wrap", {2}));
  EXPECT_FALSE(is_taken(claim, "no-wrap", {1}));
}

TEST(Counterexample, OfAlignedIsAVectorThatStartsBetween) {
  const Claim claim = claim_of(make_aligned(map_of("f(x: 8) = x"), 16, 8, 2, 0));
  // The variable counts vectors of two.
  EXPECT_TRUE(is_taken(claim, "aligned", {1}));
  EXPECT_FALSE(is_taken(claim, "aligned", {2}));
  EXPECT_FALSE(is_taken(claim, "aligned", {5}));
}

TEST(Counterexample, OfEqualIsWhereLayoutsDiffer) {
  const Claim claim = claim_of(make_equal(map_of("f(x: 8) = x"), map_of("f(x: 8) = x & 6")));
  EXPECT_TRUE(is_taken(claim, "equal", {5}));
  EXPECT_FALSE(is_taken(claim, "equal", {4}));
}

TEST(Counterexample, OfASizeIsAValueThatLeavesIt) {
  const Claim claim = Injective{map_of("(a: 4, b: 8)(x: 8) = (x / 2, x)")};
  EXPECT_FALSE(is_taken(claim, "within", {7}));
  const Claim leaving = Injective{map_of("(a: 4, b: 7)(x: 8) = (x / 2, x)")};
  EXPECT_TRUE(is_taken(leaving, "within", {7}));
  EXPECT_FALSE(is_taken(leaving, "within", {6}));
}

Claim loads(const char* memory, const char* instruction) {
  static const Target target = *Target::parse("cuda:90");
  return claim_of(make_conflict_free(
      map_of(memory), map_of("r(lane: 32) = lane"), 32, **target.find_rule(instruction)));
}

// What is replayed is the whole instruction; of which lanes is said, the question knows.
TEST(Counterexample, OfConflictFreeIsAnInstructionWithConflicts) {
  // The group, two lanes of it, words of their vectors.
  const Claim halves = loads("f(r: 32) = r * 2", "ld.shared.b32");
  EXPECT_TRUE(is_taken(halves, "banks", {0, 16, 0, 0, 0}));
  EXPECT_TRUE(is_taken(halves, "banks", {0, 31, 15, 0, 0}));
  EXPECT_FALSE(is_taken(halves, "banks", {0, 32, 16, 0, 0})) << "there are 32 lanes";
  EXPECT_FALSE(is_taken(halves, "banks", {0, 16, 0, 1, 1})) << "a vector has one word";
  EXPECT_FALSE(is_taken(loads("f(r: 32) = r", "ld.shared.b32"), "banks", {0, 16, 0, 0, 0}));
  const Question& banks = question_of(halves, "banks");
  const auto breaks_at = [&](const std::vector<Word>& at) {
    return breaks(U64{}, banks, std::span<const Word>(at));
  };
  EXPECT_TRUE(breaks_at({0, 16, 0, 0, 0}));
  EXPECT_TRUE(breaks_at({0, 31, 15, 0, 0}));
  EXPECT_FALSE(breaks_at({0, 16, 1, 0, 0}));
  EXPECT_FALSE(breaks_at({0, 16, 16, 0, 0})) << "one word";
}

TEST(Counterexample, OfConflictFreeIsAnAccessBetween) {
  const Claim pairs = loads("f(r: 32) = r", "ld.shared.b64");
  EXPECT_TRUE(is_taken(pairs, "aligned", {1}));
  EXPECT_FALSE(is_taken(pairs, "aligned", {2}));
}

// Two lanes of both groups that are served as one collide, though none of one group do.
TEST(Counterexample, OfConflictFreeIsWhatMergingBringsTogether) {
  // Lanes 2k and 2k + 1 load pair k, those from 16 on 64 words further.
  const Claim merged = loads("f(r: 32) = r / 2 % 8 * 2 + r / 16 * 64", "ld.shared.b64");
  EXPECT_TRUE(is_taken(merged, "banks", {0, 16, 0, 0, 0}));
  const Claim stored = loads("f(r: 32) = r / 2 % 8 * 2 + r / 16 * 64", "st.shared.b64");
  EXPECT_TRUE(is_proved(prove(stored, {}))) << "stores do not merge";
  const Claim apart = loads("f(r: 32) = r % 8 * 2 + r / 16 * 64", "ld.shared.b64");
  EXPECT_TRUE(is_proved(prove(apart, {}))) << "no pairs are equal";
}

// Lanes of one group collide in step 1, and in step 0 lanes of two that are served as one.
TEST(Counterexample, OfConflictFreeIsTheFirstInstructionWhateverMerges) {
  static const Target target = *Target::parse("cuda:90");
  const Claim claim = claim_of(make_conflict_free(
      map_of("f(r: 128) = r"),
      map_of(
          "r(lane: 32, step: 2) = step == 0 ? lane / 2 % 8 * 2 + lane / 16 * 64 : lane % 2 * 64"),
      32,
      **target.find_rule("ld.shared.b64")));
  const Verdict verdict = prove(claim, {});
  ASSERT_TRUE(is_refuted(verdict));
  EXPECT_EQ(fields_of(std::get<Refuted>(verdict)).at("step"), 0u);
}

TEST(Counterexample, OfConflictFreeIsWhereVectorsStart) {
  static const Target target = *Target::parse("cuda:90");
  Claim claim =
      claim_of(make_conflict_free(map_of("f(r: 32, c: 4) = r * 32 + c"),
                                  map_of("(r, c)(register: 4, lane: 32) = (lane, register)"),
                                  32,
                                  **target.find_rule("ld.shared.b128")));
  std::get<ConflictFree>(claim).zero_bits = {3, 0};
  // The group, two lanes of it, words of their vectors; no register, since all its bits are 0.
  const Question& banks = question_of(claim, "banks");
  const Refuted found = refuted(claim, banks, "an engine", std::vector<Word>{0, 1, 0, 0, 0});
  EXPECT_EQ(fields_of(found).at("register"), 0u);
  std::get<ConflictFree>(claim).zero_bits = {1, 0};
  // Register 2 is the second of those at which vectors start; its vectors are not aligned.
  const Refuted between =
      refuted(claim, question_of(claim, "aligned"), "an engine", std::vector<Word>{0, 1});
  EXPECT_EQ(fields_of(between).at("register"), 2u);
}

TEST(Counterexample, OfConvertsIsAnElementThatIsNotRead) {
  const auto claim = [](const char* written, const char* read) {
    return claim_of(make_converts(map_of("(r, c)(i: 4, j: 4) = (i, j)"),
                                  map_of(written),
                                  map_of(read),
                                  map_of("(r, c)(x: 4, y: 4) = (y, x)")));
  };
  // A place of the destination, y first.
  const Claim moved = claim("f(r: 4, c: 4) = 4 * r + c", "f(r: 4, c: 4) = 4 * r + (c ^ r)");
  EXPECT_TRUE(is_taken(moved, "place", {1, 0}));
  EXPECT_FALSE(is_taken(moved, "place", {0, 1}));
  const char* const overlapping = "f(r: 4, c: 4) = 3 * r + c";
  const Claim overwritten = claim(overlapping, overlapping);
  // Then one of the source, j first.  (0, 3) and (1, 0) have 3.
  EXPECT_TRUE(is_taken(overwritten, "element", {0, 3, 0, 1}));
  EXPECT_TRUE(is_taken(overwritten, "element", {1, 0, 3, 0}));
  EXPECT_FALSE(is_taken(overwritten, "element", {1, 0, 0, 1})) << "the element itself";
  EXPECT_FALSE(is_taken(overwritten, "element", {1, 0, 0, 2}));
}

// ---- What is not taken

bool is_taken(const Claim& claim, const Missing& missing) {
  try {
    static_cast<void>(refuted(claim, questions_of(claim).back(), "an engine", missing));
    return true;
  } catch (const InternalError&) {
    return false;
  }
}

Missing missing_of(std::vector<Word> value, std::optional<Word> largest, bool argument) {
  return {std::move(value), largest, {}, [=] { return argument; }, {}};
}

TEST(Counterexample, OfSurjectiveIsAValueThatNoPointHas) {
  const auto is_missing = [](const char* layout, Word value, Word largest, bool argument) {
    return is_taken(claim_of(make_surjective(map_of(layout))),
                    missing_of({value}, largest, argument));
  };
  EXPECT_TRUE(is_missing("(4,2):(1,5)", 4, 8, false));
  EXPECT_FALSE(is_missing("(4,2):(1,5)", 5, 8, true));
  EXPECT_FALSE(is_missing("(4,2):(1,5)", 4, 9, true));
  EXPECT_FALSE(is_missing("(4,2):(1,5)", 9, 8, true)) << "no offset is beyond the largest";
  // Too many points to visit.
  EXPECT_TRUE(is_missing("(65536,2):(1,65537)", 65536, 131072, true));
  EXPECT_FALSE(is_missing("(65536,2):(1,65537)", 65536, 131072, false));
}

TEST(Counterexample, OfOntoIsInTheCodomain) {
  const auto is_missing = [](Word value) {
    return is_taken(claim_of(make_onto(map_of("(4,2):(1,5)"), {10})),
                    missing_of({value}, std::nullopt, true));
  };
  EXPECT_TRUE(is_missing(4));
  EXPECT_TRUE(is_missing(9));
  EXPECT_FALSE(is_missing(8));
  EXPECT_FALSE(is_missing(10)) << "10 is no element";
}

TEST(Counterexample, OfPigeonsIsAnOffsetBeyondTheirNumber) {
  const auto is_beyond = [](Word mode1, Word mode0) {
    return is_taken(claim_of(make_surjective(map_of("(4,2):(1,5)"))),
                    Missing{{}, std::nullopt, {}, {}, {mode1, mode0}});
  };
  // Of 8 points (3, 1) has 8.
  EXPECT_TRUE(is_beyond(1, 3));
  EXPECT_FALSE(is_beyond(1, 2));
}

TEST(Counterexample, OfConvertsIsAnElementThatNobodyWrites) {
  const IndexMap memory = map_of("f(r: 4) = r");
  const Claim claim =
      claim_of(make_converts(map_of("r(i: 2) = 2 * i"), memory, memory, map_of("r(j: 4) = 3 - j")));
  const auto is_missing = [&](Word place, Word element) {
    const Missing missing{{element}, std::nullopt, {place}, [] { return true; }, {}};
    try {
      static_cast<void>(refuted(claim, question_of(claim, "written"), "an engine", missing));
      return true;
    } catch (const InternalError&) {
      return false;
    }
  };
  EXPECT_TRUE(is_missing(0, 3));
  EXPECT_TRUE(is_missing(2, 1));
  EXPECT_FALSE(is_missing(1, 2)) << "2 is written";
  EXPECT_FALSE(is_missing(1, 3)) << "place 1 wants 2";
}

// ---- Questions and replay, which are written in other words, agree

struct Agreement {
  int broken = 0;
  int holding = 0;
};

// The later point first.
void in_order(const Question& question, std::vector<Word>& at) {
  const auto axes = std::get<Determines>(question.form).f.axes();
  const auto points =
      std::ranges::count_if(axes, [](const Axis& axis) { return !axis.is_parameter; });
  std::vector<Word> later(at.end() - 2 * points, at.end() - points);
  std::vector<Word> earlier(at.end() - points, at.end());
  if (later >= earlier) return;
  std::copy(
      later.begin(), later.end(), std::copy(earlier.begin(), earlier.end(), at.end() - 2 * points));
}

// Of two lanes, engines are asked one order, and the whole instruction is replayed: there, what is
// broken is taken, and not the other way round.
void compare(gen::Source& random, const Claim& claim, Agreement& agreement) {
  for (const Question& question : questions_of(claim)) {
    const bool is_one_way = question.name == "banks";
    if (std::holds_alternative<Covers>(question.form)) continue;
    for (int k = 0; k < 50; ++k) {
      std::vector<Word> at;
      for (const Axis& axis : variables(question)) {
        at.push_back(axis.first + random.below(axis.size));
      }
      if (question.name == "distinct") in_order(question, at);
      const bool fails = breaks(U64{}, question, std::span<const Word>(at));
      (fails ? agreement.broken : agreement.holding) += 1;
      if (is_one_way && !fails) continue;
      ASSERT_EQ(is_taken(claim, question, at), fails)
          << question.name << " at " << ::testing::PrintToString(at);
    }
    // What comes after is asked only if this holds, which loops show soon of few points.
    constexpr Word kFewPoints = 1 << 12;
    if (visits(question) > kFewPoints || testing::naive::is_broken(question)) return;
  }
}

TEST(Counterexample, IsTakenWhereTheQuestionBreaks) {
  gen::Source random = gen::Source::random(1);
  std::map<std::string, Agreement> agreements;
  for (int i = 0; i < 3000; ++i) {
    const StatedClaim stated = gen::random_claim(random, "any");
    const auto claim = build_claim(stated);
    if (!claim) continue;
    SCOPED_TRACE(*print(stated));
    const bool is_case = has_parameters(*claim) && has_cases_only(*claim);
    compare(
        random, is_case ? first_cases_of(*claim).back().claim : *claim, agreements[stated.claim]);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_EQ(agreements.size(), 10U);
  for (const auto& [claim, count] : agreements) {
    EXPECT_GT(count.broken, claim == "surjective" || claim == "bijective" ? 5 : 50) << claim;
    EXPECT_GT(count.holding, 100) << claim;
  }
}

// An expression of x and of numbers near the ends of a machine's integers.
std::string random_expression(gen::Source& random,
                              const std::vector<std::string>& numbers,
                              int depth) {
  const auto one_of = [&](const std::vector<std::string>& list) {
    return list[random.below(list.size())];
  };
  if (depth == 0 || random.below(4) == 0) {
    return random.below(3) == 0 ? "x" : one_of(numbers);
  }
  const std::string left = random_expression(random, numbers, depth - 1);
  const std::string right = random_expression(random, numbers, depth - 1);
  const std::string op = one_of(
      {"+", "+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>", "min", "max", "~", "<", "==", "?"});
  if (op == "min" || op == "max") return op + "(" + left + ", " + right + ")";
  if (op == "~") return "~" + left;
  if (op == "?") return "(" + left + " ? " + right + " : " + one_of(numbers) + ")";
  if (op == "<" || op == "==") return "(" + left + " " + op + " " + right + " ? 1 : 0)";
  const bool is_small = op == "/" || op == "%" || op == "<<" || op == ">>";
  return "(" + left + " " + op + " " +
         (is_small ? one_of({"1", "2", "5", "8", "31", "32", "63"}) : right) + ")";
}

struct Ends {
  unsigned bits;
  std::vector<std::string> numbers;  // near the ends
};

void PrintTo(const Ends& ends, std::ostream* out) { *out << ends.bits << " bits"; }

class NoWrapReplay : public ::testing::TestWithParam<Ends> {};

TEST_P(NoWrapReplay, IsTakenWhereTheQuestionBreaks) {
  gen::Source random = gen::Source::random(1);
  int failing = 0;
  int holding = 0;
  for (int i = 0; i < 6000; ++i) {
    const std::string formula = random_expression(random, GetParam().numbers, 3);
    const auto layout = parse_index_map("f(x: 9) = " + formula, {});
    if (!layout) continue;
    const bool is_signed = random.below(2) == 0;
    const Claim claim = claim_of(make_no_wrap(*layout, GetParam().bits, is_signed));
    const Question question = questions_of(claim).front();
    for (Word x = 0; x < 9; ++x) {
      const bool fails = breaks(U64{}, question, std::span<const Word>(&x, 1));
      (fails ? failing : holding) += 1;
      ASSERT_EQ(is_taken(claim, question, {x}), fails) << formula << " at " << x << is_signed;
    }
  }
  EXPECT_GT(failing, 3000);
  EXPECT_GT(holding, 3000);
}

INSTANTIATE_TEST_SUITE_P(
    Ends,
    NoWrapReplay,
    ::testing::Values(Ends{8, {"1", "2", "7", "120", "127", "128", "248", "255", "256"}},
                      Ends{32,
                           {"1",
                            "3",
                            "2147483640",
                            "2147483647",
                            "2147483648",
                            "4294967290",
                            "4294967295",
                            "4294967296",
                            "0xffffffff80000000",
                            "0xffffffff7fffffff"}},
                      Ends{64,
                           {"1",
                            "4",
                            "4294967296",
                            "9223372036854775800",
                            "9223372036854775807",
                            "9223372036854775808",
                            "18446744073709551607",
                            "18446744073709551615"}}),
    [](const auto& ends) { return std::to_string(ends.param.bits) + "Bits"; });

}  // namespace
}  // namespace tileproof
