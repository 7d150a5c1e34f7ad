#include "encodings/triton/amd_mfma.hpp"

#include <algorithm>
#include <utility>

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/dictionary.hpp"
#include "encodings/triton/tile_builder.hpp"

namespace tileproof::triton {

std::optional<Error> check(const AmdMfma& e) {
  if (e.version > 4) {
    return Error{
        ErrorCode::kInvalid,
        "amd_mfma version must be in the [0, 4] range, but is " + std::to_string(e.version)};
  }
  if (e.rank() != 2 && e.rank() != 3) {
    return Error{ErrorCode::kInvalid,
                 "amd_mfma warpsPerCTA " + list_text(e.warps_per_cta) + " must have rank 2 or 3"};
  }
  if (const auto error = check_powers_of_two(e.warps_per_cta, "warpsPerCTA")) return error;
  if (e.instr_shape.size() != 2 && e.instr_shape.size() != 3) {
    return Error{ErrorCode::kInvalid,
                 "amd_mfma instrShape " + list_text(e.instr_shape) + " must have 2 or 3 numbers"};
  }
  constexpr std::pair<Word, Word> kTiles[] = {{32, 32}, {16, 16}, {64, 4}, {4, 64}};
  const std::pair<Word, Word> tile{e.instr_m(), e.instr_n()};
  if (std::find(std::begin(kTiles), std::end(kTiles), tile) == std::end(kTiles)) {
    return Error{ErrorCode::kInvalid,
                 "invalid (mDim, nDim) combination: (" + std::to_string(tile.first) + ", " +
                     std::to_string(tile.second) + ")"};
  }
  if (e.element_bits != 32 && e.element_bits != 64) {
    return Error{ErrorCode::kInvalid,
                 "elementBitWidth must be 32 or 64, but is " + std::to_string(e.element_bits)};
  }
  if (e.tiles_per_warp.size() != e.rank()) {
    return Error{ErrorCode::kInvalid,
                 "tilesPerWarp " + list_text(e.tiles_per_warp) + " and warpsPerCTA " +
                     list_text(e.warps_per_cta) + " must have the same rank"};
  }
  return check_powers_of_two(e.tiles_per_warp, "tilesPerWarp");
}

Result<LinearLayout> to_linear(const AmdMfma& e, const Shape& shape) {
  if (e.instr_m() == 64 && !e.is_transposed) {
    return Error{ErrorCode::kInvalid, "a result of 64x4 mfma must be transposed"};
  }
  const std::size_t m = shape.size() - 2;
  const std::size_t n = shape.size() - 1;
  TileBuilder tile({kRegister, kLane, kWarp}, shape, e.cga);
  if (!e.is_transposed) {
    tile.identity(kRegister, e.height(), m);
    tile.identity(kLane, e.instr_n(), n);
    tile.identity(kLane, 64 / e.instr_n(), m);
    tile.identity(kRegister, e.runs(), m);
  } else {
    tile.identity(kRegister, e.height(), n);
    tile.identity(kLane, e.instr_m(), m);
    tile.identity(kLane, 64 / e.instr_m(), n);
    tile.identity(kRegister, e.runs(), n);
  }
  // Over the whole tensor, tiles follow each other along n before they go down: this is the order
  // in which the compiler issues the instructions.
  tile.identity(kRegister, e.tiles_per_warp[n], n);
  tile.identity(kWarp, e.warps_per_cta[n], n);
  if (tile.covered(n) < shape[n]) tile.identity(kRegister, shape[n] / tile.covered(n), n);
  tile.identity(kRegister, e.tiles_per_warp[m], m);
  tile.identity(kWarp, e.warps_per_cta[m], m);
  if (shape.size() == 3) tile.identity(kWarp, e.warps_per_cta[0], 0);
  return tile.finish(matrix_order(shape.size(), true));
}

Result<LinearLayout> operand_to_linear(const AmdMfma& e,
                                       unsigned op_idx,
                                       Word k_width,
                                       const Shape& shape) {
  const Dims order = dot_operand_order(op_idx, shape.size());
  const std::size_t k = order[0];
  const std::size_t non_k = order[1];
  TileBuilder tile({kRegister, kLane, kWarp}, shape, e.cga);
  tile.identity(kRegister, k_width, k);
  tile.identity(kLane, e.operand_lanes(op_idx), non_k);
  tile.identity(kLane, 64 / e.operand_lanes(op_idx), k);
  tile.identity(kRegister, e.operand_repeats(op_idx), k);
  if (tile.covered(k) < shape[k]) tile.identity(kRegister, shape[k] / tile.covered(k), k);
  tile.identity(kRegister, e.tiles_per_warp[non_k], non_k);
  for (const Word d : matrix_order(shape.size(), true)) {
    tile.identity(kWarp, e.warps_per_cta[d], d);
  }
  return tile.finish(order);
}

bool parse(mlir::Cursor& cursor, AmdMfma& e) {
  if (!cursor.expect('<')) return false;
  Dictionary dictionary(cursor, "amd_mfma");
  CgaReader cga;
  Word ignored_minor = 0;
  auto read_type = [&e](mlir::Cursor& in) { e.element_bits = in.identifier() == "f64" ? 64 : 32; };
  const Key keys[] = {{"version", &e.version},
                      {"versionMajor", &e.version},
                      {"versionMinor", &ignored_minor},
                      {"warpsPerCTA", &e.warps_per_cta, kRequired},
                      {"instrShape", &e.instr_shape, kRequired},
                      {"isTransposed", &e.is_transposed, kRequired},
                      {"tilesPerWarp", &e.tiles_per_warp},
                      {"elementBitWidth", &e.element_bits},
                      {"elementType", &read_type}};
  if (!dictionary.read(keys, &cga)) return false;
  if (e.tiles_per_warp.empty()) e.tiles_per_warp.assign(e.warps_per_cta.size(), 1);
  if (!dictionary.has("versionMajor") && !dictionary.require("version")) return false;
  return cursor.expect('>') && cga.finish(cursor, e.warps_per_cta.size(), e.cga);
}

void print(std::string& text, const AmdMfma& e) {
  append(text, "<{version = ", e.version, ", warpsPerCTA = ", e.warps_per_cta);
  append(text, ", instrShape = ", e.instr_shape);
  append(text, ", isTransposed = ", e.is_transposed ? "true" : "false", e.cga);
  if (std::any_of(
          e.tiles_per_warp.begin(), e.tiles_per_warp.end(), [](Word t) { return t != 1; })) {
    append(text, ", tilesPerWarp = ", e.tiles_per_warp);
  }
  if (e.element_bits != 32) append(text, ", elementBitWidth = ", e.element_bits);
  text += "}>";
}

}  // namespace tileproof::triton
