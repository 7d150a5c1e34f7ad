#include "checkers/claims/claim.hpp"

#include <array>

#include "core/interval_algebra.hpp"
#include "encodings/index_map/match_axes.hpp"

namespace tileproof {
namespace {

Error usage(std::string message) { return {ErrorCode::kUsage, std::move(message)}; }

std::optional<Error> must_give_offset(const IndexMap& map, std::string_view claim) {
  if (map.gives_offset()) return std::nullopt;
  return usage("'" + std::string(claim) + "' is about offsets, and this layout gives coordinates");
}

// What each output lies between, at all inputs.
Words<Interval> ranges_of(const IndexMap& map) {
  std::vector<IntervalWord> at;
  for (const Axis& axis : map.axes()) {
    at.push_back(IntervalWord::between(axis.first, Int128{axis.first} + axis.size - 1));
  }
  return evaluate(Interval{}, map, std::span<const IntervalWord>(at));
}

// Every coordinate that the first map gives must be one of the second map's: by its size, or by the
// range of its formula.
std::optional<Error> reaches_beyond(const IndexMap& places,
                                    const IndexMap& memory,
                                    const std::string& what) {
  const auto ranges = ranges_of(places);
  for (std::size_t d = 0; d < memory.axes().size(); ++d) {
    const OutAxis& out = places.out_axes()[d];
    const Int128 largest = out.size ? Int128{*out.size} - 1 : ranges[d].high();
    if (largest < Int128{memory.axes()[d].size}) continue;
    return usage(what + " can give '" + out.name + "' " + to_string(largest) + ", the memory has " +
                 std::to_string(memory.axes()[d].size));
  }
  return std::nullopt;
}

// Whose parameters are the claim's; null where there are none.
const IndexMap* map_of(const Claim& claim) {
  return std::visit(
      [](const auto& which) -> const IndexMap* {
        if constexpr (requires { which.map; }) return &which.map;
        if constexpr (requires { which.a; }) return &which.a;
        return nullptr;
      },
      claim);
}

Claim with_parameter(Claim claim, std::size_t axis, Word value) {
  std::visit(
      [&](auto& which) {
        if constexpr (requires { which.map; }) which.map = which.map.with_parameter(axis, value);
        if constexpr (requires { which.a; }) {
          which.a = which.a.with_parameter(axis, value);
          which.b = which.b.with_parameter(axis, value);
        }
      },
      claim);
  return claim;
}

}  // namespace

std::string_view name(const Claim& claim) {
  constexpr std::array<std::string_view, std::variant_size_v<Claim>> kNames = {"injective",
                                                                               "surjective",
                                                                               "bijective",
                                                                               "in-bounds",
                                                                               "no-wrap",
                                                                               "aligned",
                                                                               "equal",
                                                                               "conflict-free",
                                                                               "converts"};
  return kNames[claim.index()];
}

bool has_parameters(const Claim& claim) {
  const IndexMap* map = map_of(claim);
  return map != nullptr && map->has_parameters();
}

Result<std::vector<Case>> cases_of(const Claim& claim) {
  constexpr Word kMaxCases = 4096;
  std::vector<Case> cases = {{claim, {}}};
  if (!has_parameters(claim)) return cases;
  const IndexMap& map = *map_of(claim);
  if (map.parameter_points() > kMaxCases) {
    return Error{ErrorCode::kUnsupported, "the parameters have more than 4096 values"};
  }
  for (std::size_t i = map.axes().size(); i-- > 0;) {
    const Axis& axis = map.axes()[i];
    if (!axis.is_parameter) continue;
    std::vector<Case> next;
    for (const Case& one : cases) {
      for (Word k = 0; k < axis.size; ++k) {
        next.push_back({with_parameter(one.claim, i, axis.first + k), one.values});
        next.back().values.insert(next.back().values.begin(), {axis.name, axis.first + k});
      }
    }
    cases = std::move(next);
  }
  return cases;
}

Result<Claim> make_in_bounds(IndexMap map, Word allocation) {
  if (const auto error = must_give_offset(map, "in-bounds")) return *error;
  return Claim(InBounds{std::move(map), allocation});
}

Result<Claim> make_no_wrap(IndexMap map, unsigned bits, bool is_signed) {
  if (bits < 8 || bits > 32) {
    return usage("'bits' of 'no-wrap' must be from 8 to 32, not " + std::to_string(bits));
  }
  return Claim(NoWrap{std::move(map), bits, is_signed});
}

Result<Claim> make_aligned(
    IndexMap map, Word element_bits, Word bytes, Word vector, std::size_t along) {
  if (const auto error = must_give_offset(map, "aligned")) return *error;
  // Offsets are integers modulo 2^64, of which only powers of two have remainders.
  if (element_bits == 0 || element_bits > 1024 || !is_power_of_two(bytes) ||
      bytes > (Word{1} << 20)) {
    return usage(
        "'aligned' needs elements of 1 to 1024 bits and an alignment of 1, 2, 4 ... 2^20 bytes");
  }
  if (along >= map.axes().size() || map.axes()[along].is_parameter) {
    return usage("'aligned' needs the coordinate along which vectors lie");
  }
  const Axis& axis = map.axes()[along];
  if (vector == 0 || axis.size % vector != 0 || axis.first != 0) {
    return usage("vectors of " + std::to_string(vector) + " elements do not divide '" + axis.name +
                 "' of size " + std::to_string(axis.size));
  }
  return Claim(Aligned{std::move(map), element_bits, bytes, vector, along});
}

Result<Claim> make_equal(IndexMap a, IndexMap b) {
  TP_TRY(matched, match_axes(a, b));
  return Claim(Equal{std::move(matched.first), std::move(matched.second)});
}

Result<Claim> make_conflict_free(IndexMap memory,
                                 IndexMap access,
                                 Word element_bits,
                                 const AccessRule& rule) {
  if (const auto error = must_give_offset(memory, "conflict-free")) return *error;
  if (memory.has_parameters()) {
    return usage("'conflict-free' is not offered for layouts with parameters");
  }
  if (memory.axes().size() != access.out_axes().size()) {
    return usage("the access gives " + std::to_string(access.out_axes().size()) +
                 " coordinates, the memory has " + std::to_string(memory.axes().size()));
  }
  if (memory.out_axes().size() > 1) {
    return Error{ErrorCode::kUnsupported,
                 "'conflict-free' is offered for memory in one CTA and one partition"};
  }
  if (const auto error = reaches_beyond(access, memory, "the access")) return *error;
  // So that addresses have less than 2^63 bits.
  const IntervalWord offsets = ranges_of(memory).front();
  if (offsets.low() < 0 || offsets.high() >> 50 != 0) {
    return usage("'conflict-free' needs offsets from 0 to 2^50 - 1");
  }
  if (element_bits == 0 || element_bits > 1024) {
    return usage("'element_bits' must be from 1 to 1024");
  }
  if (rule.counts_each_lane) {
    return Error{ErrorCode::kUnsupported,
                 "'conflict-free' is about loads and stores, and " + rule.instruction +
                     " serves lanes of one word one after the other"};
  }
  std::size_t lane = access.axes().size();
  for (std::size_t i = 0; i < access.axes().size(); ++i) {
    if (access.axes()[i].name == "lane") lane = i;
  }
  if (lane == access.axes().size()) return usage("the access has no input named 'lane'");
  const Word lanes = rule.addresses();
  if (access.axes()[lane].size < lanes) {
    return usage("the access has " + std::to_string(access.axes()[lane].size) + " lanes, " +
                 rule.instruction + " has " + std::to_string(lanes));
  }
  std::vector<Word> zero_bits(access.axes().size(), 0);
  return Claim(ConflictFree{
      std::move(memory), std::move(access), lane, std::move(zero_bits), element_bits, &rule});
}

Result<Claim> make_converts(IndexMap source,
                            IndexMap written,
                            IndexMap read,
                            IndexMap destination) {
  for (const IndexMap* map : {&source, &written, &read, &destination}) {
    if (map->has_parameters()) {
      return usage("'converts' is not offered for layouts with parameters");
    }
  }
  for (const IndexMap* memory : {&written, &read}) {
    if (const auto error = must_give_offset(*memory, "converts")) return *error;
    for (const IndexMap* side : {&source, &destination}) {
      if (side->out_axes().size() != memory->axes().size()) {
        return usage("the layouts of 'converts' do not have the same number of coordinates");
      }
    }
  }
  for (const IndexMap* side : {&source, &destination}) {
    for (std::size_t d = 0; d < side->out_axes().size(); ++d) {
      const auto& size = side->out_axes()[d].size;
      if (!size || (*size == written.axes()[d].size && *size == read.axes()[d].size)) continue;
      return usage("the layouts of 'converts' do not have the same shape");
    }
  }
  for (const IndexMap* memory : {&written, &read}) {
    if (const auto error = reaches_beyond(source, *memory, "the source")) return *error;
    if (const auto error = reaches_beyond(destination, *memory, "the destination")) return *error;
  }
  for (std::size_t d = 0; d < written.axes().size(); ++d) {
    if (written.axes()[d].size == read.axes()[d].size) continue;
    return usage("the memory of 'converts' is written and read in different shapes");
  }
  return Claim(
      Converts{std::move(source), std::move(written), std::move(read), std::move(destination)});
}

}  // namespace tileproof
