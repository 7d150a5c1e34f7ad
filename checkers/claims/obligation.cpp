#include "checkers/claims/obligation.hpp"

#include <algorithm>

#include "checkers/claims/lane_groups.hpp"
#include "checkers/claims/obligation_body.hpp"
#include "core/checked_algebra.hpp"

namespace tileproof {

template bool fails_at(const U64&, const Claim&, std::span<const Word>);

std::vector<Axis> slowest_first(const IndexMap& map, const std::string& prefix) {
  std::vector<Axis> list(map.axes().rbegin(), map.axes().rend());
  for (Axis& axis : list) axis.name = prefix + axis.name;
  return list;
}

std::vector<Word> reversed(std::span<const Word> values) {
  return {values.rbegin(), values.rend()};
}

namespace {

using Variables = std::vector<Axis>;
using Model = std::span<const Word>;

void append(Variables& to, const Variables& more) { to.insert(to.end(), more.begin(), more.end()); }

struct VariablesOf {
  Variables operator()(const Injective& claim) const {
    Variables parameters;
    Variables later;
    Variables earlier;
    for (const Axis& axis : slowest_first(claim.map)) {
      if (axis.is_parameter) {
        parameters.push_back(axis);
      } else {
        later.push_back(axis);
        earlier.push_back({"other_" + axis.name, axis.size, axis.first});
      }
    }
    append(parameters, later);
    append(parameters, earlier);
    return parameters;
  }
  Variables operator()(const InBounds& claim) const { return slowest_first(claim.map); }
  Variables operator()(const NoWrap& claim) const { return slowest_first(claim.map); }
  Variables operator()(const Equal& claim) const { return slowest_first(claim.a); }
  Variables operator()(const Aligned& claim) const {
    Variables list = slowest_first(claim.map);
    Axis& along = list[list.size() - 1 - claim.along];
    along.size = (along.size + claim.vector - 1) / claim.vector;
    return list;
  }
  Variables operator()(const ConflictFree& claim) const {
    Variables list;
    const auto axes = claim.access.axes();
    for (std::size_t i = axes.size(); i-- > 0;) {
      if (i != claim.lane_axis) list.push_back(axes[i]);
    }
    const LaneGroups groups(*claim.rule);
    const Word words = claim.rule->words();
    append(list,
           {{"group", groups.groups()},
            {"member", groups.members()},
            {"other_member", groups.members()},
            {"word", words},
            {"other_word", words}});
    return list;
  }
  Variables operator()(const Converts& claim) const {
    Variables list = slowest_first(claim.destination);
    append(list, slowest_first(claim.source, "source_"));
    return list;
  }
  Variables operator()(const Surjective&) const {
    TP_CHECK(false, "surjectivity is no statement about single points");
  }
  Variables operator()(const Bijective&) const {
    TP_CHECK(false, "bijectivity is no statement about single points");
  }
};

// ---- Counterexamples

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
    const auto axes = claim.map.axes();
    std::vector<Word> later(axes.size());
    std::vector<Word> earlier(axes.size());
    const auto parameters = static_cast<std::size_t>(std::count_if(
        axes.begin(), axes.end(), [](const Axis& axis) { return axis.is_parameter; }));
    const std::size_t own = axes.size() - parameters;
    std::size_t next_parameter = parameters;
    std::size_t next = own;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i].is_parameter) {
        later[i] = earlier[i] = at[--next_parameter];
      } else {
        later[i] = at[parameters + --next];
        earlier[i] = at[parameters + own + next];
      }
    }
    const auto value = value_at(claim.map, later);
    Counterexample example;
    example.text = point_text(claim.map, earlier) + " and " + point_text(claim.map, later) +
                   " both have " + value_text(claim.map, value);
    add_point(example, claim.map, later, "");
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (!axes[i].is_parameter) example.fields.emplace_back("other_" + axes[i].name, earlier[i]);
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
    const auto axes = claim.access.axes();
    const LaneGroups groups(*claim.rule);
    const std::size_t others = axes.size() - 1;
    std::vector<Word> point(axes.size());
    for (std::size_t i = axes.size(), next = 0; i-- > 0;) {
      if (i != claim.lane_axis) point[i] = at[next++];
    }
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

  Counterexample operator()(const Surjective&) const { TP_CHECK(false, "not about points"); }
  Counterexample operator()(const Bijective&) const { TP_CHECK(false, "not about points"); }
};

std::string count_text(Word count) {
  if (is_power_of_two(count) && count > 8) return "2^" + std::to_string(log2_exact(count));
  return std::to_string(count);
}

const IndexMap& main_map(const Claim& claim) {
  return std::visit(
      [](const auto& which) -> const IndexMap& {
        if constexpr (requires { which.map; }) {
          return which.map;
        } else if constexpr (requires { which.a; }) {
          return which.a;
        } else if constexpr (requires { which.access; }) {
          return which.access;
        } else {
          return which.destination;
        }
      },
      claim);
}

}  // namespace

std::vector<Axis> variables(const Claim& claim) { return std::visit(VariablesOf{}, claim); }

Counterexample describe(const Claim& claim, Model at) {
  return std::visit(DescriptionOf{at}, claim);
}

Refuted refuted(const Claim& claim, const std::string& engine, Model at) {
  return Refuted::replayed(engine, describe(claim, at), [&] { return fails_at(U64{}, claim, at); });
}

std::string scope(const Claim& claim) {
  const IndexMap& map = main_map(claim);
  std::string text = "all " + count_text(map.points()) + " points";
  if (map.has_parameters()) {
    text += ", for each of " + count_text(map.parameter_points()) + " values of the parameters";
  }
  return text;
}

bool is_small(const Claim& claim) {
  constexpr std::size_t kSmall = 100;
  return main_map(claim).written_steps() <= kSmall;
}

}  // namespace tileproof
