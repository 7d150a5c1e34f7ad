#include "checkers/layout/places.hpp"

#include "core/check.hpp"

namespace tileproof {
namespace {

std::vector<Word> coordinates_of(const LinearLayout& layout, Word element) {
  std::vector<Word> coordinates;
  for (std::size_t d = 0; d < layout.out_dims().size(); ++d) {
    coordinates.push_back(layout.field(element, d));
  }
  return coordinates;
}

}  // namespace

std::string coordinate_name(Name dim, std::size_t rank) {
  for (std::size_t d = 0; d < rank; ++d) {
    if (dim == Name::dim(static_cast<unsigned>(d))) return coordinate_name(d, rank);
  }
  return std::string(dim.text());
}

std::string element_text(const LinearLayout& layout, Word element) {
  return element_text(coordinates_of(layout, element));
}

std::string element_text(std::span<const Word> element) {
  std::string text = "(";
  for (std::size_t d = 0; d < element.size(); ++d) {
    if (d > 0) text += ", ";
    text += coordinate_name(d, element.size()) + " " + std::to_string(element[d]);
  }
  return text + ")";
}

namespace {

Word shown(const InDim& dim, Word index, std::span<const triton::Padding> paddings) {
  const Word value = index & low_mask(dim.bits);
  return dim.name == kOffset ? triton::padded_offset(U64{}, paddings, value) : value;
}

}  // namespace

std::string place_text(const LinearLayout& layout,
                       Word index,
                       std::span<const triton::Padding> paddings) {
  std::string text;
  for (const InDim& dim : layout.in_dims()) {
    if (dim.bits > 0) {
      if (!text.empty()) text += ", ";
      text += std::string(dim.name.text()) + " " + std::to_string(shown(dim, index, paddings));
    }
    index >>= dim.bits;
  }
  return text.empty() ? "the only place" : text;
}

void add_element(Counterexample& to,
                 const LinearLayout& layout,
                 Word element,
                 const std::string& prefix) {
  add_element(to, coordinates_of(layout, element), prefix);
}

void add_element(Counterexample& to, std::span<const Word> element, const std::string& prefix) {
  for (std::size_t d = 0; d < element.size(); ++d) {
    to.fields.emplace_back(prefix + coordinate_name(d, element.size()), element[d]);
  }
}

void add_place(Counterexample& to,
               const LinearLayout& layout,
               Word index,
               const std::string& prefix,
               std::span<const triton::Padding> paddings) {
  for (const InDim& dim : layout.in_dims()) {
    to.fields.emplace_back(prefix + std::string(dim.name.text()), shown(dim, index, paddings));
    index >>= dim.bits;
  }
}

namespace {

Word take(const LinearLayout& layout, Name name, Word index) {
  for (const InDim& dim : layout.in_dims()) {
    if (dim.name == name) return index & low_mask(dim.bits);
    index >>= dim.bits;
  }
  return 0;
}

}  // namespace

Word defined_element(const triton::Layout& layout,
                     const triton::Shape& shape,
                     const LinearLayout& linear,
                     Word index) {
  const auto coords = triton::storage(layout) == triton::Storage::kRegisters
                          ? element(U64{},
                                    layout,
                                    shape,
                                    triton::RegisterPlace<Word>{take(linear, kRegister, index),
                                                                take(linear, kLane, index),
                                                                take(linear, kWarp, index),
                                                                take(linear, kBlock, index)})
                          : element(U64{},
                                    layout,
                                    shape,
                                    triton::TensorMemoryPlace<Word>{take(linear, kRow, index),
                                                                    take(linear, kCol, index),
                                                                    take(linear, kBlock, index)});
  Word fields = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) fields |= coords[d] << linear.field_shift(d);
  return fields;
}

Word defined_place(const triton::Layout& layout,
                   const triton::Shape& shape,
                   const LinearLayout& linear,
                   Word element) {
  triton::Coords<Word> coords(shape.size());
  for (std::size_t d = 0; d < shape.size(); ++d) coords[d] = linear.field(element, d);
  const auto at = place(U64{}, layout, shape, coords);
  Word index = 0;
  unsigned shift = 0;
  for (const InDim& dim : linear.in_dims()) {
    const Word value = dim.name == kOffset  ? at.offset
                       : dim.name == kBlock ? at.block
                                            : at.partition;
    TP_CHECK(value < dim.size(), "the definition gives a place outside the layout");
    index |= value << shift;
    shift += dim.bits;
  }
  return index;
}

}  // namespace tileproof
