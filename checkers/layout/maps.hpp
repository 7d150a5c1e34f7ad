// A layout on a tensor of one shape as functions, about which questions are asked: in registers and
// tensor memory from places to elements, in shared memory from elements to cells [offset,
// partition, block].
#pragma once

#include <span>
#include <vector>

#include "checkers/questions/question.hpp"
#include "encodings/index_map/by_bases.hpp"
#include "encodings/index_map/index_map.hpp"
#include "encodings/triton/definition.hpp"

namespace tileproof {

// It refers to the layout and the shape, which must outlive it.
struct Tensor {
  const triton::Layout& layout;
  const triton::Shape& shape;
  IndexMap map;       // the definition: from places to elements, or to cells before padding
  LinearLayout form;  // that a compiler builds: from places to elements

  [[nodiscard]] bool is_shared() const {
    return triton::storage(layout) == triton::Storage::kSharedMemory;
  }
};
// Fails if the layout cannot describe the shape.  Nothing is asked of the definition, which bases
// that lack an element do not have.
Result<Tensor> tensor_of(const triton::Layout& layout, const triton::Shape& shape);

// Of layouts that are known to fit their shapes: all that can go wrong is more than 2^62 points.
template <typename Layout>
IndexMap map_of(Layout layout) {
  auto map = IndexMap::make(std::move(layout));
  TP_CHECK(map.has_value(), map ? "" : map.error().message);
  return *std::move(map);
}

// The box of all outputs.  Requires: each has a size.
Sizes box_of(const IndexMap& map);

// The bits of a hardware index; 0 if the form has none of that name.
unsigned bits_of(const LinearLayout& form, Name name);

// From places [register, lane, warp, block] to cells, or from cells to elements.
IndexMap cells_by_bases(const LinearLayout& places);
IndexMap elements_by_bases(const LinearLayout& memory);

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

// Every element to itself.
struct Elements {
  const triton::Shape& shape;
};

std::vector<Axis> axes(const DefinedCells& cells);
std::vector<Axis> axes(const PaddedCells& cells);
std::vector<Axis> axes(const Elements& elements);
std::vector<OutAxis> out_axes(const Elements& elements);

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
Words<A> evaluate(const A& /*a*/, const Elements& /*all*/, std::span<const typename A::Word> at) {
  return Words<A>(at.begin(), at.end());
}

template <Algebra A>
Words<A> evaluate(const A& a, const PaddedCells& cells, std::span<const typename A::Word> at) {
  return {triton::padded_offset(a, cells.paddings, at[0]), at[1], at[2]};
}

// From the cells of a memory before padding to those with it.
IndexMap padding_of(const Tensor& memory);

}  // namespace tileproof
