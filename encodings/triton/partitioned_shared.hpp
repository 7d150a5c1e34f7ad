// Partitioned shared memory: a tensor cut along one dimension into pieces that go to several
// separate buffers in turn, so that accesses spread over the partitions of the hardware:
//
//   numPartitions = 2, numGroups = 2:   pieces 0 2 in partition 0,  pieces 1 3 in partition 1
//
// Each piece has the inner layout; the pieces of a partition follow each other.
#pragma once

#include <variant>

#include "core/linear_layout.hpp"
#include "encodings/triton/nvmma_shared.hpp"
#include "encodings/triton/padded_shared.hpp"
#include "encodings/triton/shared_linear.hpp"
#include "encodings/triton/swizzled_shared.hpp"

namespace tileproof::triton {

struct PartitionedShared {
  using Inner = std::variant<SwizzledShared, NvmmaShared, PaddedShared, SharedLinear>;

  Word partitions = 0;  // a power of two, at least 2
  Word groups = 0;      // a power of two
  Word dim = 0;         // the dimension that is cut
  Inner inner;

  // The shape of one piece.
  [[nodiscard]] Shape piece_shape(const Shape& shape) const;
};

// The number of offsets that a piece takes in its buffer.
// Requires: to_linear(e, shape) succeeds.
Word piece_offsets(const PartitionedShared& e, const Shape& shape);

template <Algebra A>
SharedPlace<typename A::Word> place(const A& a,
                                    const PartitionedShared& e,
                                    const Shape& shape,
                                    Coords<typename A::Word> coords) {
  const Shape piece_shape = e.piece_shape(shape);
  const auto piece = a.udiv(coords[e.dim], piece_shape[e.dim]);
  coords[e.dim] = a.urem(coords[e.dim], piece_shape[e.dim]);
  auto at =
      std::visit([&](const auto& inner) { return place(a, inner, piece_shape, coords); }, e.inner);
  at.partition = a.urem(piece, e.partitions);
  const auto group = a.udiv(piece, e.partitions);
  at.offset = a.add(at.offset, a.mul(group, piece_offsets(e, shape)));
  return at;
}

std::optional<Error> check(const PartitionedShared& e);
// With in-dims [offset, block, partition].
Result<LinearLayout> to_linear(const PartitionedShared& e, const Shape& shape);
void print(std::string& text, const PartitionedShared& e);
std::size_t rank(const PartitionedShared& e);

}  // namespace tileproof::triton
