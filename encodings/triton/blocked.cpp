#include "encodings/triton/blocked.hpp"

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/dictionary.hpp"
#include "encodings/triton/tile_builder.hpp"

namespace tileproof::triton {

std::optional<Error> check(const Blocked& e) {
  if (const auto error = check_same_rank(
          e.size_per_thread, "sizePerThread", e.threads_per_warp, "threadsPerWarp")) {
    return error;
  }
  if (const auto error =
          check_same_rank(e.size_per_thread, "sizePerThread", e.warps_per_cta, "warpsPerCTA")) {
    return error;
  }
  if (const auto error = check_same_rank(e.size_per_thread, "sizePerThread", e.order, "order")) {
    return error;
  }
  if (const auto error = check_powers_of_two(e.size_per_thread, "sizePerThread")) return error;
  if (const auto error = check_powers_of_two(e.threads_per_warp, "threadsPerWarp")) return error;
  if (const auto error = check_powers_of_two(e.warps_per_cta, "warpsPerCTA")) return error;
  if (e.order.empty())
    return Error{ErrorCode::kInvalid, "a blocked layout needs a rank of 1 or more"};
  return check_order(e.order);
}

Result<LinearLayout> to_linear(const Blocked& e, const Shape& shape) {
  TileBuilder tile({kRegister, kLane, kWarp}, shape, e.cga);
  for (const Word d : e.order) tile.identity(kRegister, e.size_per_thread[d], d);
  for (const Word d : e.order) tile.identity(kLane, e.threads_per_warp[d], d);
  for (const Word d : e.order) tile.identity(kWarp, e.warps_per_cta[d], d);
  return tile.finish(e.order);
}

Result<LinearLayout> operand_to_linear(const Blocked& e, unsigned op_idx, const Shape& shape) {
  const std::size_t k = op_idx == 0 ? shape.size() - 1 : shape.size() - 2;
  const CgaLayout cga = e.cga.without(k);
  TileBuilder tile({kRegister, kLane, kWarp}, shape, cga);
  for (const Word d : e.order) {
    tile.identity(kRegister, d == k ? shape[k] : e.size_per_thread[d], d);
  }
  const auto lay = [&](Name in, const Dims& counts) {
    for (const Word d : e.order) {
      if (d == k) {
        tile.zeros(in, counts[d]);
      } else {
        tile.identity(in, counts[d], d);
      }
    }
  };
  lay(kLane, e.threads_per_warp);
  lay(kWarp, e.warps_per_cta);
  return tile.finish(e.order);
}

bool parse(mlir::Cursor& cursor, Blocked& e) {
  if (!cursor.expect('<')) return false;
  Dictionary dictionary(cursor, "blocked");
  CgaReader cga;
  const Key keys[] = {{"sizePerThread", &e.size_per_thread, kRequired},
                      {"threadsPerWarp", &e.threads_per_warp, kRequired},
                      {"warpsPerCTA", &e.warps_per_cta, kRequired},
                      {"order", &e.order, kRequired}};
  return dictionary.read(keys, &cga) && cursor.expect('>') &&
         cga.finish(cursor, e.order.size(), e.cga);
}

void print(std::string& text, const Blocked& e) {
  append(text, "<{sizePerThread = ", e.size_per_thread, ", threadsPerWarp = ", e.threads_per_warp);
  append(text, ", warpsPerCTA = ", e.warps_per_cta, ", order = ", e.order, e.cga, "}>");
}

}  // namespace tileproof::triton
