#include "properties/claims/damage.hpp"
#include "properties/claims/laws.hpp"
#include "properties/claims/random_claims.hpp"
#include "properties/maps/layout_families.hpp"

namespace tileproof::laws {
namespace {

using gen::Source;
using Ops = ClaimOperations;

// ---- Subjects

StatedClaim any_claim(Source& source) { return gen::random_claim(source, "any"); }
StatedClaim claim_with_parameters(Source& source) {
  return gen::random_claim(source, source.one_in(2) ? "any" : "cases");
}

void say(Source& source, const StatedClaim& claim) {
  source.say("claim", [&] { return command_of(claim); });
}

struct DrawnMap {
  LayoutText text;
  IndexMap map;
};

void say(Source& source, std::string_view name, const LayoutText& text) {
  source.say(name, [&] {
    std::string words = text.text;
    for (std::size_t d = 0; d < text.shape.size(); ++d) {
      words += (d == 0 ? " of shape " : "x") + std::to_string(text.shape[d]);
    }
    return words;
  });
}

// A layout of any notation with at most so many points, of all values of its parameters.
DrawnMap draw_map(Source& source, Word most_points) {
  static const auto kFamilies = gen::layout_families();
  const auto& family = source.of(kFamilies);
  for (int tries = 0; tries < 20; ++tries) {
    LayoutText text = family.draw(source);
    auto map = parse_index_map(text.text, text.shape);
    if (map && map->points() * map->parameter_points() <= most_points) {
      return {std::move(text), *std::move(map)};
    }
  }
  return {{"(2,2):(1,2)"}, *parse_index_map("(2,2):(1,2)", {})};
}

// ---- Rows

template <auto Law, StatedClaim (*Draw)(Source&)>
LawResult of_claim(Source& source, const Ops& ops) {
  const StatedClaim claim = Draw(source);
  say(source, claim);
  return Law(claim, ops);
}

template <auto Law>
LawResult of_map(Source& source, const Ops& ops) {
  const DrawnMap drawn = draw_map(source, 256);
  say(source, "layout", drawn.text);
  return Law(drawn.map, ops);
}

LawResult damaged(Source& source, const Ops& ops) {
  const char* const kind = source.of({"gf2", "strides", "section", "enumerate", "cases", "any"});
  const StatedClaim claim = gen::random_claim(source, kind);
  say(source, claim);
  if (!build_claim(claim)) return LawResult::not_applicable();
  const auto text = write_certificate(claim, "", {});
  if (!text) return LawResult::not_applicable();
  std::string changed = *text;
  const auto damage = source.of({change_digit, change_lines, flip_bit});
  damage(source, changed);
  changed = with_new_digest(changed);
  source.say("certificate", [&] { return changed; });
  return certified_claims_are_true(changed, ops);
}

LawResult reordered(Source& source, const Ops& ops) {
  const DrawnMap drawn = draw_map(source, 256);
  std::vector<std::size_t> order(drawn.map.axes().size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  source.shuffle(order);
  say(source, "layout", drawn.text);
  source.say("order", [&] {
    std::string text;
    for (const std::size_t place : order) text += " " + drawn.map.axes()[place].name;
    return text;
  });
  return names_join_in_any_order(drawn.map, order, ops);
}

// The same layout as an expression, or one with a number changed, or itself.
DrawnMap near(Source& source, const DrawnMap& drawn) {
  const Word kind = source.below(3);
  if (kind == 2) return drawn;
  LayoutText text = drawn.text;
  if (kind == 0) {
    const auto printed = print_index_map(drawn.map);
    if (printed) text = *printed;
  } else {
    text = gen::neighbour(source, drawn.text);
  }
  auto map = parse_index_map(text.text, text.shape);
  if (!map || map->points() * map->parameter_points() > 1024) return drawn;
  return {std::move(text), *std::move(map)};
}

LawResult equivalent(Source& source, const Ops& ops) {
  const DrawnMap a = draw_map(source, 256);
  const DrawnMap b = near(source, a);
  const DrawnMap c = near(source, b);
  say(source, "a", a.text);
  say(source, "b", b.text);
  say(source, "c", c.text);
  return equal_is_an_equivalence(a.map, b.map, c.map, ops);
}

LawResult padded(Source& source, const Ops& ops) {
  const DrawnMap drawn = draw_map(source, 256);
  const Word interval = source.one_in(4) ? source.between(1, 9) : source.power(5);
  const Word amount = source.between(1, 8);
  say(source, "layout", drawn.text);
  source.say("padding", [&] { return std::to_string(interval) + ":+" + std::to_string(amount); });
  return padding_keeps_injectivity(drawn.map, interval, amount, ops);
}

LawResult allocated(Source& source, const Ops& ops) {
  const DrawnMap drawn = draw_map(source, 256);
  // Half of the time it is near the end of a layout without gaps.
  const Word allocation = source.one_in(2) ? drawn.map.points() - 1 + source.below(3)
                                           : source.below(2 * drawn.map.points() + 2);
  say(source, "layout", drawn.text);
  source.say("allocation", [&] { return std::to_string(allocation); });
  return a_larger_allocation_holds_as_well(drawn.map, allocation, ops);
}

LawResult cut_short(Source& source, const Ops& ops) {
  const DrawnMap drawn = draw_map(source, 256);
  say(source, "layout", drawn.text);
  if (drawn.map.axes().empty()) return LawResult::not_applicable();
  const std::size_t axis = source.below(drawn.map.axes().size());
  const Axis& of = drawn.map.axes()[axis];
  if (of.is_parameter) return LawResult::not_applicable();
  const Word size = 1 + source.below(of.size);
  source.say("first", [&] { return std::to_string(size) + " of " + of.name; });
  return a_part_of_an_injective_map_is_injective(drawn.map, axis, size, ops);
}

LawResult composed_conversions(Source& source, const Ops& ops) {
  const auto registers = [&](std::string_view name) {
    const StatedLayout drawn = gen::random_blocked(source);
    const LayoutText text{drawn.text, drawn.shape};
    say(source, name, text);
    return *parse_index_map(text.text, text.shape);
  };
  const auto memory = [&](std::string_view name) {
    if (source.one_in(4)) {
      // Two elements in one place.
      const LayoutText text{"offset(row: 16, col: 16) = row * 15 + col", {}};
      say(source, name, text);
      return *parse_index_map(text.text, text.shape);
    }
    const StatedLayout drawn = source.one_in(2) ? gen::random_padded(source, 16, 16)
                                                : gen::random_swizzled(source, 16, 16);
    const LayoutText text{drawn.text, drawn.shape};
    say(source, name, text);
    return *parse_index_map(text.text, text.shape);
  };
  const IndexMap a = registers("a");
  const IndexMap first = memory("first memory");
  const IndexMap b = registers("b");
  const IndexMap second = memory("second memory");
  const IndexMap c = registers("c");
  return conversions_compose(a, first, b, second, c, ops);
}

constexpr FamilyLaw<Ops> kLaws[] = {
    {"P1",
     "VerdictIsTheTruth",
     "A claim is proved just if plain loops over all values find it true.",
     of_claim<verdict_is_the_truth, any_claim>},
    {"P2",
     "EnginesSayTheSame",
     "Every engine that decides a claim gives the same verdict, with the same counterexample.",
     of_claim<engines_say_the_same, any_claim>},
    {"P3",
     "ClaimTextGivesBack",
     "A restated claim is read from its text, is restated alike, and has the same verdict.",
     of_claim<claim_text_gives_back, any_claim>},
    {"P4",
     "ParametersAreTheirCases",
     "A claim about all values of its parameters is proved just if each value's is.",
     of_claim<parameters_are_their_cases, claim_with_parameters>},
    {"P5",
     "CertificatesReplay",
     "A claim with a certificate is true, the certifier takes it, and it is of that claim.",
     of_claim<certificates_replay, any_claim>},
    {"P6",
     "CertifiedClaimsAreTrue",
     "Whatever is changed in a certificate, it is refused or what it certifies is true.",
     damaged},
    {"P7",
     "NamesJoinInAnyOrder",
     "A layout whose inputs have names is equal to itself with them in another order.",
     reordered},
    {"P8",
     "EqualIsAnEquivalence",
     "Equality is reflexive, symmetric and transitive, whatever the notations.",
     equivalent},
    {"P9",
     "PaddingKeepsInjectivity",
     "With a gap after each interval a layout is injective just if it is without.",
     padded},
    {"P10",
     "ALargerAllocationHoldsAsWell",
     "In bounds of an allocation is in bounds of each larger one, and from the largest offset on.",
     allocated},
    {"P11",
     "BijectiveIsInjectiveAndSurjective",
     "A layout is bijective just if it is injective and surjective.",
     of_map<bijective_is_injective_and_surjective>},
    {"P12",
     "APartOfAnInjectiveMapIsInjective",
     "What is injective is so on the first values of an input.",
     cut_short},
    {"P13",
     "ConversionsCompose",
     "Two conversions of a tensor after each other are one from the first layout to the last.",
     composed_conversions},
};

const char* degeneracy_of(const IndexMap& map) {
  if (map.points() < 2) return "one point";
  std::vector<Word> at;
  for (const Axis& axis : map.axes()) at.push_back(axis.first);
  const auto first = value_at(map, at);
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Axis& axis = map.axes()[i];
    at[i] = axis.first + axis.size - 1;
    if (value_at(map, at) != first) return nullptr;
    at[i] = axis.first + axis.size / 2;
    if (value_at(map, at) != first) return nullptr;
    at[i] = axis.first;
  }
  return "constant";
}

Drawn drawn_claim(Source& source) {
  const StatedClaim claim = any_claim(source);
  return {command_of(claim), build_claim(claim) ? nullptr : "no claim"};
}
Drawn drawn_layout(Source& source) {
  const DrawnMap drawn = draw_map(source, 256);
  return {drawn.text.text, degeneracy_of(drawn.map)};
}

}  // namespace

std::span<const FamilyLaw<Ops>> claim_laws() { return kLaws; }

std::vector<Generator> claim_generators() {
  return {{"Claims", drawn_claim}, {"LayoutsOfAllNotations", drawn_layout}};
}

}  // namespace tileproof::laws
