#include "checkers/claims/obligation.hpp"

#include <algorithm>

#include "checkers/claims/lane_groups.hpp"
#include "checkers/claims/obligation_body.hpp"

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

std::string scope(const Claim& claim) {
  std::string text = "all " + count_text(main_map(claim).points()) + " points";
  Word values = parameter_points(claim);
  if (const auto* loads = std::get_if<ConflictFree>(&claim)) {
    values *= loads->access.parameter_points();
  }
  if (values > 1) text += ", for each of " + count_text(values) + " values of the parameters";
  return text;
}

bool is_small(const Claim& claim) {
  constexpr std::size_t kSmall = 300;
  return main_map(claim).graph().steps.size() <= kSmall;
}

}  // namespace tileproof
