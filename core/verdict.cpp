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

const char* to_string(const Verdict& verdict) {
  constexpr const char* kNames[] = {"proved", "refuted", "unknown"};
  return kNames[verdict.index()];
}

}  // namespace tileproof
