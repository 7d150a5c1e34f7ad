// The table of matrix instructions, against the one that users read.
#include "core/matrix_instruction.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace tileproof {
namespace {

using enum MatrixFamily;

const std::map<std::string, MatrixFamily> kFamilies{
    {"mma", kMma}, {"wgmma", kWgmma}, {"tcgen05", kTcgen05}, {"mfma", kMfma}, {"wmma", kWmma}};

std::vector<std::string> cut(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) {
    const auto first = part.find_first_not_of(' ');
    if (first == std::string::npos) continue;
    parts.push_back(part.substr(first, part.find_last_not_of(' ') - first + 1));
  }
  return parts;
}

// (family, version, A, B, D, "MxNxK")
using Entry =
    std::tuple<MatrixFamily, unsigned, std::string, std::string, std::string, std::string>;

std::vector<std::string> formats(const std::string& element,
                                 MatrixFamily family,
                                 unsigned version) {
  if (element != "f8") return {element};
  const bool other_bias = family == kMfma && version == 3;
  if (other_bias) return {"f8E4M3FNUZ", "f8E5M2FNUZ"};
  return {"f8E4M3FN", "f8E5M2"};
}

std::set<Entry> documented() {
  std::ifstream in(TILEPROOF_TEST_DATA "/../../docs/checking.md");
  std::set<Entry> entries;
  bool is_here = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) is_here = line == "### Matrix instructions";
    const auto cells = cut(line, '|');
    if (!is_here || cells.size() != 4 || !kFamilies.contains(cells[0])) continue;
    const MatrixFamily family = kFamilies.at(cells[0]);
    for (const auto& part : cut(cells[3], ';')) {
      const auto colon = part.find(':');
      const auto versions = colon == std::string::npos ? "0" : part.substr(0, colon);
      const auto sizes = colon == std::string::npos ? part : part.substr(colon + 1);
      const auto last = static_cast<unsigned>(std::stoul(versions.substr(versions.rfind(' ') + 1)));
      for (auto version = static_cast<unsigned>(std::stoul(versions)); version <= last; ++version) {
        for (const auto& size : cut(sizes, ',')) {
          for (const auto& d : cut(cells[2], ',')) {
            const auto elements = formats(cells[1], family, version);
            for (const auto& a : elements) {
              for (const auto& b : elements) entries.insert({family, version, a, b, d, size});
            }
          }
        }
      }
    }
  }
  return entries;
}

std::set<Entry> known() {
  const char* const elements[] = {"f16",
                                  "bf16",
                                  "f32",
                                  "tf32",
                                  "f64",
                                  "f8E4M3FN",
                                  "f8E5M2",
                                  "f8E4M3FNUZ",
                                  "i1",
                                  "i4",
                                  "f8E5M2FNUZ",
                                  "f4E2M1FN",
                                  "f8E4M3B11FNUZ",
                                  "i8",
                                  "i16",
                                  "i32",
                                  "i64"};
  std::set<Entry> entries;
  for (const auto& [name, family] : kFamilies) {
    for (unsigned version = 0; version < 6; ++version) {
      for (const char* a : elements) {
        for (const char* b : elements) {
          for (const char* d : elements) {
            for (const auto& row : matrix_instructions(family, version, a, b, d)) {
              entries.insert({family,
                              version,
                              a,
                              b,
                              d,
                              std::to_string(row.m) + "x" + std::to_string(row.n) + "x" +
                                  std::to_string(row.k)});
            }
          }
        }
      }
    }
  }
  return entries;
}

TEST(MatrixInstruction, IsInTheTableThatUsersRead) {
  const auto written = documented();
  EXPECT_GE(written.size(), 100U);
  EXPECT_EQ(written, known());
}

bool has(const char* target, MatrixFamily family, unsigned version, const char* a, const char* d) {
  const auto rows = matrix_instructions(family, version, a, a, d);
  EXPECT_FALSE(rows.empty()) << a << " " << d;
  return !rows.empty() && has_instruction(Target::parse(target).value(), rows[0]);
}

TEST(MatrixInstruction, BelongsToTargets) {
  EXPECT_TRUE(has("cuda:80", kMma, 0, "bf16", "f32"));
  EXPECT_FALSE(has("cuda:75", kMma, 0, "bf16", "f32"));
  EXPECT_TRUE(has("cuda:89", kMma, 0, "f8E5M2", "f32"));
  EXPECT_FALSE(has("cuda:86", kMma, 0, "f8E5M2", "f32"));
  EXPECT_TRUE(has("cuda:90", kWgmma, 0, "f16", "f32"));
  EXPECT_FALSE(has("cuda:100", kWgmma, 0, "f16", "f32"));
  EXPECT_TRUE(has("cuda:103", kTcgen05, 0, "f16", "f32"));
  EXPECT_FALSE(has("cuda:103", kTcgen05, 0, "i8", "i32"));
  EXPECT_FALSE(has("cuda:120", kTcgen05, 0, "f16", "f32"));
  EXPECT_FALSE(has("gfx942", kMma, 0, "f16", "f32"));
  EXPECT_FALSE(has("cuda:90", kMfma, 3, "f16", "f32"));
  EXPECT_TRUE(has("gfx1100", kWmma, 1, "f16", "f32"));
  EXPECT_FALSE(has("gfx1200", kWmma, 3, "f16", "f32"));
  EXPECT_FALSE(has("gfx942", kWmma, 1, "f16", "f32"));
}

TEST(MatrixInstruction, OfAnotherVersionIsTheTargetsWhereItHasOneLikeIt) {
  EXPECT_TRUE(has("gfx942", kMfma, 1, "f16", "f32"));
  EXPECT_TRUE(has("gfx950", kMfma, 3, "f16", "f32"));
  EXPECT_FALSE(has("gfx950", kMfma, 3, "tf32", "f32"));
  EXPECT_FALSE(has("gfx942", kMfma, 4, "f8E5M2", "f32"));
  EXPECT_FALSE(has("gfx90a", kMfma, 3, "i8", "i32"));
}

TEST(MatrixInstruction, FormatsOfEightBitsMayDiffer) {
  EXPECT_FALSE(matrix_instructions(kMma, 0, "f8E4M3FN", "f8E5M2", "f32").empty());
  EXPECT_FALSE(matrix_instructions(kMfma, 3, "f8E4M3FNUZ", "f8E5M2FNUZ", "f32").empty());
  EXPECT_TRUE(matrix_instructions(kMfma, 4, "f8E4M3FNUZ", "f8E5M2FNUZ", "f32").empty());
  EXPECT_TRUE(matrix_instructions(kMma, 0, "f16", "bf16", "f32").empty());
}

}  // namespace
}  // namespace tileproof
