#include "encodings/triton/partitioned_shared.hpp"

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof::triton {

std::size_t rank(const PartitionedShared& e) {
  return std::visit([](const auto& inner) { return rank(inner); }, e.inner);
}

Shape PartitionedShared::piece_shape(const Shape& shape) const {
  Shape piece = shape;
  const Word pieces = partitions * groups;
  piece[dim] = pieces < shape[dim] ? shape[dim] / pieces : 1;
  return piece;
}

std::optional<Error> check(const PartitionedShared& e) {
  if (e.partitions < 2 || !is_power_of_two(e.partitions)) {
    return Error{ErrorCode::kInvalid,
                 "numPartitions must be a power of 2 and at least 2, but is " +
                     std::to_string(e.partitions)};
  }
  if (!is_power_of_two(e.groups)) {
    return Error{
        ErrorCode::kInvalid,
        "numGroups must be a power of 2 and greater than 0, but is " + std::to_string(e.groups)};
  }
  if (e.dim >= rank(e)) {
    return Error{ErrorCode::kInvalid,
                 "partitionDim (" + std::to_string(e.dim) +
                     ") must be less than the layout rank (" + std::to_string(rank(e)) + ")"};
  }
  return std::nullopt;
}

Result<LinearLayout> to_linear(const PartitionedShared& e, const Shape& shape) {
  if (e.partitions * e.groups > shape[e.dim]) {
    return Error{ErrorCode::kShape,
                 "partitioned_shared cuts dimension " + std::to_string(e.dim) + " of size " +
                     std::to_string(shape[e.dim]) + " into " +
                     std::to_string(e.partitions * e.groups) + " pieces"};
  }
  const Shape piece_shape = e.piece_shape(shape);
  if (const auto* padded = std::get_if<PaddedShared>(&e.inner)) {
    if (!padded->order_of_any_shape && padded->bases.own_shape() != piece_shape) {
      return Error{ErrorCode::kUnsupported,
                   "partitioned_shared with pieces of " + to_string(piece_shape) +
                       " whose padded layout spans " + to_string(padded->bases.own_shape())};
    }
  }
  TP_TRY(piece,
         std::visit([&](const auto& inner) { return to_linear(inner, piece_shape); }, e.inner));
  const Name dim = Name::dim(static_cast<unsigned>(e.dim));
  TP_TRY(by_partition, LinearLayout::identity_1d(e.partitions, kPartition, dim));
  TP_TRY(by_group, LinearLayout::identity_1d(e.groups, kOffset, dim));
  TP_TRY(pieces, product(piece, by_partition));
  return product(pieces, by_group);
}

Word piece_offsets(const PartitionedShared& e, const Shape& shape) {
  const Shape piece_shape = e.piece_shape(shape);
  const auto piece =
      std::visit([&](const auto& inner) { return to_linear(inner, piece_shape); }, e.inner);
  TP_CHECK(piece.has_value(), "piece_offsets of a layout that has no linear form");
  return Word{1} << piece->in_bits(kOffset);
}

void print(std::string& text, const PartitionedShared& e) {
  append(text, "<{numPartitions = ", e.partitions, ", numGroups = ", e.groups);
  append(text, ", partitionDim = ", e.dim, ", partitionLayout = ");
  std::visit([&](const auto& layout) { print(text, Layout(layout)); }, e.inner);
  text += "}>";
}

}  // namespace tileproof::triton
