#include <algorithm>

#include "encodings/triton/definition.hpp"
#include "encodings/triton/layout.hpp"
#include "properties/accesses/laws.hpp"
#include "properties/accesses/random_access.hpp"

namespace tileproof::laws {
namespace {

using gen::Source;
using Ops = AccessOperations;

const Target& draw_target(Source& source) {
  static const std::vector<Target> kTargets = {*Target::parse("cuda:90"),
                                               *Target::parse("cuda:80"),
                                               *Target::parse("hip:gfx942"),
                                               *Target::parse("hip:gfx950"),
                                               *Target::parse("hip:gfx1100")};
  return source.of(kTargets);
}

// Addresses in units of what is accessed: multiples of a stride, with a swizzle, the same for
// several lanes, or any; some lanes take no part.
LaneAddresses draw_addresses(Source& source, unsigned lanes, Word unit) {
  const Word stride = source.one_in(3) ? source.below(40) : source.power(5);
  const Word kind = source.below(5);
  const Word together = source.power(2);
  const Word mask = source.one_in(2) ? 0 : source.below(32);
  LaneAddresses at;
  for (Word lane = 0; lane < lanes; ++lane) {
    Word index = lane * stride;
    if (kind == 1) index = lane / together * stride;
    if (kind == 2) index = (lane * stride) ^ (lane & mask);
    if (kind == 3) index = source.below(256);
    if (kind == 4) index = lane % (Word{4} * together) * stride + lane / 16;
    at.emplace_back(index * unit);
  }
  if (source.one_in(3)) {
    for (Word holes = source.below(4); holes > 0; --holes) at[source.below(lanes)] = std::nullopt;
  }
  return at;
}

WarpAccess draw_access(Source& source) {
  const auto rules = draw_target(source).access_rules();
  const AccessRule& rule = rules[source.below(rules.size())];
  WarpAccess access{&rule, draw_addresses(source, rule.lanes, rule.alignment())};
  // Matrices need a row's address from each lane that they ask.
  for (unsigned lane = 0; rule.matrices > 0 && lane < rule.addresses(); ++lane) {
    if (!access.at[lane]) access.at[lane] = 0;
  }
  return access;
}

std::string text_of(const LaneAddresses& at) {
  std::string text;
  for (const auto& address : at) {
    text += (text.empty() ? "[" : ", ") + (address ? std::to_string(*address) : "null");
  }
  return text + "]";
}

void say(Source& source, const WarpAccess& access) {
  source.say("instruction", [&] { return access.rule->instruction; });
  source.say("byte addresses by lane", [&] { return text_of(access.at); });
}

template <auto Law>
LawResult of_access(Source& source, const Ops& ops) {
  const WarpAccess access = draw_access(source);
  say(source, access);
  return Law(access, ops);
}

LawResult moved(Source& source, const Ops& ops) {
  const WarpAccess access = draw_access(source);
  const Word rows = 1 + source.below(64);
  say(source, access);
  source.say("rows", [&] { return std::to_string(rows); });
  return moving_all_by_all_banks_changes_nothing(access, rows, ops);
}

LawResult reordered(Source& source, const Ops& ops) {
  const WarpAccess access = draw_access(source);
  std::size_t group = 1;
  for (std::size_t i = 0; i < access.rule->group_basis.size(); ++i) group *= 2;
  std::vector<std::size_t> order(group);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  source.shuffle(order);
  say(source, access);
  return lanes_of_a_group_may_change_places(access, order, ops);
}

LawResult without_a_lane(Source& source, const Ops& ops) {
  const WarpAccess access = draw_access(source);
  const std::size_t lane = source.below(access.at.size());
  say(source, access);
  source.say("lane", [&] { return std::to_string(lane); });
  return more_lanes_never_take_less(access, lane, ops);
}

LawResult of_layouts(Source& source, const Ops& ops) {
  const Target& target = draw_target(source);
  const unsigned lane_bits = target.warp_size() == 64 ? 6 : 5;
  gen::RandomAccess random(source);
  const auto [registers, shared] = random.pair(lane_bits);
  const auto paddings =
      source.one_in(2) ? random.paddings(shared.in_bits(kOffset)) : std::vector<Padding>{};
  const unsigned bits = source.of({8u, 16u, 32u, 64u});
  const Direction direction = source.one_in(2) ? Direction::kStore : Direction::kLoad;
  source.say("registers", [&] { return registers.to_string(); });
  source.say("shared memory", [&] { return shared.to_string(); });
  source.say("element bits", [&] { return std::to_string(bits); });
  source.say("target", [&] { return target.name(); });
  return engines_count_the_same_conflicts({registers, shared, bits, target, direction, paddings},
                                          ops);
}

template <auto Law>
LawResult of_global(Source& source, const Ops& ops) {
  const Word bytes = source.power(4);
  LaneAddresses at = draw_addresses(source, 32, source.one_in(4) ? 1 : bytes);
  const Word start = source.one_in(2) ? 0 : source.below(128);
  for (auto& address : at) {
    if (address) *address += start;
  }
  source.say("bytes of a lane", [&] { return std::to_string(bytes); });
  source.say("byte addresses by lane", [&] { return text_of(at); });
  return Law(bytes, at, ops);
}

LawResult moved_by_lines(Word bytes, const LaneAddresses& at, const Ops& ops) {
  return moving_all_by_lines_changes_no_sectors(bytes, at, 3, ops);
}

// Rows of a tensor in global memory, each where it may begin; `pitch` puts them apart, or has them
// meet in sectors.
LawResult of_rows(Source& source, const Ops& ops) {
  const unsigned element_bits = source.of({32u, 8u, 16u, 64u});
  const Word bytes = element_bits / 8;
  const Word lanes_across = source.power(5);
  const Word held = source.power(2);
  const std::string layout = "#ttg.blocked<{sizePerThread = [1, " + std::to_string(held) +
                             "], threadsPerWarp = [" + std::to_string(32 / lanes_across) + ", " +
                             std::to_string(lanes_across) +
                             "], warpsPerCTA = [2, 1], order = [1, 0]}>";
  const Word row_count = source.power(5);
  const Word columns = source.power(6);
  const Word multiple = bytes * source.power(4);
  const Word stride = 1 + source.below(3);
  const Word pitch = multiple * source.below(40);
  AddressRows rows;
  std::vector<Word> begins;
  for (Word r = 0; r < row_count; ++r) {
    rows.rows.push_back({multiple});
    begins.push_back(multiple * source.below(16) + r * pitch);
    for (Word c = 0; c < columns; ++c) {
      rows.row.push_back(static_cast<std::uint32_t>(r));
      rows.byte.push_back(static_cast<std::int64_t>(c * stride * bytes));
    }
  }
  const auto parsed = triton::parse_layout(layout);
  const auto form = triton::to_linear(**parsed, {row_count, columns});
  if (!form) return LawResult::not_applicable();
  source.say("layout", [&] { return layout; });
  source.say("rows", [&] {
    return std::to_string(row_count) + " of " + std::to_string(columns) + " elements of " +
           std::to_string(bytes) + " bytes, every " + std::to_string(stride) +
           " elements, at multiples of " + std::to_string(multiple) + " bytes";
  });
  source.say("begins", [&] {
    std::string text;
    for (const Word begin : begins) text += (text.empty() ? "" : " ") + std::to_string(begin);
    return text;
  });
  const Direction direction = source.one_in(2) ? Direction::kStore : Direction::kLoad;
  const VectorFacts facts{stride == 1 ? columns : 1, multiple, std::nullopt};
  static const GlobalRule rule = *global_rule(*Target::parse("cuda:90"));
  const GlobalAccess access{*form, element_bits, direction, facts, rule};
  return sectors_are_within_their_bounds(access, rows, begins, ops);
}

constexpr FamilyLaw<Ops> kLaws[] = {
    {"B1",
     "WavefrontsAreCountedPlainly",
     "An access takes, of each group of lanes, as many wavefronts as its worst bank is asked "
     "words.",
     of_access<wavefronts_are_counted_plainly>},
    {"B2",
     "MovingAllByAllBanksChangesNothing",
     "An XOR of all addresses with a multiple of the width of all banks changes no cost.",
     moved},
    {"B3",
     "LanesOfAGroupMayChangePlaces",
     "Lanes that are served together may change places, unless equal neighbours are merged.",
     reordered},
    {"B4",
     "MoreLanesNeverTakeLess",
     "Without one of its lanes an access takes no more wavefronts.",
     without_a_lane},
    {"B5",
     "WavefrontsAreNoFewerThanTheWordsNeed",
     "A wavefront gives one word of each bank, and a group takes one at least.",
     of_access<wavefronts_are_no_fewer_than_the_words_need>},
    {"B6",
     "WhoIsToBlameIsSo",
     "The blamed lanes ask the blamed bank for as many words as the worst group takes wavefronts.",
     of_access<who_is_to_blame_is_so>},
    {"B7",
     "EnginesCountTheSameConflicts",
     "What is counted of a whole access by structure is what every lane of it adds up to.",
     of_layouts},
    {"B8",
     "SectorsAreCountedPlainly",
     "An access of global memory touches the sectors and lines that its bytes lie in.",
     of_global<sectors_are_counted_plainly>},
    {"B9",
     "MovingAllByLinesChangesNoSectors",
     "Whole lines further on an access of global memory costs the same.",
     of_global<moved_by_lines>},
    {"B10",
     "SectorsAreWithinTheirBounds",
     "Wherever rows of global memory begin, an access touches no fewer sectors than are said at "
     "least and no more than at most, in as many requests.",
     of_rows},
};

Drawn drawn_access(Source& source) {
  const WarpAccess access = draw_access(source);
  const bool is_same = std::ranges::all_of(
      access.at, [&](const auto& address) { return address == access.at.front(); });
  return {access.rule->instruction + " " + text_of(access.at), is_same ? "one address" : nullptr};
}

}  // namespace

std::span<const FamilyLaw<Ops>> access_laws() { return kLaws; }

std::vector<Generator> access_generators() { return {{"WarpAccesses", drawn_access}}; }

}  // namespace tileproof::laws
