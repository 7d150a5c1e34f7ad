// What kind of number is an element, by the name of its type?  And of shapes: how many elements one
// has, and what remains without a dimension.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string_view>

#include "encodings/triton/shape.hpp"
#include "encodings/ttgir/type_parser.hpp"

namespace tileproof {

inline bool is_pointer(std::string_view element) {
  return element.find("ptr<") != std::string_view::npos;
}
// Of so many bits, without a sign.
inline bool is_sized_integer(std::string_view element) {
  return element.size() > 1 && element[0] == 'i' && element[1] >= '0' && element[1] <= '9';
}
inline bool is_integer(std::string_view element) {
  return is_sized_integer(element) || element == "index";
}
inline bool is_float(std::string_view element) {
  return element.starts_with("f") || element == "bf16" || element == "tf32";
}
// Narrower ones are only kept, and become others by `tt.fp_to_fp`.
inline bool has_arithmetic(std::string_view element) {
  return is_float(element) && element.find('E') == std::string_view::npos;
}

// What operations of Triton's dialects take as an element.
inline bool is_number_of_triton(std::string_view element) {
  constexpr std::array<std::string_view, 14> kNumbers{"f32",
                                                      "f16",
                                                      "i32",
                                                      "i1",
                                                      "bf16",
                                                      "i8",
                                                      "i64",
                                                      "i16",
                                                      "f8E4M3FN",
                                                      "f8E5M2",
                                                      "f64",
                                                      "f8E4M3FNUZ",
                                                      "f8E5M2FNUZ",
                                                      "i4"};
  return std::ranges::find(kNumbers, element) != kNumbers.end() || is_pointer(element);
}

inline bool is_signed_or_unsigned(std::string_view element) {
  return (element.starts_with("si") || element.starts_with("ui")) && element.size() > 2;
}

// Descriptors may say whether integers have a sign, which memory does not.
inline std::string_view unsigned_element(std::string_view element) {
  if (is_signed_or_unsigned(element)) element.remove_prefix(1);
  return element;
}

using ttgir::pointee_of;

// Where a pointer points: "1" of "!tt.ptr<f16, 1>"; empty where nothing is said.
inline std::string_view address_space_of(std::string_view pointer) {
  const auto pointee = pointee_of(pointer);
  if (pointee.empty()) return {};
  const auto behind =
      pointer.substr(static_cast<std::size_t>(pointee.data() + pointee.size() - pointer.data()));
  const auto begin = behind.find_first_not_of(", ");
  return behind.substr(begin, behind.find('>') - begin);
}

inline triton::Shape without(triton::Shape shape, std::size_t dim) {
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(dim));
  return shape;
}

inline Word elements_of(const triton::Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), Word{1}, std::multiplies<>());
}

}  // namespace tileproof
