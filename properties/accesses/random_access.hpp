// Random pairs of a register layout and a shared layout of one tile, with their degenerate cases:
// copies, swizzles, wide vectors, several blocks.  Deterministic for a seed.
#pragma once

#include <algorithm>
#include <vector>

#include "checkers/claims/vector_width.hpp"
#include "core/f2.hpp"
#include "core/linear_layout.hpp"
#include "properties/source.hpp"

namespace tileproof::gen {

class RandomAccess {
 public:
  explicit RandomAccess(Source& choices) : random_(choices) {}

  // A number in [low, high].
  unsigned pick(unsigned low, unsigned high) {
    return static_cast<unsigned>(random_.between(low, high));
  }
  bool one_in(unsigned n) { return random_.one_in(n); }

  struct Pair {
    LinearLayout registers;
    LinearLayout shared;
  };

  Pair pair(unsigned lane_bits) {
    const unsigned tile_bits = pick(lane_bits, lane_bits + 6);  // of one block
    const unsigned block_bits = one_in(4) ? 1 : 0;
    const unsigned bits = tile_bits + block_bits;
    // Elements are flat indices; the block owns the top bit.
    const unsigned dim1_bits = pick(0, bits);
    const OutDim outs[] = {{Name::dim(1), Word{1} << dim1_bits},
                           {Name::dim(0), Word{1} << (bits - dim1_bits)}};
    std::vector<Word> block;
    for (unsigned i = tile_bits; i < bits; ++i) block.push_back(Word{1} << i);

    std::vector<Word> offset = shared_bases(tile_bits);
    const InDim shared_ins[] = {{kOffset, static_cast<unsigned>(offset.size())},
                                {kBlock, block_bits}};
    offset.insert(offset.end(), block.begin(), block.end());

    const unsigned register_bits = one_in(2) ? pick(0, 5) : pick(3, 5);
    const unsigned warp_bits = pick(0, 3);
    std::vector<Word> places = places_for(tile_bits, register_bits, lane_bits, warp_bits);
    const InDim register_ins[] = {
        {kRegister, register_bits}, {kLane, lane_bits}, {kWarp, warp_bits}, {kBlock, block_bits}};
    places.insert(places.end(), block.begin(), block.end());
    return {LinearLayout::from_fields(register_ins, outs, places),
            LinearLayout::from_fields(shared_ins, outs, offset)};
  }

  std::vector<Padding> paddings(unsigned tile_bits) {
    std::vector<Padding> result;
    for (unsigned bit = pick(0, 4); bit <= tile_bits + 1 && result.size() < 2; bit += pick(1, 5)) {
      const Word amount = one_in(4) ? pick(1, 40) : Word{1} << pick(0, 6);
      result.push_back({one_in(8) ? Word{3} << bit : Word{1} << bit, amount});
    }
    return result;
  }

  Word vector(unsigned bits) { return random_.below(low_mask(bits) + 1); }

 private:
  std::vector<Word> units(unsigned bits) {
    std::vector<Word> result;
    for (unsigned i = 0; i < bits; ++i) result.push_back(Word{1} << i);
    return result;
  }

  // A basis of the tile: in order, swizzled (a lower vector XORed to each), or any; with copies.
  std::vector<Word> shared_bases(unsigned tile_bits) {
    std::vector<Word> bases = units(tile_bits);
    const unsigned from = one_in(2) ? pick(0, tile_bits) : 3;
    switch (pick(0, 3)) {
      case 0:
        break;
      case 1:
        for (unsigned i = from; i < tile_bits; ++i) bases[i] ^= vector(i);
        break;
      case 2:
        random_.shuffle(std::span(bases).subspan(from));
        break;
      default:
        do {
          for (Word& basis : bases) basis = vector(tile_bits);
        } while (f2::rank(bases) < tile_bits);
    }
    if (one_in(6)) bases.insert(bases.begin() + pick(0, tile_bits), 0);
    return bases;
  }

  // Register, lane and warp bases: units in an order that often starts with a vector, mixed, or
  // any.
  std::vector<Word> places_for(unsigned tile_bits,
                               unsigned registers,
                               unsigned lanes,
                               unsigned warps) {
    const unsigned count = registers + lanes + warps;
    std::vector<Word> bases = units(tile_bits);
    const unsigned in_order = one_in(2) ? pick(0, 4) : 4;
    random_.shuffle(std::span(bases).subspan(in_order));
    bases.resize(count, 0);
    switch (pick(0, 3)) {
      case 0:
        break;
      case 1: {
        const auto mixed = static_cast<std::ptrdiff_t>(pick(0, count - 1));
        for (auto basis = bases.begin() + mixed; basis != bases.end(); ++basis) {
          if (one_in(2)) *basis ^= vector(tile_bits) & ~Word{3};
        }
        break;
      }
      case 2:
        for (Word& basis : bases) {
          if (one_in(5)) basis = 0;
        }
        break;
      default:
        for (auto basis = bases.begin() + std::min<std::ptrdiff_t>(registers, 2);
             basis != bases.end();
             ++basis) {
          *basis = vector(tile_bits);
        }
    }
    if (one_in(3)) random_.shuffle(std::span(bases).first(registers));
    if (one_in(8)) random_.shuffle(bases);
    return bases;
  }

  Source& random_;
};

}  // namespace tileproof::gen
