#include "checkers/plan/write_shared.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace tileproof::plan {
namespace {

using moves::MoveOp;

// Words of a side's registers, packed anew if a word is not one of them.
WordArray packed(MoveWriter& writer, std::uint32_t array, const Side& side, const Access& access) {
  const f2::Solver held(side.bytes);
  const auto numbers = [&](const Vectors& vectors) {
    Vectors list;
    list.reserve(vectors.size());
    for (const Word vector : vectors) list.push_back(held.solve(vector).value());
    return list;
  };
  WordArray words{array, access.inside, access.slots};
  const auto inside = numbers(access.inside);
  const auto slots = numbers(access.slots);
  bool is_as_it_is = true;
  for (std::size_t i = 0; i < inside.size(); ++i)
    is_as_it_is = is_as_it_is && inside[i] == Word{1} << i;
  for (const Word slot : slots) is_as_it_is = is_as_it_is && slot % 4 == 0;
  if (is_as_it_is) {
    for (const Word slot : slots) words.columns.push_back(slot / 4);
    return words;
  }
  for (std::size_t i = 0; i < slots.size(); ++i) words.columns.push_back(Word{1} << i);
  words.array = writer.new_array(Word{1} << slots.size());
  writer.gather(words.array, words.columns, array, inside, slots);
  return words;
}

// Words of these vectors, in this order: their bytes are permuted where a vector is another of a
// word's, or threads have them off by some.
WordArray arranged(MoveWriter& writer,
                   const WordArray& words,
                   const Vectors& vectors,
                   const Shifts& shifts) {
  WordArray result{words.array, words.inside, vectors};
  const Vectors slots = words.bytes_of(vectors);
  bool is_as_it_is = true;
  result.columns.reserve(slots.size());
  for (const Word slot : slots) {
    result.columns.push_back(slot / 4);
    is_as_it_is = is_as_it_is && slot % 4 == 0;
  }
  if (is_as_it_is && shifts.is_none()) return result;
  Vectors inside;
  for (std::size_t bit = 0; bit < words.inside.size(); ++bit) inside.push_back(Word{1} << bit);
  for (std::size_t i = 0; i < slots.size(); ++i) result.columns[i] = Word{1} << i;
  result.array = writer.new_array(Word{1} << slots.size());
  writer.gather(result.array, result.columns, words.array, inside, slots, shifts);
  return result;
}

// The slots of one round, behind those that are within an access.
Vectors slots_of_round(const Access& access, unsigned within) {
  const auto first = within - static_cast<unsigned>(access.inside.size());
  return {access.slots.begin() + first,
          access.slots.end() - static_cast<std::ptrdiff_t>(access.round_bits.size())};
}

// What the last slots add in a round.
Word vector_of_round(const Access& access, Word round) {
  Word vector = 0;
  const std::size_t first = access.slots.size() - access.round_bits.size();
  for (std::size_t i = 0; i < access.round_bits.size(); ++i) {
    if ((round >> access.round_bits[i] & 1) != 0) vector ^= access.slots[first + i];
  }
  return vector;
}

AffineValue places(const Access& access, const SharedMemory& memory, unsigned within, Word round) {
  AffineValue at{memory.address_of(vector_of_round(access, round))};
  at.lane = memory.addresses_of(access.lanes);
  at.warp = memory.addresses_of(access.warps);
  at.block = memory.addresses_of(access.blocks);
  at.slot = memory.addresses_of(slots_of_round(access, within));
  at.gaps = memory.gaps();
  return at;
}

// Whose memory it is.
AffineValue owner(const SharedSides& sides, const Access& access, unsigned within, Word round) {
  const auto all = [&](const Vectors& vectors) {
    Vectors list;
    for (const Word vector : vectors) list.push_back(sides.blocks.owner_of(vector));
    return list;
  };
  AffineValue block{sides.blocks.owner_of(vector_of_round(access, round))};
  block.lane = all(access.lanes);
  block.warp = all(access.warps);
  block.block = sides.asked;
  block.slot = all(slots_of_round(access, within));
  return block;
}

// Who has no turn in a round, by the bits of its number that no slots add to.
Inactive inactive_in(const Access& access, const BlockNumbers& blocks, Word round) {
  Word by_threads = low_mask(blocks.rounds);
  for (const unsigned bit : access.round_bits) by_threads ^= Word{1} << bit;
  const auto all = [&](const Vectors& vectors) {
    Vectors list;
    list.reserve(vectors.size());
    for (const Word vector : vectors) list.push_back(blocks.round_of(vector) & by_threads);
    return list;
  };
  Inactive inactive = access.inactive;
  inactive.turn.constant = round & by_threads;
  inactive.turn.lane = all(access.lanes);
  inactive.turn.warp = all(access.warps);
  inactive.turn.block = all(access.blocks);
  return inactive;
}

// The registers of a round.
WordArray words_of_round(const WordArray& words, const Access& access, Word round) {
  WordArray part = words;
  const std::size_t kept = part.columns.size() - access.round_bits.size();
  for (std::size_t i = 0; i < access.round_bits.size(); ++i) {
    if ((round >> access.round_bits[i] & 1) != 0) part.constant ^= part.columns[kept + i];
  }
  part.vectors.resize(kept);
  part.columns.resize(kept);
  return part;
}

// Lanes 8 * m + r give row r of matrix m.
AffineValue rows(const Access& access, const SharedMemory& memory, const WordArray& words) {
  const std::size_t together = std::min<std::size_t>(2, words.columns.size());
  AffineValue at;
  at.lane = row_columns(access, memory);
  for (std::size_t m = 0; m < together; ++m) at.lane.push_back(memory.address_of(access.slots[m]));
  at.warp = memory.addresses_of(access.warps);
  at.block = memory.addresses_of(access.blocks);
  for (std::size_t i = together; i < access.slots.size(); ++i) {
    at.slot.push_back(memory.address_of(access.slots[i]));
  }
  at.gaps = memory.gaps();
  return at;
}

// The words that are stored, one for each slot.
WordArray stored_words(MoveWriter& writer, const Side& source, const SharedChoice& choice) {
  const Access& access = choice.store;
  Access all = access_of(source, access.inside);
  if (!choice.option.stores_transposed) put_chain_first(all, choice.option.chain);
  WordArray words = packed(writer, moves::kSourceArray, source, all);
  words = writer.select(
      words, access.slots, access.lane_choice, access.warp_choice, access.block_choice);
  return arranged(writer, words, access.slots, access.shifts);
}

void write_store(MoveWriter& writer,
                 const SharedSides& sides,
                 const SharedChoice& choice,
                 const WordArray& words,
                 Word round) {
  const Access& access = choice.store;
  if (choice.option.stores_transposed) {
    writer.matrices(MoveOp::kStoreMatrices, words, true, rows(access, choice.memory, words));
    return;
  }
  writer.access(MoveOp::kStore,
                words_of_round(words, access, round),
                1U << choice.store_bits,
                places(access, choice.memory, choice.store_bits, round),
                inactive_in(access, sides.blocks, round));
}

// Where loads go to, one word for each slot: to d, or to an array from which its bytes are
// gathered.
struct LoadedWords {
  WordArray words;
  Vectors inside;  // the bytes of d's registers there
  Vectors slots;
};
LoadedWords loaded_words(MoveWriter& writer, const Side& destination, const SharedChoice& choice) {
  const Access& access = choice.load;
  // d's registers, in words of memory.
  LoadedWords loaded{{moves::kDestinationArray, access.inside, access.slots}, {}, {}};
  auto& [words, inside, slots] = loaded;
  for (std::size_t i = 0; i < access.slots.size(); ++i) words.columns.push_back(Word{1} << i);
  inside = words.bytes_of(destination.bytes);
  const auto first_slot = inside.begin() + std::min<std::ptrdiff_t>(2, std::ssize(inside));
  slots.assign(first_slot, inside.end());
  inside.erase(first_slot, inside.end());
  bool is_as_it_is = inside == Vectors({1, 2}) ||
                     (inside == Vectors({1}) && access.inside.size() == 1) ||
                     (inside.empty() && access.inside.empty());
  for (const Word slot : slots) is_as_it_is = is_as_it_is && slot % 4 == 0;
  Vectors registers;
  for (const Word slot : slots) registers.push_back(slot / 4);
  is_as_it_is = is_as_it_is && choice.load_shifts.is_none();
  const auto inverse = f2::inverse(
      {static_cast<unsigned>(access.slots.size()), {registers.begin(), registers.end()}});
  if (is_as_it_is && inverse) {
    words.columns.assign(inverse->columns.begin(), inverse->columns.end());
  } else {
    words.array = writer.new_array(Word{1} << access.slots.size());
  }
  return loaded;
}

void write_load(MoveWriter& writer,
                const SharedSides& sides,
                const SharedChoice& choice,
                const WordArray& words,
                Word round) {
  const Access& access = choice.load;
  if (choice.option.loads_transposed) {
    writer.matrices(MoveOp::kLoadMatrices, words, true, rows(access, choice.memory, words));
    return;
  }
  std::optional<AffineValue> block;
  if (sides.is_remote) block = owner(sides, access, choice.load_bits, round);
  writer.access(MoveOp::kLoad,
                words_of_round(words, access, round),
                1U << choice.load_bits,
                places(access, choice.memory, choice.load_bits, round),
                inactive_in(access, sides.blocks, round),
                block);
}

}  // namespace

SharedSides::SharedSides(const Side& from, const Side& to, const BlockNumbers& by_blocks)
    : source(from), destination(to), blocks(by_blocks) {
  for (const auto* list : {&to.bytes, &to.lanes, &to.warps}) {
    for (const Word vector : *list) is_remote = is_remote || blocks.owner_of(vector) != 0;
  }
  for (std::size_t bit = 0; bit < from.blocks.size(); ++bit) {
    const Word own = Word{1} << bit;
    asked.push_back(own ^ blocks.owner_of(from.blocks[bit]) ^ blocks.owner_of(to.blocks[bit]));
    is_remote = is_remote || asked.back() != own;
  }
}

moves::Scope scope_of(const SharedSides& sides, const SharedChoice& choice) {
  if (sides.is_remote) return moves::Scope::kCluster;
  const Word mask = low_mask(sides.blocks.bits);
  const auto of_a_warp = [&](const Access& access) {
    Span span;
    for (const auto* list : {&access.inside, &access.slots, &access.lanes}) {
      for (const Word vector : *list) span.add(vector & mask);
    }
    return span;
  };
  // Each warp stores bytes of its own, and loads no others.
  Span stored = of_a_warp(choice.store);
  const auto is_own = [&](Word vector) { return stored.contains(vector & mask); };
  const Access& load = choice.load;
  for (const auto* list : {&load.inside, &load.slots, &load.lanes}) {
    if (!std::ranges::all_of(*list, is_own)) return moves::Scope::kBlock;
  }
  const auto differ = [&](const Vectors& one, const Vectors& other) {
    for (std::size_t bit = 0; bit < one.size(); ++bit) {
      if (!is_own(one[bit] ^ other[bit])) return true;
    }
    return false;
  };
  if (choice.store.inactive.warps != 0 || differ(choice.store.warps, load.warps) ||
      differ(choice.store.blocks, load.blocks)) {
    return moves::Scope::kBlock;
  }
  for (const Word vector : choice.store.warps) {
    if (!stored.add(vector & mask)) return moves::Scope::kBlock;
  }
  return moves::Scope::kWarp;
}

Vectors row_columns(const Access& access, const SharedMemory& memory) {
  return memory.addresses_of({access.inside[1], access.lanes[0], access.lanes[1]});
}

moves::Program write_shared(const moves::Program& empty,
                            const SharedSides& sides,
                            const SharedChoice& choice) {
  MoveWriter writer(empty);
  writer.set_shared_bytes(choice.memory.bytes());
  const WordArray stored = stored_words(writer, sides.source, choice);
  const auto [loaded, inside, slots] = loaded_words(writer, sides.destination, choice);
  const moves::Scope scope = scope_of(sides, choice);
  for (Word round = 0; round < Word{1} << sides.blocks.rounds; ++round) {
    if (round > 0) writer.barrier(scope);
    write_store(writer, sides, choice, stored, round);
    writer.barrier(scope);
    write_load(writer, sides, choice, loaded, round);
  }
  if (loaded.array != moves::kDestinationArray) {
    Vectors columns;
    for (std::size_t i = 0; i < slots.size(); ++i) columns.push_back(Word{1} << i);
    writer.gather(
        moves::kDestinationArray, columns, loaded.array, inside, slots, choice.load_shifts);
  }
  return std::move(writer).take();
}

}  // namespace tileproof::plan
