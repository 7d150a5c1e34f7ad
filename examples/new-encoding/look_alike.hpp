// What CuTe's C++ has, as far as this example needs it: with CUTLASS, include <cute/layout.hpp> in
// its place.
#pragma once

#include <tuple>
#include <type_traits>

namespace look_alike {

template <int N>
struct C {
  static constexpr int value = N;
  constexpr operator int() const { return N; }  // NOLINT: implicit, as there
};

// A tuple that is not the standard library's.
template <typename... T>
struct tuple : std::tuple<T...> {
  using std::tuple<T...>::tuple;
};
template <std::size_t I, typename... T>
constexpr const auto& get(const tuple<T...>& t) {
  return std::get<I>(static_cast<const std::tuple<T...>&>(t));
}
template <typename... T>
constexpr tuple<T...> make_tuple(T... modes) {
  return tuple<T...>(modes...);
}

template <typename Shape, typename Stride>
struct Layout {
  Shape shape_;
  Stride stride_;
  constexpr const Shape& shape() const { return shape_; }
  constexpr const Stride& stride() const { return stride_; }
};

template <int B, int M, int S>
struct Swizzle {
  static constexpr int num_bits = B;
  static constexpr int num_base = M;
  static constexpr int num_shft = S;
};

template <typename A, typename Offset, typename B>
struct ComposedLayout {
  A a;
  Offset offset_;
  B b;
  constexpr const A& layout_a() const { return a; }
  constexpr const Offset& offset() const { return offset_; }
  constexpr const B& layout_b() const { return b; }
};

}  // namespace look_alike

template <typename... T>
struct std::tuple_size<look_alike::tuple<T...>>
    : std::integral_constant<std::size_t, sizeof...(T)> {};
