// Composition on CuTe's own examples and corner cases.  The results are those of CuTe C++ (CUTLASS
// 4.7, static shapes and strides).
#include "encodings/cute/composition.hpp"

#include <gtest/gtest.h>

#include "tests/encodings/cute/reading.hpp"

namespace tileproof::cute {
namespace {

Result<Answer> answer_of(const char* a, const char* b) {
  return composition(layout_of(a), tiler_of(b));
}
std::string compose(const char* a, const char* b) { return show(answer_of(a, b)); }

TEST(CuteComposition, GivesTheExamplesOfCutesDocumentation) {
  EXPECT_EQ(compose("(6,2):(8,2)", "(4,3):(3,1)"), "((2,2),3):((24,2),8)");
  EXPECT_EQ(compose("20:2", "(5,4):(4,1)"), "(5,4):(8,2)");
  EXPECT_EQ(compose("(10,2):(16,4)", "(5,4):(1,5)"), "(5,(2,2)):(16,(80,4))");
  EXPECT_EQ(compose("(12,(4,8)):(59,(13,1))", "<3:4, 8:2>"), "(3,(2,4)):(236,(26,1))");
  EXPECT_EQ(compose("(12,(4,8)):(59,(13,1))", "<3, 8>"), "(3,(4,2)):(59,(13,1))");
}

// NVIDIA/cutlass#2113: right, though an older CuTe and pycute refuse it.
TEST(CuteComposition, NeedNotFillAModeThatALeafEndsIn) {
  EXPECT_EQ(compose("(10,2):(16,4)", "(3,4):(1,5)"), "(3,(2,2)):(16,(80,4))");
  EXPECT_EQ(compose("(10,2):(16,4)", "4:3"), "4:48");
}

// NVIDIA/cutlass#1353
TEST(CuteComposition, OfColumnMajorAndRowMajorIsRowMajor) {
  EXPECT_EQ(compose("(2,3):(1,2)", "(2,3):(3,1)"), "(2,3):(3,1)");
}

TEST(CuteComposition, DropsModesThatTheTilerDoesNotName) {
  EXPECT_EQ(compose("(4,8):(8,1)", "<2:2>"), "(2):(16)");
}

TEST(CuteComposition, ReadsTheLeftLayoutBeyondItsSize) {
  EXPECT_EQ(compose("4:3", "8:1"), "8:3");
  EXPECT_EQ(compose("(4,1):(1,0)", "(4,2):(1,4)"), "(4,2):(1,0)");
  EXPECT_EQ(compose("1:3", "1:4"), "1:12");
}

TEST(CuteComposition, KeepsCopiesAndSinglePointsOfTheRight) {
  EXPECT_EQ(compose("(4,2):(2,1)", "(3,2):(0,4)"), "(3,2):(0,1)");
  // CuTe refuses a single element whose stride fits no mode; one element needs no stride.
  EXPECT_EQ(compose("(3,2):(1,10)", "1:5"), "1:20");
}

TEST(CuteComposition, FollowsNegativeStrides) {
  EXPECT_EQ(compose("(4,2):(1,8)", "4:-1"), "4:-1");
  EXPECT_EQ(compose("8:-1", "(2,4):(4,1)"), "(2,4):(-4,-1)");
  // CuTe lets every negative stride pass its check.
  EXPECT_EQ(compose("(3,2):(1,10)", "2:-5"),
            "2:-20 ! R(i) = A(B(i)) for all i < 2: not at i = 1, where A(-5) = -12 but R(i) = -20");
}

TEST(CuteComposition, KeepsASwizzleOfTheLeftInFront) {
  EXPECT_EQ(compose("Sw<3,4,3> o 64 o (8,64):(64,1)", "(8,8):(1,64)"),
            "Sw<3,4,3> o 64 o (8,8):(64,8)");
  EXPECT_EQ(compose("5 o (8,8):(8,1)", "8:8"), "5 o 8:1");
}

TEST(CuteComposition, MovesASwizzleOfTheRightToTheFront) {
  // 16:2 maps the swizzle's bits to the bits one higher.
  EXPECT_EQ(compose("16:2", "Sw<1,0,1> o 0 o (2,8):(8,1)"), "Sw<1,1,1> o 0 o (2,8):(16,2)");
  EXPECT_EQ(compose("16:3", "Sw<1,0,1> o 0 o 16:1"),
            "not_solvable: no swizzle XORs the bits 6 into the bits 3");
  // The bits swap places, and with them the direction.
  EXPECT_EQ(compose("(2,2):(2,1)", "Sw<1,0,1> o 0 o 4:1"), "Sw<1,0,-1> o 0 o (2,2):(2,1)");
}

TEST(CuteComposition, IsDecidedByTheLawWhereThereIsTooMuchToTry) {
  EXPECT_EQ(compose("(4096,4096):(4096,1)", "(2048,8192):(8192,1)").find('!'), std::string::npos);
  EXPECT_EQ(compose("(6,4194304):(1,7)", "(3,1048576):(2,3)"),
            "(3,(2,524288)):(2,(3,7)) ! R(i) = A(B(i)) for all i < 3145728: not at i = 5, where "
            "A(7) = 8 but R(i) = 7");
  EXPECT_EQ(
      compose("(4,8388608):(1,5)", "(2097152,2):(4,-4)"),
      "(2097152,2):(5,-5) ! R(i) = A(B(i)) for all i < 4194304: not decided, 4194304 cases are "
      "more than 2^20 and no theorem applies");
  const auto undecided = answer_of("(4,8388608):(1,5)", "(2097152,2):(4,-4)");
  EXPECT_FALSE(all_hold(undecided.value()));
}

}  // namespace
}  // namespace tileproof::cute
