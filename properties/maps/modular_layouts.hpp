// Random modular layouts, and what their definition says by plain counting: no code of the library
// but the layout's own bases takes part.
#pragma once

#include <algorithm>
#include <vector>

#include "encodings/modular/layout.hpp"
#include "properties/source.hpp"

namespace tileproof::gen {

class ModularLayouts {
 public:
  explicit ModularLayouts(Source& choices) : choices_(choices) {}

  Word below(Word bound) { return choices_.below(bound); }

  // Up to three in-dims of at most `max_bits` bits together and up to three out-dims.  A third of
  // the layouts has random bases, a third bases that move along one out-dim each, a third has
  // digits 1, 2, 4 ... of each out-dim, shuffled, with some bases more or less.
  modular::Layout next(unsigned max_bits) {
    std::vector<modular::OutDim> outs;
    const Word rank = 1 + below(3);
    for (Word d = 0; d < rank; ++d) {
      const Word size = kSizes[below(below(2) == 0 ? 6 : kSizes.size())];
      outs.push_back({Name::dim(static_cast<unsigned>(d)), size});
    }
    const auto bits = static_cast<unsigned>(below(max_bits + 1));
    std::vector<std::vector<Word>> bases;
    const Word style = below(3);
    if (style == 2) {
      for (Word d = 0; d < rank; ++d) {
        const Word stride = below(3) == 0 ? 1 + below(outs[d].size) : 1;
        for (Word value = 1; value < outs[d].size; value *= 2) {
          bases.emplace_back(rank, 0)[d] = value * stride % outs[d].size;
          if (below(4) == 0) bases.back()[below(rank)] = 0;
        }
      }
      choices_.shuffle(bases);
      if (below(2) == 0) bases.resize(std::min<std::size_t>(bases.size(), bits));
      bases.resize(std::min<std::size_t>(bases.size(), max_bits));
    } else {
      for (unsigned bit = 0; bit < bits; ++bit) {
        auto& basis = bases.emplace_back(rank, 0);
        const Word only = below(rank);
        for (Word d = 0; d < rank; ++d) {
          if (style == 0 || d == only) basis[d] = below(outs[d].size);
        }
      }
    }
    return with_bases(std::move(bases), outs);
  }

 private:
  // Deals the bases to in-dims.
  modular::Layout with_bases(std::vector<std::vector<Word>> bases,
                             const std::vector<modular::OutDim>& outs) {
    std::vector<NamedBases> ins = {{kRegister, {}}, {kLane, {}}, {kWarp, {}}};
    ins.resize(1 + below(3), {kWarp, {}});
    const std::size_t share = bases.size() / ins.size() + 1;
    for (std::size_t i = 0; i < bases.size(); ++i) ins[i / share].bases.push_back(bases[i]);
    return modular::Layout::make(ins, outs).value();
  }

  inline static const std::vector<Word> kSizes = {2, 3, 4, 5, 6, 8, 1, 7, 9, 10, 12, 15, 24, 33};
  Source& choices_;
};

// The value at an index, computed anew from the bases.
inline std::vector<Word> counted_value(const modular::Layout& layout, Word index) {
  std::vector<Word> value(layout.out_dims().size(), 0);
  for (unsigned bit = 0; bit < layout.total_in_bits(); ++bit) {
    if ((index >> bit & 1) == 0) continue;
    for (std::size_t d = 0; d < value.size(); ++d) {
      const Word size = layout.out_dims()[d].size;
      const Word basis = layout.basis(bit, d);
      value[d] = (size & (size - 1)) == 0 ? value[d] ^ basis : (value[d] + basis) % size;
    }
  }
  return value;
}

// The place of a value in the out-dims' box, the first out-dim fastest, and back.
inline Word number_of(const modular::Layout& layout, const std::vector<Word>& value) {
  Word number = 0;
  for (std::size_t d = value.size(); d > 0; --d) {
    number = number * layout.out_dims()[d - 1].size + value[d - 1];
  }
  return number;
}

inline std::vector<Word> coordinates_of(const modular::Layout& layout, Word number) {
  std::vector<Word> value;
  for (const auto& out : layout.out_dims()) {
    value.push_back(number % out.size);
    number /= out.size;
  }
  return value;
}

inline Word box_size(const modular::Layout& layout) {
  Word size = 1;
  for (const auto& out : layout.out_dims()) size *= out.size;
  return size;
}

// All values in the order of their indices, as coordinates and as places in the box.  Requires: few
// bits.
inline std::vector<std::vector<Word>> counted_values(const modular::Layout& layout) {
  std::vector<std::vector<Word>> values;
  for (Word index = 0; index < Word{1} << layout.total_in_bits(); ++index) {
    values.push_back(counted_value(layout, index));
  }
  return values;
}
inline std::vector<Word> counted_numbers(const modular::Layout& layout) {
  std::vector<Word> numbers;
  for (const auto& value : counted_values(layout)) numbers.push_back(number_of(layout, value));
  return numbers;
}

}  // namespace tileproof::gen
