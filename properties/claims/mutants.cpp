// Provers that are wrong: they decide another claim than the one that was asked, leave a question
// out, believe an engine that always says yes, or take what they do not know for a proof; and
// certifiers that do not look.
#include <algorithm>
#include <bit>

#include "checkers/engines/engines.hpp"
#include "properties/claims/laws.hpp"

namespace tileproof::laws {
namespace {

using Ops = ClaimOperations;
using Is = Said::Is;

// Decides what `Change` makes of the claim.
template <auto Change>
Said prove_changed(const Claim& claim) {
  Claim copy = claim;
  Change(copy);
  return said_of(prove(copy, {}, Replay::kNothing));
}

// Believes that each question of this name is so.
template <std::size_t N>
struct Named {
  constexpr Named(const char (&text)[N]) { std::copy_n(text, N, name); }  // NOLINT: implicit
  char name[N];
};
template <Named Wanted>
Said prove_believing(const Claim& claim) {
  const auto all = by_all_engines();
  return said_of(prove_with(
      claim,
      [&](const Question& question) -> Decision {
        if (question.name == Wanted.name) return {Yes{}, "f2"};
        return all(question);
      },
      Replay::kNothing));
}

// ---- Claims that are others than those asked

void only_the_first_half(Claim& claim) {
  const auto cut = [](IndexMap& map) {
    if (map.axes().empty() || map.axes()[0].is_parameter || map.axes()[0].size < 2) return;
    map = map.first_of(0, map.axes()[0].size / 2);
  };
  if (auto* kind = std::get_if<Injective>(&claim)) cut(kind->map);
  if (auto* kind = std::get_if<InBounds>(&claim)) cut(kind->map);
  if (auto* kind = std::get_if<NoWrap>(&claim)) cut(kind->map);
  if (auto* kind = std::get_if<Aligned>(&claim)) cut(kind->map);
}
void surjective_for_bijective(Claim& claim) {
  if (auto* kind = std::get_if<Bijective>(&claim)) claim = Surjective{kind->map};
}
void injective_for_bijective(Claim& claim) {
  if (auto* kind = std::get_if<Bijective>(&claim)) claim = Injective{kind->map};
}
void injective_for_surjective(Claim& claim) {
  if (auto* kind = std::get_if<Surjective>(&claim)) claim = Injective{kind->map};
}
void equal_to_itself(Claim& claim) {
  if (auto* kind = std::get_if<Equal>(&claim)) kind->b = kind->a;
}
void reads_what_is_written(Claim& claim) {
  if (auto* kind = std::get_if<Converts>(&claim)) kind->read = kind->written;
}
// A place near the first must not have an earlier element after than before.
Said moves_forwards_alone(const Claim& claim) {
  if (const auto* kind = std::get_if<Converts>(&claim)) {
    const auto near = [](const IndexMap& map) {
      std::vector<Word> at;
      for (const Axis& axis : map.axes())
        at.push_back(axis.first + std::min<Word>(axis.size - 1, 1));
      return value_at(map, at);
    };
    if (near(kind->source) > near(kind->destination)) return {Is::kRefuted, ""};
  }
  return said_of(prove(claim, {}));
}
void up_to_the_allocation(Claim& claim) {
  if (auto* kind = std::get_if<InBounds>(&claim)) ++kind->allocation;
}
Said no_other_sizes_than_powers(const Claim& claim) {
  if (const auto* kind = std::get_if<Injective>(&claim)) {
    if (!std::has_single_bit(kind->map.points())) return {Is::kRefuted, ""};
  }
  return said_of(prove(claim, {}));
}
// Lays the two maps side by side as they stand.
Result<Claim> equal_by_position(IndexMap a, IndexMap b) {
  std::vector<std::string> names;
  for (const Axis& axis : a.axes()) names.push_back(axis.name);
  std::vector<std::string> outs;
  for (const OutAxis& out : b.out_axes()) outs.push_back(out.name);
  if (a.axes().size() != b.axes().size()) return make_equal(a, b);
  return make_equal(a, b.with_names(names, outs));
}
// At its last point the first need be no larger, alone.
Result<Claim> equal_if_no_larger(IndexMap a, IndexMap b) {
  auto claim = make_equal(a, b);
  if (!claim) return claim;
  auto& equal = std::get<Equal>(*claim);
  std::vector<Word> at;
  for (const Axis& axis : equal.a.axes()) at.push_back(axis.first + axis.size - 1);
  if (value_at(equal.a, at) < value_at(equal.b, at)) equal.b = equal.a;
  return claim;
}
IndexMap composed_with_overlap(const IndexMap& from, const IndexMap& to) {
  const IndexMap both = composed(from, to);
  return composed(both, *parse_index_map("offset(x: 0xffffffffff) = x / 2", {}));
}

// ---- What is not known

Said unknown_is_proved(const Claim& claim) {
  Said said = said_of(prove_by(EngineName::kStrides, claim, {}, Replay::kNothing));
  return said.is == Is::kUnknown ? Said{Is::kProved, ""} : said;
}
Said unknown_is_refuted(const Claim& claim) {
  Said said = said_of(prove_by(EngineName::kF2, claim, {}, Replay::kNothing));
  return said.is == Is::kUnknown ? Said{Is::kRefuted, ""} : said;
}
Said first_case_only(const Claim& claim) {
  if (!has_parameters(claim)) return said_of(prove(claim, {}));
  return said_of(prove(first_cases_of(claim).front().claim, {}));
}
Said engine_of_another(EngineName engine, const Claim& claim) {
  const bool is_f2 = engine == EngineName::kF2;
  return said_of(is_f2 ? prove_with(
                             claim,
                             [](const Question&) -> Decision {
                               return {Yes{}, "f2"};
                             },
                             Replay::kNothing)
                       : prove_by(engine, claim, {}, Replay::kNothing));
}
Said engine_without_a_counterexample(EngineName engine, const Claim& claim) {
  Said said = said_of(prove_by(engine, claim, {}, Replay::kNothing));
  if (engine == EngineName::kEnumerate && said.is == Is::kRefuted) said.words += " or so";
  return said;
}

// ---- Texts and certificates

Result<std::string> print_without_shapes(const StatedClaim& claim) {
  StatedClaim copy = claim;
  for (StatedLayout& layout : copy.layouts) layout.shape.clear();
  return print(copy);
}
Result<StatedClaim> restate_with_more(const StatedClaim& claim) {
  auto restated = restate(claim);
  if (restated && restated->claim == "in-bounds") restated->fields[0].second += "0";
  return restated;
}
Result<StatedClaim> restate_swapped(const StatedClaim& claim) {
  auto restated = restate(claim);
  if (restated && restated->claim == "converts") {
    std::swap(restated->layouts[0].text, restated->layouts[3].text);
    std::swap(restated->layouts[0].names, restated->layouts[3].names);
  }
  return restated;
}

// The claim's lines, taken for granted.
CertifyResult certify_the_digest(std::string_view text) {
  const auto start = text.find("claim ");
  const auto end = text.find("prove ");
  if (start == std::string_view::npos || end == std::string_view::npos || end < start) {
    return RefusedCertificate{1, "no claim"};
  }
  const auto claim = parse_stated_claim(text.substr(start, end - start));
  if (!claim || !build_claim(*claim)) return RefusedCertificate{1, "no claim"};
  return Certified{std::string(text.substr(start, end - start)), {}};
}
CertifyResult certify_short_ones(std::string_view text) {
  if (text.size() > 400) return RefusedCertificate{1, "too long"};
  return certify(text);
}
CertifyResult certify_another(std::string_view text) {
  auto result = certify(text);
  if (auto* certified = std::get_if<Certified>(&result)) {
    const auto at = certified->claim.find("claim injective");
    if (at != std::string::npos) certified->claim.replace(at, 15, "claim surjective");
  }
  return result;
}

}  // namespace

std::vector<FamilyMutant<Ops>> claim_mutants() {
  return {
      {"half of the points are looked at", {.prove = prove_changed<only_the_first_half>}, {"P1"}},
      {"surjective is enough for bijective",
       {.prove = prove_changed<surjective_for_bijective>},
       {"P11"}},
      {"injective is enough for bijective",
       {.prove = prove_changed<injective_for_bijective>},
       {"P1", "P11"}},
      {"injective for surjective", {.prove = prove_changed<injective_for_surjective>}, {"P1"}},
      {"what is read is what was written", {.prove = prove_changed<reads_what_is_written>}, {"P1"}},
      {"elements move forwards alone", {.prove = moves_forwards_alone}, {"P13"}},
      {"offsets up to the allocation",
       {.prove = prove_changed<up_to_the_allocation>},
       {"P1", "P10"}},
      {"injective are powers of two alone", {.prove = no_other_sizes_than_powers}, {"P12"}},
      {"everything is equal", {.prove = prove_changed<equal_to_itself>}, {"P1"}},
      {"everything is distinct", {.prove = prove_believing<"distinct">}, {"P1"}},
      {"everything is covered", {.prove = prove_believing<"covers">}, {"P1"}},
      {"what is not known is proved", {.prove = unknown_is_proved}, {"P1", "P2"}},
      {"what is not known is refuted", {.prove = unknown_is_refuted}, {"P1", "P9"}},
      {"the first value of the parameters is enough", {.prove = first_case_only}, {"P4"}},
      {"an engine that says yes", {.prove_by = engine_of_another}, {"P2"}},
      {"an engine with another counterexample",
       {.prove_by = engine_without_a_counterexample},
       {"P2"}},
      {"printing forgets the shapes", {.print = print_without_shapes}, {"P3"}},
      {"restating adds a zero", {.restate = restate_with_more}, {"P3"}},
      {"restating swaps source and destination", {.restate = restate_swapped}, {"P3"}},
      {"inputs that meet by position", {.equal = equal_by_position}, {"P7"}},
      {"what is no larger is equal", {.equal = equal_if_no_larger}, {"P8"}},
      {"padding that overlaps", {.composed = composed_with_overlap}, {"P9"}},
      {"the digest is enough", {.certify = certify_the_digest}, {"P6"}},
      {"long certificates are refused", {.certify = certify_short_ones}, {"P5"}},
      {"certified is another claim", {.certify = certify_another}, {"P5"}},
  };
}

}  // namespace tileproof::laws
