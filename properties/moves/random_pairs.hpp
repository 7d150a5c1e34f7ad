// Pairs of linear layouts on one tensor, and what planners have to do for them: nothing, to rename
// registers, to give registers to other lanes, to bring them to other warps.
#pragma once

#include <string>
#include <vector>

#include "core/target.hpp"
#include "encodings/triton/layout.hpp"
#include "properties/source.hpp"

namespace tileproof::gen {

struct RandomPair {
  std::string source;
  std::string destination;
  triton::Shape shape;
  unsigned bits;
  Target target;
};

class RandomPairs {
 public:
  // Of units alone, with bases that are sums of others, or of units in several blocks, some of
  // which have copies.
  enum class Of : std::uint8_t { kUnits, kSums, kBlocks };
  RandomPairs(Of bases, Source& choices)
      : sums_(bases == Of::kSums), has_blocks_(bases == Of::kBlocks), random_(choices) {}

  RandomPair next();

 private:
  // Where the bits of elements' numbers stand, those below `low` along the columns.
  struct Bases {
    std::vector<Word> registers;
    std::vector<Word> lanes;
    std::vector<Word> warps;
    std::vector<Word> blocks;
  };

  Word below(Word end) { return random_.below(end); }
  Bases fresh(unsigned element_bits, unsigned low, unsigned lanes, unsigned warps, unsigned copies);
  Bases moved(const Bases& from, unsigned low);
  void spread(Bases& bases, unsigned low, unsigned blocks);

  bool sums_;
  bool has_blocks_;
  Source& random_;
};

}  // namespace tileproof::gen
