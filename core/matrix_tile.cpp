#include "core/matrix_tile.hpp"

#include <algorithm>

namespace tileproof {
namespace {

using enum MatrixAxis;

// Appends the digits of an axis from one bit on.
void append(MatrixTile::Lanes& lanes, MatrixAxis axis, unsigned first, unsigned count) {
  for (unsigned bit = first; bit < first + count; ++bit) lanes.push_back(MatrixDigit{axis, bit});
}

// Of 16 blocks beside each other: columns, or, turned, rows.
MatrixTile tile_of_blocks(const MatrixInstruction& instruction) {
  MatrixTile tile;
  tile.bits = {log2_exact(instruction.m), log2_exact(instruction.n), log2_exact(instruction.k)};
  const bool is_turned = instruction.m > instruction.n;
  const unsigned run = tile.bits[2] - 4;
  MatrixTile::Lanes& given = is_turned ? tile.b : tile.a;
  append(given, is_turned ? kN : kM, 0, 2);
  append(given, kK, run, 4);
  MatrixTile::Lanes& own = is_turned ? tile.a : tile.b;
  append(own, is_turned ? kM : kN, 0, 6);
  tile.d = own;
  return tile;
}

// The first digit of K that lanes choose: registers have the run below it.
std::optional<unsigned> first_of_lanes(std::string_view element,
                                       unsigned bits_of_k,
                                       unsigned bits_of_lanes) {
  if (element == "e4m3" || element == "e5m2") return 4;
  if (element == "e2m1") return 5;
  if (element == "e2m3" || element == "e3m2") return std::nullopt;
  return bits_of_k - bits_of_lanes;
}

void turn(MatrixTile::Lanes& lanes) {
  for (auto& digit : lanes) {
    if (digit && digit->axis != kK) digit->axis = digit->axis == kM ? kN : kM;
  }
}

}  // namespace

std::vector<MatrixDigit> MatrixTile::registers_of_d() const {
  std::vector<MatrixDigit> list;
  for (const MatrixAxis axis : {kN, kM}) {
    for (unsigned bit = 0; bit < bits[static_cast<std::size_t>(axis)]; ++bit) {
      const MatrixDigit digit{axis, bit};
      if (std::ranges::find(d, std::optional(digit)) == d.end()) list.push_back(digit);
    }
  }
  return list;
}

std::optional<MatrixTile> matrix_tile(const MatrixInstruction& instruction, bool transposed) {
  const bool is_mma = instruction.family == MatrixFamily::kMma;
  const bool is_mfma = instruction.family == MatrixFamily::kMfma;
  const bool is_wmma = instruction.family == MatrixFamily::kWmma;
  if (!(is_mma || is_mfma || is_wmma)) return std::nullopt;
  if (!is_mma && instruction.m != instruction.n) {
    if (transposed != (instruction.m > instruction.n)) return std::nullopt;
    return tile_of_blocks(instruction);
  }
  MatrixTile tile;
  tile.bits = {log2_ceil(instruction.m), log2_ceil(instruction.n), log2_ceil(instruction.k)};
  const unsigned lanes = is_mfma ? 6 : 5;
  // The lanes along rows of A and columns of B; the others share K.
  const unsigned across = is_mma ? 3 : tile.bits[0];
  const bool has_copies = is_wmma && instruction.version == 1;
  const unsigned along_k = has_copies ? 0 : lanes - across;
  for (const bool is_a : {true, false}) {
    const auto k = first_of_lanes(is_a ? instruction.a : instruction.b, tile.bits[2], along_k);
    if (!k) return std::nullopt;
    MatrixTile::Lanes& side = is_a ? tile.a : tile.b;
    if (is_mma) append(side, kK, *k, along_k);
    append(side, is_a ? kM : kN, 0, across);
    if (has_copies) side.emplace_back();
    if (!is_mma) append(side, kK, *k, along_k);
  }
  if (is_mma) {
    append(tile.d, kN, 1, 2);
    append(tile.d, kM, 0, 3);
    return tile;
  }
  append(tile.d, kN, 0, across);
  // The rows that a lane has follow each other, in runs of 4; of f64 they are 4 rows apart.
  const unsigned first = is_mfma ? (instruction.d == "f64" ? 0 : 2) : (has_copies ? 0 : 3);
  append(tile.d, kM, first, lanes - across);
  if (transposed) turn(tile.d);
  return tile;
}

MatrixTile::Lanes lanes_of_scales(const MatrixInstruction& instruction, bool is_a) {
  MatrixTile::Lanes lanes;
  const unsigned across = log2_ceil(instruction.m);
  append(lanes, is_a ? kM : kN, 0, across);
  if (instruction.family == MatrixFamily::kWmma) {
    lanes.emplace_back();
  } else {
    append(lanes, kK, kBitsOfScaledRun, 6 - across);
  }
  return lanes;
}

}  // namespace tileproof
