#include "properties/moves/random_pairs.hpp"

#include <algorithm>

namespace tileproof::gen {
namespace {

// Of columns below 2^low, and of rows above.
std::string text_of(const std::vector<Word>& bases, unsigned low) {
  std::string text;
  for (const Word basis : bases) {
    text += (text.empty() ? "[" : ", [") + std::to_string(basis >> low) + ", " +
            std::to_string(basis & ((Word{1} << low) - 1)) + "]";
  }
  return "[" + text + "]";
}

// Triton's layouts have no bases along several dimensions.
bool is_one_dim(Word basis, unsigned low) {
  return basis >> low == 0 || (basis & ((Word{1} << low) - 1)) == 0;
}

}  // namespace

// All numbers of so many bits, each `copies` times doubled.
RandomPairs::Bases RandomPairs::fresh(
    unsigned element_bits, unsigned low, unsigned lanes, unsigned warps, unsigned copies) {
  std::vector<Word> list;
  for (unsigned bit = 0; bit < element_bits; ++bit) list.push_back(Word{1} << bit);
  // With some digits XORed to others, which leaves them independent.
  for (Word mixed = sums_ && below(3) == 0 ? below(4) : 0; mixed > 0; --mixed) {
    const auto to = below(list.size());
    const auto from = below(list.size());
    if (to != from && is_one_dim(list[to] | list[from], low)) list[to] ^= list[from];
  }
  for (unsigned copy = 0; copy < copies; ++copy) {
    const Word first = list[below(list.size())];
    const Word sum = first ^ list[below(list.size())];
    list.push_back(sums_ && below(3) == 0 && is_one_dim(sum, low) ? sum : 0);
  }
  // Sometimes neighbours stay in a thread.
  const auto kept = std::min<std::size_t>(below(4), element_bits);
  random_.shuffle(std::span(list).subspan(below(2) == 0 ? kept : 0));
  const auto registers = static_cast<std::ptrdiff_t>(list.size() - lanes - warps);
  const auto end = list.begin() + registers + static_cast<std::ptrdiff_t>(lanes);
  return {{list.begin(), list.begin() + registers},
          {list.begin() + registers, end},
          {end, list.end()},
          {}};
}

// Over blocks, each of which has a half, or copies of what other registers, lanes or warps have.
void RandomPairs::spread(Bases& bases, unsigned low, unsigned blocks) {
  for (unsigned block = 0; block < blocks; ++block) {
    if (!bases.registers.empty() && below(2) == 0) {
      bases.blocks.push_back(bases.registers.back());
      bases.registers.pop_back();
      continue;
    }
    Word basis = 0;
    for (auto* list : {&bases.registers, &bases.lanes, &bases.warps, &bases.blocks}) {
      if (list->empty() || below(3) != 0) continue;
      const Word other = (*list)[below(list->size())];
      if (is_one_dim(basis | other, low)) basis ^= other;
    }
    bases.blocks.push_back(basis);
  }
}

// The same elements, nearer than elsewhere at random.
RandomPairs::Bases RandomPairs::moved(const Bases& from, unsigned low) {
  Bases to = from;
  const Word how = below(sums_ ? 6 : 5);
  if (how >= 1) random_.shuffle(to.registers);
  if (how >= 2 && how < 5) {
    for (Word swaps = 1 + below(3); swaps > 0 && !to.registers.empty(); --swaps) {
      Word& lane = to.lanes[below(to.lanes.size())];
      std::swap(lane, to.registers[below(to.registers.size())]);
    }
  }
  if (how >= 3) random_.shuffle(to.lanes);
  if (how >= 4 && !to.warps.empty()) {
    Word& warp = to.warps[below(to.warps.size())];
    std::swap(warp, to.lanes[below(to.lanes.size())]);
  }
  // Lanes that take what other lanes of theirs hold in other registers.
  if (how == 5 && !to.registers.empty()) {
    Word& lane = to.lanes[below(to.lanes.size())];
    const Word other = to.registers[below(to.registers.size())];
    if (is_one_dim(lane | other, low)) lane ^= other;
  }
  return to;
}

RandomPair RandomPairs::next() {
  static const std::vector<std::pair<const char*, unsigned>> kTargets = {{"cuda:90", 5},
                                                                         {"cuda:90", 5},
                                                                         {"cuda:80", 5},
                                                                         {"hip:gfx942", 6},
                                                                         {"hip:gfx950", 6},
                                                                         {"hip:gfx1100", 5},
                                                                         {"hip:gfx1100", 6}};
  const auto& [target, lanes] = kTargets[has_blocks_ ? 0 : below(kTargets.size())];
  const unsigned bits = std::vector<unsigned>{4, 8, 16, 32, 64, 128}[below(6)];
  const auto warps = static_cast<unsigned>(below(4));
  const auto element_bits = lanes + warps + static_cast<unsigned>(below(bits < 64 ? 5 : 3));
  const auto low = static_cast<unsigned>(below(element_bits + 1));
  const auto copies_of = [&] { return below(2) == 0 ? 0 : static_cast<unsigned>(below(4)); };
  Bases source = fresh(element_bits, low, lanes, warps, copies_of());
  Bases destination =
      below(2) == 0 ? moved(source, low) : fresh(element_bits, low, lanes, warps, copies_of());
  if (has_blocks_) {
    const auto blocks = static_cast<unsigned>(1 + below(3));
    spread(source, low, blocks);
    spread(destination, low, blocks);
  }
  const auto layout = [&](const Bases& bases) {
    return "#ttg.linear<{register = " + text_of(bases.registers, low) +
           ", lane = " + text_of(bases.lanes, low) + ", warp = " + text_of(bases.warps, low) +
           ", block = " + text_of(bases.blocks, low) + "}>";
  };
  return {layout(source),
          layout(destination),
          {Word{1} << (element_bits - low), Word{1} << low},
          bits,
          *Target::parse(target)};
}

}  // namespace tileproof::gen
