// How is a layout handed over that CuTe's C++ has made?  As it is: what has shape() and stride() of
// nested tuples, or layout_a(), offset() and layout_b() where a swizzle stands before it.  No
// header of CUTLASS is needed: tuples are what std::tuple_size and get<i>() know, by whatever
// namespace, and leaves are what converts to an integer, static or not.
//
//   make_layout(make_shape(_8{}, make_shape(2, _4{})), make_stride(...))      (8,(2,4)):(1,(8,16))
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "encodings/index_map/index_map.hpp"

namespace tileproof::cute {

template <typename T>
concept IntegerLeaf = std::is_convertible_v<const T&, std::int64_t>;

template <typename T>
concept TupleOfModes = !IntegerLeaf<T> && requires {
  std::tuple_size<T>::value;
};

template <IntegerLeaf T>
std::string modes_text(const T& leaf) {
  return std::to_string(static_cast<std::int64_t>(leaf));
}

// "(8,(2,4))"
template <TupleOfModes T>
std::string modes_text(const T& tuple) {
  std::string text;
  const auto add = [&](const auto& mode) { text += (text.empty() ? "" : ",") + modes_text(mode); };
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    using std::get;
    (add(get<I>(tuple)), ...);
  }
  (std::make_index_sequence<std::tuple_size<T>::value>());
  return "(" + text + ")";
}

// "(8,(2,4)):(1,(8,16))" and "Sw<3,4,3> o 0 o (8,64):(64,1)", as docs/layouts.md says.
template <typename Layout>
std::string notation_of(const Layout& layout) {
  if constexpr (requires { layout.layout_b(); }) {
    using Swizzle = std::remove_cvref_t<decltype(layout.layout_a())>;
    return "Sw<" + std::to_string(Swizzle::num_bits) + "," + std::to_string(Swizzle::num_base) +
           "," + std::to_string(Swizzle::num_shft) + "> o " + modes_text(layout.offset()) + " o " +
           notation_of(layout.layout_b());
  } else {
    return modes_text(layout.shape()) + ":" + modes_text(layout.stride());
  }
}

// Fails as the reader of the notation does.
template <typename Layout>
Result<IndexMap> index_map_of(const Layout& layout) {
  return parse_index_map(notation_of(layout), {});
}

}  // namespace tileproof::cute
