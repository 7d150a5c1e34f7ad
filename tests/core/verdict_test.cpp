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
  EXPECT_EQ(at.fields[3].first, "size");
  EXPECT_EQ(std::get<Word>(at.fields[3].second), 8u);
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

TEST(Verdict, IsJustOneOfThree) {
  const Verdict proved = Proved{"f2", "all 2^14 places"};
  const Verdict unknown = Unknown{"time limit"};
  const Verdict refuted = Refuted::replayed("enumerate", {}, [] { return true; });
  EXPECT_TRUE(is_proved(proved) && !is_refuted(proved) && !is_unknown(proved));
  EXPECT_TRUE(!is_proved(unknown) && !is_refuted(unknown) && is_unknown(unknown));
  EXPECT_TRUE(!is_proved(refuted) && is_refuted(refuted) && !is_unknown(refuted));
  EXPECT_STREQ(to_string(proved), "proved");
  EXPECT_STREQ(to_string(refuted), "refuted");
  EXPECT_STREQ(to_string(unknown), "unknown");
}

// A caller must look: no verdict is true or false, and no refutation comes from nothing.
static_assert(!std::is_convertible_v<Verdict, bool>);
static_assert(!std::is_constructible_v<bool, Verdict>);
static_assert(!std::is_default_constructible_v<Refuted>);
static_assert(!std::is_constructible_v<Refuted, std::string, Counterexample>);

}  // namespace
}  // namespace tileproof
