// What comes of a claim once it is cut into questions?  Every engine that has its form decides it,
// over every notation, and what breaks it is replayed.
#include "examples/add_a_claim/contiguous.hpp"

#include <gtest/gtest.h>

#include "checkers/engines/decide.hpp"

namespace tileproof::example {
namespace {

constexpr std::size_t kColumn = 1;

Contiguous contiguous(std::string_view layout, const std::vector<Word>& shape, Word vector) {
  return make_contiguous(parse_index_map(layout, shape).value(), kColumn, vector).value();
}

// The counterexample that an engine finds and the replay confirms; "" if all questions hold.
std::string broken_by(const Contiguous& claim, const Decider& decide_one) {
  for (const Question& question : questions_of(claim)) {
    const Decision decision = decide_one(question);
    if (const auto* broken = std::get_if<Broken>(&decision.answer)) {
      return Refuted::replayed(decision.engine,
                               describe(claim, question, broken->at),
                               [&] { return is_broken(claim, question, broken->at); })
          .counterexample()
          .text;
    }
    EXPECT_TRUE(is_yes(decision.answer));
  }
  return "";
}

constexpr const char* kSwizzled =
    "#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>";
constexpr const char* kPadded = "#ttg.padded_shared<[4:+4] {order = [1, 0], shape = [8, 16]}>";

TEST(AClaim, HoldsWhereVectorsKeepTogether) {
  EXPECT_EQ(broken_by(contiguous(kSwizzled, {8, 16}, 4), by_all_engines()), "");
  EXPECT_EQ(broken_by(contiguous(kPadded, {8, 16}, 4), by_all_engines()), "");
  EXPECT_EQ(broken_by(contiguous("(8,16):(16,1)", {}, 16), by_all_engines()), "");
}

TEST(AClaim, IsBrokenAtTheSmallestPoint) {
  EXPECT_EQ(broken_by(contiguous(kSwizzled, {8, 16}, 8), by_all_engines()),
            "(row 1, col 4) has offset 16, which does not follow its vector's first");
  EXPECT_EQ(broken_by(contiguous(kPadded, {8, 16}, 8), by_all_engines()),
            "(row 0, col 4) has offset 8, which does not follow its vector's first");
}

TEST(AClaim, IsDecidedAlikeByCircuitTermAndVisit) {
  for (const EngineName engine : {EngineName::kSat, EngineName::kSmt, EngineName::kEnumerate}) {
    EXPECT_EQ(broken_by(contiguous(kSwizzled, {8, 16}, 4), by_engine(engine)), "");
    EXPECT_NE(broken_by(contiguous(kSwizzled, {8, 16}, 8), by_engine(engine)), "");
    EXPECT_NE(broken_by(contiguous(kPadded, {8, 16}, 8), by_engine(engine)), "");
  }
}

TEST(AClaim, NeedsOffsetsAndWholeVectors) {
  const auto map = parse_index_map("(u: 8)(x: 8, y: 6) = (x)", {}).value();
  EXPECT_FALSE(make_contiguous(map, 0, 2));
  const auto offsets = parse_index_map("offset(x: 8, y: 6) = x*6 + y", {}).value();
  EXPECT_TRUE(make_contiguous(offsets, kColumn, 3));
  EXPECT_FALSE(make_contiguous(offsets, kColumn, 4));
}

}  // namespace
}  // namespace tileproof::example
