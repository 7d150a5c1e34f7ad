// Where CuTe's algebra gives a wrong layout without a word: public reports, and the smallest cases
// that exhaustive search over small layouts finds.  The layouts are what CuTe C++ of CUTLASS 4.7
// computes from static shapes and strides, all its static_asserts passing.
#include <gtest/gtest.h>

#include "encodings/cute/complement.hpp"
#include "encodings/cute/composition.hpp"
#include "encodings/cute/divide.hpp"
#include "encodings/cute/inverse.hpp"
#include "encodings/cute/product.hpp"
#include "encodings/cute/recast.hpp"
#include "tests/encodings/cute/reading.hpp"

namespace tileproof::cute {
namespace {

std::string composed(const char* a, const char* b) {
  return show(composition(layout_of(a), layout_of(b)));
}

// NVIDIA/cutlass#2955
TEST(CuteWitness, ALeafCarriesIntoAnother) {
  EXPECT_EQ(composed("(6,2):(1,7)", "(3,2):(2,3)"),
            "(3,2):(2,3) ! R(i) = A(B(i)) for all i < 6: not at i = 5, where A(7) = 8 but R(i) = "
            "7");
}

// NVIDIA/cutlass#3177
TEST(CuteWitness, AStrideDoesNotDivideTheModeThatItLeaves) {
  EXPECT_EQ(composed("(4,6,8):(2,3,5)", "6:3"),
            "(2,3):(6,3) ! R(i) = A(B(i)) for all i < 6: not at i = 2, where A(6) = 7 but R(i) = "
            "3");
}

TEST(CuteWitness, SmallestOfOneLeaf) {
  EXPECT_EQ(composed("(3,3):(1,4)", "4:2"),
            "(2,2):(2,4) ! R(i) = A(B(i)) for all i < 4: not at i = 2, where A(4) = 5 but R(i) = "
            "4");
}

// (2,2):(1,2) is injective; it even is 0 1 2 3, the same function as 4:1, for which CuTe refuses.
TEST(CuteWitness, SmallestWithAnInjectiveRight) {
  EXPECT_EQ(composed("(3,2):(1,4)", "(2,2):(1,2)"),
            "(2,2):(1,2) ! R(i) = A(B(i)) for all i < 4: not at i = 3, where A(3) = 4 but R(i) = "
            "3");
  EXPECT_EQ(composed("(3,2):(1,4)", "4:1").substr(0, 12), "not_solvable");
}

TEST(CuteWitness, SmallestWithARightThatRepeats) {
  EXPECT_EQ(composed("(2,2):(1,3)", "(2,2):(1,1)"),
            "(2,2):(1,1) ! R(i) = A(B(i)) for all i < 4: not at i = 3, where A(2) = 3 but R(i) = "
            "2");
  // Injective is not what is needed, either.
  EXPECT_EQ(composed("(4,2):(1,9)", "(2,2):(1,1)"), "(2,2):(1,1)");
}

TEST(CuteWitness, AComplementLeavesGapsThatADivisionLoses) {
  EXPECT_EQ(show(complement(layout_of("(2,2):(1,3)"), 6)),
            "1:0 ! each of 0 .. 5 is an offset of (A, R): not 2");
  // The elements 2 and 5 of 6:1 are in no tile.
  EXPECT_EQ(show(logical_divide(layout_of("6:1"), tiler_of("(2,2):(1,3)"))),
            "((2,2),1):((1,3),0) ! complement of B: each of 0 .. 5 is an offset of (A, R): not 2");
  // The cosize, 5, is all that CuTe asks for here.
  EXPECT_EQ(show(complement(layout_of("(2,2):(1,3)"), 5)),
            "1:0 ! each of 0 .. 4 is an offset of (A, R): not 2");
  EXPECT_EQ(show(logical_divide(layout_of("5:1"), tiler_of("(2,2):(1,3)"))),
            "((2,2),1):((1,3),0) ! complement of B: each of 0 .. 4 is an offset of (A, R): not 2");
}

TEST(CuteWitness, ADivisionOfAnOddModeMixesUpItsTiles) {
  EXPECT_EQ(show(logical_divide(layout_of("(3,2):(2,1)"), tiler_of("2:1"))),
            "(2,(2,2)):(2,(4,1)) ! composition of A and (B, complement of B): R(i) = A(B(i)) for "
            "all i < 8: not at i = 3, where A(3) = 1 but "
            "R(i) = 6");
}

TEST(CuteWitness, TheCopiesOfAProductMeet) {
  EXPECT_EQ(show(logical_product(layout_of("2:3"), tiler_of("(2,2):(1,2)"))),
            "(2,(2,2)):(3,(1,2)) ! the copies of A do not meet: 8 offsets, R has 7");
  // No mode's copies meet each other, but those of one mode meet the other's.
  EXPECT_EQ(show(logical_product(layout_of("(2,2):(1,2)"), tiler_of("<2:1, 2:1>"))),
            "((2,2),(2,2)):((1,2),(2,1)) ! the copies of A do not meet: 16 offsets, R has 7");
}

TEST(CuteWitness, ALeftInverseOfALayoutThatRepeats) {
  EXPECT_EQ(show(left_inverse(layout_of("(2,3):(2,1)"))),
            "(2,2):(2,1) ! R(A(i)) < size(A) and A(R(A(i))) = A(i) for all i < 6: not at i = 5, "
            "A(R(A(i))) = 1 and not 4");
}

// Offsets 0, -1, ..., -7 of bytes are not the four 16-bit words at 0, -2, -4, -6.
TEST(CuteWitness, ARecastOfANegativeStrideIsOneElementOff) {
  EXPECT_EQ(
      show(recast(layout_of("8:-1"), 8, 16)),
      "4:-1 ! A's elements lie in R's of the same places, all in one order: not at i = 1, part -1");
}

// Both modes of stride 1 are taken for adjacent elements, though one has a single element: 8 bytes
// for 4.
TEST(CuteWitness, ARecastOfASingleElementOfStrideOneGrows) {
  EXPECT_EQ(show(recast(layout_of("(1,2):(1,1)"), 16, 8)),
            "(2,4):(1,1) ! R has A's modes, in elements of the new width");
}

// The post-condition that CuTe's unit test of complement states: cosize(R) is at most the cotarget,
// rounded up to a multiple of cosize(A) = 4, that is 8.
TEST(CuteWitness, AComplementExceedsTheBoundOfCutesTest) {
  const auto r = complement(layout_of("2:3"), 8);
  EXPECT_EQ(show(r), "(3,2):(1,6)");
  EXPECT_EQ(cosize(r.value().layout.mode), 9);
}

}  // namespace
}  // namespace tileproof::cute
