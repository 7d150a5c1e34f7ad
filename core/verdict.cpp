#include "core/verdict.hpp"

#include "core/check.hpp"

namespace tileproof {

Refuted Refuted::replayed(std::string engine,
                          Counterexample counterexample,
                          const std::function<bool()>& replay) {
  TP_CHECK(
      replay(),
      "engine " + engine + " gave a counterexample that does not replay: " + counterexample.text);
  return Refuted(std::move(engine), std::move(counterexample));
}

Refuted Refuted::where(const std::vector<std::pair<std::string, Word>>& values) const {
  Refuted found = *this;
  for (const auto& [name, value] : values) {
    const bool is_first = name == values.front().first;
    found.counterexample_.text +=
        (is_first ? ", where " : " and ") + name + " is " + std::to_string(value);
    found.counterexample_.fields.emplace_back(name, value);
  }
  return found;
}

const char* to_string(const Verdict& verdict) {
  constexpr const char* kNames[] = {"proved", "refuted", "unknown"};
  return kNames[verdict.index()];
}

}  // namespace tileproof
