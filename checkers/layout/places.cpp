#include "checkers/layout/places.hpp"

namespace tileproof {
std::string coordinate_name(Name dim, std::size_t rank) {
  for (std::size_t d = 0; d < rank; ++d) {
    if (dim == Name::dim(static_cast<unsigned>(d))) return coordinate_name(d, rank);
  }
  return std::string(dim.text());
}

std::string element_text(const LinearLayout& layout, Word element) {
  std::vector<Word> coordinates;
  for (std::size_t d = 0; d < layout.out_dims().size(); ++d) {
    coordinates.push_back(layout.field(element, d));
  }
  return element_text(coordinates);
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

}  // namespace tileproof
