#include "checkers/plan/side_access.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace tileproof::plan {

Access access_of(const Side& side, const Vectors& inside) {
  Access access{inside, {}, side.lanes, side.warps, side.blocks};
  access.slots.reserve(side.bytes.size());
  Span span = span_of(inside);
  for (const Word vector : side.bytes) {
    if (span.add(vector)) access.slots.push_back(vector);
  }
  return access;
}

Access matrices_of(const Side& side, const Vectors& chain) {
  Span span = span_of({chain[0]});
  Word row = 0;
  for (const Word vector : side.bytes) {
    if (row == 0 && span.add(vector)) row = vector;
  }
  Access access{{chain[0], row}, {}, side.lanes, side.warps, side.blocks};
  for (const Word vector : side.bytes) {
    if (span.add(vector)) access.slots.push_back(vector);
  }
  return access;
}
void put_chain_first(Access& access, const Vectors& chain) {
  Span span = span_of(access.inside);
  const Span held = [&] {
    Span all = span;
    for (const Word vector : access.slots) all.add(vector);
    return all;
  }();
  Vectors slots;
  slots.reserve(access.slots.size());
  for (const Word vector : chain) {
    if (held.contains(vector) && span.add(vector)) slots.push_back(vector);
  }
  for (const Word vector : access.slots) {
    if (span.add(vector)) slots.push_back(vector);
  }
  access.slots = std::move(slots);
}

void share_copies(Access& access, const Vectors& chain, bool splits_registers) {
  // Vectors of registers that may be given away, those that are within wide accesses last.
  Vectors shared;
  if (splits_registers) shared = access.slots;
  Vectors given;
  std::stable_partition(shared.begin(), shared.end(), [&](Word vector) {
    return std::ranges::find(chain, vector) != chain.end();
  });
  Vectors placed = access.inside;  // what is held by registers
  placed.insert(placed.end(), access.slots.begin(), access.slots.end());
  const std::size_t held = placed.size();
  Span span = span_of(placed);
  const auto share = [&](Vectors& columns, Vectors& choice, Vectors& shifts, Word& inactive) {
    choice.resize(columns.size());
    shifts.resize(columns.size());
    for (std::size_t bit = 0; bit < columns.size(); ++bit) {
      if (span.add(columns[bit])) {
        placed.push_back(columns[bit]);
        continue;
      }
      if (shared.empty()) {
        inactive |= Word{1} << bit;
        columns[bit] = 0;
        continue;
      }
      const auto found = f2::Solver(placed).solve(columns[bit]);
      // Its registers are those of lane 0, but for this sum of vectors; it takes the half with
      // one vector more.
      const Word own = f2::apply(placed, *found & low_mask(static_cast<unsigned>(held)));
      const Word more = shared.back();
      shared.pop_back();
      given.push_back(more);
      choice[bit] = own ^ more;
      shifts[bit] = *found & low_mask(static_cast<unsigned>(access.inside.size()));
      columns[bit] ^= choice[bit];
    }
  };
  share(access.lanes, access.lane_choice, access.shifts.lanes, access.inactive.lanes);
  share(access.warps, access.warp_choice, access.shifts.warps, access.inactive.warps);
  const auto is_given = [&](Word vector) {
    return std::ranges::find(given, vector) != given.end();
  };
  access.slots.erase(std::remove_if(access.slots.begin(), access.slots.end(), is_given),
                     access.slots.end());
}

void name_alike(Access& access, Word of_a_block) {
  Vectors placed = access.inside;
  placed.insert(placed.end(), access.slots.begin(), access.slots.end());
  const auto held = static_cast<unsigned>(placed.size());
  for (const auto* list : {&access.lanes, &access.warps}) {
    placed.insert(placed.end(), list->begin(), list->end());
  }
  for (Word& column : access.blocks) {
    const auto found = f2::Solver(placed).solve(column & of_a_block);
    TP_CHECK(found.has_value(), "a byte that its block does not have");
    const Word own = f2::apply(placed, *found & low_mask(held));
    access.block_choice.push_back(own);
    access.shifts.blocks.push_back(*found & low_mask(static_cast<unsigned>(access.inside.size())));
    column ^= own;
  }
}

bool split_rounds(Access& access, const BlockNumbers& blocks, std::size_t first) {
  Word of_threads = 0;
  for (const auto* list : {&access.lanes, &access.warps, &access.blocks}) {
    for (const Word vector : *list) of_threads |= blocks.round_of(vector);
  }
  for (unsigned bit = 0; bit < blocks.rounds; ++bit) {
    const auto adds = [&](Word vector) { return (blocks.round_of(vector) >> bit & 1) != 0; };
    auto& slots = access.slots;
    const auto begin = slots.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = slots.end() - static_cast<std::ptrdiff_t>(access.round_bits.size());
    if (std::ranges::any_of(access.inside, adds) || std::any_of(slots.begin(), begin, adds)) {
      return false;
    }
    const auto chosen = std::find_if(begin, end, adds);
    if (chosen == end && std::none_of(end, slots.end(), adds)) continue;
    if (chosen == end || (of_threads >> bit & 1) != 0) return false;
    const Word vector = *chosen;
    slots.erase(chosen);
    for (Word& other : slots) {
      if (adds(other)) other ^= vector;
    }
    slots.push_back(vector);
    access.round_bits.push_back(bit);
  }
  return true;
}

unsigned chain_bits(const Vectors& chain, const Access& access) {
  unsigned bits = static_cast<unsigned>(access.inside.size());
  // Of parts of registers none lie side by side in an access.
  if (bits < 2) return bits;
  while (bits < chain.size() &&
         std::ranges::find(access.slots, chain[bits]) != access.slots.end()) {
    ++bits;
  }
  return std::min(bits, 4U);
}

}  // namespace tileproof::plan
