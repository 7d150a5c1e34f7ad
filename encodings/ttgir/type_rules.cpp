#include "encodings/ttgir/type_rules.hpp"

#include <string>

namespace tileproof::ttgir {
namespace {

using mlir::ParseError;
using std::to_string;

// Of the size of this dimension in the shape that begins there: `64x 64x...`.
std::size_t place_of(std::string_view text, std::size_t shape, std::size_t dim) {
  for (; dim != 0; --dim) shape = text.find_first_not_of(" \t\r\n", text.find('x', shape) + 1);
  return shape;
}

std::optional<ParseError> broken_size(const Type& type,
                                      const triton::Shape& shape,
                                      std::string_view text,
                                      std::size_t begin) {
  Word elements = 1;
  for (std::size_t dim = 0; dim < shape.size(); ++dim) {
    const auto size = shape[dim];
    const bool counts_buffers = type.kind == Type::Kind::kMemDesc && dim == 0;
    if (!type.encoding.empty() && !counts_buffers && !is_power_of_two(size)) {
      return ParseError{
          ErrorCode::kShape,
          place_of(text, begin, dim),
          "size " + to_string(size) + " of dimension " + to_string(dim) + " is not a power of two"};
    }
    if (__builtin_mul_overflow(elements, size, &elements) || elements > kMaxElements) {
      return ParseError{ErrorCode::kOverflow, begin, "the shape has more than 2^62 elements"};
    }
  }
  return std::nullopt;
}

std::optional<ParseError> broken_rank(const Type& type, const TypePlaces& places) {
  if (!type.layout) return std::nullopt;
  const std::size_t layout_rank = triton::rank(*type.layout);
  const auto rank = type.shape.size();
  const bool one_more = type.kind == Type::Kind::kMemDesc && rank == layout_rank + 1;
  if (layout_rank == 0 || rank == layout_rank || one_more) return std::nullopt;
  return ParseError{ErrorCode::kShape,
                    places.encoding,
                    "the layout has rank " + to_string(layout_rank) + " but the shape has rank " +
                        to_string(rank)};
}

std::optional<ParseError> broken_allocation(const Type& type, const TypePlaces& places) {
  if (type.alloc_shape.empty()) return std::nullopt;
  if (auto error = broken_size(type, type.alloc_shape, places.text, places.alloc_shape)) {
    return error;
  }
  const auto rank = type.shape.size();
  if (type.alloc_shape.size() < rank) {
    return ParseError{ErrorCode::kShape,
                      places.alloc_shape,
                      "the allocation has rank " + to_string(type.alloc_shape.size()) +
                          ", less than the rank " + to_string(rank) + " of the shape"};
  }
  const auto extra = type.alloc_shape.size() - rank;
  for (std::size_t dim = 0; dim < rank; ++dim) {
    const auto allocated = type.alloc_shape[extra + dim];
    if (type.shape[dim] > allocated) {
      return ParseError{ErrorCode::kShape,
                        place_of(places.text, places.shape, dim),
                        "size " + to_string(type.shape[dim]) + " of dimension " + to_string(dim) +
                            " exceeds the allocated " + to_string(allocated)};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<ParseError> broken_rule(const Type& type, const TypePlaces& places) {
  if (auto error = broken_size(type, type.shape, places.text, places.shape)) return error;
  if (auto error = broken_rank(type, places)) return error;
  return broken_allocation(type, places);
}

}  // namespace tileproof::ttgir
