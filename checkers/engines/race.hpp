// Engines that search, side by side: nobody can say beforehand which of them is the quickest.
#pragma once

#include "checkers/engines/decide.hpp"

namespace tileproof {

struct Entrant {
  EngineName engine;
  double starts_after = 0;             // seconds, or when no other runs any more
  std::optional<double> seconds = {};  // that it has, if fewer than all
  // From when until when it leaves the processors to the others, as long as one works.
  struct Rest {
    double after;
    double until;
  };
  std::optional<Rest> rest = {};
};

// By the first of these engines that decides it, each in a process of its own.  The reasons of all
// if none does.  Requires: the question is not Covers.
Decision race(const Question& question, const std::vector<Entrant>& entrants, const Limits& limits);

}  // namespace tileproof
