// Layouts on tensors of a shape, from text.
#pragma once

#include "checkers/layout/maps.hpp"
#include "tests/support/layouts.hpp"

namespace tileproof {

// Keeps what a Tensor refers to; throws where the layout cannot describe the shape.
struct On {
  triton::LayoutPtr layout;
  triton::Shape shape;
  Tensor tensor;

  On(const std::string& text, const triton::Shape& sizes) : On(layout_from(text), sizes) {}
  On(triton::LayoutPtr of, triton::Shape sizes)
      : layout(std::move(of)), shape(std::move(sizes)), tensor(made(*layout, shape)) {}
  On(const On& other) : On(other.layout, other.shape) {}
  On& operator=(const On&) = delete;
  operator const Tensor&() const { return tensor; }  // NOLINT: implicit

 private:
  static Tensor made(const triton::Layout& layout, const triton::Shape& shape) {
    auto tensor = tensor_of(layout, shape);
    if (!tensor) throw std::runtime_error(tensor.error().message);
    return *std::move(tensor);
  }
};

}  // namespace tileproof
