#include <algorithm>

#include "checkers/certificates/certifier/certify.hpp"
#include "checkers/claims/build_claim.hpp"
#include "properties/encoding_laws_detail.hpp"

namespace tileproof::laws::detail {
namespace {

constexpr Word kMostSolverPoints = 256;
const Limits kLimits = {.seconds = 2};

// Can it be run, and do its steps give the definition?  Else N3 says so, and engines, which read
// the steps, are asked of another function than the one that replays what they find.
bool is_steady(const EncodingSubject& subject) {
  if (!subject.map()) return false;
  const auto table = table_of(*subject.map());
  if (!table) return false;
  for (std::size_t i = 0; i < table->points.size(); ++i) {
    const auto steps = results_of(U64{}, subject.map()->graph(), table->points[i]);
    if (!std::ranges::equal(steps, table->values[i])) return false;
  }
  return true;
}

// What is claimed of a layout, and whether it is so by visiting all points.
struct Known {
  Result<Claim> claim;
  bool holds;
};
std::vector<Known> known_claims(const IndexMap& map, const Table& table) {
  std::vector<std::vector<Word>> values = table.values;
  std::ranges::sort(values);
  std::vector<Known> known;
  known.push_back({make_injective(map), std::ranges::adjacent_find(values) == values.end()});
  if (map.out_axes().size() == 1 && map.gives_offset()) {
    const Word largest = table.largest();
    known.push_back({make_in_bounds(map, largest + 1), true});
    if (largest > 0) known.push_back({make_in_bounds(map, largest), false});
  }
  if (!has_several_unsized_outputs(map)) {
    known.push_back({make_surjective(map), !first_gap(map, table).has_value()});
  }
  return known;
}

constexpr EngineName kEngines[] = {EngineName::kF2,
                                   EngineName::kStrides,
                                   EngineName::kResidues,
                                   EngineName::kRanges,
                                   EngineName::kSat,
                                   EngineName::kSmt,
                                   EngineName::kIntegers,
                                   EngineName::kEnumerate};

// The point that a counterexample names, with this before the names of its inputs.
std::optional<std::vector<Word>> named_point(const Counterexample& example,
                                             const IndexMap& map,
                                             const std::string& prefix) {
  std::vector<Word> at;
  for (const Axis& axis : map.axes()) {
    const auto field = std::ranges::find(
        example.fields, prefix + axis.name, [](const auto& entry) { return entry.first; });
    if (field == example.fields.end()) return std::nullopt;
    const auto* value = std::get_if<Word>(&field->second);
    if (value == nullptr || *value >= axis.size) return std::nullopt;
    at.push_back(*value);
  }
  return at;
}

}  // namespace

LawResult engines_agree(const EncodingSubject& subject, const EncodingOperations& ops) {
  if (!is_steady(subject)) return LawResult::not_applicable();
  const IndexMap& map = *subject.map();
  const auto table = table_of(map, kMostSolverPoints);
  if (!table) return LawResult::not_applicable();
  for (const Known& known : known_claims(map, *table)) {
    if (!known.claim) continue;  // no such claim can be made of it
    const auto opposite = [&](const Verdict& verdict) {
      return known.holds ? is_refuted(verdict) : is_proved(verdict);
    };
    const auto broken = [&](std::string_view who) {
      return LawResult::broken(std::string(who) + " says of " + std::string(name(*known.claim)) +
                               " the opposite of what all points say");
    };
    const Verdict verdict = ops.prove(*known.claim, kLimits);
    if (opposite(verdict)) return broken("the scheduler");
    if (is_unknown(verdict)) {
      return LawResult::broken(std::string(name(*known.claim)) +
                               " is not decided: " + std::get<Unknown>(verdict).reason);
    }
    for (const EngineName engine : kEngines) {
      if (opposite(ops.prove_by(engine, *known.claim, kLimits))) return broken(to_string(engine));
    }
  }
  return LawResult::kept();
}

// Run once more from what a person reads.
LawResult counterexamples_break_the_claim(const EncodingSubject& subject,
                                          const EncodingOperations& ops) {
  if (!is_steady(subject)) return LawResult::not_applicable();
  const IndexMap& map = *subject.map();
  const auto table = table_of(map);
  if (!table || map.out_axes().size() != 1 || !map.gives_offset())
    return LawResult::not_applicable();
  const auto replayed = [&](const Result<Claim>& claim,
                            const auto& breaks) -> std::optional<LawResult> {
    const Verdict verdict = ops.prove(claim.value(), kLimits);
    const auto* refuted = std::get_if<Refuted>(&verdict);
    if (refuted == nullptr) return std::nullopt;
    if (breaks(refuted->counterexample())) return LawResult::kept();
    return LawResult::broken("this breaks nothing: " + refuted->counterexample().text);
  };
  const auto collide = replayed(make_injective(map), [&](const Counterexample& example) {
    const auto one = named_point(example, map, "");
    const auto other = named_point(example, map, "other_");
    return one && other && one != other && value_at(map, *one) == value_at(map, *other);
  });
  if (collide && !collide->holds) return *collide;
  const Word largest = table->largest();
  if (largest == 0) return collide.value_or(LawResult::not_applicable());
  const auto beyond = replayed(make_in_bounds(map, largest), [&](const Counterexample& example) {
    const auto at = named_point(example, map, "");
    return at && value_at(map, *at)[0] >= largest;
  });
  if (beyond) return *beyond;
  return LawResult::broken("it is not refuted that its offsets stay below " +
                           std::to_string(largest));
}

// What is proved has a certificate, and it shows that claim.
LawResult certificates_show_the_claim(const EncodingSubject& subject,
                                      const EncodingOperations& ops) {
  if (!is_steady(subject) || subject.map()->points() > kMostSolverPoints) {
    return LawResult::not_applicable();
  }
  const Family families[] = {subject.family()};
  const StatedClaim stated{"injective", {{"map", {}, subject.text(), ""}}, {}};
  const auto claim = build_claim(stated, families);
  if (!claim) return LawResult::failed("the claim injective", claim.error());
  if (!is_proved(ops.prove(*claim, kLimits))) return LawResult::not_applicable();
  const auto restated = restate(stated, families);
  if (!restated) return LawResult::failed("restating the claim", restated.error());
  const auto text = ops.write_certificate(*restated, kLimits);
  // No kind of evidence was found within the limits, which says nothing against the claim.
  if (!text && text.error().code == ErrorCode::kUnsupported) return LawResult::not_applicable();
  if (!text) return LawResult::failed("writing a certificate", text.error());
  const CertifyResult result = certify(*text);
  if (const auto* refused = std::get_if<RefusedCertificate>(&result)) {
    return LawResult::broken("its certificate is refused: " + refused->reason);
  }
  const auto asked = print(*restated);
  if (asked && std::get<Certified>(result).claim == *asked) return LawResult::kept();
  return LawResult::broken("its certificate shows another claim");
}

}  // namespace tileproof::laws::detail
