// Do a claim's questions say what it means, also where whoever made the claim was wrong?  The
// questions are answered by plain loops, and so are the claims, each in its own words.
#include <algorithm>
#include <array>

#include "checkers/claims/build_claim.hpp"
#include "checkers/claims/kinds.hpp"
#include "core/check.hpp"
#include "properties/claims/plain_truth.hpp"
#include "properties/claims/random_claims.hpp"
#include "tests/checkers/claims/claims.hpp"
#include "tests/checkers/engines/naive_questions.hpp"

namespace tileproof {
namespace {

using testing::claim_of;
using testing::map_of;

// The first question that is broken; "" if the claim is true.
std::string broken(const Claim& claim) {
  if (has_parameters(claim) && has_cases_only(claim)) {
    for (const Case& one : first_cases_of(claim)) {
      if (const std::string found = broken(one.claim); !found.empty()) return found;
    }
    return "";
  }
  for (const Question& question : questions_of(claim)) {
    if (testing::naive::is_broken(question)) return std::string(question.name);
  }
  return "";
}

// A question that is stronger than another must be: true of what it is said to imply.
void expect_stronger(const Claim& claim) {
  if (has_parameters(claim) && has_cases_only(claim)) return;
  for (const Question& question : questions_of(claim)) {
    const bool holds = !testing::naive::is_broken(question);
    if (question.stronger != nullptr && !testing::naive::is_broken(*question.stronger)) {
      EXPECT_TRUE(holds) << question.name;
    }
    if (!holds) return;
  }
}

TEST(Meaning, IsWhatPlainLoopsSay) {
  gen::Source random = gen::Source::random(1);
  std::map<std::string, std::array<int, 2>> verdicts;
  for (int i = 0; i < 1100; ++i) {
    const StatedClaim stated = gen::random_claim(random, "any");
    const auto claim = build_claim(stated);
    if (!claim) continue;
    const std::string found = broken(*claim);
    ASSERT_EQ(found.empty(), laws::is_true(stated)) << *print(stated) << found;
    expect_stronger(*claim);
    ++verdicts[stated.claim][found.empty() ? 0 : 1];
  }
  EXPECT_EQ(verdicts.size(), 10U);
  for (const auto& [claim, count] : verdicts) {
    EXPECT_GT(count[0], 5) << claim << " that holds";
    EXPECT_GT(count[1], 5) << claim << " that does not";
  }
}

TEST(Meaning, ReadsWhatWasWritten) {
  const auto converts =
      [&](const std::string& source, const std::string& written, const std::string& read) {
        return broken(claim_of(make_converts(map_of(source),
                                             map_of("offset(r: 4, c: 4) = " + written),
                                             map_of("offset(r: 4, c: 4) = " + read),
                                             map_of("(r, c)(i: 4, j: 3) = (i, j)"))));
      };
  const std::string whole = "(r, c)(i: 4, j: 4) = (i, j)";
  EXPECT_EQ(converts(whole, "4 * r + c", "(r << 2) | c"), "");
  // The last column is not read, and need not be written.
  EXPECT_EQ(converts("(r, c)(i: 4, j: 3) = (i, j)", "4 * r + c", "4 * r + c"), "");
  EXPECT_EQ(converts("(r, c)(i: 4, j: 2) = (i, j)", "4 * r + c", "4 * r + c"), "written");
  // Read where another is written.
  EXPECT_EQ(converts(whole, "4 * r + c", "4 * c + r"), "place");
  // Two elements in one place, or only the last column and what nobody writes.
  EXPECT_EQ(converts(whole, "3 * r + c", "3 * r + c"), "element");
  EXPECT_EQ(converts("(r, c)(i: 4, j: 3) = (i, j)", "3 * r + c", "3 * r + c"), "");
  // What is not read may be written anywhere, but not beyond the memory.
  EXPECT_EQ(converts("(r, c)(i: 5, j: 4) = (i, j)", "4 * r + c", "4 * r + c"), "within");
  // Copies are written in one place.
  EXPECT_EQ(converts("(r, c)(i: 4, j: 8) = (i, j % 4)", "4 * r + c", "4 * r + c"), "");
}

// Coordinates meet by their names, in whatever order each layout has them.
TEST(Meaning, ConvertsByNames) {
  const auto converts = [&](const char* source, const char* destination, const char* read) {
    return broken(claim_of(make_converts(map_of(source),
                                         map_of("offset(r: 4, c: 2) = 2 * r + c"),
                                         map_of(read),
                                         map_of(destination))));
  };
  for (const char* source : {"(r, c)(i: 4, j: 2) = (i, j)", "(c, r)(i: 4, j: 2) = (j, i)"}) {
    for (const char* destination :
         {"(r, c)(x: 8) = (x / 2, x % 2)", "(c, r)(x: 8) = (x % 2, x / 2)"}) {
      for (const char* read : {"f(r: 4, c: 2) = 2*r + c", "f(c: 2, r: 4) = 2*r + c"}) {
        EXPECT_EQ(converts(source, destination, read), "") << source << destination << read;
      }
      EXPECT_EQ(converts(source, destination, "f(c: 2, r: 4) = 4*c + r"), "place");
    }
  }
}

// Offsets below 0 are 2^64 less than they look, whose remainders are the same.
TEST(Meaning, AlignsToPowersOfTwoAlone) {
  const IndexMap falling = map_of("8:-3");
  for (Word bits = 1; bits <= 40; ++bits) {
    for (Word bytes = 1; bytes <= 64; bytes *= 2) {
      bool is_aligned = true;
      for (Word x = 0; x < 8; ++x) is_aligned = is_aligned && 3 * x * bits % (8 * bytes) == 0;
      EXPECT_EQ(broken(claim_of(make_aligned(falling, bits, bytes, 1, 0))),
                is_aligned ? "" : "aligned");
    }
  }
  EXPECT_FALSE(make_aligned(falling, 8, 3, 1, 0));
}

// Beyond the layout's end, at x = 8, there is no vector.
TEST(Meaning, AlignsTheVectorsThatThereAre) {
  EXPECT_EQ(broken(claim_of(make_aligned(map_of("f(x: 8) = x / 8"), 8, 2, 8, 0))), "");
  EXPECT_EQ(broken(claim_of(make_aligned(map_of("f(x: 16) = x / 8"), 8, 2, 8, 0))), "aligned");
}

// A value that leaves a size that somebody wrote refutes whatever is claimed.
TEST(Meaning, KeepsToSizesThatAreWritten) {
  const auto all_of = [](const std::string& sizes) {
    const IndexMap map = map_of("(a" + sizes + ")(x: 4, y: 2) = (x + 4*y, y)");
    return std::array{
        broken(Injective{map}),
        broken(claim_of(make_no_wrap(map, 32, true))),
        broken(claim_of(make_equal(map, map_of("(a, b)(x: 4, y: 2) = (x | y << 2, y)")))),
        broken(claim_of(make_equal(map_of("(a, b)(x: 4, y: 2) = (x + 4*y, y)"), map)))};
  };
  const auto every = [](const char* name) {
    return std::array<std::string, 4>{name, name, name, name};
  };
  EXPECT_EQ(all_of(": 8, b: 2"), every(""));
  EXPECT_EQ(all_of(": 7, b: 2"), every("within"));
  EXPECT_EQ(all_of(": 8, b: 1"), every("within"));
  EXPECT_EQ(all_of(", b"), every(""));
  // An offset beside a coordinate with a size.
  const auto offsets = [](const char* size) {
    const IndexMap map = map_of(std::string("(a, b: ") + size + ")(x: 4, y: 2) = (4*x + 4*y, y)");
    return std::array{broken(claim_of(make_in_bounds(map, 17))),
                      broken(claim_of(make_aligned(map, 8, 4, 1, 0)))};
  };
  EXPECT_EQ(offsets("2"), (std::array<std::string, 2>{"", ""}));
  EXPECT_EQ(offsets("1"), (std::array<std::string, 2>{"within", "within"}));
}

// ---- Conflict-free

Claim access_claim(const std::string& memory,
                   const std::string& access,
                   const char* target,
                   const char* instruction) {
  static std::map<std::string, Target> targets;
  const Target& known = targets.emplace(target, *Target::parse(target)).first->second;
  return claim_of(
      make_conflict_free(map_of(memory), map_of(access), 32, **known.find_rule(instruction)));
}

TEST(Meaning, KeepsAccessesWithinTheMemory) {
  const auto loads = [](const std::string& access) {
    return broken(access_claim("f(r: 32) = r", access, "cuda:90", "ld.shared.b32"));
  };
  EXPECT_EQ(loads("(r)(lane: 32) = (lane)"), "");
  EXPECT_EQ(loads("(r)(lane: 32) = (lane + 1)"), "within");
  EXPECT_EQ(loads("(r: 32)(lane: 32) = (lane + 1)"), "within");
}

// Nothing is free of conflicts for want of cases: the lanes at which vectors start are asked.
TEST(Meaning, AsksWhereVectorsStart) {
  const auto loads = [](const std::string& memory) {
    const std::string access = "(r, c)(lane: 32, register: 4) = (lane, register)";
    Claim claim = access_claim(memory, access, "cuda:90", "ld.shared.b128");
    std::get<ConflictFree>(claim).zero_bits[1] = 3;
    return broken(claim);
  };
  EXPECT_EQ(loads("f(r: 32, c: 4) = r * 36 + c"), "");
  EXPECT_EQ(loads("f(r: 32, c: 4) = r * 32 + c"), "banks");
}

// Three words need no alignment to more than one: the second of a lane may meet the first of the
// next.
TEST(Meaning, ComparesAllWordsOfTwoLanes) {
  const auto writes = [](const std::string& memory) {
    return broken(access_claim(memory, "(r)(lane: 64) = (lane)", "hip:gfx942", "ds_write_b96"));
  };
  EXPECT_EQ(writes("f(r: 64) = r * 3"), "");
  EXPECT_EQ(writes("f(r: 64) = r * 33"), "banks");
}

TEST(Meaning, LetsLanesShareAWord) {
  EXPECT_EQ(broken(access_claim(
                "f(r: 32) = r", "(r)(lane: 32) = (lane / 32)", "cuda:90", "ld.shared.b32")),
            "");
}

TEST(Meaning, IsAboutAllLanes) {
  EXPECT_EQ(broken(access_claim(
                "f(r: 32) = r * 32", "(r)(lane: 32) = (lane)", "cuda:90", "ld.shared.b32")),
            "banks");
}

// One matrix has eight rows.
TEST(Meaning, IsAboutLanesThatGiveAddresses) {
  const auto loads = [](const char* instruction, const char* lanes) {
    const char* const memory = "f(r: 32) = r < 8 ? r * 4 : r * 32";
    return broken(access_claim(
        memory, std::string("(r)(lane: ") + lanes + ") = (lane)", "cuda:90", instruction));
  };
  EXPECT_EQ(loads("ldmatrix.x1", "32"), "");
  EXPECT_EQ(loads("ldmatrix.x1", "8"), "");
  EXPECT_EQ(loads("ldmatrix.x1", "9"), "");
  EXPECT_EQ(loads("ldmatrix.x2", "32"), "banks");
  EXPECT_EQ(loads("ldmatrix.x4", "32"), "banks");
}

// ---- No-wrap

std::string wraps_at_32_bits(const std::string& formula, Word size, bool is_signed) {
  return broken(claim_of(
      make_no_wrap(map_of("f(x: " + std::to_string(size) + ") = " + formula), 32, is_signed)));
}

TEST(Meaning, SeesAllStepsThatWrap) {
  const std::string wraps = "no-wrap";
  // Masks hide from the result what came before.
  EXPECT_EQ(wraps_at_32_bits("(x + 2147483644) & 7", 4, true), "");
  EXPECT_EQ(wraps_at_32_bits("(x + 2147483645) & 7", 4, true), wraps);
  EXPECT_EQ(wraps_at_32_bits("(x + 2147483645) & 7", 4, false), "");
  EXPECT_EQ(wraps_at_32_bits("(x + 4294967293) & 7", 4, false), wraps);
  EXPECT_EQ(wraps_at_32_bits("(x * 715827882) & 7", 4, true), "");
  EXPECT_EQ(wraps_at_32_bits("(x * 715827883) & 7", 4, true), wraps);
  EXPECT_EQ(wraps_at_32_bits("(x << 29) & 7", 4, true), "");
  EXPECT_EQ(wraps_at_32_bits("(x << 30) & 7", 4, true), wraps);
  EXPECT_EQ(wraps_at_32_bits("(x << 30) & 7", 4, false), "");
  EXPECT_EQ(wraps_at_32_bits("(x << 31) & 7", 4, false), wraps);
  EXPECT_EQ(wraps_at_32_bits("(x << 62) & 7", 4, false), wraps);
  EXPECT_EQ(wraps_at_32_bits("(4294967295 - x) & 7", 4, false), "");
  EXPECT_EQ(wraps_at_32_bits("(4294967296 - x) & 7", 4, false), wraps);
  EXPECT_EQ(wraps_at_32_bits("(2147483651 - x) & 7", 4, true), wraps);
  // What is read, divided or given, too.
  EXPECT_EQ(wraps_at_32_bits("x & 7", 1 << 20, true), "");
  EXPECT_EQ(wraps_at_32_bits("(x & 1) / 2147483648 & 7", 4, false), "");
  EXPECT_EQ(wraps_at_32_bits("(x & 1) / 2147483648 & 7", 4, true), wraps);
  EXPECT_EQ(wraps_at_32_bits("(x & 1) % 2147483648 & 7", 4, true), wraps);
  EXPECT_EQ(wraps_at_32_bits("x | 2147483648", 4, true), wraps);
  EXPECT_EQ(wraps_at_32_bits("x | 2147483648", 4, false), "");
  // Masks are constants: of 32 bits, or what these are extended to.
  EXPECT_EQ(wraps_at_32_bits("x & 4294967295", 4, true), "");
  EXPECT_EQ(wraps_at_32_bits("x & ~7", 4, true), "");
  EXPECT_EQ(wraps_at_32_bits("x & 1099511627775", 4, true), wraps);
  EXPECT_EQ(wraps_at_32_bits("x | 1099511627775", 4, true), wraps);
  // Shifts by the machine's bits, whatever is shifted.
  EXPECT_EQ(wraps_at_32_bits("x << 31", 1, true), "");
  EXPECT_EQ(wraps_at_32_bits("x << 32", 1, true), wraps);
  EXPECT_EQ(wraps_at_32_bits("x >> 31", 4, true), "");
  EXPECT_EQ(wraps_at_32_bits("x >> 32", 4, true), wraps);
}

// No expression goes below 0 or beyond 64 bits; steps that were made elsewhere might.
TEST(Meaning, SeesStepsThatExpressionsDoNotHave) {
  const auto is_seen = [](unsigned bits, bool is_signed, const auto& formula) {
    Steps steps;
    const Recorder recorder{steps};
    const Recorded result = formula(recorder, steps.input(0));
    auto map = IndexMap::make(std::move(steps).graph({&result, 1}), {{"x", 1}}, {{"f", {}}});
    return broken(claim_of(make_no_wrap(*std::move(map), bits, is_signed))) == "no-wrap";
  };
  const auto below_zero = [](const Recorder& a, const Recorded& x) {
    return a.bit_and(a.sub(a.add(x, 3), 5), 7);
  };
  EXPECT_TRUE(is_seen(32, false, below_zero));
  EXPECT_FALSE(is_seen(32, true, below_zero));
  EXPECT_TRUE(is_seen(64, false, below_zero));
  EXPECT_FALSE(is_seen(64, true, below_zero));
  // 2^31 * 2^33 is 0 modulo 2^64.
  const auto shifted = [](Word word, Word by) {
    return [=](const Recorder& a, const Recorded& x) { return a.shl(a.add(x, word), by); };
  };
  EXPECT_TRUE(is_seen(64, false, shifted(Word{1} << 31, 33)));
  EXPECT_TRUE(is_seen(32, false, shifted(Word{1} << 31, 31)));
  EXPECT_FALSE(is_seen(32, false, shifted(Word{1} << 30, 1)));
  // What is below 0 is divided, shifted to the right, or compared by no step.
  for (const bool is_signed : {false, true}) {
    EXPECT_TRUE(is_seen(32, is_signed, [](const Recorder& a, const Recorded& x) {
      return a.urem(a.sub(a.add(x, 3), 5), 4);
    }));
    EXPECT_TRUE(is_seen(32, is_signed, [](const Recorder& a, const Recorded& x) {
      return a.ite(a.ult(a.sub(a.add(x, 3), 5), 4), 1, 0);
    }));
  }
}

// An input that is none of the machine's numbers, and nothing but it.
TEST(Meaning, SeesInputsThatWrap) {
  const auto questions =
      questions_of(claim_of(make_no_wrap(map_of("f(x: 8589934592) = x & 7"), 32, true)));
  ASSERT_EQ(questions.size(), 1U);
  const Word last = 2147483647;
  const auto breaks_at = [&](Word x) {
    return breaks(U64{}, questions.front(), std::span<const Word>(&x, 1));
  };
  EXPECT_FALSE(breaks_at(last));
  EXPECT_TRUE(breaks_at(last + 1));
}

}  // namespace
}  // namespace tileproof
