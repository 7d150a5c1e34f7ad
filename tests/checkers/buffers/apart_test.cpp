// Are buffers apart?  Circuits, terms and a visit of all pairs say the same, and what breaks the
// claim is the smallest pair.
#include <gtest/gtest.h>

#include "checkers/buffers/claims.hpp"
#include "checkers/engines/decide.hpp"

namespace tileproof::buffers {
namespace {

Buffers buffers(const char* name, const char* begin, Word size, Word per_index = 1) {
  return {name, parse_index_map(begin, {}).value(), size, per_index};
}

// What an engine finds, replayed; "" if it holds.
std::string broken_by(const Apart& claim, const Decider& decide_one) {
  const auto question = questions_of(claim).front();
  const Decision decision = decide_one(question);
  if (const auto* broken = std::get_if<Broken>(&decision.answer)) {
    return Refuted::replayed(decision.engine,
                             describe(claim, question, broken->at),
                             [&] { return is_broken(claim, question, broken->at); })
        .counterexample()
        .text;
  }
  EXPECT_TRUE(is_yes(decision.answer));
  return "";
}

const Apart kApart{buffers("a", "offset(i: 3) = i * 96", 32),
                   buffers("b", "offset(i: 6) = i / 2 * 96 + 32 + i % 2 * 32", 32)};
const Apart kMeet{buffers("a", "offset(i: 3) = i * 96", 33),
                  buffers("b", "offset(i: 6) = i / 2 * 96 + 32 + i % 2 * 32", 32)};

TEST(Apart, HoldsWhereBuffersTakeTurns) { EXPECT_EQ(broken_by(kApart, by_all_engines()), ""); }

TEST(Apart, IsBrokenAtTheSmallestPair) {
  EXPECT_EQ(broken_by(kMeet, by_all_engines()), "a[0] and b[0] have byte 32 in common");
}

TEST(Apart, IsAllowedAtOneIndex) {
  Apart claim = kMeet;
  claim.index_counts = true;
  claim.other.per_index = 2;
  EXPECT_EQ(broken_by(claim, by_all_engines()), "");
  claim.other.per_index = 1;
  EXPECT_EQ(broken_by(claim, by_all_engines()),
            "a[1] and b[2] have byte 128 in common, and are of index 1 and 2");
}

TEST(Apart, NeedsALaneOfBoth) {
  Apart claim = kMeet;
  claim.memory = Memory::kTensor;
  claim.first_lane = 64;
  claim.end_lane = 64;
  EXPECT_EQ(broken_by(claim, by_all_engines()), "");
  claim.end_lane = 96;
  EXPECT_EQ(broken_by(claim, by_all_engines()),
            "a[0] and b[0] have column 32 in lanes 64 to 95 in common");
}

TEST(Apart, IsDecidedAlikeByCircuitTermAndVisit) {
  for (const EngineName engine : {EngineName::kSat, EngineName::kSmt, EngineName::kEnumerate}) {
    EXPECT_EQ(broken_by(kApart, by_engine(engine)), "");
    EXPECT_NE(broken_by(kMeet, by_engine(engine)), "");
  }
}

}  // namespace
}  // namespace tileproof::buffers
