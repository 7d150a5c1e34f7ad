// The small vectors in which Triton's attributes and tensor shapes are written, and the indices
// that definitions take and give.
#pragma once

#include <array>
#include <boost/container/small_vector.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/algebra.hpp"
#include "core/bits.hpp"
#include "core/check.hpp"
#include "core/result.hpp"

namespace tileproof::triton {

// One number for each dimension of a tensor, dimension 0 first.  Elements, unless a name says
// bytes.
using Dims = boost::container::small_vector<Word, 4>;
using Shape = Dims;

// Triton's sort kernels use a dimension for each bit of an index; nothing real goes beyond.
inline constexpr unsigned kMaxRank = 32;

// Coordinates of a tensor element, dimension 0 first.
template <typename W>
class Coords {
 public:
  explicit Coords(std::size_t rank) : rank_(rank) {
    TP_CHECK(rank <= kMaxRank, "rank exceeds 32");
    for (std::size_t d = 0; d < rank; ++d) values_[d] = W(0);
  }
  [[nodiscard]] std::size_t rank() const { return rank_; }
  W& operator[](std::size_t d) { return values_[d]; }
  const W& operator[](std::size_t d) const { return values_[d]; }

  friend bool operator==(const Coords& a, const Coords& b) {
    if (a.rank_ != b.rank_) return false;
    for (std::size_t d = 0; d < a.rank_; ++d) {
      if (!(a.values_[d] == b.values_[d])) return false;
    }
    return true;
  }

 private:
  std::array<W, kMaxRank> values_;
  std::size_t rank_;
};

// A place in registers.
template <typename W>
struct RegisterPlace {
  W reg;
  W lane;
  W warp;
  W block;  // the CTA within its cluster
};

// A place in shared memory; the offset counts elements.
template <typename W>
struct SharedPlace {
  W offset;
  W partition;  // 0 but for partitioned layouts
  W block;
};

// A place in tensor memory; columns count elements.
template <typename W>
struct TensorMemoryPlace {
  W row;
  W col;
  W block;
};

inline std::span<const Word> as_span(const Dims& dims) { return {dims.data(), dims.size()}; }

// "128x64"
std::string to_string(const Shape& shape);
// "[1, 0]"
std::string list_text(const Dims& dims);

// An Error (kShape) unless the shape has this rank and all sizes are powers of two, and (kOverflow)
// unless the product is at most 2^62.
std::optional<Error> check_shape(const Shape& shape, std::size_t rank, std::string_view mnemonic);

// An Error (kInvalid) unless all values are powers of two: "every element of warpsPerCTA must be
// ...".
std::optional<Error> check_powers_of_two(const Dims& dims, std::string_view key);
// An Error unless order is a permutation of 0 .. rank-1.
std::optional<Error> check_order(const Dims& order);
// An Error unless the two lists have the same length.
std::optional<Error> check_same_rank(const Dims& a,
                                     std::string_view a_key,
                                     const Dims& b,
                                     std::string_view b_key);

// The dimensions of a batch of matrices from the fastest to the slowest: [.., m, n] row-major gives
// [n, m, ...], column-major [m, n, ...].  Rank 1 gives [0].
Dims matrix_order(std::size_t rank, bool row_major);
// The same for a dot operand with its contraction dimension k fastest: operand 0 is [.., m, k],
// operand 1 is [.., k, n].
inline Dims dot_operand_order(unsigned op_idx, std::size_t rank) {
  return matrix_order(rank, op_idx == 0);
}

}  // namespace tileproof::triton
