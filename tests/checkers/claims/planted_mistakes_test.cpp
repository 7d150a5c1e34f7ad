// Does each engine by itself see a mistake that was put into a layout, and is its counterexample
// one by plain arithmetic?
#include <functional>
#include <map>

#include "tests/checkers/claims/claims.hpp"

namespace tileproof {
namespace {

using testing::claim_of;
using testing::map_of;

// An engine's counterexample, by its fields.
Fields refuted_by(EngineName engine, const Claim& claim) {
  const Verdict verdict = prove_by(engine, claim, {});
  EXPECT_TRUE(is_refuted(verdict)) << to_string(engine) << ": " << words_of(verdict);
  return fields_of(verdict);
}

constexpr EngineName kF2 = EngineName::kF2;
constexpr EngineName kStrides = EngineName::kStrides;
constexpr EngineName kSat = EngineName::kSat;
constexpr EngineName kSmt = EngineName::kSmt;
constexpr EngineName kEnumerate = EngineName::kEnumerate;

using Offset = std::function<Word(Word, Word)>;

// That each engine finds two points (of these names) that the plain formula puts at one place.
void expect_collision(const std::string& text,
                      std::initializer_list<EngineName> engines,
                      const std::array<std::string, 2>& names,
                      const Offset& offset) {
  for (const EngineName engine : engines) {
    const Fields found = refuted_by(engine, Injective{map_of(text)});
    ASSERT_EQ(found.size(), 5U);
    const Word x = found.at(names[0]);
    const Word y = found.at(names[1]);
    const Word other_x = found.at("other_" + names[0]);
    const Word other_y = found.at("other_" + names[1]);
    EXPECT_TRUE(x != other_x || y != other_y) << to_string(engine);
    EXPECT_EQ(offset(x, y), offset(other_x, other_y)) << to_string(engine);
    EXPECT_EQ(offset(x, y), found.at("offset")) << to_string(engine);
  }
}

TEST(PlantedMistakes, SwizzleByOrInsteadOfXor) {
  expect_collision("offset(row: 8, col: 64) = row * 64 + (col | row << 3)",
                   {kF2, kSat, kSmt, kEnumerate},
                   {"row", "col"},
                   [](Word row, Word col) { return row * 64 + (col | row << 3); });
}

TEST(PlantedMistakes, SwizzleByTheColumnsOwnBits) {
  expect_collision("offset(row: 8, col: 64) = row * 64 + (col ^ (col & 56))",
                   {kF2, kSat, kSmt, kEnumerate},
                   {"row", "col"},
                   [](Word row, Word col) { return row * 64 + (col & 7); });
}

TEST(PlantedMistakes, SwizzleThatShiftsTheWrongWay) {
  expect_collision("offset(row: 8, col: 64) = row * 32 ^ (col ^ (row & 7) << 3)",
                   {kF2, kSat, kSmt, kEnumerate},
                   {"row", "col"},
                   [](Word row, Word col) { return (row * 32) ^ col ^ (row << 3); });
}

TEST(PlantedMistakes, RowsThatOverlap) {
  expect_collision("(8,64):(60,1)",
                   {kF2, kStrides, kSat, kSmt, kEnumerate},
                   {"mode0", "mode1"},
                   [](Word row, Word col) { return row * 60 + col; });
  expect_collision("offset(row: 8, col: 64) = row * 60 + col",
                   {kF2, kStrides, kSat, kSmt, kEnumerate},
                   {"row", "col"},
                   [](Word row, Word col) { return row * 60 + col; });
}

TEST(PlantedMistakes, PaddingAfterTheWrongNumberOfRows) {
  expect_collision("offset(row: 16, col: 16) = row * 16 + col + 6 - row / 4 * 2",
                   {kF2, kSat, kSmt, kEnumerate},
                   {"row", "col"},
                   [](Word row, Word col) { return row * 16 + col + 6 - row / 4 * 2; });
}

TEST(PlantedMistakes, StridesThatCollide) {
  // 12 * 2 = 8 * 3
  expect_collision("(8,12):(12,8)",
                   {kF2, kStrides, kSat, kSmt, kEnumerate},
                   {"mode0", "mode1"},
                   [](Word x, Word y) { return x * 12 + y * 8; });
  // 35 * 3 = 21 * 5
  expect_collision(
      "(4,6):(35,21)", {kStrides, kSat, kSmt, kEnumerate}, {"mode0", "mode1"}, [](Word x, Word y) {
        return x * 35 + y * 21;
      });
}

TEST(PlantedMistakes, StridesOneValueShortOfTheirCollision) {
  for (const EngineName engine : {kStrides, kSat, kSmt, kEnumerate}) {
    EXPECT_TRUE(is_proved(prove_by(engine, Injective{map_of("(5,7):(21,15)")}, {})))
        << to_string(engine);
    EXPECT_TRUE(is_proved(prove_by(engine, Injective{map_of("(3,6):(35,21)")}, {})))
        << to_string(engine);
  }
}

TEST(PlantedMistakes, AllocationThatIsOneTooSmall) {
  const auto claim = [](const std::string& text, Word allocation) {
    return claim_of(make_in_bounds(map_of(text), allocation));
  };
  const std::string padded = "(16,64):(72,1)";  // the largest offset is 15 * 72 + 63 = 1143
  for (const EngineName engine : {kF2, kStrides, kSat, kSmt, kEnumerate}) {
    EXPECT_EQ(refuted_by(engine, claim(padded, 1143)),
              (Fields{{"mode0", 15}, {"mode1", 63}, {"offset", 1143}}));
    // What is not linear, GF(2) can refute and not prove.
    const Verdict exact = prove_by(engine, claim(padded, 1144), {});
    EXPECT_TRUE(engine == kF2 ? is_unknown(exact) : is_proved(exact)) << to_string(engine);
  }
  const std::string swizzled = "offset(row: 8, col: 64) = row * 64 + (col ^ row << 3)";
  for (const EngineName engine : {kF2, kStrides, kSat, kSmt, kEnumerate}) {
    // In row 7 the column of offset 511 is 63 ^ 56.
    EXPECT_EQ(refuted_by(engine, claim(swizzled, 511)),
              (Fields{{"row", 7}, {"col", 7}, {"offset", 511}}));
    EXPECT_TRUE(is_proved(prove_by(engine, claim(swizzled, 512), {}))) << to_string(engine);
  }
}

TEST(PlantedMistakes, BasisThatRepeatsASum) {
  // 2 + 4 = 6 = 0 modulo 6
  const Claim claim = Injective{map_of("{in = [[1], [2], [4]]} -> {x = 6}")};
  for (const EngineName engine : {kF2, kSat, kSmt, kEnumerate}) {
    EXPECT_EQ(refuted_by(engine, claim), (Fields{{"in", 6}, {"other_in", 0}, {"x", 0}}))
        << to_string(engine);
  }
}

TEST(PlantedMistakes, VectorThatPaddingShifts) {
  const Claim claim = claim_of(make_aligned(map_of("(8,64):(68,1)"), 16, 16, 8, 1));
  for (const EngineName engine : {kStrides, kSat, kSmt, kEnumerate}) {
    const Fields found = refuted_by(engine, claim);
    EXPECT_EQ(found.at("mode0") * 68 + found.at("mode1"), found.at("offset"));
    EXPECT_EQ(found.at("mode1") % 8, 0U);
    EXPECT_NE(found.at("offset") * 2 % 16, 0U);
  }
}

TEST(PlantedMistakes, OneElementInAThousandThatDiffers) {
  const Claim claim = claim_of(make_equal(map_of("(32,32):(32,1)"),
                                          map_of("offset(row: 32, col: 32) = row * 32 + col + "
                                                 "(row == 17 && col == 5 ? 1 : 0)")));
  for (const EngineName engine : {kSat, kSmt, kEnumerate}) {
    EXPECT_EQ(refuted_by(engine, claim),
              (Fields{{"row", 17}, {"col", 5}, {"a_offset", 549}, {"b_offset", 550}}));
  }
}

}  // namespace
}  // namespace tileproof
