// The draws that Triton's generators are composed of.
#pragma once

#include <initializer_list>
#include <memory>
#include <vector>

#include "properties/draw.hpp"
#include "properties/triton_laws.hpp"

namespace tileproof::gen {

// The tensors of generated layouts have at most 2^14 elements.
inline constexpr unsigned kMaxElementBits = 14;

// low .. high
unsigned draw_between(Source& source, unsigned low, unsigned high);
// 1, 2, 4 ... 2^max_bits
Word draw_power(Source& source, unsigned max_bits);
template <typename T>
T draw_of(Source& source, std::initializer_list<T> values) {
  return values.begin()[draw_below(source, static_cast<unsigned>(values.size()))];
}

// Powers of two whose product is 2^bits.
triton::Dims draw_spread(Source& source, unsigned bits, std::size_t rank);
// A permutation of 0 .. rank-1.
triton::Dims draw_dim_order(Source& source, std::size_t rank);
// A tensor of at least 2^least_bits elements.
triton::Shape draw_shape(Source& source, std::size_t rank, unsigned least_bits);
// `bits` unit bases of a tensor (or of its CTAs, or tiles): those of a dimension are 1, 2, 4 ...,
// in any order.
std::vector<triton::Dims> draw_units(Source& source, unsigned bits, std::size_t rank);
// Mostly a single CTA; else up to 2^max_bits parts, perhaps with copies.
triton::CgaLayout draw_cga(Source& source, std::size_t rank, unsigned max_bits = 3);

template <typename Encoding>
laws::TritonSubject on(Encoding encoding, const triton::Shape& shape) {
  return {std::make_shared<const triton::Layout>(std::move(encoding)), shape};
}

}  // namespace tileproof::gen
