// Claims about modular linear layouts, by sums of residues: their out-dims add modulo a size, so
// that ranks say nothing about them.
#include "checkers/claims/engines.hpp"
#include "checkers/claims/obligation.hpp"
#include "encodings/modular/decisions.hpp"

namespace tileproof {
namespace {

using modular::Status;

const std::string kEngine = "residues";

// The point's inputs from the slowest to the fastest, as variables are ordered.
void append_point(std::vector<Word>& to, const modular::Layout& layout, Word flat) {
  const auto inputs = layout.split(flat);
  to.insert(to.end(), inputs.rbegin(), inputs.rend());
}

Verdict injective(const IndexMap& map, const modular::Layout& layout, const Claim& claim) {
  const auto decision = modular::is_injective(layout);
  if (decision.is_yes()) return Proved{kEngine, scope(claim)};
  if (!decision.witness) return Unknown{"residues: " + decision.reason};
  std::vector<Word> at;
  append_point(at, layout, decision.witness->second);
  append_point(at, layout, decision.witness->first);
  return refuted(Injective{map}, kEngine, at);
}

Verdict surjective(const modular::Layout& layout, const Claim& claim) {
  const auto decision = modular::is_surjective(layout);
  if (decision.is_yes()) return Proved{kEngine, scope(claim)};
  if (!decision.is_no() || !decision.witness) return Unknown{"residues: " + decision.reason};
  Counterexample example;
  example.text = "no point has";
  for (std::size_t d = 0; d < decision.witness->size(); ++d) {
    const std::string out(layout.out_dims()[d].name.text());
    example.text += " " + out + " " + std::to_string((*decision.witness)[d]);
    example.fields.emplace_back(out, (*decision.witness)[d]);
  }
  return Refuted::replayed(kEngine, std::move(example), [&] {
    const auto found = modular::find_index(layout, *decision.witness);
    return found.has_value() && found->is_no();
  });
}

Verdict equal(const Equal& claim, const modular::Layout& a, const modular::Layout& b) {
  const auto decision = modular::equal(a, b);
  if (!decision) return Unknown{"residues: " + decision.error().message};
  if (decision->is_yes()) return Proved{kEngine, scope(claim)};
  if (!decision->witness) return Unknown{"residues: " + decision->reason};
  std::vector<Word> at;
  append_point(at, a, *decision->witness);
  return refuted(claim, kEngine, at);
}

template <typename Decide>
Verdict if_modular(const IndexMap& map, Decide decide) {
  const auto* layout = map.as<modular::Layout>();
  if (layout == nullptr) return Unknown{"residues is for modular linear layouts"};
  return decide(*layout);
}

struct ByResidues {
  const Claim& whole;

  Verdict operator()(const Injective& claim) const {
    return if_modular(claim.map,
                      [&](const auto& layout) { return injective(claim.map, layout, whole); });
  }
  Verdict operator()(const Surjective& claim) const {
    return if_modular(claim.map, [&](const auto& layout) { return surjective(layout, whole); });
  }
  Verdict operator()(const Bijective& claim) const {
    return if_modular(claim.map, [&](const auto& layout) {
      Verdict first = injective(claim.map, layout, whole);
      return is_proved(first) ? surjective(layout, whole) : first;
    });
  }
  Verdict operator()(const Equal& claim) const {
    const auto* a = claim.a.as<modular::Layout>();
    const auto* b = claim.b.as<modular::Layout>();
    if (a == nullptr || b == nullptr || !claim.a.is_whole() || !claim.b.is_whole()) {
      return Unknown{"residues is for two modular linear layouts"};
    }
    // Here inputs and outputs correspond by their places, there by their names.
    for (std::size_t i = 0; i < claim.a.axes().size(); ++i) {
      if (!(claim.a.axes()[i] == claim.b.axes()[i])) return Unknown{"residues: names differ"};
    }
    for (std::size_t k = 0; k < claim.a.out_axes().size(); ++k) {
      if (claim.a.out_axes()[k].name != claim.b.out_axes()[k].name) {
        return Unknown{"residues: names differ"};
      }
    }
    return equal(claim, *a, *b);
  }
  template <typename T>
  Verdict operator()(const T&) const {
    return Unknown{"residues does not decide '" + std::string(name(whole)) + "'"};
  }
};

}  // namespace

Verdict prove_by_residues(const Claim& claim) { return std::visit(ByResidues{claim}, claim); }

}  // namespace tileproof
