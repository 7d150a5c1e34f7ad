#include "encodings/triton/shape.hpp"

#include <utility>

#include "encodings/triton/attribute_text.hpp"

namespace tileproof::triton {

std::string to_string(const Shape& shape) {
  std::string text;
  for (const Word size : shape) {
    if (!text.empty()) text += 'x';
    append_part(text, size);
  }
  return text;
}

std::string list_text(const Dims& dims) {
  std::string text;
  append_part(text, dims);
  return text;
}

std::optional<Error> check_shape(const Shape& shape, std::size_t rank, std::string_view mnemonic) {
  if (shape.size() != rank) {
    return Error{ErrorCode::kShape,
                 std::string(mnemonic) + " of rank " + std::to_string(rank) +
                     " cannot describe the shape " + to_string(shape) + " of rank " +
                     std::to_string(shape.size())};
  }
  unsigned bits = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (!is_power_of_two(shape[d])) {
      return Error{ErrorCode::kShape,
                   "shape " + to_string(shape) + ": size " + std::to_string(shape[d]) +
                       " of dimension " + std::to_string(d) + " is no power of two"};
    }
    bits += log2_exact(shape[d]);
  }
  if (bits > kMaxIndexBits) {
    return Error{ErrorCode::kOverflow,
                 "shape " + to_string(shape) + " has 2^" + std::to_string(bits) +
                     " elements, more than 2^62"};
  }
  return std::nullopt;
}

std::optional<Error> check_powers_of_two(const Dims& dims, std::string_view key) {
  for (const Word value : dims) {
    if (!is_power_of_two(value)) {
      return Error{ErrorCode::kInvalid,
                   "every element of " + std::string(key) + " must be a power of two, but it is " +
                       list_text(dims)};
    }
  }
  return std::nullopt;
}

std::optional<Error> check_order(const Dims& order) {
  Word seen = 0;
  for (const Word dim : order) {
    if (dim >= order.size() || (seen >> dim & 1) != 0) {
      return Error{ErrorCode::kInvalid,
                   "order must be a permutation of 0..(rank-1), but was " + list_text(order)};
    }
    seen |= Word{1} << dim;
  }
  return std::nullopt;
}

std::optional<Error> check_same_rank(const Dims& a,
                                     std::string_view a_key,
                                     const Dims& b,
                                     std::string_view b_key) {
  if (a.size() == b.size()) return std::nullopt;
  return Error{ErrorCode::kInvalid,
               std::string(a_key) + " " + list_text(a) + " and " + std::string(b_key) + " " +
                   list_text(b) + " must have the same rank"};
}

Dims matrix_order(std::size_t rank, bool row_major) {
  Dims order;
  for (std::size_t d = rank; d > 0; --d) order.push_back(d - 1);
  if (rank >= 2 && !row_major) std::swap(order[0], order[1]);
  return order;
}

}  // namespace tileproof::triton
