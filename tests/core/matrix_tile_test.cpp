// What lanes hold of matrix instructions, against what AMD publishes and what NVIDIA documents.
#include "core/matrix_tile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "tests/support/json_lines.hpp"

namespace tileproof {
namespace {

using enum MatrixAxis;
using Lanes = MatrixTile::Lanes;

MatrixTile tile_of(const MatrixInstruction& instruction, bool transposed = false) {
  const auto tile = matrix_tile(instruction, transposed);
  EXPECT_TRUE(tile.has_value());
  return tile.value_or(MatrixTile());
}

// One matrix of an instruction as AMD publishes it: the element e of lane l is at e * lanes + l.
struct Published {
  MatrixInstruction instruction;
  std::string matrix;
  Word lanes = 0;
  std::vector<Word> row, col;

  [[nodiscard]] Word elements() const { return row.size() / lanes; }
};

std::vector<Published> published() {
  const std::map<std::string, unsigned> versions{
      {"cdna1", 1}, {"cdna2", 2}, {"cdna3", 3}, {"rdna3", 1}, {"rdna4", 2}};
  std::vector<Published> list;
  for (const auto& line : read_json_lines("amd/matrix_mappings.jsonl.gz")) {
    const std::string name = line["instruction"];
    const bool is_wmma = name.find("wmma") != std::string::npos;
    const Word m = line["m"];
    const Word n = line["n"];
    const bool is_sparse =
        name.find("smfmac") != std::string::npos || name.find("swmmac") != std::string::npos;
    if (m != n || m < 16 || line["blocks"] != 1 || is_sparse || (is_wmma && line["wave"] != 32)) {
      continue;
    }
    const std::string sum = name.find("_f64_") != std::string::npos ? "f64" : "f32";
    const unsigned version = versions.at(line["architecture"]);
    list.push_back({{is_wmma ? MatrixFamily::kWmma : MatrixFamily::kMfma,
                     version,
                     "f16",
                     "f16",
                     sum,
                     m,
                     n,
                     line["k"]},
                    line["matrix"],
                    line["lanes"],
                    line["row"],
                    line["col"]});
  }
  return list;
}

TEST(MatrixTile, HasTheRowsAndColumnsThatAmdPublishes) {
  std::set<std::string> seen;
  for (const Published& one : published()) {
    const MatrixTile tile = tile_of(one.instruction);
    const Lanes& lanes = one.matrix == "A" ? tile.a : one.matrix == "B" ? tile.b : tile.d;
    const auto at = [&](Word element, Word lane) {
      const std::size_t i = element * one.lanes + lane;
      return std::pair(one.row[i], one.col[i]);
    };
    for (std::size_t bit = 0; (Word{1} << bit) < one.lanes; ++bit) {
      const auto [row, col] = at(0, Word{1} << bit);
      const auto& digit = lanes.at(bit);
      const Word weight = digit ? Word{1} << digit->bit : 0;
      const std::string what = one.matrix + std::to_string(one.instruction.m) + " lane bit " +
                               std::to_string(bit) + " of version " +
                               std::to_string(one.instruction.version);
      if (!digit) {
        EXPECT_EQ(std::pair(row, col), std::pair(Word{0}, Word{0})) << what;
      } else if (digit->axis == kK) {
        // Which digit of K it is, is left open.
        EXPECT_EQ(one.matrix == "A" ? row : col, 0U) << what;
        EXPECT_NE(one.matrix == "A" ? col : row, 0U) << what;
      } else {
        EXPECT_EQ(row, digit->axis == kM ? weight : 0) << what;
        EXPECT_EQ(col, digit->axis == kN ? weight : 0) << what;
      }
    }
    if (one.matrix == "D") {
      const auto registers = tile.registers_of_d();
      ASSERT_EQ(Word{1} << registers.size(), one.elements());
      for (std::size_t bit = 0; bit < registers.size(); ++bit) {
        EXPECT_EQ(registers[bit].axis, kM);
        EXPECT_EQ(at(Word{1} << bit, 0), std::pair(Word{1} << registers[bit].bit, Word{0}));
      }
    }
    seen.insert(one.matrix + std::to_string(one.instruction.m) + one.instruction.d +
                std::to_string(static_cast<int>(one.instruction.family)) +
                std::to_string(one.instruction.version));
  }
  EXPECT_GE(seen.size(), 30U);
}

// PTX ISA 9.0, m16n8k16: groupID = lane / 4; rows of D are groupID and groupID + 8, columns
// 2 (lane % 4) + i.
TEST(MatrixTile, HasTheRowsAndColumnsOfMma) {
  const MatrixTile tile = tile_of({MatrixFamily::kMma, 0, "f16", "f16", "f32", 16, 8, 16});
  EXPECT_EQ(tile.d,
            (Lanes{MatrixDigit{kN, 1},
                   MatrixDigit{kN, 2},
                   MatrixDigit{kM, 0},
                   MatrixDigit{kM, 1},
                   MatrixDigit{kM, 2}}));
  EXPECT_EQ(tile.registers_of_d(), (std::vector{MatrixDigit{kN, 0}, MatrixDigit{kM, 3}}));
}

TEST(MatrixTile, TurnsTheSumOfTransposedProducts) {
  const MatrixInstruction instruction{MatrixFamily::kMfma, 2, "f64", "f64", "f64", 16, 16, 4};
  EXPECT_EQ(tile_of(instruction).d[4], (MatrixDigit{kM, 0}));
  EXPECT_EQ(tile_of(instruction, true).d[4], (MatrixDigit{kN, 0}));
  EXPECT_EQ(tile_of(instruction, true).d[0], (MatrixDigit{kM, 0}));
  EXPECT_EQ(tile_of(instruction, true).a, tile_of(instruction).a);
}

TEST(MatrixTile, OfScaledProductsHasRunsOfSixteenBytes) {
  const MatrixTile tile = tile_of({MatrixFamily::kMfma, 4, "e4m3", "e2m1", "f32", 16, 16, 128});
  EXPECT_EQ(tile.a[4], (MatrixDigit{kK, 4}));
  EXPECT_EQ(tile.a[5], (MatrixDigit{kK, 5}));
  EXPECT_EQ(tile.b[4], (MatrixDigit{kK, 5}));
  EXPECT_FALSE(
      matrix_tile({MatrixFamily::kMfma, 4, "e3m2", "e2m1", "f32", 16, 16, 128}, true).has_value());
}

TEST(MatrixTile, GivesScalesByLanesOfRowsAndRuns) {
  const MatrixInstruction wide{MatrixFamily::kMfma, 4, "e4m3", "e4m3", "f32", 32, 32, 64};
  EXPECT_EQ(lanes_of_scales(wide, true)[5], (MatrixDigit{kK, 5}));
  EXPECT_EQ(lanes_of_scales(wide, false)[4], (MatrixDigit{kN, 4}));
  const MatrixInstruction half{MatrixFamily::kWmma, 3, "e4m3", "e4m3", "f32", 16, 16, 128};
  EXPECT_EQ(lanes_of_scales(half, true)[4], std::nullopt);
}

// 4x64 and 64x4 are 16 blocks of 4x4: those of A are parts of K, and those of B and D columns.
TEST(MatrixTile, HasTheBlocksThatAmdPublishesBesideEachOther) {
  std::set<std::string> seen;
  for (const auto& line : read_json_lines("amd/matrix_mappings.jsonl.gz")) {
    const std::string matrix = line["matrix"];
    if (line["m"] != 4 || line["n"] != 4 || line["blocks"] != 16 || matrix == "C") continue;
    const Word k = line["k"];
    const std::vector<Word> rows = line["row"];
    const std::vector<Word> cols = line["col"];
    const std::vector<Word> blocks = line["block"];
    for (const bool is_turned : {false, true}) {
      const MatrixTile tile = tile_of({MatrixFamily::kMfma,
                                       1,
                                       "f16",
                                       "f16",
                                       "f32",
                                       is_turned ? 64U : 4U,
                                       is_turned ? 4U : 64U,
                                       16 * k},
                                      is_turned);
      // The instruction's first operand is the program's B where it is turned.
      const bool is_a = (matrix == "A") != is_turned;
      const Lanes& lanes = matrix == "D" ? tile.d : is_a ? tile.a : tile.b;
      const MatrixAxis down = is_turned ? kN : kM;
      const MatrixAxis along = is_turned ? kM : kN;
      const auto registers = matrix == "D" ? tile.registers_of_d() : std::vector<MatrixDigit>();
      for (std::size_t i = 0; i < rows.size(); ++i) {
        std::map<MatrixAxis, Word> wanted;
        if (matrix == "A") {
          wanted = {{down, rows[i]}, {kK, blocks[i] * k + cols[i]}};
        } else if (matrix == "B") {
          wanted = {{along, blocks[i] * 4 + cols[i]}, {kK, rows[i]}};
        } else {
          wanted = {{along, blocks[i] * 4 + cols[i]}, {down, rows[i]}};
        }
        std::map<MatrixAxis, Word> found;
        const Word element = i / 64;
        for (std::size_t bit = 0; bit < lanes.size(); ++bit) {
          found[lanes[bit]->axis] += (i >> bit & 1) << lanes[bit]->bit;
        }
        for (std::size_t bit = 0; bit < registers.size(); ++bit) {
          found[registers[bit].axis] += (element >> bit & 1) << registers[bit].bit;
        }
        if (matrix != "D") found[kK] += element;
        wanted.try_emplace(kK, 0);
        found.try_emplace(kK, 0);
        ASSERT_EQ(found, wanted) << line["instruction"] << " " << matrix << " element " << i;
      }
      seen.insert(std::string(line["architecture"]) + matrix + (is_turned ? "t" : "") +
                  std::to_string(k));
    }
  }
  EXPECT_GE(seen.size(), 18U);
}

TEST(MatrixTile, GivesBlocksOfTheFirstOperandAlone) {
  const MatrixInstruction wide{MatrixFamily::kMfma, 3, "f16", "f16", "f32", 4, 64, 64};
  const MatrixInstruction high{MatrixFamily::kMfma, 3, "f16", "f16", "f32", 64, 4, 64};
  EXPECT_FALSE(matrix_tile(wide, true).has_value());
  EXPECT_FALSE(matrix_tile(high, false).has_value());
}

TEST(MatrixTile, IsNotKnownOfMemory) {
  EXPECT_FALSE(
      matrix_tile({MatrixFamily::kTcgen05, 0, "f16", "f16", "f32", 0, 0, 16}, false).has_value());
}

}  // namespace
}  // namespace tileproof
