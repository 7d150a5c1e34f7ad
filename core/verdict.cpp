#include "core/verdict.hpp"

#include <algorithm>
#include <set>

#include "core/check.hpp"

namespace tileproof {
namespace {

// "f2 and strides"
std::string joined(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " and ") + word;
  return text;
}

}  // namespace

std::string Proved::engine() const {
  std::set<std::string> engines;
  for (const Shown& shown : shown_) engines.emplace(shown.engine);
  return joined(engines);
}

std::string Proved::evidence() const {
  std::set<std::string> kinds;
  for (const Shown& shown : shown_) kinds.emplace(shown.evidence);
  return kinds.contains("") ? "none" : joined(kinds);
}

void Counterexample::add(std::string name, Value value) {
  const auto is_taken = [&](const auto& field) { return field.first == name; };
  while (name == "text" || std::ranges::any_of(fields, is_taken)) name += '_';
  fields.emplace_back(std::move(name), std::move(value));
}

Refuted Refuted::replayed(std::string_view engine,
                          Counterexample counterexample,
                          const std::function<bool()>& replay) {
  TP_CHECK(replay(),
           "engine " + std::string(engine) +
               " gave a counterexample that does not replay: " + counterexample.text);
  return Refuted(std::string(engine), std::move(counterexample));
}

Refuted Refuted::after(std::vector<Searched> searched) && {
  searched_ = std::move(searched);
  return std::move(*this);
}

Refuted Refuted::where(const std::vector<std::pair<std::string, Word>>& values) const {
  Counterexample found{counterexample_.text, {}};
  for (const auto& [name, value] : values) {
    const bool is_first = name == values.front().first;
    found.text += (is_first ? ", where " : " and ") + name + " is " + std::to_string(value);
    found.add(name, value);
  }
  for (const auto& [name, value] : counterexample_.fields) found.add(name, value);
  return Refuted(engine_, std::move(found)).after(searched_);
}

const std::vector<Searched>& searched_of(const Verdict& verdict) {
  if (const auto* proved = std::get_if<Proved>(&verdict)) return proved->searched();
  if (const auto* refuted = std::get_if<Refuted>(&verdict)) return refuted->searched();
  return std::get<Unknown>(verdict).searched;
}

const char* to_string(const Verdict& verdict) {
  constexpr const char* kNames[] = {"proved", "refuted", "unknown"};
  return kNames[verdict.index()];
}

}  // namespace tileproof
