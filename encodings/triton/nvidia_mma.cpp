#include "encodings/triton/nvidia_mma.hpp"

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/dictionary.hpp"
#include "encodings/triton/tile_builder.hpp"

namespace tileproof::triton {

std::optional<Error> check(const NvidiaMma& e) {
  if (e.version_major != 2 && e.version_major != 3) {
    return Error{ErrorCode::kInvalid,
                 "nvidia_mma versionMajor must be 2 or 3 for a result in registers, but is " +
                     std::to_string(e.version_major) +
                     (e.version_major == 5 ? " (MMAv5 keeps its result in tensor memory)" : "")};
  }
  if (e.rank() != 2 && e.rank() != 3) {
    return Error{ErrorCode::kInvalid,
                 "nvidia_mma warpsPerCTA " + list_text(e.warps_per_cta) + " must have rank 2 or 3"};
  }
  if (const auto error = check_powers_of_two(e.warps_per_cta, "warpsPerCTA")) return error;
  const bool fits = e.is_hopper() ? e.instr_shape.size() == 2 || e.instr_shape.size() == 3
                                  : e.instr_shape.size() == e.rank();
  if (!fits) {
    const std::string wanted = e.is_hopper() ? "2 or 3" : std::to_string(e.rank());
    return Error{
        ErrorCode::kInvalid,
        "nvidia_mma instrShape " + list_text(e.instr_shape) + " must have " + wanted + " numbers"};
  }
  if (const auto error = check_powers_of_two(e.instr_shape, "instrShape")) return error;
  if (e.instr_m() < 8 || e.instr_n() < 8) {
    return Error{
        ErrorCode::kInvalid,
        "nvidia_mma instrShape " + list_text(e.instr_shape) + " must have m and n of at least 8"};
  }
  return std::nullopt;
}

namespace {

void lay_bases(TileBuilder& builder, const NvidiaTile& tile) {
  builder.identity(kRegister, tile.k_width, tile.inner_dim);
  builder.identity(kLane, 4, tile.inner_dim);
  builder.identity(kLane, 8, tile.outer_dim);
  builder.identity(kRegister, tile.outer / 8, tile.outer_dim);
  builder.identity(kRegister, tile.inner / (4 * tile.k_width), tile.inner_dim);
}

}  // namespace

Result<LinearLayout> to_linear(const NvidiaMma& e, const Shape& shape) {
  const std::size_t n = shape.size() - 1;
  TileBuilder tile({kRegister, kLane, kWarp}, shape, e.cga);
  lay_bases(tile, {n, n - 1, e.instr_n(), e.instr_m(), 2});
  for (const Word d : e.warp_order()) tile.identity(kWarp, e.warps_per_cta[d], d);
  return tile.finish(matrix_order(shape.size(), true));
}

NvidiaTile operand_tile(const NvidiaMma& e, unsigned op_idx, Word k_width, std::size_t rank) {
  // The native tile of 64-bit elements, m8n8k4, has half the length along k.
  const Word inner = k_width * (e.instr_m() == 8 ? 4 : 8);
  if (op_idx == 0) return {rank - 1, rank - 2, inner, e.instr_m(), k_width};
  return {rank - 2, rank - 1, inner, 8, k_width};
}

Result<LinearLayout> operand_to_linear(const NvidiaMma& e,
                                       unsigned op_idx,
                                       Word k_width,
                                       const Shape& shape) {
  const NvidiaTile operand = operand_tile(e, op_idx, k_width, shape.size());
  const CgaLayout cga = e.cga.without(operand.inner_dim);
  TileBuilder tile({kRegister, kLane, kWarp}, shape, cga);
  lay_bases(tile, operand);
  for (const Word d : e.warp_order()) {
    if (d == operand.inner_dim) {
      tile.zeros(kWarp, e.warps_per_cta[d]);
    } else {
      tile.identity(kWarp, e.warps_per_cta[d], d);
    }
  }
  return tile.finish(dot_operand_order(op_idx, shape.size()));
}

bool parse(mlir::Cursor& cursor, NvidiaMma& e) {
  if (!cursor.expect('<')) return false;
  Dictionary dictionary(cursor, "nvidia_mma");
  CgaReader cga;
  const Key keys[] = {{"versionMajor", &e.version_major, kRequired},
                      {"versionMinor", &e.version_minor},
                      {"warpsPerCTA", &e.warps_per_cta, kRequired},
                      {"instrShape", &e.instr_shape, kRequired}};
  return dictionary.read(keys, &cga) && cursor.expect('>') &&
         cga.finish(cursor, e.warps_per_cta.size(), e.cga);
}

void print(std::string& text, const NvidiaMma& e) {
  append(text, "<{versionMajor = ", e.version_major, ", versionMinor = ", e.version_minor);
  append(text, ", warpsPerCTA = ", e.warps_per_cta, e.cga, ", instrShape = ", e.instr_shape, "}>");
}

}  // namespace tileproof::triton
