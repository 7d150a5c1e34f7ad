// Is each value of a codomain taken, and no other?
#include "tests/checkers/claims/claims.hpp"

namespace tileproof {
namespace {

using testing::claim_of;
using testing::decisions;
using testing::map_of;

std::string onto(const std::string& text,
                 const std::vector<Word>& codomain = {},
                 const std::vector<Word>& shape = {}) {
  return decisions(claim_of(make_onto(map_of(text, shape), codomain)));
}

const char* const kWhole =
    "#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>";

// Points that differ fill only a box of their number: of another the values are kept.
TEST(OntoClaim, IsRefutedByAVisitWhereTheCodomainIsLargerAndOpenWhereThereIsNoMemoryForThat) {
  const IndexMap map = map_of("offset(row: 24576, col: 4096) = row * 4096 + (col ^ (row % 3 * 8))");
  EXPECT_TRUE(is_proved(prove(claim_of(make_onto(map, {24576 * 4096})), {.seconds = 600})));
  const Claim larger = claim_of(make_onto(map, {24576 * 4096 + 1}));
  EXPECT_TRUE(is_refuted(prove(larger, {.seconds = 600})));
  EXPECT_TRUE(is_unknown(prove(larger, {.memory_bytes = 1 << 20})));
}

TEST(OntoClaim, HoldsWhereTheCodomainIsWhatIsTaken) {
  EXPECT_EQ(onto(kWhole, {128}, {8, 16}), "f2 strides enumerate prove: proved");
  EXPECT_EQ(onto("(4,(2,3)):(6,(3,1))", {24}), "strides enumerate prove: proved");
  EXPECT_EQ(onto("(3,4):(1,2)", {9}), "strides enumerate prove: proved");
  EXPECT_EQ(onto("offset(row: 6, col: 8) = row * 8 + (col ^ (row & 7))", {48}),
            "enumerate prove: proved");
  EXPECT_EQ(onto("(r, c)(i: 8) = (i / 2, i % 2)", {4, 2}), "f2 enumerate prove: proved");
  EXPECT_EQ(onto("(r, c)(i: 6) = (i / 2, i % 2)", {3, 2}), "enumerate prove: proved");
}

// Copies are no other values.
TEST(OntoClaim, TakesTheSizesOfItsOutputs) {
  const char* const copies =
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], "
      "order = [1, 0]}>";
  EXPECT_EQ(onto(copies, {}, {16, 4}), "f2 enumerate prove: proved");
  EXPECT_EQ(onto(copies, {16, 4}, {16, 4}), "f2 enumerate prove: proved");
  EXPECT_EQ(onto("(r: 4, c: 2)(i: 8) = (i / 2, i % 2)"), "f2 enumerate prove: proved");
  EXPECT_EQ(onto("(r: 4, c)(i: 8) = (i / 2, i % 2)", {4, 2}), "f2 enumerate prove: proved");
  EXPECT_EQ(onto("{in = [[1], [2], [3]]} -> {x = 6}"), "residues enumerate prove: proved");
}

TEST(OntoClaim, FailsForAValueThatIsLeftOut) {
  EXPECT_EQ(onto(kWhole, {129}, {8, 16}),
            "strides enumerate prove: refuted: no point has offset 128");
  EXPECT_EQ(onto(kWhole, {256}, {8, 16}),
            "f2 strides enumerate prove: refuted: no point has offset 128");
  EXPECT_EQ(onto("(4,4):(1,5)", {19}), "strides enumerate prove: refuted: no point has offset 4");
  EXPECT_EQ(onto("(r, c)(i: 8) = (i / 2, i % 2)", {4, 3}),
            "enumerate prove: refuted: no point has r 0 c 2");
  EXPECT_EQ(onto("(r: 5, c: 2)(i: 8) = (i / 2, i % 2)"),
            "enumerate prove: refuted: no point has r 4 c 0");
}

TEST(OntoClaim, FailsForAValueBeyond) {
  EXPECT_EQ(
      onto(kWhole, {127}, {8, 16}),
      "f2 strides residues ranges sat smt enumerate prove: refuted: (row 7, col 9) has offset "
      "127, not below 127");
  EXPECT_EQ(onto("(4,4):(-1,4)", {16}),
            "f2 strides residues ranges sat smt enumerate prove: refuted: (mode0 1, mode1 0) has "
            "offset -1, below 0");
  EXPECT_EQ(
      onto("(r, c)(i: 8) = (i / 2, i % 2)", {3, 2}),
      "f2 strides residues ranges sat smt enumerate prove: refuted: (i 6) has (r 3, c 0), not "
      "below 3 in 'r'");
}

TEST(OntoClaim, IsForEachValueOfParameters) {
  const char* const shifted = "param p in 0..3; offset(x: 4, y: 4) = (x ^ p) + y * 4";
  EXPECT_EQ(onto(shifted, {16}), "f2 strides enumerate prove: proved");
  EXPECT_EQ(onto("param p in 1..2; offset(x: 4, y: 4) = x * p + y * 4", {16}),
            "f2 strides enumerate prove: refuted: (x 2, y 3) has offset 16, not below 16, where "
            "p is 2");
}

TEST(OntoClaim, IsRefusedWithoutACodomain) {
  const auto message = [](const char* text, const std::vector<Word>& codomain = {}) {
    const auto claim = make_onto(map_of(text), codomain);
    return claim ? "" : claim.error().message;
  };
  EXPECT_EQ(message("(4,4):(1,4)"), "'onto' needs a codomain: 'offset' has no size");
  EXPECT_EQ(message("(r: 4, c)(i: 8) = (i / 2, i % 2)"),
            "'onto' needs a codomain: 'c' has no size");
  EXPECT_EQ(message("(4,4):(1,4)", {4, 4}), "the codomain has 2 sizes, the layout 1 outputs");
  EXPECT_EQ(message("(r: 4, c: 2)(i: 8) = (i / 2, i % 2)", {4, 3}),
            "'c' has the size 2, the codomain 3");
  EXPECT_EQ(message("(4,4):(1,4)", {0}), "a codomain has from 1 to 2^62 elements");
  EXPECT_EQ(message("(r, c)(i: 8) = (i, i)", {Word{1} << 32, Word{1} << 31}),
            "a codomain has from 1 to 2^62 elements");
  EXPECT_EQ(message("(r, c)(i: 8) = (i, i)", {Word{1} << 32, Word{1} << 30}), "");
  EXPECT_EQ(message("(4,4):(1,4)", {16}), "");
}

}  // namespace
}  // namespace tileproof
