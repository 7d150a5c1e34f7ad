#include "checkers/claims/claim.hpp"

#include <algorithm>
#include <array>

#include "core/interval_algebra.hpp"
#include "encodings/index_map/match_axes.hpp"

namespace tileproof {
namespace {

constexpr Word kMaxCases = 4096;

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
  for (std::size_t d = 0; d < places.out_axes().size(); ++d) {
    const OutAxis& out = places.out_axes()[d];
    const Int128 largest = out.size ? Int128{*out.size} - 1 : ranges[d].high();
    if (largest < Int128{memory.axes()[d].size}) continue;
    return usage(what + " can give '" + out.name + "' " + to_string(largest) + ", the memory has " +
                 std::to_string(memory.axes()[d].size));
  }
  return std::nullopt;
}

// Calls visit(layout) for those whose parameters are the claim's.  The second of two that are equal
// has the same axes.
template <typename AClaim, typename Visit>
void visit_parametric(AClaim& claim, const Visit& visit) {
  std::visit(
      [&](auto& which) {
        if constexpr (requires { which.map; }) visit(which.map);
        if constexpr (requires { which.a; }) visit(which.a);
        if constexpr (requires { which.memory; }) visit(which.memory);
        if constexpr (requires { which.source; }) {
          visit(which.source), visit(which.written), visit(which.read), visit(which.destination);
        }
      },
      claim);
}

const Axis* parameter_named(std::span<const Axis> axes, const std::string& name) {
  const auto found = std::find_if(axes.begin(), axes.end(), [&](const Axis& axis) {
    return axis.is_parameter && axis.name == name;
  });
  return found == axes.end() ? nullptr : &*found;
}

// Those of several layouts with one name are one.
std::vector<Axis> parameters_of(const Claim& claim) {
  std::vector<Axis> parameters;
  visit_parametric(claim, [&](const IndexMap& map) {
    for (const Axis& axis : map.axes()) {
      if (axis.is_parameter && parameter_named(parameters, axis.name) == nullptr) {
        parameters.push_back(axis);
      }
    }
  });
  return parameters;
}

Claim with_parameter(Claim claim, const std::string& name, Word value) {
  visit_parametric(claim, [&](IndexMap& map) {
    const Axis* parameter = parameter_named(map.axes(), name);
    if (parameter == nullptr) return;
    const auto axis = static_cast<std::size_t>(parameter - map.axes().data());
    map = map.with_parameter(axis, value);
    if (auto* equal = std::get_if<Equal>(&claim)) equal->b = equal->b.with_parameter(axis, value);
  });
  return claim;
}

std::size_t count_inputs(const IndexMap& map) {
  return static_cast<std::size_t>(
      std::ranges::count_if(map.axes(), [](const Axis& axis) { return !axis.is_parameter; }));
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
  bool any = false;
  visit_parametric(claim, [&](const IndexMap& map) { any = any || map.has_parameters(); });
  return any;
}

bool has_cases_only(const Claim& claim) {
  return std::holds_alternative<Surjective>(claim) || std::holds_alternative<Bijective>(claim) ||
         std::holds_alternative<ConflictFree>(claim) || std::holds_alternative<Converts>(claim);
}

Word parameter_points(const Claim& claim) {
  Word points = 1;
  for (const Axis& parameter : parameters_of(claim)) {
    if (__builtin_mul_overflow(points, parameter.size, &points)) return ~Word{0};
  }
  return points;
}

std::vector<Case> first_cases_of(const Claim& claim) {
  const auto parameters = parameters_of(claim);
  std::vector<Case> cases(std::min(parameter_points(claim), kMaxCases), Case{claim, {}});
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Word rest = i;
    for (const auto& [name, size, first, is_parameter] : parameters) {
      cases[i].values.emplace_back(name, first + rest % size);
      cases[i].claim = with_parameter(cases[i].claim, name, first + rest % size);
      rest /= size;
    }
  }
  return cases;
}

Result<std::vector<Case>> cases_of(const Claim& claim) {
  if (parameter_points(claim) > kMaxCases) {
    return Error{ErrorCode::kUnsupported, "the parameters have more than 4096 values"};
  }
  return first_cases_of(claim);
}

Result<Claim> make_in_bounds(IndexMap map, Word allocation) {
  if (const auto error = must_give_offset(map, "in-bounds")) return *error;
  // Offsets below 0 are numbers from 2^63 on.
  if (allocation > Word{1} << 63) return usage("'allocation' must be at most 2^63");
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
  const std::size_t inputs = count_inputs(memory);
  if (inputs != access.out_axes().size()) {
    return usage("the access gives " + std::to_string(access.out_axes().size()) +
                 " coordinates, the memory has " + std::to_string(inputs));
  }
  for (const Axis& axis : memory.axes()) {
    if (axis.is_parameter && parameter_named(access.axes(), axis.name) != nullptr) {
      return usage("the memory and the access both have a parameter '" + axis.name + "'");
    }
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
    for (const IndexMap* other : {&source, &written, &read}) {
      for (const Axis& axis : map->axes()) {
        const Axis* same = axis.is_parameter ? parameter_named(other->axes(), axis.name) : nullptr;
        if (same == nullptr || *same == axis) continue;
        return usage("two layouts of 'converts' have a parameter '" + axis.name +
                     "', with different values");
      }
    }
  }
  for (const IndexMap* memory : {&written, &read}) {
    if (const auto error = must_give_offset(*memory, "converts")) return *error;
    for (const IndexMap* side : {&source, &destination}) {
      if (side->out_axes().size() != count_inputs(*memory)) {
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
  for (std::size_t d = 0; d < source.out_axes().size(); ++d) {
    if (written.axes()[d].size == read.axes()[d].size) continue;
    return usage("the memory of 'converts' is written and read in different shapes");
  }
  return Claim(
      Converts{std::move(source), std::move(written), std::move(read), std::move(destination)});
}

}  // namespace tileproof
