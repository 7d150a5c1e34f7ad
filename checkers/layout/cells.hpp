// Where in shared memory are the elements?  Functions to cells [offset, partition, block], as the
// questions about accesses compare them.
#pragma once

#include <span>
#include <vector>

#include "encodings/index_map/index_map.hpp"
#include "encodings/triton/definition.hpp"

namespace tileproof {

// From elements to their cells before padding, by a layout's definition.  It refers to its parts,
// which must outlive it.
struct DefinedCells {
  const triton::Layout& layout;  // in shared memory
  const triton::Shape& shape;
  Word partitions = 1;
  Word blocks = 1;
};

// From cells before padding to cells.
struct PaddedCells {
  std::span<const triton::Padding> paddings;
  Word offsets = 1;
  Word partitions = 1;
  Word blocks = 1;
};

inline std::vector<Axis> axes(const DefinedCells& cells) {
  std::vector<Axis> list;
  for (std::size_t d = 0; d < cells.shape.size(); ++d) {
    list.push_back({coordinate_name(d, cells.shape.size()), cells.shape[d]});
  }
  return list;
}

inline std::vector<Axis> axes(const PaddedCells& cells) {
  return {{"offset", cells.offsets}, {"partition", cells.partitions}, {"block", cells.blocks}};
}

template <typename Cells>
requires requires(const Cells& cells) { cells.partitions; }
std::vector<OutAxis> out_axes(const Cells& cells) {
  return {{"offset", std::nullopt}, {"partition", cells.partitions}, {"block", cells.blocks}};
}

template <Algebra A>
Words<A> evaluate(const A& a, const DefinedCells& cells, std::span<const typename A::Word> at) {
  triton::Coords<typename A::Word> coords(cells.shape.size());
  for (std::size_t d = 0; d < cells.shape.size(); ++d) coords[d] = at[d];
  const auto found = place(a, cells.layout, cells.shape, coords);
  return {found.offset, found.partition, found.block};
}

template <Algebra A>
Words<A> evaluate(const A& a, const PaddedCells& cells, std::span<const typename A::Word> at) {
  return {triton::padded_offset(a, cells.paddings, at[0]), at[1], at[2]};
}

}  // namespace tileproof
