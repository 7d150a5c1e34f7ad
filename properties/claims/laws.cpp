#include "properties/claims/laws.hpp"

#include <algorithm>

#include "encodings/cute/layout.hpp"
#include "properties/claims/plain_truth.hpp"

namespace tileproof::laws {
namespace {

using Ops = ClaimOperations;
using Is = Said::Is;

const char* word_of(Is is) {
  return is == Is::kProved ? "proved" : is == Is::kRefuted ? "refuted" : "unknown";
}

std::string text_of(const Said& said) {
  return word_of(said.is) + (said.words.empty() ? "" : ": " + said.words);
}

bool is_either(const Said& said) { return said.is != Is::kUnknown; }

// One of two that are to be alike.
LawResult alike(const std::string& what,
                const Said& one,
                const std::string& other_what,
                const Said& other) {
  if (!is_either(one)) return LawResult::undecided(what + " is " + text_of(one));
  if (!is_either(other)) return LawResult::undecided(other_what + " is " + text_of(other));
  if (one.is == other.is) return LawResult::kept();
  return LawResult::broken(what + " is " + text_of(one) + ", but " + other_what + " is " +
                           text_of(other));
}

// Is one proved only if the other is?
LawResult follows(const std::string& what,
                  const Said& from,
                  const std::string& other_what,
                  const Said& other) {
  if (from.is != Is::kProved) return LawResult::not_applicable();
  if (!is_either(other)) return LawResult::undecided(other_what + " is " + text_of(other));
  if (other.is == Is::kProved) return LawResult::kept();
  return LawResult::broken(what + " is proved, but " + other_what + " is " + text_of(other));
}

constexpr EngineName kEngines[] = {EngineName::kF2,
                                   EngineName::kStrides,
                                   EngineName::kResidues,
                                   EngineName::kRanges,
                                   EngineName::kSat,
                                   EngineName::kEnumerate};

Word largest_offset(const IndexMap& map) {
  Word largest = 0;
  std::vector<Word> at;
  for (const Axis& axis : map.axes()) at.push_back(axis.first);
  for (bool ends = false; !ends;) {
    largest = std::max(largest, value_at(map, at)[0]);
    std::size_t i = 0;
    for (; i < at.size(); ++i) {
      if (++at[i] < map.axes()[i].first + map.axes()[i].size) break;
      at[i] = map.axes()[i].first;
    }
    ends = i == at.size();
  }
  return largest;
}

Said said_of_made(const Result<Claim>& claim, const Ops& ops) {
  return claim ? ops.prove(*claim) : Said{Is::kUnknown, claim.error().message};
}

}  // namespace

Said said_of(const Verdict& verdict) {
  if (is_proved(verdict)) return {Is::kProved, ""};
  if (const auto* found = std::get_if<Refuted>(&verdict)) {
    return {Is::kRefuted, found->counterexample().text};
  }
  return {Is::kUnknown, std::get<Unknown>(verdict).reason};
}

LawResult verdict_is_the_truth(const StatedClaim& stated, const Ops& ops) {
  const auto claim = build_claim(stated);
  if (!claim) return LawResult::not_applicable();
  const Said said = ops.prove(*claim);
  if (!is_either(said)) return LawResult::undecided(said.words);
  const bool truth = is_true(stated);
  if ((said.is == Is::kProved) == truth) return LawResult::kept();
  return LawResult::broken("it is " + std::string(truth ? "true" : "false") + ", but " +
                           text_of(said));
}

LawResult engines_say_the_same(const StatedClaim& stated, const Ops& ops) {
  const auto claim = build_claim(stated);
  if (!claim) return LawResult::not_applicable();
  const Said all = ops.prove(*claim);
  int decided = 0;
  for (const EngineName engine : kEngines) {
    const Said one = ops.prove_by(engine, *claim);
    if (!is_either(one)) continue;
    ++decided;
    if (is_either(all) && one == all) continue;
    return LawResult::broken(std::string(to_string(engine)) + " says " + text_of(one) +
                             ", but together they say " + text_of(all));
  }
  return decided > 0 ? LawResult::kept() : LawResult::not_applicable();
}

LawResult claim_text_gives_back(const StatedClaim& stated, const Ops& ops) {
  if (!build_claim(stated)) return LawResult::not_applicable();
  const auto restated = ops.restate(stated);
  if (!restated) return LawResult::failed("restating", restated.error());
  const auto text = ops.print(*restated);
  if (!text) return LawResult::failed("printing", text.error());
  const auto parsed = parse_stated_claim(*text);
  if (!parsed) return LawResult::failed("reading what was printed", parsed.error());
  if (*parsed != *restated) return LawResult::broken("it is read as another claim:\n" + *text);
  const auto again = ops.restate(*parsed);
  if (!again || *again != *restated) return LawResult::broken("restated twice it is another claim");
  return alike("the claim",
               ops.prove(*build_claim(stated)),
               "as restated",
               said_of_made(build_claim(*parsed), ops));
}

LawResult parameters_are_their_cases(const StatedClaim& stated, const Ops& ops) {
  const auto claim = build_claim(stated);
  if (!claim || !has_parameters(*claim)) return LawResult::not_applicable();
  const auto cases = cases_of(*claim);
  if (!cases) return LawResult::not_applicable();
  Said together{Is::kProved, ""};
  for (const Case& one : *cases) {
    const Said said = ops.prove(one.claim);
    if (said.is == Is::kRefuted) together = said;
    if (!is_either(said)) return LawResult::undecided(said.words);
  }
  return alike(
      "for all values of the parameters it", ops.prove(*claim), "for each of them", together);
}

LawResult certificates_replay(const StatedClaim& stated, const Ops& ops) {
  const auto claim = build_claim(stated);
  if (!claim) return LawResult::not_applicable();
  const auto text = write_certificate(stated, "", {});
  if (!text) {
    if (text.error().code != ErrorCode::kNotSolvable) return LawResult::not_applicable();
    const bool truth = is_true(stated);
    return truth ? LawResult::broken("it is true, but: " + text.error().message)
                 : LawResult::kept();
  }
  if (!is_true(stated)) return LawResult::broken("it is false, and has a certificate");
  const auto result = ops.certify(*text);
  if (const auto* refused = std::get_if<RefusedCertificate>(&result)) {
    return LawResult::broken("its certificate is refused: " + refused->reason);
  }
  const auto restated = restate(stated);
  const auto certified = parse_stated_claim(std::get<Certified>(result).claim);
  if (restated && certified && *certified == *restated) return LawResult::kept();
  return LawResult::broken("the certificate is of another claim:\n" +
                           std::get<Certified>(result).claim);
}

LawResult certified_claims_are_true(const std::string& damaged, const Ops& ops) {
  const auto result = ops.certify(damaged);
  const auto* certified = std::get_if<Certified>(&result);
  if (certified == nullptr) return LawResult::kept();
  const auto claim = parse_stated_claim(certified->claim);
  if (!claim) return LawResult::failed("reading the certified claim", claim.error());
  if (!build_claim(*claim)) return LawResult::broken("what was certified is no claim");
  return is_true(*claim) ? LawResult::kept()
                         : LawResult::broken("certified, and false:\n" + certified->claim);
}

LawResult names_join_in_any_order(const IndexMap& map,
                                  const std::vector<std::size_t>& order,
                                  const Ops& ops) {
  // The modes of CuTe's layouts have no names, and take those of what they meet in their order.
  if (map.as<cute::Layout>() != nullptr) return LawResult::not_applicable();
  std::vector<Axis> axes;
  for (const std::size_t place : order) axes.push_back(map.axes()[place]);
  const IndexMap other = map.over(std::move(axes));
  return follows("that a layout is itself",
                 {Is::kProved, ""},
                 "with its inputs in another order",
                 said_of_made(ops.equal(map, other), ops));
}

LawResult equal_is_an_equivalence(const IndexMap& a,
                                  const IndexMap& b,
                                  const IndexMap& c,
                                  const Ops& ops) {
  const LawResult reflexive = follows(
      "that something is itself", {Is::kProved, ""}, "a = a", said_of_made(ops.equal(a, a), ops));
  if (!reflexive.holds || !reflexive.decided) return reflexive;
  const auto ab = ops.equal(a, b);
  const auto bc = ops.equal(b, c);
  if (!ab || !bc) return LawResult::not_applicable();
  const Said first = ops.prove(*ab);
  const LawResult symmetric = alike("a = b", first, "b = a", said_of_made(ops.equal(b, a), ops));
  if (!symmetric.holds || !symmetric.decided) return symmetric;
  const Said second = ops.prove(*bc);
  // Of a = b, a = c is what b = c is.
  if (first.is != Is::kProved) return LawResult::kept();
  return alike("b = c", second, "a = c, with a = b,", said_of_made(ops.equal(a, c), ops));
}

LawResult padding_keeps_injectivity(const IndexMap& map,
                                    Word interval,
                                    Word amount,
                                    const Ops& ops) {
  if (map.out_axes().size() != 1 || !map.gives_offset()) return LawResult::not_applicable();
  const Word largest = largest_offset(map);
  if (largest >= Word{1} << 32) return LawResult::not_applicable();
  const auto pad = parse_index_map("offset(x: " + std::to_string(largest + 1) + ") = x + x / " +
                                       std::to_string(interval) + " * " + std::to_string(amount),
                                   {});
  TP_CHECK(pad.has_value(), "a padding that is no layout");
  const auto plain = make_injective(map);
  if (!plain) return LawResult::not_applicable();
  return alike("the layout",
               ops.prove(*plain),
               "with padding",
               said_of_made(make_injective(ops.composed(map, *pad)), ops));
}

LawResult a_larger_allocation_holds_as_well(const IndexMap& map, Word allocation, const Ops& ops) {
  const auto claim = make_in_bounds(map, allocation);
  const auto larger = make_in_bounds(map, allocation + 1);
  if (!claim || !larger) return LawResult::not_applicable();
  const Said smaller = ops.prove(*claim);
  const Said said = ops.prove(*larger);
  if (smaller.is == Is::kProved) {
    return follows("in " + std::to_string(allocation), smaller, "in one more", said);
  }
  // Just where the largest offset is the allocation, one more is enough.
  if (smaller.is != Is::kRefuted || !is_either(said)) return LawResult::undecided(smaller.words);
  const Word largest = largest_offset(map);
  const bool is_enough = largest == allocation;
  if ((said.is == Is::kProved) == is_enough) return LawResult::kept();
  return LawResult::broken("the largest offset is " + std::to_string(largest) + ", and below " +
                           std::to_string(allocation + 1) + " it is " + text_of(said));
}

LawResult bijective_is_injective_and_surjective(const IndexMap& map, const Ops& ops) {
  const auto both = make_bijective(map);
  const auto injective = make_injective(map);
  const auto surjective = make_surjective(map);
  if (!both || !injective || !surjective) return LawResult::not_applicable();
  const Said one = ops.prove(*injective);
  const Said other = ops.prove(*surjective);
  if (!is_either(one) || !is_either(other)) return LawResult::undecided(one.words + other.words);
  return alike("bijective",
               ops.prove(*both),
               "injective and surjective",
               one.is == Is::kProved ? other : one);
}

LawResult a_part_of_an_injective_map_is_injective(const IndexMap& map,
                                                  std::size_t axis,
                                                  Word size,
                                                  const Ops& ops) {
  const auto whole = make_injective(map);
  if (!whole) return LawResult::not_applicable();
  return follows("the whole",
                 ops.prove(*whole),
                 "a part of it",
                 said_of_made(make_injective(map.first_of(axis, size)), ops));
}

LawResult conversions_compose(const IndexMap& source,
                              const IndexMap& first_memory,
                              const IndexMap& between,
                              const IndexMap& second_memory,
                              const IndexMap& destination,
                              const Ops& ops) {
  const auto through = [&](const IndexMap& from, const IndexMap& memory, const IndexMap& to) {
    return said_of_made(make_converts(from, memory, memory, to), ops);
  };
  const Said first = through(source, first_memory, between);
  const Said second = through(between, second_memory, destination);
  if (first.is != Is::kProved) return LawResult::not_applicable();
  const LawResult by_first = follows("the first conversion",
                                     first,
                                     "to the last layout by it",
                                     through(source, first_memory, destination));
  if (!by_first.holds || !by_first.decided) return by_first;
  return alike("the second conversion",
               second,
               "from the first layout by it",
               through(source, second_memory, destination));
}

}  // namespace tileproof::laws
