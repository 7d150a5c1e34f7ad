// Questions about modular linear layouts, by sums of residues: their out-dims add modulo a size, so
// that ranks say nothing about them.
#include <functional>
#include <sstream>

#include "checkers/engines/engines.hpp"
#include "checkers/limits/run_limited.hpp"
#include "core/check.hpp"
#include "encodings/modular/decisions.hpp"

namespace tileproof {
namespace {

using modular::Status;

// The point's inputs from the slowest to the fastest, as variables are ordered.
void append_point(std::vector<Word>& to, const modular::Layout& layout, Word flat) {
  const auto inputs = layout.split(flat);
  to.insert(to.end(), inputs.rbegin(), inputs.rend());
}

using Decision = modular::Decision<std::vector<Word>>;

std::string to_text(const Decision& answer) {
  std::string text = std::to_string(static_cast<int>(answer.status));
  for (const Word value : answer.witness.value_or(std::vector<Word>())) {
    text += " " + std::to_string(value);
  }
  return text + "\n" + answer.reason;
}

Decision answer_from(const std::string& text) {
  const std::size_t end = text.find('\n');
  TP_CHECK(end != std::string::npos, "residues answered '" + text + "'");
  std::istringstream numbers(text.substr(0, end));
  int status = 0;
  numbers >> status;
  Decision answer{static_cast<Status>(status), text.substr(end + 1), {}};
  for (Word value = 0; numbers >> value;) {
    if (!answer.witness) answer.witness.emplace();
    answer.witness->push_back(value);
  }
  return answer;
}

// Small layouts are decided in microseconds; tables for larger ones can take seconds, in a child
// process that is killed at the limits.
constexpr unsigned kSmallBits = 16;

Decision decide(const modular::Layout& layout,
              const Limits& limits,
              const std::function<Decision()>& work) {
  if (layout.total_in_bits() <= kSmallBits) return work();
  const auto result = run_limited(limits, [&] { return to_text(work()); });
  if (const auto* text = std::get_if<std::string>(&result)) return answer_from(*text);
  if (const auto* stopped = std::get_if<Stopped>(&result))
    return Decision::undecided(stopped->reason);
  throw InternalError("residues crashed: " + std::get<Crashed>(result).how);
}

Answer injective(const modular::Layout& layout, const Limits& limits) {
  const Decision answer = decide(layout, limits, [&] {
    const auto decision = modular::is_injective(layout);
    Decision flat{decision.status, decision.reason, {}};
    if (decision.witness) flat.witness = {decision.witness->first, decision.witness->second};
    return flat;
  });
  if (answer.is_yes()) return Yes{};
  if (!answer.witness) return Open{"residues: " + answer.reason};
  Broken found;
  append_point(found.at, layout, (*answer.witness)[1]);
  append_point(found.at, layout, (*answer.witness)[0]);
  return found;
}

Answer surjective(const modular::Layout& layout, const Limits& limits) {
  const Decision answer = decide(layout, limits, [&] { return modular::is_surjective(layout); });
  if (answer.is_yes()) return Yes{};
  if (!answer.is_no() || !answer.witness) return Open{"residues: " + answer.reason};
  const Decision replay = decide(layout, limits, [&] {
    const auto found = modular::find_index(layout, *answer.witness);
    if (!found) return Decision::undecided(found.error().message);
    return Decision{found->status, found->reason, {}};
  });
  if (!replay.is_yes() && !replay.is_no()) return Open{"residues: " + replay.reason};
  return Missing{*answer.witness, std::nullopt, {}, [is_no = replay.is_no()] { return is_no; }};
}

Answer equal(const modular::Layout& a, const modular::Layout& b, const Limits& limits) {
  const Decision answer = decide(a, limits, [&] {
    const auto decision = modular::equal(a, b);
    if (!decision) return Decision::undecided(decision.error().message);
    Decision flat{decision->status, decision->reason, {}};
    if (decision->witness) flat.witness = {*decision->witness};
    return flat;
  });
  if (answer.is_yes()) return Yes{};
  if (!answer.witness) return Open{"residues: " + answer.reason};
  Broken found;
  append_point(found.at, a, answer.witness->front());
  return found;
}

const Open kNotModular = {"residues is for modular linear layouts"};

struct ByResidues {
  const Limits& limits;

  Answer operator()(const Determines& asked) const {
    const auto* layout = asked.f.as<modular::Layout>();
    return layout != nullptr && asked.is_injectivity() ? injective(*layout, limits)
                                                       : Answer(kNotModular);
  }
  Answer operator()(const Covers& asked) const {
    const auto* layout = asked.map.as<modular::Layout>();
    bool is_own_box = layout != nullptr && !asked.image;
    for (std::size_t k = 0; k < asked.sizes.size(); ++k) {
      is_own_box = is_own_box && asked.sizes[k] == asked.map.out_axes()[k].size;
    }
    return is_own_box ? surjective(*layout, limits) : Answer(kNotModular);
  }
  Answer operator()(const Same& asked) const {
    const auto* a = asked.one.as<modular::Layout>();
    const auto* b = asked.two.as<modular::Layout>();
    return a != nullptr && b != nullptr ? equal(*a, *b, limits) : Answer(kNotModular);
  }
  template <typename Other>
  Answer operator()(const Other& /*asked*/) const {
    return kNotModular;
  }
};

}  // namespace

Answer decide_by_residues(const Question& question, const Limits& limits) {
  return std::visit(ByResidues{limits}, question.form);
}

}  // namespace tileproof
