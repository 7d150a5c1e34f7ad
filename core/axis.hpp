// What does a layout take and give?  Named integers with their ranges.
#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/bits.hpp"

namespace tileproof {

// An input: every integer from `first` to `first + size - 1`.
struct Axis {
  std::string name;
  Word size = 1;  // at least 1
  Word first = 0;
  // A parameter is one number for a whole layout: "injective" is then claimed for each of its
  // values, not across them.
  bool is_parameter = false;

  friend bool operator==(const Axis&, const Axis&) = default;
};

// An output: a coordinate, which is to stay below `size`, or an offset, which has no size.
struct OutAxis {
  std::string name;
  std::optional<Word> size;
  // The size is what somebody wrote, and not what the encoding keeps to: a claim must show it.
  bool is_stated = false;
  // Can it be below 0?  Then numbers from 2^63 on are those.
  bool is_signed = false;

  friend bool operator==(const OutAxis&, const OutAxis&) = default;
};

// How a tensor's coordinate is called: "row" and "col" for rank 2, else "dim0", "dim1", ...
inline std::string coordinate_name(std::size_t dim, std::size_t rank) {
  if (rank == 2) return dim == 0 ? "row" : "col";
  return "dim" + std::to_string(dim);
}

// Which coordinate each name is, if they are those of a tensor, in any order: `row` and `col`, or
// `dim0`, `dim1`, ...; a mixture of both is none.
inline std::optional<std::vector<std::size_t>> as_coordinates(
    const std::vector<std::string>& names) {
  const std::size_t rank = names.size();
  for (const bool has_dims : {false, true}) {
    std::vector<std::size_t> places;
    for (const std::string& name : names) {
      for (std::size_t d = 0; d < rank; ++d) {
        if (name == (has_dims ? "dim" + std::to_string(d) : coordinate_name(d, rank))) {
          places.push_back(d);
        }
      }
    }
    std::vector<bool> is_there(rank);
    for (const std::size_t d : places) is_there[d] = true;
    if (places.size() == rank &&
        std::find(is_there.begin(), is_there.end(), false) == is_there.end()) {
      return places;
    }
  }
  return std::nullopt;
}

// The values of an algebra that go into or come out of a definition, in the order of the axes.
template <typename A>
using Words = boost::container::small_vector<typename A::Word, 4>;

}  // namespace tileproof
