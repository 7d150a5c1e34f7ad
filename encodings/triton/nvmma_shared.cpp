#include "encodings/triton/nvmma_shared.hpp"

#include <algorithm>

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/dictionary.hpp"
#include "encodings/triton/tile_builder.hpp"

namespace tileproof::triton {
namespace {

constexpr Word kMaxBoxSide = 256;  // of TMA, in elements

std::size_t contiguous_dim(const NvmmaShared& e, std::size_t rank) {
  return e.transposed ? 0 : rank - 1;
}

// An Error unless a swizzled box fits the part of the tensor that a CTA holds.
std::optional<Error> check_box(const NvmmaShared& e, const Shape& per_cta) {
  if (e.swizzle_bytes == 0) return std::nullopt;
  const auto illegal = [&](const std::string& why) {
    return Error{ErrorCode::kShape,
                 "nvmma_shared with swizzlingByteWidth " + std::to_string(e.swizzle_bytes) +
                     " cannot hold " + to_string(per_cta) + " elements of " +
                     std::to_string(e.element_bits) + " bits in a CTA: " + why};
  };
  if (per_cta.size() < 2) return illegal("a swizzle needs a rank of 2 or more");
  const std::size_t contiguous = contiguous_dim(e, per_cta.size());
  if (per_cta[contiguous] < e.row_elements()) {
    return illegal("the contiguous dimension " + std::to_string(contiguous) + " needs " +
                   std::to_string(e.row_elements()) + " elements");
  }
  const Shape box = e.box(per_cta);
  Word elements = 1;
  for (const Word side : box) elements *= side;
  const Word columns = matrix_columns(e, box);
  if (columns < e.row_elements() || elements / columns < 8) {
    // A valid type, for which Triton has no linear form.
    return Error{ErrorCode::kUnsupported, illegal("the other dimensions need 8 rows").message};
  }
  return std::nullopt;
}

}  // namespace

CgaLayout NvmmaShared::cga_of_rank(std::size_t rank) const {
  CgaLayout result = cga;
  if (rank == cga.rank + 1) {
    result.rank = rank;
    for (Dims& basis : result.bases) basis.insert(basis.begin(), 0);
  }
  return result;
}

Shape NvmmaShared::box(const Shape& per_cta) const {
  Shape box = per_cta;
  const std::size_t contiguous = contiguous_dim(*this, per_cta.size());
  for (std::size_t d = 0; d < box.size(); ++d) {
    const Word most = d == contiguous && fp4_padded ? kMaxBoxSide / 2 : kMaxBoxSide;
    box[d] = std::min(box[d], most);
  }
  if (swizzle_bytes != 0) box[contiguous] = row_elements();
  return box;
}

Dims box_order(const NvmmaShared& e, std::size_t rank) {
  Dims order = matrix_order(rank, true);
  if (e.swizzle_bytes != 0 && e.transposed)
    std::rotate(order.begin(), order.end() - 1, order.end());
  return order;
}

Word matrix_columns(const NvmmaShared& e, const Shape& box) {
  if (!e.transposed) return box.back();
  Word columns = 1;
  for (std::size_t d = 0; d + 1 < box.size(); ++d) columns *= box[d];
  return columns;
}

std::optional<Error> check(const NvmmaShared& e) {
  if (e.element_bits == 0 || !is_power_of_two(e.element_bits) || e.element_bits > 128) {
    return Error{ErrorCode::kInvalid,
                 "elementBitWidth must be a power of two from 1 to 128, but is " +
                     std::to_string(e.element_bits)};
  }
  for (const Word bytes : {0u, 32u, 64u, 128u}) {
    if (e.swizzle_bytes == bytes) return std::nullopt;
  }
  return Error{
      ErrorCode::kInvalid,
      "swizzlingByteWidth must be 0, 32, 64, or 128, but is " + std::to_string(e.swizzle_bytes)};
}

Result<LinearLayout> to_linear(const NvmmaShared& e, const Shape& shape) {
  const std::size_t rank = shape.size();
  const CgaLayout cga = e.cga_of_rank(rank);
  TileBuilder tile({kOffset}, shape, cga);
  const Shape& per_cta = tile.shape_per_cta();
  if (const auto error = check_box(e, per_cta)) return *error;
  const Shape box = e.box(per_cta);
  const Dims order = box_order(e, rank);
  // The coordinates of an element of the box, given its index in the order of the box.
  const auto at_index = [&](Word index) {
    Dims coords(rank, 0);
    for (const Word d : order) {
      coords[d] = index % box[d];
      index /= box[d];
    }
    return coords;
  };
  const Dims unit(rank, 1);
  Word elements = 1;
  for (const Word side : box) elements *= side;
  if (e.swizzle_bytes == 0) {
    for (Word index = 1; index < elements; index *= 2) tile.basis(kOffset, at_index(index), unit);
  } else {
    const Word columns = matrix_columns(e, box);
    const Word rows = elements / columns;
    // Bits of the offset, from the lowest: along a row of the box, down eight rows with their
    // phases, down the other rows, along what the matrix has beyond a row.
    for (Word in_row = 1; in_row < e.row_offsets(); in_row *= 2) {
      const Word element = e.fp4_padded ? in_row / 16 * 8 + in_row % 8 : in_row;
      tile.basis(kOffset, at_index(element), unit);
    }
    for (Word row = 1; row < rows; row *= 2) {
      Word swizzle = e.vec() * (row / e.per_phase() % e.max_phase());
      if (e.fp4_padded) swizzle = swizzle / 16 * 8 + swizzle % 8;
      tile.basis(kOffset, at_index(row * columns + swizzle), unit);
    }
    for (Word column = e.row_elements(); column < columns; column *= 2) {
      tile.basis(kOffset, at_index(column), unit);
    }
  }
  for (std::size_t d = 0; d < rank; ++d) tile.cover(d, box[d]);
  Dims box_by_box;
  for (std::size_t d = 0; d < rank; ++d) box_by_box.push_back(d);
  return tile.finish(box_by_box);
}

bool parse(mlir::Cursor& cursor, NvmmaShared& e) {
  if (!cursor.expect('<')) return false;
  Dictionary dictionary(cursor, "nvmma_shared");
  CgaReader cga;
  Word stated_rank = 0;
  const Key keys[] = {{"swizzlingByteWidth", &e.swizzle_bytes, kRequired},
                      {"transposed", &e.transposed},
                      {"elementBitWidth", &e.element_bits, kRequired},
                      {"fp4Padded", &e.fp4_padded},
                      {"rank", &stated_rank}};
  if (!dictionary.read(keys, &cga)) return false;
  if (stated_rank > kMaxRank) {
    return cursor.fail(ErrorCode::kInvalid, "nvmma_shared rank exceeds 32");
  }
  if (stated_rank == 0 && dictionary.has("rank")) {
    return cursor.fail(ErrorCode::kInvalid, "nvmma_shared rank is 0");
  }
  const std::size_t rank = stated_rank != 0        ? stated_rank
                           : cga.shown_rank() != 0 ? cga.shown_rank()
                                                   : 2;
  return cursor.expect('>') && cga.finish(cursor, rank, e.cga);
}

void print(std::string& text, const NvmmaShared& e) {
  append(text, "<{swizzlingByteWidth = ", e.swizzle_bytes);
  append(text, ", transposed = ", e.transposed ? "true" : "false");
  append(text, ", elementBitWidth = ", e.element_bits);
  if (e.fp4_padded) text += ", fp4Padded = true";
  if (e.cga.is_single() && e.cga.rank != 2) {
    append(text, ", rank = ", e.cga.rank);
  } else {
    append(text, e.cga);
  }
  text += "}>";
}

}  // namespace tileproof::triton
