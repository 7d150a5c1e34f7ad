#include "checkers/claims/counterexample.hpp"

#include <algorithm>

#include "checkers/claims/lane_groups.hpp"
#include "checkers/claims/meaning.hpp"
#include "checkers/claims/obligation.hpp"
#include "checkers/claims/odometer.hpp"
#include "core/check.hpp"
#include "core/checked_algebra.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof {
namespace {

using Model = std::span<const Word>;

constexpr const char* kNoPoints = "surjectivity is no statement about single points";

// Parameters, then the larger point, then the smaller: the earlier and the later in the order of
// the axes.
std::pair<std::vector<Word>, std::vector<Word>> pair_at(const Injective& claim, Model at) {
  const auto axes = claim.map.axes();
  const auto parameters =
      static_cast<std::size_t>(std::ranges::count_if(axes, &Axis::is_parameter));
  const std::size_t own = axes.size() - parameters;
  std::vector<Word> earlier;
  std::vector<Word> later;
  std::size_t next_parameter = parameters;
  std::size_t next = own;
  for (const Axis& axis : axes) {
    next -= axis.is_parameter ? 0 : 1;
    next_parameter -= axis.is_parameter ? 1 : 0;
    later.push_back(axis.is_parameter ? at[next_parameter] : at[parameters + next]);
    earlier.push_back(axis.is_parameter ? at[next_parameter] : at[parameters + own + next]);
  }
  return {earlier, later};
}

// Where the first lane's vector starts; the lane itself is 0.
std::vector<Word> access_at(const ConflictFree& claim, Model at) {
  std::vector<Word> point(claim.access.axes().size());
  for (std::size_t i = point.size(), next = 0; i-- > 0;) {
    if (i != claim.lane_axis) point[i] = at[next++] & ~claim.zero_bits[i];
  }
  return point;
}

// "(row 3, col 5)"
std::string point_text(const IndexMap& map, Model point) {
  std::string text = "(";
  for (std::size_t i = 0; i < point.size(); ++i) {
    if (i > 0) text += ", ";
    text += map.axes()[i].name + " " + std::to_string(point[i]);
  }
  return text + ")";
}

// "offset 12" or "(row 3, col 5)"; offsets below 0 are written as such.
std::string value_text(const IndexMap& map, Model value) {
  const auto number = [&](std::size_t i) {
    const OutAxis& axis = map.out_axes()[i];
    const bool is_negative = !axis.size && value[i] >> 63 != 0;
    return axis.name + " " +
           (is_negative ? "-" + std::to_string(-value[i]) : std::to_string(value[i]));
  };
  if (value.size() == 1) return number(0);
  std::string text = "(";
  for (std::size_t i = 0; i < value.size(); ++i) text += (i > 0 ? ", " : "") + number(i);
  return text + ")";
}

void add_point(Counterexample& to, const IndexMap& map, Model point, const std::string& prefix) {
  for (std::size_t i = 0; i < point.size(); ++i) {
    to.fields.emplace_back(prefix + map.axes()[i].name, point[i]);
  }
}

void add_value(Counterexample& to, const IndexMap& map, Model value, const std::string& prefix) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    to.fields.emplace_back(prefix + map.out_axes()[i].name, value[i]);
  }
}

// ": product 65536 * 65536 = 4294967296 does not fit in 32 bits, signed"
std::string first_wrap(const NoWrap& claim, Model point) {
  CheckedLog log;
  if (claim.bits == 32) {
    const Checked machine(32, claim.is_signed, log);
    const std::vector<CheckedWord> at(point.begin(), point.end());
    for (const CheckedWord& value :
         evaluate(machine, claim.map, std::span<const CheckedWord>(at))) {
      static_cast<void>(machine.result(value));
    }
  }
  if (!log.first.empty()) return ": " + log.first;
  return "; the result is " + value_text(claim.map, value_at(claim.map, point));
}

struct DescriptionOf {
  Model at;

  Counterexample operator()(const Injective& claim) const {
    const auto [earlier, later] = pair_at(claim, at);
    const auto value = value_at(claim.map, later);
    Counterexample example;
    example.text = point_text(claim.map, earlier) + " and " + point_text(claim.map, later) +
                   " both have " + value_text(claim.map, value);
    add_point(example, claim.map, later, "");
    for (std::size_t i = 0; i < earlier.size(); ++i) {
      const Axis& axis = claim.map.axes()[i];
      if (!axis.is_parameter) example.fields.emplace_back("other_" + axis.name, earlier[i]);
    }
    add_value(example, claim.map, value, "");
    return example;
  }

  Counterexample operator()(const InBounds& claim) const {
    const auto point = reversed(at);
    const auto value = value_at(claim.map, point);
    Counterexample example;
    example.text = point_text(claim.map, point) + " has " + value_text(claim.map, value) +
                   ", not below " + std::to_string(claim.allocation);
    add_point(example, claim.map, point, "");
    add_value(example, claim.map, value, "");
    return example;
  }

  Counterexample operator()(const NoWrap& claim) const {
    const auto point = reversed(at);
    Counterexample example;
    example.text = "at " + point_text(claim.map, point) + " a step of the formula leaves the " +
                   (claim.is_signed ? "signed" : "unsigned") + " integers of " +
                   std::to_string(claim.bits) + " bits" + first_wrap(claim, point);
    add_point(example, claim.map, point, "");
    return example;
  }

  Counterexample operator()(const Aligned& claim) const {
    auto point = reversed(at);
    point[claim.along] *= claim.vector;
    const auto value = value_at(claim.map, point);
    Counterexample example;
    example.text = "the vector at " + point_text(claim.map, point) + " starts at " +
                   value_text(claim.map, value) + " of " + std::to_string(claim.element_bits) +
                   "-bit elements, not at a multiple of " + std::to_string(claim.bytes) + " bytes";
    add_point(example, claim.map, point, "");
    add_value(example, claim.map, value, "");
    return example;
  }

  Counterexample operator()(const Equal& claim) const {
    const auto point = reversed(at);
    const auto value_a = value_at(claim.a, point);
    const auto value_b = value_at(claim.b, point);
    Counterexample example;
    example.text = point_text(claim.a, point) + " has " + value_text(claim.a, value_a) +
                   " in the first layout and " + value_text(claim.b, value_b) + " in the second";
    add_point(example, claim.a, point, "");
    add_value(example, claim.a, value_a, "a_");
    add_value(example, claim.b, value_b, "b_");
    return example;
  }

  Counterexample operator()(const ConflictFree& claim) const {
    const LaneGroups groups(*claim.rule);
    const std::size_t others = claim.access.axes().size() - 1;
    auto point = access_at(claim, at);
    Counterexample example;
    add_point(example, claim.access, point, "");
    const auto lane = [&](std::size_t member) {
      return groups.lane(U64{}, at[others], at[others + member]);
    };
    const auto byte = [&](std::size_t member) {
      point[claim.lane_axis] = lane(member);
      const auto element = value_at(claim.access, point);
      return value_at(claim.memory, element).front() * claim.element_bits / 8;
    };
    const Word byte_1 = byte(1);
    const Word byte_2 = byte(2);
    const Word bank = (byte_1 / 4 + at[others + 3]) % claim.rule->banks;
    example.fields[claim.lane_axis].second = lane(1);
    if (byte_1 % claim.rule->alignment() != 0) {
      example.text = "lane " + std::to_string(lane(1)) + " accesses byte " +
                     std::to_string(byte_1) + ", which is no multiple of " +
                     std::to_string(claim.rule->alignment());
    } else {
      example.text = "lanes " + std::to_string(lane(2)) + " and " + std::to_string(lane(1)) +
                     " are served together and want two words from bank " + std::to_string(bank) +
                     ": bytes " + std::to_string(byte_2) + " and " + std::to_string(byte_1);
      example.fields.emplace_back("other_lane", lane(2));
      example.fields.emplace_back("bank", bank);
      example.fields.emplace_back("other_byte", byte_2);
    }
    example.fields.emplace_back("byte", byte_1);
    return example;
  }

  Counterexample operator()(const Converts& claim) const {
    const std::size_t own = claim.destination.axes().size();
    const auto place = reversed(at.subspan(0, own));
    const auto writer = reversed(at.subspan(own));
    const auto wanted = value_at(claim.destination, place);
    const auto cell = value_at(claim.read, wanted);
    const auto put = value_at(claim.written, wanted);
    Counterexample example;
    example.text = point_text(claim.destination, place) + " reads element " +
                   value_text(claim.destination, wanted) + " at " + value_text(claim.read, cell);
    if (put != cell) {
      example.text += ", but it was written at " + value_text(claim.written, put);
    } else {
      const auto found = value_at(claim.source, writer);
      example.text += ", where " + point_text(claim.source, writer) + " writes element " +
                      value_text(claim.source, found);
      add_point(example, claim.source, writer, "source_");
      add_value(example, claim.source, found, "source_");
    }
    add_point(example, claim.destination, place, "");
    add_value(example, claim.destination, wanted, "");
    add_value(example, claim.read, cell, "");
    return example;
  }

  Counterexample operator()(const Surjective&) const { TP_CHECK(false, kNoPoints); }
  Counterexample operator()(const Bijective&) const { TP_CHECK(false, kNoPoints); }
};

// Values that break a question of what the claim means.
struct Witness {
  std::size_t question;  // of meaning::questions_of(claim)
  std::vector<Word> at;
};

struct WitnessOf {
  Model at;

  Witness operator()(const Injective& claim) const {
    auto [points, later] = pair_at(claim, at);
    for (std::size_t i = 0; i < later.size(); ++i) {
      if (!claim.map.axes()[i].is_parameter) points.push_back(later[i]);
    }
    return {0, points};
  }
  Witness operator()(const InBounds&) const { return {0, reversed(at)}; }
  Witness operator()(const NoWrap&) const { return {0, reversed(at)}; }
  Witness operator()(const Aligned&) const { return {0, reversed(at)}; }
  Witness operator()(const Equal&) const { return {0, reversed(at)}; }

  // The first lane, and which member of the group's space the other is away from it.
  Witness operator()(const ConflictFree& claim) const {
    const std::size_t others = claim.access.axes().size() - 1;
    std::vector<Word> point = access_at(claim, at);
    const LaneGroups groups(*claim.rule);
    point[claim.lane_axis] = groups.lane(U64{}, at[others], at[others + 1]);
    point.insert(point.end(), {at[others + 1] ^ at[others + 2], at[others + 3], at[others + 4]});
    return {2, std::move(point)};
  }

  Witness operator()(const Converts& claim) const {
    const std::size_t own = claim.destination.axes().size();
    auto places = reversed(at.subspan(0, own));
    const auto writer = reversed(at.subspan(own));
    places.insert(places.end(), writer.begin(), writer.end());
    return {0, places};
  }

  Witness operator()(const Surjective&) const { TP_CHECK(false, kNoPoints); }
  Witness operator()(const Bijective&) const { TP_CHECK(false, kNoPoints); }
};

bool is_broken(const Claim& claim, Model at) {
  const Witness witness = std::visit(WitnessOf{at}, claim);
  const auto questions = meaning::questions_of(claim);
  TP_CHECK(questions, "a claim was refuted that says nothing: " + questions.error().message);
  const meaning::Question& question = (*questions)[witness.question];
  const auto is_value = [](Word value, const Axis& axis) { return value - axis.first < axis.size; };
  return std::ranges::equal(witness.at, question.variables, is_value) &&
         meaning::breaks(U64{}, question, Model(witness.at));
}

bool is_missing(const IndexMap& map, const std::vector<Word>& value, std::optional<Word> largest) {
  Odometer point(map.axes());
  Word found = 0;
  do {
    const auto here = value_at(map, point.values());
    if (std::ranges::equal(here, value)) return false;
    found = std::max(found, here[0]);
  } while (point.advance());
  return !largest || found == *largest;
}

}  // namespace

Refuted refuted(const Claim& claim, const std::string& engine, Model at) {
  return Refuted::replayed(
      engine, std::visit(DescriptionOf{at}, claim), [&] { return is_broken(claim, at); });
}

Refuted refuted_missing(const IndexMap& map,
                        const std::string& engine,
                        const std::vector<Word>& value,
                        std::optional<Word> largest,
                        const std::function<bool()>& argument) {
  constexpr Word kFewPoints = Word{1} << 14;
  Counterexample example;
  add_value(example, map, value, "");
  example.text = "no point has";
  for (std::size_t i = 0; i < value.size(); ++i) {
    example.text += " " + map.out_axes()[i].name + " " + std::to_string(value[i]);
  }
  if (largest) {
    example.text += "; the largest is " + std::to_string(*largest);
    example.fields.emplace_back("largest", *largest);
  }
  return Refuted::replayed(engine, std::move(example), [&] {
    return map.points() <= kFewPoints ? is_missing(map, value, largest) : argument();
  });
}

}  // namespace tileproof
