// Small random layouts of every notation, as their texts: most have at most 2^8 points.
#pragma once

#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "encodings/index_map/index_map.hpp"

namespace tileproof::testing {

class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : engine_(seed) {}

  Word below(Word end) { return engine_() % end; }
  Word between(Word low, Word high) { return low + below(high - low + 1); }
  bool one_in(Word n) { return below(n) == 0; }
  // 1, 2, 4 ... 2^max_bits
  Word power(unsigned max_bits) { return Word{1} << below(max_bits + 1); }
  template <typename T>
  T of(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }

 private:
  std::mt19937_64 engine_;
};

struct LayoutFamily {
  const char* name;
  // Not every text is a layout.
  LayoutText (*draw)(RandomNumbers&);

  friend void PrintTo(const LayoutFamily& family, std::ostream* out) { *out << family.name; }
};

// swizzled_shared, rotating, padded_shared, nvmma_shared, shared_linear, memory in pieces,
// registers, CuTe with and without swizzle, numbers near 2^62, modular, index expressions
std::vector<LayoutFamily> layout_families();

// The same text with one number a little larger or smaller.
LayoutText neighbour(RandomNumbers& random, const LayoutText& layout);

}  // namespace tileproof::testing
