// Do the certifier's questions say what a claim means, also where whoever made the claim was wrong?
#include <gtest/gtest.h>

#include "checkers/certificates/certifier/evidence.hpp"

namespace tileproof::certificates {
namespace {

IndexMap map(const std::string& text) { return *parse_index_map(text, {}); }

// The first question that is broken, by visits of all cases: "within: a case breaks it"; "" if the
// claim is true.
std::string broken(const Claim& claim) {
  try {
    Lines none{""};
    for (const Question& question : questions_of(claim, none)) {
      try {
        visit_cases(question, 0);
      } catch (const Refused& refused) {
        return question.name + ": " + refused.reason;
      }
    }
  } catch (const Refused& refused) {
    return refused.reason;
  }
  return "";
}

TEST(Questions, KeepConversionsWithinTheMemory) {
  const auto converts = [](const std::string& source, const std::string& destination) {
    const std::string memory = "offset(r: 4, c: 4) = 4 * r + c";
    return broken(Converts{map(source), map(memory), map(memory), map(destination)});
  };
  const std::string whole = "(r, c)(i: 4, j: 4) = (i, j)";
  const std::string beyond = "(r, c)(i: 4, j: 5) = (i, j)";
  EXPECT_EQ(converts(whole, whole), "");
  EXPECT_EQ(converts(beyond, whole), "within: a case breaks it");
  EXPECT_EQ(converts(whole, beyond), "within: a case breaks it");
}

TEST(Questions, AskMemoriesOfOneSize) {
  const IndexMap whole = map("(r, c)(i: 4, j: 4) = (i, j)");
  const IndexMap memory = map("offset(r: 4, c: 4) = 4 * r + c");
  EXPECT_EQ(broken(Converts{whole, memory, map("offset(r: 4, c: 8) = 4 * r + c"), whole}),
            "the memories are of different sizes");
}

TEST(Questions, AlignToPowersOfTwoAlone) {
  EXPECT_EQ(broken(Aligned{map("f(x: 4) = 4 * x"), 8, 4, 1, 0}), "");
  EXPECT_EQ(broken(Aligned{map("f(x: 4) = 3 * x"), 8, 3, 1, 0}),
            "the bytes must be a power of two");
}

// Beyond the layout's end, at x = 8, there is no vector.
TEST(Questions, AlignTheVectorsThatThereAre) {
  EXPECT_EQ(broken(Aligned{map("f(x: 8) = x / 8"), 8, 2, 8, 0}), "");
  EXPECT_EQ(broken(Aligned{map("f(x: 16) = x / 8"), 8, 2, 8, 0}), "aligned: a case breaks it");
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

TEST(Questions, KeepAccessesWithinTheMemory) {
  const auto loads = [](const std::string& access) {
    return broken(conflict_free("f(r: 32) = r", access, "cuda:90", "ld.shared.b32"));
  };
  EXPECT_EQ(loads("(r)(lane: 32) = (lane)"), "");
  EXPECT_EQ(loads("(r)(lane: 32) = (lane + 1)"), "within: a case breaks it");
}

// Three words need no alignment to more than one: the second of a lane may meet the first of the
// next.
TEST(Questions, CompareAllWordsOfTwoLanes) {
  const auto loads = [](const std::string& memory) {
    return broken(conflict_free(memory, "(r)(lane: 64) = (lane)", "hip:gfx942", "ds_write_b96"));
  };
  EXPECT_EQ(loads("f(r: 64) = r * 3"), "");
  EXPECT_EQ(loads("f(r: 64) = r * 33"), "conflict-free: a case breaks it");
}

TEST(Questions, AreNotAboutAtomics) {
  EXPECT_EQ(broken(conflict_free(
                "f(r: 32) = r", "(r)(lane: 32) = (lane / 32)", "cuda:90", "atom.shared.add.u32")),
            "an atomic is no load or store");
}

TEST(Questions, AreAboutAllLanes) {
  ConflictFree claim =
      conflict_free("f(r: 32) = r * 32", "(r)(lane: 32) = (lane)", "cuda:90", "ld.shared.b32");
  EXPECT_EQ(broken(claim), "conflict-free: a case breaks it");
  claim.zero_bits[0] = 31;
  EXPECT_EQ(broken(claim), "vectors must start in all lanes");
}

TEST(Questions, SeeAllStepsThatWrap) {
  const auto no_wrap = [](const std::string& formula, Word size, bool is_signed) {
    return broken(NoWrap{map("f(x: " + std::to_string(size) + ") = " + formula), 32, is_signed});
  };
  const std::string wraps = "no-wrap: a case breaks it";
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
  // What is read, divided or given, too.
  EXPECT_EQ(no_wrap("x & 7", 1 << 20, true), "");
  EXPECT_EQ(no_wrap("(x & 1) / 2147483648 & 7", 4, false), "");
  EXPECT_EQ(no_wrap("(x & 1) / 2147483648 & 7", 4, true), wraps);
  EXPECT_EQ(no_wrap("(x & 1) % 2147483648 & 7", 4, true), wraps);
  EXPECT_EQ(no_wrap("x | 2147483648", 4, true), wraps);
  EXPECT_EQ(no_wrap("x | 2147483648", 4, false), "");
}

// An input that is none of the machine's numbers.
TEST(Questions, SeeInputsThatWrap) {
  Lines none{""};
  const auto questions = questions_of(NoWrap{map("f(x: 8589934592) = x & 7"), 32, true}, none);
  ASSERT_EQ(questions.size(), 1U);
  EXPECT_THROW(replay_sums(questions[0]), Refused);
  const auto fits = questions_of(NoWrap{map("f(x: 2147483648) = x & 7"), 32, true}, none);
  EXPECT_NO_THROW(replay_sums(fits[0]));
}

}  // namespace
}  // namespace tileproof::certificates
