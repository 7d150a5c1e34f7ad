// Which layouts have another notation, which have none, and of which is nothing known?
#include "checkers/translation/translate.hpp"

#include <gtest/gtest.h>

#include <random>

#include "encodings/cute/notation.hpp"

namespace tileproof {
namespace {

Translation translated(const std::string& text, Notation to, const std::vector<Word>& shape = {}) {
  const auto map = parse_index_map(text, shape);
  if (!map) throw std::runtime_error(text + ": " + map.error().message);
  auto answer = translate(*map, to, {});
  if (!answer) throw std::runtime_error(text + ": " + answer.error().message);
  return *std::move(answer);
}

std::string to_triton(const std::string& text, const std::vector<Word>& shape = {}) {
  const auto answer = translated(text, Notation::kTriton, shape);
  if (is_proved(answer.verdict)) return answer.text;
  return (is_refuted(answer.verdict) ? "refuted: " : "unknown: ") + answer.reason;
}

TEST(Translate, GivesATritonLayoutItsOwnText) {
  for (const char* text :
       {"#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [8, 64]}>",
        "#ttg.padded_shared<[1:+1, 16:+4] {order = [0, 1], shape = [8, 64]}>",
        "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
        "#ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>",
        "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>",
        "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8, "
        "fp4Padded = true}>"}) {
    EXPECT_EQ(to_triton(text, {8, 64}), text);
  }
  EXPECT_EQ(to_triton("#ttg.padded_shared<[64 : +8]{shape=[8,64],order=[1,0]}>", {8, 64}),
            "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [8, 64]}>");
}

TEST(Translate, GivesACuteLayoutItsOwnText) {
  for (const char* text : {"(8,(2,4)):(1,(8,16))", "Sw<1,0,1> o 0 o (6,4):(8,1)", "5 o 8:-1"}) {
    EXPECT_EQ(translated(text, Notation::kCute).text, text);
  }
}

TEST(Translate, TakesCoordinatesByTheirNamesAndOtherInputsInTheirOrder) {
  const std::string padded = "#ttg.padded_shared<[8:+1] {order = [1, 0], shape = [4, 8]}>";
  EXPECT_EQ(to_triton("offset(row: 4, col: 8) = row*9 + col"), padded);
  EXPECT_EQ(to_triton("offset(col: 8, row: 4) = row*9 + col"), padded);
  EXPECT_EQ(to_triton("offset(dim1: 8, dim0: 4) = dim0*9 + dim1"), padded);
  EXPECT_EQ(to_triton("offset(y: 4, x: 8) = y*9 + x"), padded);
  EXPECT_EQ(to_triton("offset(col: 4, x: 8) = col*9 + x"), padded);
}

TEST(Translate, GivesNoOffsetBelow0ForOneFrom2To63On) {
  const auto answer = translated("offset(i: 2) = i * 18446744073709551615", Notation::kCute);
  EXPECT_TRUE(is_unknown(answer.verdict));
  EXPECT_EQ(translated("2:-1", Notation::kCute).text, "2:-1");
}

TEST(Translate, FindsThePaddingInTheStrides) {
  EXPECT_EQ(to_triton("(8,64):(72,1)"),
            "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [8, 64]}>");
  EXPECT_EQ(to_triton("offset(row: 8, col: 64) = row*72 + col"),
            "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [8, 64]}>");
  EXPECT_EQ(to_triton("(8,8):(16,1)"),
            "#ttg.padded_shared<[8:+8] {order = [1, 0], shape = [8, 8]}>");
  EXPECT_EQ(to_triton("(2,2,2):(1,3,8)"),
            "#ttg.padded_shared<[2:+1, 4:+2] {order = [0, 1, 2], shape = [2, 2, 2]}>");
  EXPECT_EQ(to_triton("(4,4):(4,1)"),
            "#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 0]]}, alignment = 16>");
}

// Every padded_shared layout whose bits may be in any order, from its strides alone.
TEST(Translate, FindsEveryPadding) {
  std::mt19937_64 random(20261120);
  int padded = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<std::int64_t> strides(2 + random() % 6);
    std::int64_t stride = 1;
    for (auto& each : strides) {
      if (random() % 3 == 0) {
        stride += std::int64_t{1} << random() % 6;
        ++padded;
      }
      each = stride;
      stride *= 2;
    }
    std::shuffle(strides.begin(), strides.end(), random);
    std::vector<cute::Mode> bits;
    for (const auto each : strides) bits.push_back(cute::leaf(2, each));
    const std::size_t rows = 1 + random() % (bits.size() - 1);
    const auto middle = bits.begin() + static_cast<std::ptrdiff_t>(rows);
    const cute::Layout layout{
        std::nullopt,
        0,
        cute::tuple({cute::tuple({bits.begin(), middle}), cute::tuple({middle, bits.end()})})};
    const auto answer = translated(cute::print(layout), Notation::kTriton);
    ASSERT_TRUE(is_proved(answer.verdict)) << cute::print(layout) << ": " << answer.reason;
  }
  EXPECT_GT(padded, 300);
}

TEST(Translate, RefutesWhatNoTritonLayoutIs) {
  EXPECT_EQ(to_triton("(6,4):(1,6)"),
            "refuted: the sizes of a Triton layout are powers of two, and 'mode0' has 6");
  EXPECT_EQ(to_triton("5 o (8,64):(72,1)"),
            "refuted: the first element of a Triton layout is at offset 0, and here at 5");
}

// Another family might have it.
TEST(Translate, DoesNotKnowWhatIsInNeitherOfTheFamiliesTried) {
  EXPECT_EQ(to_triton("(8,64):(70,1)"),
            "unknown: no shared_linear layout, it was not shown to be linear: times 70; no "
            "padded_shared layout, after every 64 elements there would be 6 unused ones, no power "
            "of two");
  EXPECT_EQ(to_triton("(4,4):(0,1)"),
            "unknown: no shared_linear layout, no element is at offset 4; no padded_shared layout, "
            "a bit of a coordinate has no stride");
  EXPECT_EQ(to_triton("Sw<1,0,1> o 0 o (4,4):(8,1)"),
            "unknown: no shared_linear layout, no element is at offset 4; no padded_shared layout, "
            "a stride belongs to several bits");
  EXPECT_EQ(to_triton("(4,4):(1,1)"),
            "unknown: no shared_linear layout, it was not shown to be linear: carry at bit 0; no "
            "padded_shared layout, stride 1 is below 2");
  EXPECT_EQ(to_triton("1:2"), "unknown: a layout of one element has no bases, which tell its rank");
}

TEST(Translate, DoesNotWriteWhatTheOtherNotationCannotHold) {
  EXPECT_EQ(to_triton("(2,2):(1,1099511627778)"),
            "unknown: it would be #ttg.padded_shared<[2:+1099511627776] {order = [0, 1], shape = "
            "[2, 2]}>: column 24: 1099511627776 does not fit a 32-bit parameter");
  EXPECT_EQ(to_triton("1099511627776:1").substr(0, 39), "unknown: it would be #ttg.shared_linear");
}

}  // namespace
}  // namespace tileproof
