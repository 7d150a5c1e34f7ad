#include "checkers/claims/claim.hpp"

#include <algorithm>
#include <tuple>

#include "core/interval_algebra.hpp"
#include "core/odometer.hpp"
#include "encodings/index_map/join.hpp"

namespace tileproof {
namespace {

constexpr Word kMaxCases = 4096;

Error usage(std::string message) { return {ErrorCode::kUsage, std::move(message)}; }

std::optional<Error> must_give_offset(const IndexMap& map, std::string_view claim) {
  if (map.gives_offset()) return std::nullopt;
  return usage("'" + std::string(claim) + "' is about offsets, and this layout gives coordinates");
}

std::vector<IndexMap> with_stated_sizes(std::span<const IndexMap* const> maps) {
  std::vector<IndexMap> sized;
  for (const IndexMap* map : maps) {
    if (std::ranges::any_of(map->out_axes(), &OutAxis::is_stated)) sized.push_back(*map);
  }
  return sized;
}

// What the offset lies between, at all inputs.
IntervalWord range_of_offsets(const IndexMap& map) {
  std::vector<IntervalWord> at;
  for (const Axis& axis : map.axes()) {
    at.push_back(IntervalWord::between(axis.first, Int128{axis.first} + axis.size - 1));
  }
  return evaluate(Interval{}, map, std::span<const IntervalWord>(at))[0];
}

// Are all offsets from 0 to 2^50 - 1?  Where the ranges of its steps do not show it, all points are
// visited, if these are few.
bool gives_addresses(const IndexMap& memory) {
  constexpr unsigned kBits = 50;
  const IntervalWord range = range_of_offsets(memory);
  if (range.low() >= 0 && range.high() >> kBits == 0) return true;
  constexpr Word kFewPoints = Word{1} << 20;
  if (UInt128{memory.points()} * memory.parameter_points() > kFewPoints) return false;
  Odometer at(memory.axes());
  do {
    if (evaluate(U64{}, memory, at.values())[0] >> kBits != 0) return false;
  } while (at.advance());
  return true;
}

// Calls visit(layout) for those whose parameters are the claim's.
template <typename AClaim, typename Visit>
void visit_parametric(AClaim& claim, const Visit& visit) {
  std::visit(
      [&](auto& which) {
        if constexpr (requires { which.map; }) visit(which.map);
        if constexpr (requires { which.a; }) visit(which.a), visit(which.b);
        if constexpr (requires { which.memory; }) visit(which.memory);
        if constexpr (requires { which.source; }) {
          visit(which.source), visit(which.written), visit(which.read), visit(which.destination);
        }
        if constexpr (requires { which.sized; }) {
          for (auto& map : which.sized) visit(map);
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

IndexMap with_parameter(const IndexMap& map, const std::string& name, Word value) {
  const Axis* parameter = parameter_named(map.axes(), name);
  if (parameter == nullptr) return map;
  return map.with_parameter(static_cast<std::size_t>(parameter - map.axes().data()), value);
}

Claim with_parameter(Claim claim, const std::string& name, Word value) {
  visit_parametric(claim, [&](IndexMap& map) { map = with_parameter(map, name, value); });
  // An access has parameters of its own, but those of the memory are one with it.
  if (auto* loads = std::get_if<ConflictFree>(&claim)) {
    const Axis* parameter = parameter_named(loads->access.axes(), name);
    if (parameter != nullptr) {
      loads->zero_bits.erase(loads->zero_bits.begin() + (parameter - loads->access.axes().data()));
    }
    loads->access = with_parameter(loads->access, name, value);
  }
  return claim;
}

}  // namespace

std::string_view name(const Claim& claim) {
  return std::visit([](const auto& which) { return which.kName; }, claim);
}

NamesTaken names_taken(const Claim& claim) {
  return std::visit(
      [](const auto& which) {
        NamesTaken names;
        if constexpr (requires { which.names; }) names = which.names;
        std::erase_if(names, [](const auto& layout) { return layout.second.empty(); });
        return names;
      },
      claim);
}

bool has_parameters(const Claim& claim) {
  bool any = false;
  visit_parametric(claim, [&](const IndexMap& map) { any = any || map.has_parameters(); });
  return any;
}

bool has_cases_only(const Claim& claim) {
  return std::holds_alternative<Surjective>(claim) || std::holds_alternative<Onto>(claim) ||
         std::holds_alternative<Bijective>(claim) || std::holds_alternative<ConflictFree>(claim) ||
         std::holds_alternative<Converts>(claim);
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

namespace {

// Of several outputs without sizes, which values are all?
std::optional<Error> must_have_codomain(const IndexMap& map, std::string_view claim) {
  const auto outs = map.out_axes();
  const bool has_some = !outs[0].size && std::ranges::any_of(outs, &OutAxis::is_stated);
  if (!map.gives_unsized_coordinates() && !has_some) return std::nullopt;
  return usage("'" + std::string(claim) +
               "' needs the sizes of all outputs, as in (row: 32, col: 32)(...) = ...");
}

}  // namespace

Result<Claim> make_injective(IndexMap map) { return Claim(Injective{std::move(map)}); }

Result<Claim> make_surjective(IndexMap map) {
  if (const auto error = must_have_codomain(map, "surjective")) return *error;
  return Claim(Surjective{std::move(map)});
}

Result<Claim> make_bijective(IndexMap map) {
  if (const auto error = must_have_codomain(map, "bijective")) return *error;
  return Claim(Bijective{std::move(map)});
}

Result<Claim> make_onto(IndexMap map, std::vector<Word> sizes) {
  const auto outs = map.out_axes();
  if (!sizes.empty() && sizes.size() != outs.size()) {
    return usage("the codomain has " + std::to_string(sizes.size()) + " sizes, the layout " +
                 std::to_string(outs.size()) + " outputs");
  }
  Word elements = 1;
  for (std::size_t k = 0; k < outs.size(); ++k) {
    if (sizes.size() == k && outs[k].size) sizes.push_back(*outs[k].size);
    if (sizes.size() == k) {
      return usage("'onto' needs a codomain: '" + outs[k].name + "' has no size");
    }
    if (outs[k].size && *outs[k].size != sizes[k]) {
      return usage("'" + outs[k].name + "' has the size " + std::to_string(*outs[k].size) +
                   ", the codomain " + std::to_string(sizes[k]));
    }
    if (sizes[k] == 0 || __builtin_mul_overflow(elements, sizes[k], &elements) ||
        elements > Word{1} << kMaxIndexBits) {
      return usage("a codomain has from 1 to 2^62 elements");
    }
  }
  return Claim(Onto{std::move(map), std::move(sizes)});
}

Result<Claim> make_in_bounds(IndexMap map, Word allocation) {
  if (const auto error = must_give_offset(map, "in-bounds")) return *error;
  // Offsets below 0 are numbers from 2^63 on.
  if (allocation > Word{1} << 63) return usage("'allocation' must be at most 2^63");
  return Claim(InBounds{std::move(map), allocation});
}

Result<Claim> make_no_wrap(IndexMap map, Word bits, bool is_signed) {
  if (bits < 8 || bits > 64) {
    return usage("'bits' of 'no-wrap' must be from 8 to 64, not " + std::to_string(bits));
  }
  return Claim(NoWrap{std::move(map), {static_cast<unsigned>(bits), is_signed}});
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
  TP_TRY(joined, join_functions(a, b));
  const IndexMap* const maps[] = {&a, &b};
  return Claim(Equal{std::move(joined.a),
                     std::move(joined.b),
                     with_stated_sizes(maps),
                     {{"a", std::move(joined.names_a)}, {"b", std::move(joined.names_b)}}});
}

Result<Claim> make_conflict_free(IndexMap memory,
                                 IndexMap access,
                                 Word element_bits,
                                 const AccessRule& rule) {
  if (const auto error = must_give_offset(memory, "conflict-free")) return *error;
  const IndexMap* const maps[] = {&memory, &access};
  if (const auto error = check_parameters(maps)) return *error;
  if (memory.out_axes().size() > 1) {
    return Error{ErrorCode::kUnsupported,
                 "'conflict-free' is offered for memory in one CTA and one partition"};
  }
  if (element_bits == 0 || element_bits > 1024) {
    return usage("'element_bits' must be from 1 to 1024");
  }
  if (rule.counts_each_lane) {
    return Error{ErrorCode::kUnsupported,
                 "'conflict-free' is about loads and stores, and " + rule.instruction +
                     " serves lanes of one word one after the other"};
  }
  const auto lane = std::ranges::find(access.axes(), "lane", &Axis::name);
  if (lane == access.axes().end() || lane->is_parameter) {
    return usage("the access has no input named 'lane'");
  }
  const Word lanes = lane->size;
  if (lanes > rule.lanes) {
    return usage("the access has " + std::to_string(lanes) + " lanes, a warp has " +
                 std::to_string(rule.lanes));
  }
  if (rule.matrices != 0 && lanes < rule.addresses()) {
    return usage("the access has " + std::to_string(lanes) + " lanes, " + rule.instruction +
                 " takes the addresses of " + std::to_string(rule.addresses()));
  }
  // So that addresses have less than 2^63 bits.
  if (!gives_addresses(memory)) {
    return usage("'conflict-free' needs offsets from 0 to 2^50 - 1");
  }
  TP_TRY(joined, join_output_to_input(access, memory, "the access", "the memory"));
  std::vector<Word> zero_bits(access.axes().size(), 0);
  const Word stored_bits = element_bits == 1 ? 8 : element_bits;
  return Claim(ConflictFree{std::move(joined.to),
                            std::move(joined.from),
                            std::move(zero_bits),
                            stored_bits,
                            &rule,
                            with_stated_sizes(maps),
                            {{"memory", std::move(joined.names_to)}}});
}

namespace {

// A shared layout of these outputs of the source, which are the elements; of other coordinates,
// which have one value, it takes that.  With the names that its inputs took.
Result<std::pair<IndexMap, std::string>> of_elements(const IndexMap& source,
                                                     const IndexMap& memory,
                                                     std::span<const OutAxis> elements) {
  TP_TRY(joined, join_output_to_input(source, memory, "the source", "the memory"));
  const auto met = joined.from.out_axes();
  std::vector<Axis> axes;
  for (const OutAxis& element : elements) {
    const auto same = std::ranges::find(met, element.name, &OutAxis::name);
    axes.push_back(same == met.end()
                       ? Axis{element.name, 1}
                       : joined.to.axes()[static_cast<std::size_t>(same - met.begin())]);
  }
  for (std::size_t k = met.size(); k-- > 0;) {
    const bool is_element = std::ranges::count(elements, met[k].name, &OutAxis::name) != 0;
    if (!is_element) joined.to = joined.to.fixed(k, 0);
  }
  std::ranges::copy_if(joined.to.axes(), std::back_inserter(axes), &Axis::is_parameter);
  return std::pair(joined.to.over(std::move(axes)), std::move(joined.names_to));
}

}  // namespace

Result<Claim> make_converts(IndexMap source,
                            IndexMap written,
                            IndexMap read,
                            IndexMap destination) {
  const IndexMap* const maps[] = {&source, &written, &read, &destination};
  if (const auto error = check_parameters(maps)) return *error;
  std::vector<IndexMap> sized = with_stated_sizes(maps);
  TP_TRY(elements, join_outputs(source, destination));
  TP_TRY(outputs, join_outputs(written, read));
  const auto outs = elements.first.out_axes();
  TP_TRY(stores, of_elements(source, outputs.first, outs));
  TP_TRY(loads, of_elements(source, outputs.second, outs));
  for (std::size_t d = 0; d < outs.size(); ++d) {
    const Word size = stores.first.axes()[d].size;
    const Word wanted = elements.second.out_axes()[d].size.value_or(size);
    for (const auto& [other, where] : {std::pair(loads.first.axes()[d].size, "where it is read"),
                                       std::pair(wanted, "in the destination")}) {
      if (other == size) continue;
      return usage("'" + outs[d].name + "' has the size " + std::to_string(size) +
                   " where it is written, the size " + std::to_string(other) + " " + where);
    }
  }
  return Claim(
      Converts{std::move(elements.first),
               std::move(stores.first),
               std::move(loads.first),
               std::move(elements.second),
               std::move(sized),
               {{"written", std::move(stores.second)}, {"read", std::move(loads.second)}}});
}

}  // namespace tileproof
