// How does a claim about buffers become a finding?  It is cut into questions, decided, and replayed
// where it is broken.
#pragma once

#include <utility>

#include "checkers/buffers/claims.hpp"
#include "checkers/buffers/finding.hpp"
#include "checkers/prover/prover.hpp"

namespace tileproof::buffers {

class FindingList {
 public:
  explicit FindingList(const Limits& limits) : limits_(limits) {}

  template <typename Claim>
  void ask(std::string_view name,
           std::vector<std::string> of,
           const Claim& claim,
           std::string scope) {
    Prover prover(by_all_engines(limits_));
    const auto refute = [&](const Question& question, const Decision& found) -> Verdict {
      const auto& at = std::get<Broken>(found.answer).at;
      return Refuted::replayed(found.engine, describe(claim, question, at), [&] {
        return is_broken(claim, question, at);
      });
    };
    std::optional<Verdict> end;
    for (const Question& question : questions_of(claim)) {
      end = prover.ask(question, refute);
      if (end) break;
    }
    if (!end) end = prover.proved(std::move(scope));
    add(name, std::move(of), *std::move(end));
  }

  // What is read off the plan's numbers.
  void ask_text(std::string_view name,
                std::vector<std::string> of,
                bool holds,
                Counterexample example);

  void add(std::string_view name, std::vector<std::string> of, Verdict verdict) {
    findings_.push_back({std::string(name), std::move(of), std::move(verdict)});
  }

  [[nodiscard]] std::vector<BufferFinding>& findings() { return findings_; }

 private:
  const Limits& limits_;
  std::vector<BufferFinding> findings_;
};

// The steps of a plan as a map to one number.
IndexMap map_of(const Graph& graph, std::vector<Axis> axes);

// "1 index", "2 indices"
std::string count_text(Word number, const char* one, const char* many);

}  // namespace tileproof::buffers
