#include "encodings/triton/swizzled_shared.hpp"

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/dictionary.hpp"
#include "encodings/triton/tile_builder.hpp"

namespace tileproof::triton {

std::optional<Error> check(const SwizzledShared& e) {
  for (const auto& [key, value] : {std::pair{"vec", e.vec},
                                   std::pair{"perPhase", e.per_phase},
                                   std::pair{"maxPhase", e.max_phase}}) {
    if (value == 0) {
      return Error{ErrorCode::kInvalid, std::string(key) + " must be at least 1"};
    }
  }
  if (e.order.empty()) return Error{ErrorCode::kInvalid, "order must not be empty"};
  return check_order(e.order);
}

Result<LinearLayout> to_linear(const SwizzledShared& e, const Shape& shape) {
  TileBuilder tile({kOffset}, shape, e.cga);
  if (shape.size() == 1) return tile.finish({0});
  const Shape extent = e.extent(shape);
  const std::size_t col = e.order[0];
  const std::size_t row = e.order[1];
  tile.identity(kOffset, extent[col], col);
  const Dims unit(shape.size(), 1);
  for (Word r = 1; r < extent[row]; r *= 2) {
    Word phase = r / e.per_phase % e.max_phase;
    if (e.is_rotating) phase ^= r / e.max_phase / e.per_phase % e.max_phase;
    Dims basis(shape.size(), 0);
    basis[row] = r;
    basis[col] = e.vec * phase % extent[col];
    tile.basis(kOffset, basis, unit);
  }
  tile.cover(row, extent[row]);
  for (std::size_t i = 2; i < e.order.size(); ++i) {
    tile.identity(kOffset, extent[e.order[i]], e.order[i]);
  }
  return tile.finish(e.order);
}

bool parse(mlir::Cursor& cursor, SwizzledShared& e, bool* has_leading_offset) {
  if (!cursor.expect('<')) return false;
  Dictionary dictionary(cursor,
                        has_leading_offset != nullptr ? "shared"
                        : e.is_rotating               ? "amd_rotating_shared"
                                                      : "swizzled_shared");
  CgaReader cga;
  const Key keys[] = {{"vec", &e.vec, kRequired},
                      {"perPhase", &e.per_phase, kRequired},
                      {"maxPhase", &e.max_phase, kRequired},
                      {"order", &e.order, kRequired},
                      {"hasLeadingOffset", has_leading_offset}};
  return dictionary.read({keys, has_leading_offset != nullptr ? 5U : 4U}, &cga) &&
         cursor.expect('>') && cga.finish(cursor, e.order.size(), e.cga);
}

void print(std::string& text, const SwizzledShared& e) {
  append(text, "<{vec = ", e.vec, ", perPhase = ", e.per_phase, ", maxPhase = ", e.max_phase);
  append(text, ", order = ", e.order, e.cga, "}>");
}

}  // namespace tileproof::triton
