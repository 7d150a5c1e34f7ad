#include "encodings/triton/amd_wmma.hpp"

#include <algorithm>

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/dictionary.hpp"
#include "encodings/triton/tile_builder.hpp"

namespace tileproof::triton {
namespace {

bool is_one_of(const Dims& shape, std::initializer_list<std::array<Word, 3>> valid) {
  return std::any_of(valid.begin(), valid.end(), [&](const auto& candidate) {
    return std::equal(shape.begin(), shape.end(), candidate.begin(), candidate.end());
  });
}

std::optional<Error> check_instr_shape(const AmdWmma& e) {
  const bool valid = e.version == 1   ? is_one_of(e.instr_shape, {{16, 16, 16}})
                     : e.version == 2 ? is_one_of(e.instr_shape, {{16, 16, 16}, {16, 16, 32}})
                                      : is_one_of(e.instr_shape,
                                                  {{16, 16, 4},
                                                   {16, 16, 32},
                                                   {16, 16, 64},
                                                   {16, 16, 128},
                                                   {32, 16, 64},
                                                   {32, 16, 128}});
  if (valid) return std::nullopt;
  return Error{ErrorCode::kInvalid,
               "invalid WMMA v" + std::to_string(e.version) + " instruction shape " +
                   list_text(e.instr_shape)};
}

std::optional<Error> check_grid(const WarpGrid& grid) {
  const std::size_t rank = grid.warps_per_cta.size();
  if (rank != 2 && rank != 3) {
    return Error{
        ErrorCode::kInvalid,
        "amd_wmma warpsPerCTA " + list_text(grid.warps_per_cta) + " must have rank 2 or 3"};
  }
  if (const auto error =
          check_same_rank(grid.warps_per_cta, "warpsPerCTA", grid.tiles_per_warp, "tilesPerWarp")) {
    return error;
  }
  if (const auto error = check_powers_of_two(grid.warps_per_cta, "warpsPerCTA")) return error;
  return check_powers_of_two(grid.tiles_per_warp, "tilesPerWarp");
}

std::optional<Error> check_bases(const TileBases& tiles, std::size_t rank) {
  if (rank != 2 && rank != 3) {
    return Error{ErrorCode::kInvalid, "amd_wmma ctaLayout must have rank 2 or 3"};
  }
  if (tiles.registers.size() + tiles.warps.size() > 32) {
    return Error{ErrorCode::kOverflow, "amd_wmma ctaLayout has more than 2^32 tiles"};
  }
  std::vector<NamedBases> named{{kRegister, {}}, {kWarp, {}}};
  const auto add = [&](const std::vector<Dims>& from, NamedBases& to) -> std::optional<Error> {
    for (const Dims& basis : from) {
      if (basis.size() != rank) {
        return Error{ErrorCode::kInvalid,
                     "amd_wmma ctaLayout basis " + list_text(basis) + " does not have the rank " +
                         std::to_string(rank)};
      }
      for (const Word value : basis) {
        if (value != 0 && !is_power_of_two(value)) {
          return Error{
              ErrorCode::kInvalid,
              "amd_wmma ctaLayout basis " + list_text(basis) + " is not made of powers of two"};
        }
      }
      to.bases.emplace_back(basis.begin(), basis.end());
    }
    return std::nullopt;
  };
  if (const auto error = add(tiles.registers, named[0])) return error;
  if (const auto error = add(tiles.warps, named[1])) return error;
  const Names dims = standard_out_dims(rank);
  const auto layout = LinearLayout::make(named, std::span(dims.data(), dims.size()));
  if (!layout) return Error{layout.error().code, "amd_wmma ctaLayout: " + layout.error().message};
  return std::nullopt;
}

// The linear form of a CTA's tiles.
void lay_bases(TileBuilder& builder, const TileBases& tiles, std::size_t rank) {
  Dims unit;
  for (std::size_t d = 0; d < rank; ++d) unit.push_back(builder.covered(d));
  for (const Dims& basis : tiles.registers) builder.basis(kRegister, basis, unit);
  for (const Dims& basis : tiles.warps) builder.basis(kWarp, basis, unit);
  const Dims counts = tile_counts(tiles, rank);
  for (std::size_t d = 0; d < rank; ++d) builder.cover(d, counts[d]);
}

}  // namespace

Dims tile_counts(const TileBases& tiles, std::size_t rank) {
  Dims largest(rank, 0);
  for (const auto* bases : {&tiles.registers, &tiles.warps}) {
    for (const Dims& basis : *bases) {
      for (std::size_t d = 0; d < rank; ++d) largest[d] = std::max(largest[d], basis[d]);
    }
  }
  for (Word& value : largest) value = Word{1} << std::bit_width(value);
  return largest;
}

TileBases operand_bases(const TileBases& tiles, std::size_t k) {
  TileBases result;
  for (Dims basis : tiles.registers) {
    basis[k] = 0;
    if (std::any_of(basis.begin(), basis.end(), [](Word value) { return value != 0; })) {
      result.registers.push_back(basis);
    }
  }
  for (Dims basis : tiles.warps) {
    basis[k] = 0;
    result.warps.push_back(basis);
  }
  return result;
}

std::optional<Error> check(const AmdWmma& e) {
  if (e.version < 1 || e.version > 3) {
    return Error{ErrorCode::kInvalid,
                 "WMMA version must be in the [1, 3] range, but is " + std::to_string(e.version)};
  }
  if (const auto error = check_instr_shape(e)) return error;
  if (const auto* grid = std::get_if<WarpGrid>(&e.tiles)) return check_grid(*grid);
  return check_bases(std::get<TileBases>(e.tiles), e.rank());
}

Result<LinearLayout> to_linear(const AmdWmma& e, const Shape& shape) {
  const std::size_t m = shape.size() - 2;
  const std::size_t n = shape.size() - 1;
  const std::size_t row = e.is_transposed ? m : n;
  const std::size_t column = e.is_transposed ? n : m;
  TileBuilder tile({kRegister, kLane, kWarp}, shape, e.cga);
  tile.identity(kLane, 16, row);
  if (e.version == 1) {
    tile.identity(kLane, 2, column);
    tile.identity(kRegister, 8, column);
  } else {
    tile.identity(kRegister, 8, column);
    tile.identity(kLane, 2, column);
    tile.identity(kRegister, e.column_size() / 16, column);
  }
  if (const auto* grid = std::get_if<WarpGrid>(&e.tiles)) {
    tile.identity(kRegister, grid->tiles_per_warp[n], n);
    tile.identity(kWarp, grid->warps_per_cta[n], n);
    if (tile.covered(n) < shape[n]) tile.identity(kRegister, shape[n] / tile.covered(n), n);
    tile.identity(kRegister, grid->tiles_per_warp[m], m);
    tile.identity(kWarp, grid->warps_per_cta[m], m);
    if (shape.size() == 3) tile.identity(kWarp, grid->warps_per_cta[0], 0);
  } else {
    lay_bases(tile, std::get<TileBases>(e.tiles), shape.size());
  }
  return tile.finish(matrix_order(shape.size(), true));
}

Result<LinearLayout> operand_to_linear(const AmdWmma& e,
                                       unsigned op_idx,
                                       Word k_width,
                                       const Shape& shape) {
  const Dims order = dot_operand_order(op_idx, shape.size());
  const std::size_t k = order[0];
  const std::size_t non_k = order[1];
  const auto* grid = std::get_if<WarpGrid>(&e.tiles);
  const CgaLayout cga = grid != nullptr ? e.cga : e.cga.without(k);
  TileBuilder tile({kRegister, kLane, kWarp}, shape, cga);
  tile.identity(kRegister, k_width, k);
  tile.identity(kLane, 16, non_k);
  if (e.version == 1) {
    tile.zeros(kLane, 2);
  } else {
    tile.identity(kLane, 2, k);
  }
  const Word repeats = e.operand_repeats(k_width);
  tile.identity(kRegister, repeats, k);
  if (grid != nullptr) {
    const Word tiles = grid->tiles_per_warp[non_k];
    if (tiles > 1 && 2 * k_width * repeats < shape[k]) {
      tile.identity(kRegister, shape[k] / (2 * k_width * repeats), k);
    }
    tile.identity(kRegister, tiles, non_k);
    for (const Word d : matrix_order(shape.size(), true)) {
      if (d == k) {
        tile.zeros(kWarp, grid->warps_per_cta[d]);
      } else {
        tile.identity(kWarp, grid->warps_per_cta[d], d);
      }
    }
  } else {
    tile.identity(kRegister, e.operand_size(op_idx) / 16, non_k);
    lay_bases(tile, operand_bases(std::get<TileBases>(e.tiles), k), shape.size());
  }
  return tile.finish(order);
}

namespace {

bool parse_tile_bases(mlir::Cursor& cursor, TileBases& tiles) {
  Dictionary dictionary(cursor, "amd_wmma ctaLayout");
  const Key keys[] = {{"register", &tiles.registers}, {"warp", &tiles.warps}};
  return dictionary.read(keys);
}

}  // namespace

bool parse(mlir::Cursor& cursor, AmdWmma& e) {
  if (!cursor.expect('<')) return false;
  Dictionary dictionary(cursor, "amd_wmma");
  CgaReader cga;
  WarpGrid grid;
  TileBases bases;
  Word stated_rank = 0;
  e.version = 1;  // what Triton 3.0 and 3.1, which had no version, meant
  auto read_bases = [&bases](mlir::Cursor& in) { parse_tile_bases(in, bases); };
  const Key keys[] = {{"version", &e.version},
                      {"isTranspose", &e.is_transposed},
                      {"warpsPerCTA", &grid.warps_per_cta},
                      {"tilesPerWarp", &grid.tiles_per_warp},
                      {"instrShape", &e.instr_shape},
                      {"ctaLayout", &read_bases},
                      {"rank", &stated_rank}};
  if (!dictionary.read(keys, &cga)) return false;
  if (!dictionary.has("instrShape")) e.instr_shape = {16, 16, 16};
  std::size_t rank = 0;
  if (dictionary.has("ctaLayout")) {
    if (dictionary.has("warpsPerCTA") || dictionary.has("tilesPerWarp")) {
      return cursor.fail(ErrorCode::kInvalid,
                         "amd_wmma has ctaLayout as well as warpsPerCTA or tilesPerWarp");
    }
    // `rank` is read but never printed, so that the bases must show it.
    rank = !bases.warps.empty()       ? bases.warps[0].size()
           : !bases.registers.empty() ? bases.registers[0].size()
           : cga.shown_rank() != 0    ? cga.shown_rank()
           : stated_rank != 0         ? stated_rank
                                      : 2;
    if (stated_rank != 0 && stated_rank != rank) {
      return cursor.fail(ErrorCode::kInvalid,
                         "amd_wmma rank = " + std::to_string(stated_rank) +
                             " is not that of its bases, " + std::to_string(rank));
    }
    e.tiles = bases;
  } else {
    if (!dictionary.require("warpsPerCTA")) return false;
    rank = grid.warps_per_cta.size();
    if (grid.tiles_per_warp.empty()) grid.tiles_per_warp.assign(rank, 1);
    e.tiles = grid;
  }
  return cursor.expect('>') && cga.finish(cursor, rank, e.cga);
}

void print(std::string& text, const AmdWmma& e) {
  append(text, "<{version = ", e.version);
  append(text, ", isTranspose = ", e.is_transposed ? "true" : "false");
  if (const auto* grid = std::get_if<WarpGrid>(&e.tiles)) {
    append(text, ", warpsPerCTA = ", grid->warps_per_cta, e.cga);
    const auto& tiles = grid->tiles_per_warp;
    if (std::any_of(tiles.begin(), tiles.end(), [](Word t) { return t != 1; })) {
      append(text, ", tilesPerWarp = ", tiles);
    }
  } else {
    const auto& bases = std::get<TileBases>(e.tiles);
    text += ", ctaLayout = {";
    if (!bases.registers.empty()) append(text, "register = ", bases.registers);
    if (!bases.warps.empty()) {
      if (!bases.registers.empty()) text += ", ";
      append(text, "warp = ", bases.warps);
    }
    append(text, "}", e.cga);
  }
  if (!is_one_of(e.instr_shape, {{16, 16, 16}})) {
    append(text, ", instrShape = ", e.instr_shape);
  }
  text += "}>";
}

}  // namespace tileproof::triton
