// A layout that CuTe's C++ has made, handed over as it is.
#include <gtest/gtest.h>

#include <tileproof/cute.hpp>
#include <tileproof/prove.hpp>

#include "look_alike.hpp"

namespace {

using namespace tileproof;
using namespace look_alike;

// Sizes that the compiler knows, and one that it does not.
auto tile(int columns) {
  return Layout{look_alike::make_tuple(C<8>{}, look_alike::make_tuple(2, C<4>{})),
                look_alike::make_tuple(C<1>{}, look_alike::make_tuple(C<8>{}, columns))};
}

TEST(CuteLayout, IsReadAsItIs) {
  EXPECT_EQ(cute::notation_of(tile(16)), "(8,(2,4)):(1,(8,16))");
  EXPECT_EQ(cute::notation_of(Layout{C<8>{}, C<1>{}}), "8:1");
  EXPECT_EQ(cute::notation_of(Layout{std::make_tuple(8L, 2),
                                     std::make_tuple(std::integral_constant<int, 2>{}, 1)}),
            "(8,2):(2,1)");
}

TEST(CuteLayout, IsProvedOrRefuted) {
  EXPECT_TRUE(is_proved(prove(make_bijective(cute::index_map_of(tile(16)).value()).value(), {})));
  const Verdict verdict = prove(make_injective(cute::index_map_of(tile(8)).value()).value(), {});
  ASSERT_TRUE(is_refuted(verdict));
  EXPECT_EQ(
      std::get<Refuted>(verdict).counterexample().text,
      "(mode0 0, mode1.0 1, mode1.1 0) and (mode0 0, mode1.0 0, mode1.1 1) both have offset 8");
}

TEST(CuteLayout, MayHaveASwizzle) {
  const auto rows =
      Layout{look_alike::make_tuple(C<8>{}, C<64>{}), look_alike::make_tuple(C<64>{}, C<1>{})};
  const auto swizzled = ComposedLayout<Swizzle<3, 3, 3>, C<0>, decltype(rows)>{{}, {}, rows};
  EXPECT_EQ(cute::notation_of(swizzled), "Sw<3,3,3> o 0 o (8,64):(64,1)");
  EXPECT_TRUE(is_proved(prove(make_bijective(cute::index_map_of(swizzled).value()).value(), {})));
}

}  // namespace
