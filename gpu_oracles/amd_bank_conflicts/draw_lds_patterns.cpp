#include "gpu_oracles/amd_bank_conflicts/draw_lds_patterns.hpp"

#include <algorithm>

namespace tileproof::oracles {
namespace {

using Units = std::vector<Word>;  // addresses over the alignment

Units anywhere(Draws& draws, unsigned lanes, Word units) {
  Units at(lanes);
  for (Word& unit : at) unit = draws.below(units);
  return at;
}

// An XOR of one number for each bit of the lane; some bits move nothing.
Units linear(Draws& draws, unsigned lanes, Word units) {
  Units at(lanes, 0);
  for (unsigned bit = 0; (1U << bit) < lanes; ++bit) {
    const Word column = draws.below(6) == 0 ? 0
                        : draws.flip()      ? draws.below(units)
                                            : (Word{1} << draws.below(10)) % units;
    for (unsigned lane = 0; lane < lanes; ++lane) at[lane] ^= (lane >> bit & 1) != 0 ? column : 0;
  }
  return at;
}

// Rows of lanes with a stride within and between, as padded tiles have.
Units strided(Draws& draws, unsigned lanes, Word units) {
  const Word columns = Word{1} << draws.below(7);
  const Word inner = draws.flip() ? draws.below(40) : Word{1} << draws.below(6);
  const Word outer = draws.flip() ? draws.below(200) : Word{1} << draws.below(8);
  Units at(lanes);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    at[lane] = (lane % columns * inner + lane / columns * outer) % units;
  }
  return at;
}

// Lanes that meet at few places.
Units crowded(Draws& draws, unsigned lanes, Word units) {
  const Units places = anywhere(draws, 1U << draws.below(5), units);
  Units at(lanes);
  for (Word& unit : at) unit = places[draws.below(places.size())];
  return at;
}

}  // namespace

LdsAddresses draw_lds_pattern(Draws& draws, const AccessRule& rule) {
  constexpr Units (*kKinds[])(Draws&, unsigned, Word) = {
      anywhere, linear, linear, strided, crowded};
  // A power of two, which an XOR does not leave.
  const Word units = std::bit_floor((kLdsWindow - rule.bytes_per_lane) / rule.alignment() + 1);
  const Units at = kKinds[draws.below(std::size(kKinds))](draws, rule.lanes, units);
  LdsAddresses addresses;
  for (const Word unit : at) addresses.emplace_back(unit * rule.alignment());
  if (draws.below(4) == 0) {
    const Word kept = draws.next() | Word{1} << draws.below(rule.lanes);
    for (unsigned lane = 0; lane < rule.lanes; ++lane) {
      if ((kept >> lane & 1) == 0) addresses[lane] = std::nullopt;
    }
  }
  return addresses;
}

}  // namespace tileproof::oracles
