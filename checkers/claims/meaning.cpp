#include "checkers/claims/meaning.hpp"

#include <algorithm>

#include "checkers/claims/meaning_body.hpp"

namespace tileproof::meaning {

template std::vector<Word> values(const U64&, const Maps&, std::span<const Word>);
template bool breaks(const U64&, const Question&, std::span<const Word>);

namespace {

std::vector<Axis> axes_of(const IndexMap& map) { return {map.axes().begin(), map.axes().end()}; }

// So many values are taken, and no others.  An offset has no size of its own: it takes what the
// others leave.
Result<Questions> onto(const IndexMap& map, Word count) {
  Bounds sizes;
  Word rest = count;
  for (const OutAxis& out : map.out_axes()) {
    if (!out.size && !sizes.empty()) {
      return Error{ErrorCode::kUnsupported, "the coordinates have no sizes"};
    }
    sizes.push_back(out.size);
    rest /= out.size.value_or(1);
  }
  if (!sizes[0]) sizes[0] = std::exchange(rest, 1);
  if (rest != 1) {
    return Error{ErrorCode::kUnsupported, "there are not as many points as values"};
  }
  return Questions{within({map}, sizes).value(), distinct({map}, count)};
}

struct Ask {
  std::optional<Word> count;

  Result<Questions> operator()(const Injective& claim) const {
    return Questions{distinct({claim.map}, claim.map.points())};
  }
  Result<Questions> operator()(const Bijective& claim) const {
    return onto(claim.map, claim.map.points());
  }
  Result<Questions> operator()(const Surjective& claim) const {
    TP_CHECK(count.has_value(), "how many values must a surjective layout have?");
    return onto(claim.map, *count);
  }
  Result<Questions> operator()(const InBounds& claim) const {
    Bounds bounds(claim.map.out_axes().size());
    bounds[0] = claim.allocation;
    return Questions{within({claim.map}, bounds).value()};
  }
  Result<Questions> operator()(const Equal& claim) const {
    return Questions{equal({claim.a}, {claim.b})};
  }
  Result<Questions> operator()(const NoWrap& claim) const {
    return Questions{{"no-wrap", axes_of(claim.map), claim}};
  }

  // The variable of the axis along which vectors lie counts them.
  Result<Questions> operator()(const Aligned& claim) const {
    TP_CHECK(is_power_of_two(claim.bytes), "2^64 has no other divisors");
    auto variables = axes_of(claim.map);
    variables[claim.along].size /= claim.vector;
    return Questions{{"aligned", variables, claim}};
  }

  // Variables: a place of the destination and one of the source.  That somebody writes what is read
  // is about all places.
  Result<Questions> operator()(const Converts& claim) const {
    for (const IndexMap* map : {&claim.source, &claim.written, &claim.read, &claim.destination}) {
      if (const auto sizes = sizes_of_inputs(*map); !sizes) return sizes.error();
    }
    auto places = axes_of(claim.destination);
    const auto writers = axes_of(claim.source);
    places.insert(places.end(), writers.begin(), writers.end());
    return Questions{{"converts", places, claim}};
  }

  // Variables: the inputs of a lane's access; which member of the group's space the other lane is
  // away from it; which words of their vectors.  Addresses have less than 2^64 bits.
  Result<Questions> operator()(const ConflictFree& claim) const {
    const AccessRule& rule = *claim.rule;
    TP_CHECK(!rule.counts_each_lane, "lanes of one word conflict in an atomic");
    TP_CHECK(claim.zero_bits[claim.lane_axis] == 0, "vectors start in all lanes");
    auto variables = axes_of(claim.access);
    variables[claim.lane_axis].size = rule.addresses();
    variables.push_back({"other_lane", Word{1} << rule.group_basis.size()});
    variables.push_back({"word", rule.words()});
    variables.push_back({"other_word", rule.words()});
    TP_TRY(sizes, sizes_of_inputs(claim.memory));
    return Questions{within({claim.access}, sizes).value(),
                     within({claim.memory}, {Word{1} << 50}).value(),
                     {"conflict-free", variables, claim}};
  }
};

}  // namespace

bool Question::is_pointwise() const {
  if (std::holds_alternative<Converts>(statement)) return false;
  const auto* points = std::get_if<Distinct>(&statement);
  return points == nullptr || points->count == points->maps[0].points();
}

Result<Bounds> sizes_of_inputs(const IndexMap& map) {
  Bounds sizes;
  for (const Axis& axis : map.axes()) {
    if (axis.is_parameter) {
      return Error{ErrorCode::kUnsupported, "the inputs must be no parameters"};
    }
    sizes.emplace_back(axis.size);
  }
  return sizes;
}

Result<Question> within(Maps maps, Bounds bounds) {
  if (bounds.size() != maps.back().out_axes().size()) {
    return Error{ErrorCode::kUnsupported, "a layout does not give another's inputs"};
  }
  auto variables = axes_of(maps[0]);
  return Question{"within", std::move(variables), Within{std::move(maps), std::move(bounds)}};
}

Question equal(Maps one, Maps two) {
  auto variables = axes_of(one[0]);
  return {"equal", std::move(variables), Same{std::move(one), std::move(two)}};
}

// One point, and the inputs of the other that are no parameters: these are one number for both.
Question distinct(Maps maps, Word count) {
  const auto axes = axes_of(maps[0]);
  auto variables = axes;
  std::ranges::remove_copy_if(axes, std::back_inserter(variables), &Axis::is_parameter);
  return {"distinct", std::move(variables), Distinct{std::move(maps), count}};
}

Result<Questions> questions_of(const Claim& claim, std::optional<Word> values) {
  return std::visit(Ask{values}, claim);
}

}  // namespace tileproof::meaning
