#include "encodings/triton/definition.hpp"

namespace tileproof::triton {

std::vector<unsigned> kept_register_bits(const Slice& e, const Shape& shape) {
  const Shape parent_shape = e.parent_shape(shape);
  const auto parent = to_linear(*e.parent, parent_shape);
  TP_CHECK(parent.has_value(), "a slice's parent has no linear form");
  std::vector<unsigned> kept;
  for (unsigned bit = 0; bit < parent->in_bits(kRegister); ++bit) {
    const RegisterPlace<Word> at{Word{1} << bit, 0, 0, 0};
    const auto coords = element(U64{}, *e.parent, parent_shape, at);
    // The dropped dimension has size 1 here, so that any movement is along the others.
    if (coords != Coords<Word>(parent_shape.size())) kept.push_back(bit);
  }
  return kept;
}

}  // namespace tileproof::triton
