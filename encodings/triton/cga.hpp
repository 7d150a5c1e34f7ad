// How are the CTAs of a cluster laid over a tensor?  Each bit of the CTA's number moves along at
// most one dimension (its basis), or along none: then the CTAs that differ in it hold copies.
//
//   CGALayout = [[0, 1], [1, 0]]:  CTA 0b01 is right of CTA 0, CTA 0b10 below it.
//
// Until Triton 3.5 this was CTAsPerCGA, CTASplitNum, CTAOrder; both spellings are read.
#pragma once

#include <vector>

#include "encodings/mlir/cursor.hpp"
#include "encodings/triton/shape.hpp"

namespace tileproof::triton {

struct CgaLayout {
  std::size_t rank = 0;
  boost::container::small_vector<Dims, 2> bases;  // of the block bits, lowest first

  static CgaLayout single(std::size_t rank) { return {rank, {}}; }
  // The three old lists.  Fails unless they have the same rank and split divides the number of
  // CTAs.
  static Result<CgaLayout> from_split(const Dims& ctas, const Dims& split, const Dims& order);

  // Into how many parts dimension d is split.
  [[nodiscard]] Word split(std::size_t d) const;
  [[nodiscard]] bool is_single() const { return bases.empty(); }
  // Without movement along d, as for the contraction dimension of a dot operand.
  [[nodiscard]] CgaLayout without(std::size_t d) const;

  friend bool operator==(const CgaLayout&, const CgaLayout&) = default;
};

// An Error unless, without zero bases, the layout is a permutation: each basis is a power of two in
// one dimension, and the bases of a dimension are 1, 2, 4 ...
std::optional<Error> check(const CgaLayout& cga);

// The part of the shape that one CTA holds.
Shape shape_per_cta(const CgaLayout& cga, const Shape& shape);

// Where the CTA `block` has its part, added to coordinates within it, which wrap around there.
template <Algebra A>
void add_cta(const A& a,
             const CgaLayout& cga,
             const Shape& shape,
             typename A::Word block,
             Coords<typename A::Word>& coords) {
  const Shape per_cta = shape_per_cta(cga, shape);
  Coords<typename A::Word> cta(shape.size());
  Digits<A> bits(a, block);
  for (const Dims& basis : cga.bases) {
    const auto bit = bits.take(2);
    for (std::size_t d = 0; d < cga.rank; ++d) cta[d] = a.bit_xor(cta[d], a.mul(bit, basis[d]));
  }
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const Word parts = shape[d] / per_cta[d];
    coords[d] = a.add(a.urem(coords[d], per_cta[d]), a.mul(a.urem(cta[d], parts), per_cta[d]));
  }
}

// For layouts that keep a tensor in memory: the CTA that holds an element (of several, the one
// whose copy bits are 0); coords become those within the CTA.
template <Algebra A>
typename A::Word take_cta(const A& a,
                          const CgaLayout& cga,
                          const Shape& shape,
                          Coords<typename A::Word>& coords) {
  const Shape per_cta = shape_per_cta(cga, shape);
  typename A::Word block(0);
  for (std::size_t i = 0; i < cga.bases.size(); ++i) {
    for (std::size_t d = 0; d < cga.rank; ++d) {
      const Word basis = cga.bases[i][d];
      if (basis == 0 || basis * per_cta[d] >= shape[d]) continue;
      const auto bit = a.urem(a.udiv(coords[d], basis * per_cta[d]), 2);
      block = a.add(block, a.mul(bit, Word{1} << i));
    }
  }
  for (std::size_t d = 0; d < shape.size(); ++d) coords[d] = a.urem(coords[d], per_cta[d]);
  return block;
}

// Reads the keys of either spelling for one attribute.
class CgaReader {
 public:
  // True if the key was one of the CGA's; its value is then read (the cursor may have failed).
  bool read(mlir::Cursor& cursor, std::string_view key);
  // The layout for an attribute of this rank; fails at the cursor if it breaks a rule.
  bool finish(mlir::Cursor& cursor, std::size_t rank, CgaLayout& result);
  // Was any of its keys read?
  [[nodiscard]] bool has_keys() const { return has_keys_; }
  // The rank that CGALayout's first basis shows, or 0.
  [[nodiscard]] std::size_t shown_rank() const { return bases_.empty() ? 0 : bases_[0].size(); }

 private:
  boost::container::small_vector<Dims, 2> bases_;
  bool has_keys_ = false;
  bool has_bases_ = false;
  Dims ctas_;
  Dims split_;
  Dims order_;
};

// ", CGALayout = [[0, 1]]", or "" for a single CTA.
void append_part(std::string& text, const CgaLayout& cga);

}  // namespace tileproof::triton
