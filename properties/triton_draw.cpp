#include "properties/triton_draw.hpp"

#include <algorithm>

#include "properties/generators.hpp"

namespace tileproof::gen {

using namespace triton;

unsigned draw_between(Source& source, unsigned low, unsigned high) {
  return low + draw_below(source, high - low + 1);
}
Word draw_power(Source& source, unsigned max_bits) {
  return Word{1} << draw_below(source, max_bits + 1);
}

// By cuts, not bit by bit: as many draws for any number of bits,
// so that shrinking it leaves what is drawn later as it was.
Dims draw_spread(Source& source, unsigned bits, std::size_t rank) {
  std::vector<unsigned> cuts = {0, bits};
  for (std::size_t i = 1; i < rank; ++i) cuts.push_back(draw_below(source, bits + 1));
  std::ranges::sort(cuts);
  Dims dims;
  for (std::size_t i = 0; i < rank; ++i) dims.push_back(Word{1} << (cuts[i + 1] - cuts[i]));
  return dims;
}

Dims draw_dim_order(Source& source, std::size_t rank) {
  Dims order;
  for (const unsigned d : permutation(source, static_cast<unsigned>(rank))) order.push_back(d);
  return order;
}

Shape draw_shape(Source& source, std::size_t rank, unsigned least_bits) {
  return draw_spread(source, draw_between(source, least_bits, kMaxElementBits), rank);
}

std::vector<Dims> draw_units(Source& source, unsigned bits, std::size_t rank) {
  std::vector<Dims> units;
  const Dims sizes = draw_spread(source, bits, rank);
  for (std::size_t d = 0; d < rank; ++d) {
    for (Word value = 1; value < sizes[d]; value *= 2) {
      Dims unit(rank, 0);
      unit[d] = value;
      units.push_back(unit);
    }
  }
  std::vector<Dims> shuffled;
  for (const unsigned i : permutation(source, bits)) shuffled.push_back(units[i]);
  return shuffled;
}

CgaLayout draw_cga(Source& source, std::size_t rank, unsigned max_bits) {
  CgaLayout cga = CgaLayout::single(rank);
  if (!draw_one_in(source, 3)) return cga;
  for (const Dims& basis : draw_units(source, draw_below(source, max_bits) + 1, rank))
    cga.bases.push_back(basis);
  // A CTA with copies, somewhere among the others.
  if (draw_one_in(source, 3)) {
    const auto at = draw_below(source, static_cast<unsigned>(cga.bases.size()) + 1);
    cga.bases.insert(cga.bases.begin() + at, Dims(rank, 0));
  }
  return cga;
}

}  // namespace tileproof::gen
