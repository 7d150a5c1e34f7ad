#include "encodings/triton/tile_builder.hpp"

namespace tileproof::triton {

TileBuilder::TileBuilder(std::initializer_list<Name> in_dims,
                         const Shape& shape,
                         const CgaLayout& cga)
    : shape_(shape), cga_(cga), per_cta_(triton::shape_per_cta(cga, shape)) {
  TP_CHECK(cga.rank == shape.size(), "CGA layout and shape differ in rank");
  for (const Name name : in_dims) inputs_.push_back({name, {}});
  unsigned shift = 0;
  for (const Word size : shape) {
    shifts_.push_back(shift);
    shift += log2_exact(size);
  }
  covered_bits_.assign(shape.size(), 0);
}

TileBuilder::Input& TileBuilder::input(Name name) {
  for (Input& in : inputs_) {
    if (in.name == name) return in;
  }
  TP_CHECK(false, "tile has no in-dim " + std::string(name.text()));
}

Word TileBuilder::field(std::size_t dim, Word coordinate) const {
  return (coordinate & (per_cta_[dim] - 1)) << shifts_[dim];
}

void TileBuilder::identity(Name in, Word count, std::size_t dim) {
  Input& target = input(in);
  for (unsigned bits = log2_exact(count); bits > 0; --bits) {
    const unsigned at = covered_bits_[dim]++;
    target.bases.push_back(at < 64 ? field(dim, Word{1} << at) : 0);
  }
}

void TileBuilder::zeros(Name in, Word count) {
  Input& target = input(in);
  target.bases.insert(target.bases.end(), log2_exact(count), 0);
}

void TileBuilder::basis(Name in, const Dims& tiles, const Dims& unit) {
  Word fields = 0;
  for (std::size_t d = 0; d < tiles.size(); ++d) fields |= field(d, tiles[d] * unit[d]);
  input(in).bases.push_back(fields);
}

Result<LinearLayout> TileBuilder::finish(const Dims& repeat_order, bool with_block) {
  const Name repeated = inputs_.front().name;
  for (const Word dim : repeat_order) {
    const unsigned wanted = log2_exact(per_cta_[dim]);
    if (covered_bits_[dim] < wanted) {
      identity(repeated, Word{1} << (wanted - covered_bits_[dim]), dim);
    }
  }
  boost::container::small_vector<InDim, 6> ins;
  boost::container::small_vector<OutDim, 8> outs;
  boost::container::small_vector<Word, 32> bases;
  for (const Input& in : inputs_) {
    ins.push_back({in.name, static_cast<unsigned>(in.bases.size())});
    bases.insert(bases.end(), in.bases.begin(), in.bases.end());
  }
  if (with_block || !cga_.is_single()) {
    ins.push_back({kBlock, static_cast<unsigned>(cga_.bases.size())});
    for (const Dims& basis : cga_.bases) {
      Word fields = 0;
      for (std::size_t d = 0; d < basis.size(); ++d) {
        fields |= (basis[d] * per_cta_[d] & (shape_[d] - 1)) << shifts_[d];
      }
      bases.push_back(fields);
    }
  }
  if (bases.size() > kMaxIndexBits) {
    return Error{ErrorCode::kOverflow,
                 "the layout has 2^" + std::to_string(bases.size()) + " places, more than 2^62"};
  }
  for (std::size_t d = 0; d < shape_.size(); ++d) {
    outs.push_back({Name::dim(static_cast<unsigned>(d)), shape_[d]});
  }
  return LinearLayout::from_fields(
      {ins.data(), ins.size()}, {outs.data(), outs.size()}, {bases.data(), bases.size()});
}

}  // namespace tileproof::triton
