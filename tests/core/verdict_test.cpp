#include "core/verdict.hpp"

#include <gtest/gtest.h>

#include <type_traits>

#include "core/check.hpp"

namespace tileproof {
namespace {

Counterexample lane_seven() {
  return {"lane 7 reads row 12", {{"lane", Word{7}}, {"row", Word{12}}}};
}

TEST(Verdict, ARefutationThatReplaysKeepsItsCounterexample) {
  const Verdict verdict = Refuted::replayed("f2", lane_seven(), [] { return true; });
  ASSERT_TRUE(is_refuted(verdict));
  const auto& refuted = std::get<Refuted>(verdict);
  EXPECT_EQ(refuted.engine(), "f2");
  EXPECT_EQ(refuted.counterexample().text, "lane 7 reads row 12");
  EXPECT_EQ(std::get<Word>(refuted.counterexample().fields[1].second), 12u);
}

TEST(Verdict, ARefutationSaysAtWhichParameters) {
  const Refuted found = Refuted::replayed("f2", lane_seven(), [] { return true; });
  const Counterexample at = found.where({{"pad", 3}, {"size", 8}}).counterexample();
  EXPECT_EQ(at.text, "lane 7 reads row 12, where pad is 3 and size is 8");
  ASSERT_EQ(at.fields.size(), 4u);
  EXPECT_EQ(at.fields[1].first, "size");
  EXPECT_EQ(std::get<Word>(at.fields[1].second), 8u);
}

TEST(Verdict, ARefutationThatDoesNotReplayIsABugOfTheEngine) {
  try {
    static_cast<void>(Refuted::replayed("f2", lane_seven(), [] { return false; }));
    FAIL() << "a counterexample that does not replay was accepted";
  } catch (const InternalError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("engine f2"), std::string::npos) << text;
    EXPECT_NE(text.find("lane 7 reads row 12"), std::string::npos) << text;
  }
}

// A caller must look: no verdict is true or false, and no proof and no refutation comes from
// nothing.
static_assert(!std::is_convertible_v<Verdict, bool>);
static_assert(!std::is_constructible_v<bool, Verdict>);
static_assert(!std::is_default_constructible_v<Proved>);
static_assert(!std::is_constructible_v<Proved, ShownList, std::string, std::vector<Searched>>);
static_assert(!std::is_default_constructible_v<Refuted>);
static_assert(!std::is_default_constructible_v<Verdict>);
static_assert(!std::is_constructible_v<Refuted, std::string, Counterexample>);

// Lists of findings that grow move them, and copy none.
static_assert(std::is_nothrow_move_constructible_v<Verdict>);

}  // namespace
}  // namespace tileproof
