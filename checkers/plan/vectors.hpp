// Vectors of GF(2), or the columns of a map.
#pragma once

#include <boost/container/small_vector.hpp>
#include <span>

#include "core/bits.hpp"

namespace tileproof::plan {

// A planner makes hundreds of lists, and few have more than 8: those take no memory of their own.
class Vectors : public boost::container::small_vector<Word, 8> {
 public:
  using small_vector::small_vector;
  // The iterators of Boost 1.74 are none of which std::span knows that they are contiguous.
  operator std::span<const Word>() const { return {data(), size()}; }  // NOLINT: implicit
};

}  // namespace tileproof::plan
