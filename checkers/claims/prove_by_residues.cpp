// Claims about modular linear layouts, by sums of residues: their out-dims add modulo a size, so
// that ranks say nothing about them.
#include <functional>
#include <sstream>

#include "checkers/claims/counterexample.hpp"
#include "checkers/claims/engines.hpp"
#include "checkers/claims/obligation.hpp"
#include "checkers/limits/run_limited.hpp"
#include "core/check.hpp"
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

using Answer = modular::Decision<std::vector<Word>>;

std::string to_text(const Answer& answer) {
  std::string text = std::to_string(static_cast<int>(answer.status));
  for (const Word value : answer.witness.value_or(std::vector<Word>())) {
    text += " " + std::to_string(value);
  }
  return text + "\n" + answer.reason;
}

Answer answer_from(const std::string& text) {
  const std::size_t end = text.find('\n');
  TP_CHECK(end != std::string::npos, "residues answered '" + text + "'");
  std::istringstream numbers(text.substr(0, end));
  int status = 0;
  numbers >> status;
  Answer answer{static_cast<Status>(status), text.substr(end + 1), {}};
  for (Word value = 0; numbers >> value;) {
    if (!answer.witness) answer.witness.emplace();
    answer.witness->push_back(value);
  }
  return answer;
}

// Small layouts are decided in microseconds; tables for larger ones can take seconds, in a child
// process that is killed at the limits.
constexpr unsigned kSmallBits = 16;

Answer decide(const modular::Layout& layout,
              const Limits& limits,
              const std::function<Answer()>& work) {
  if (layout.total_in_bits() <= kSmallBits) return work();
  const auto result = run_limited(limits, [&] { return to_text(work()); });
  if (const auto* text = std::get_if<std::string>(&result)) return answer_from(*text);
  if (const auto* stopped = std::get_if<Stopped>(&result))
    return Answer::undecided(stopped->reason);
  throw InternalError("residues crashed: " + std::get<Crashed>(result).how);
}

Verdict injective(const IndexMap& map,
                  const modular::Layout& layout,
                  const Claim& claim,
                  const Limits& limits) {
  const Answer answer = decide(layout, limits, [&] {
    const auto decision = modular::is_injective(layout);
    Answer flat{decision.status, decision.reason, {}};
    if (decision.witness) flat.witness = {decision.witness->first, decision.witness->second};
    return flat;
  });
  if (answer.is_yes()) return Proved{kEngine, scope(claim)};
  if (!answer.witness) return Unknown{"residues: " + answer.reason};
  std::vector<Word> at;
  append_point(at, layout, (*answer.witness)[1]);
  append_point(at, layout, (*answer.witness)[0]);
  return refuted(Injective{map}, kEngine, at);
}

Verdict surjective(const IndexMap& map,
                   const modular::Layout& layout,
                   const Claim& claim,
                   const Limits& limits) {
  const Answer answer = decide(layout, limits, [&] { return modular::is_surjective(layout); });
  if (answer.is_yes()) return Proved{kEngine, scope(claim)};
  if (!answer.is_no() || !answer.witness) return Unknown{"residues: " + answer.reason};
  const Answer replay = decide(layout, limits, [&] {
    const auto found = modular::find_index(layout, *answer.witness);
    if (!found) return Answer::undecided(found.error().message);
    return Answer{found->status, found->reason, {}};
  });
  if (!replay.is_yes() && !replay.is_no()) return Unknown{"residues: " + replay.reason};
  return refuted_missing(
      map, kEngine, *answer.witness, std::nullopt, [&] { return replay.is_no(); });
}

Verdict equal(const Equal& claim,
              const modular::Layout& a,
              const modular::Layout& b,
              const Limits& limits) {
  const Answer answer = decide(a, limits, [&] {
    const auto decision = modular::equal(a, b);
    if (!decision) return Answer::undecided(decision.error().message);
    Answer flat{decision->status, decision->reason, {}};
    if (decision->witness) flat.witness = {*decision->witness};
    return flat;
  });
  if (answer.is_yes()) return Proved{kEngine, scope(claim)};
  if (!answer.witness) return Unknown{"residues: " + answer.reason};
  std::vector<Word> at;
  append_point(at, a, answer.witness->front());
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
  const Limits& limits;

  Verdict operator()(const Injective& claim) const {
    return if_modular(
        claim.map, [&](const auto& layout) { return injective(claim.map, layout, whole, limits); });
  }
  Verdict operator()(const Surjective& claim) const {
    return if_modular(claim.map, [&](const auto& layout) {
      return surjective(claim.map, layout, whole, limits);
    });
  }
  Verdict operator()(const Bijective& claim) const {
    return if_modular(claim.map, [&](const auto& layout) {
      Verdict first = injective(claim.map, layout, whole, limits);
      return is_proved(first) ? surjective(claim.map, layout, whole, limits) : first;
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
    return equal(claim, *a, *b, limits);
  }
  template <typename T>
  Verdict operator()(const T&) const {
    return Unknown{"residues does not decide '" + std::string(name(whole)) + "'"};
  }
};

}  // namespace

Verdict prove_by_residues(const Claim& claim, const Limits& limits) {
  return std::visit(ByResidues{claim, limits}, claim);
}

}  // namespace tileproof
