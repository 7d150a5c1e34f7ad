#include "checkers/plan/register_plan.hpp"

#include <algorithm>

namespace tileproof::plan {
namespace {

Vectors columns_of(std::size_t count) {
  Vectors columns;
  for (std::size_t i = 0; i < count; ++i) columns.push_back(Word{1} << i);
  return columns;
}

// The words of the destination: what is inside of each, and the vectors of its registers.
struct Words {
  Vectors inside;
  Vectors slots;
};
Words words_of(const Side& side) {
  Words words;
  for (std::size_t bit = 0; bit < side.bytes.size(); ++bit) {
    (bit < 2 ? words.inside : words.slots).push_back(side.bytes[bit]);
  }
  return words;
}

// Words of these vectors, and all that choices among them need, gathered from the source.
std::optional<WordArray> gathered(MoveWriter& writer,
                                  const Side& source,
                                  const Vectors& inside,
                                  const Vectors& vectors) {
  const f2::Solver held(source.bytes);
  WordArray words{moves::kSourceArray, {}, {}};
  Span span;
  Vectors inside_bytes;
  for (const Word vector : inside) {
    const auto found = held.solve(vector);
    if (!found) return std::nullopt;
    inside_bytes.push_back(*found);
    if (span.add(vector)) words.inside.push_back(vector);
  }
  // A word of which bytes are copies of others is none to choose among.
  if (words.inside.size() != inside.size()) return std::nullopt;
  Vectors slots;
  for (const Word vector : vectors) {
    const auto found = held.solve(vector);
    if (!found) return std::nullopt;
    if (!span.add(vector)) continue;
    words.vectors.push_back(vector);
    slots.push_back(*found);
  }
  words.columns = columns_of(slots.size());
  words.array = writer.new_array(Word{1} << slots.size());
  writer.gather(words.array, words.columns, moves::kSourceArray, inside_bytes, slots);
  return words;
}

// A lane that takes other bytes of a word than its neighbour would permute them.
bool takes_whole_words(const WordArray& words, const Vectors& choices) {
  return std::ranges::all_of(choices, [&](Word vector) { return words.word_of(vector) == vector; });
}

bool is_zero(const Vectors& list) {
  return std::ranges::all_of(list, [](Word word) { return word == 0; });
}

Vectors joined(Vectors one, const Vectors& two) {
  one.insert(one.end(), two.begin(), two.end());
  return one;
}

void copy_to_destination(MoveWriter& writer, const Side& destination, const WordArray& words) {
  Vectors inside;
  Vectors slots;
  for (std::size_t bit = 0; bit < destination.bytes.size(); ++bit) {
    (bit < 2 ? inside : slots).push_back(words.byte_of(destination.bytes[bit]));
  }
  writer.gather(moves::kDestinationArray, columns_of(slots.size()), words.array, inside, slots);
}

}  // namespace

std::optional<moves::Program> register_plan(const moves::Program& empty,
                                            const Side& source,
                                            const Side& destination) {
  const f2::Solver held(source.bytes);
  // How far a thread's bytes of the destination are from those of the source, by lane and warp.
  const auto differences = [&](const Vectors& to, const Vectors& from) {
    Vectors list;
    for (std::size_t bit = 0; bit < to.size(); ++bit) list.push_back(to[bit] ^ from[bit]);
    return list;
  };
  const auto lanes = differences(destination.lanes, source.lanes);
  const auto warps = differences(destination.warps, source.warps);
  for (const Word vector : joined(joined(lanes, warps), destination.bytes)) {
    if (!held.solve(vector)) return std::nullopt;
  }
  MoveWriter writer(empty);
  if (is_zero(lanes) && is_zero(warps)) {
    Vectors inside;
    Vectors slots;
    for (std::size_t bit = 0; bit < destination.bytes.size(); ++bit) {
      // Of copies, the one that is where it is to be.
      const bool is_there =
          bit < source.bytes.size() && source.bytes[bit] == destination.bytes[bit];
      const Word place = is_there ? Word{1} << bit : *held.solve(destination.bytes[bit]);
      (bit < 2 ? inside : slots).push_back(place);
    }
    writer.gather(
        moves::kDestinationArray, columns_of(slots.size()), moves::kSourceArray, inside, slots);
    return std::move(writer).take();
  }
  const Words wanted = words_of(destination);
  const auto all =
      gathered(writer, source, wanted.inside, joined(wanted.slots, joined(lanes, warps)));
  if (!all) return std::nullopt;
  if (!takes_whole_words(*all, joined(lanes, warps))) return std::nullopt;
  copy_to_destination(writer, destination, writer.select(*all, wanted.slots, lanes, warps));
  return std::move(writer).take();
}

std::optional<moves::Program> shuffle_plan(const moves::Program& empty,
                                           const Side& source,
                                           const Side& destination) {
  // Each lane is given what one lane of the source has: that lane is a linear map of its number,
  // and the register that it gives is one of its own number and the slot.
  const Words wanted = words_of(destination);
  const std::size_t bytes = source.bytes.size();
  const f2::Solver held(joined(source.bytes, source.lanes));
  const auto lane_of = [&](Word place) { return place >> bytes; };
  const auto own_of = [&](Word place) {
    return f2::apply(source.bytes, place & low_mask(static_cast<unsigned>(bytes)));
  };
  Vectors giver_of_slot;
  Vectors own;  // vectors that the giving lane has, by slot
  for (const Word vector : wanted.slots) {
    const auto place = held.solve(vector);
    if (!place) return std::nullopt;
    giver_of_slot.push_back(lane_of(*place));
    own.push_back(own_of(*place));
  }
  for (const Word vector : wanted.inside) {
    const auto place = held.solve(vector);
    if (!place || lane_of(*place) != 0) return std::nullopt;
  }
  Vectors giver_of_lane;
  Vectors of_lane;  // vectors by the number of the lane that is given
  for (const Word vector : destination.lanes) {
    const auto place = held.solve(vector);
    if (!place) return std::nullopt;
    giver_of_lane.push_back(lane_of(*place));
    of_lane.push_back(own_of(*place));
  }
  for (std::size_t bit = 0; bit < destination.warps.size(); ++bit) {
    const auto place = held.solve(destination.warps[bit] ^ source.warps[bit]);
    if (!place || lane_of(*place) != 0 || own_of(*place) != 0) return std::nullopt;
  }
  // What a lane gives depends on its own number: that of the lane that is given must follow from
  // it, or not matter.
  const f2::Solver givers(giver_of_lane);
  const unsigned lanes = static_cast<unsigned>(giver_of_lane.size());
  for (const Word idle : f2::kernel(giver_of_lane)) {
    if (f2::apply(of_lane, idle) != 0) return std::nullopt;
  }
  // Of lanes that give nothing it is any number.
  Vectors known = giver_of_lane;
  Vectors of_known = of_lane;
  Span given_to = span_of(giver_of_lane);
  for (unsigned bit = 0; bit < lanes; ++bit) {
    if (!given_to.add(Word{1} << bit)) continue;
    known.push_back(Word{1} << bit);
    of_known.push_back(0);
  }
  const f2::Solver all_givers(known);
  Vectors of_giver;
  for (unsigned bit = 0; bit < lanes; ++bit) {
    of_giver.push_back(f2::apply(of_known, *all_givers.solve(Word{1} << bit)));
  }
  for (std::size_t i = 0; i < giver_of_slot.size(); ++i) {
    // Another slot is given by another lane, which has its own number.
    const auto given = givers.solve(giver_of_slot[i]);
    if (!given && giver_of_slot[i] != 0) return std::nullopt;
    if (given) own[i] ^= f2::apply(of_lane, *given);
  }
  MoveWriter writer(empty);
  Vectors vectors = own;
  const auto all = gathered(writer, source, wanted.inside, joined(vectors, of_giver));
  if (!all) return std::nullopt;
  if (!takes_whole_words(*all, of_giver)) return std::nullopt;
  const WordArray chosen = writer.select(*all, vectors, of_giver, {});
  // In the order of the destination's slots.
  const std::size_t slots = wanted.slots.size();
  Vectors inside_bytes;
  for (const Word vector : wanted.inside) inside_bytes.push_back(chosen.byte_of(vector));
  Vectors slot_bytes;
  for (const Word vector : own) slot_bytes.push_back(chosen.byte_of(vector));
  const std::uint32_t given = writer.new_array(Word{1} << slots);
  writer.gather(given, columns_of(slots), chosen.array, inside_bytes, slot_bytes);
  AffineValue lane;
  lane.lane = giver_of_lane;
  lane.slot = giver_of_slot;
  writer.shuffle(moves::kDestinationArray, given, static_cast<unsigned>(slots), lane);
  return std::move(writer).take();
}

}  // namespace tileproof::plan
