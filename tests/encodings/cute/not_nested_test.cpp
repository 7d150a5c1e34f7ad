// Where strides do not nest CuTe gives no complement, as if the layout were not injective; whether
// it is, is said and held against all elements here.
#include <gtest/gtest.h>

#include <set>

#include "encodings/cute/complement.hpp"
#include "properties/cute/generators.hpp"
#include "properties/cute/naive.hpp"
#include "tests/encodings/cute/reading.hpp"

namespace tileproof::cute {
namespace {

std::string verdict_on(const Layout& layout) {
  const auto answer = complement(layout, 1000);
  if (answer || answer.error().code != ErrorCode::kNotSolvable) return "";
  const std::string& text = answer.error().message;
  return text.substr(text.find("not injective (") + 15);
}

// Copies by stride 0 aside, as CuTe takes them.
bool takes_no_offset_twice(const Mode& mode) {
  std::multiset<Int> offsets = {0};
  for (const Mode& leaf : naive::leaves_of(mode)) {
    if (leaf.stride == 0) continue;
    std::multiset<Int> all;
    for (const Int offset : offsets) {
      for (Int i = 0; i < leaf.size; ++i) all.insert(offset + i * leaf.stride);
    }
    offsets = std::move(all);
  }
  return std::set<Int>(offsets.begin(), offsets.end()).size() == offsets.size();
}

TEST(CuteNotNested, IsToldFromNotInjective) {
  EXPECT_EQ(verdict_on(layout_of("(5,6):(7,24)")), "it is)");
  EXPECT_EQ(verdict_on(layout_of("(4,2):(1,2)")), "it is not)");
  // One offset twice, at the last element: 7 * 24 = 24 * 7.
  EXPECT_EQ(verdict_on(layout_of("(24,8):(7,24)")), "it is)");
  EXPECT_EQ(verdict_on(layout_of("(25,8):(7,24)")), "it is not)");
}

TEST(CuteNotNested, IsDecidedRightOnRandomLayouts) {
  gen::Source random = gen::Source::random(20260611);  // NOLINT: a fixed seed
  int injective = 0;
  int not_injective = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<Mode> leaves(2 + random.below(2));
    for (Mode& each : leaves) each = leaf(1 + draw_below(random, 9), draw_below(random, 40));
    const Layout layout{std::nullopt, 0, tuple(std::move(leaves))};
    const std::string verdict = verdict_on(layout);
    if (verdict.empty()) continue;
    const bool is_injective = takes_no_offset_twice(layout.mode);
    ASSERT_EQ(verdict, is_injective ? "it is)" : "it is not)") << print(layout);
    ++(is_injective ? injective : not_injective);
  }
  EXPECT_GT(injective, 1000);
  EXPECT_GT(not_injective, 1000);
}

TEST(CuteNotNested, IsLeftOpenWhereThereAreTooManyElements) {
  EXPECT_EQ(verdict_on(layout_of("(2048,2048):(7,24)")),
            "not decided, 4194304 cases are more than 2^20)");
}

}  // namespace
}  // namespace tileproof::cute
