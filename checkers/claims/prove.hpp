// Is a claim true?  It is cut into questions, each of which is asked if those before it hold
// (kinds.hpp); the engines decide them (engines/decide.hpp), and what breaks one is replayed on the
// claim.
#pragma once

#include "checkers/claims/claim.hpp"
#include "checkers/prover/prover.hpp"
#include "core/verdict.hpp"

namespace tileproof {

// By the engines that the questions call for; counterexamples are the smallest.
Verdict prove(const Claim& claim, const Limits& limits, Replay replay = Replay::kCheap);

// By one engine alone, but for that values stay within sizes, and what it has no form for while it
// decides the rest.
Verdict prove_by(EngineName engine,
                 const Claim& claim,
                 const Limits& limits,
                 Replay replay = Replay::kCheap);

// What an engine found, replayed on the claim: values of the question's variables that break it, or
// a value that is not taken.  InternalError if they do not.
Refuted refuted(const Claim& claim,
                const Question& question,
                std::string_view engine,
                std::span<const Word> at);
Refuted refuted(const Claim& claim,
                const Question& question,
                std::string_view engine,
                const Missing& missing);

// By whoever decides.  Requires: as for questions_of().
Verdict prove_with(const Claim& claim, const Decider& decide, Replay replay = Replay::kCheap);

// "all 2^14 points", "all 6144 points, for each of 17 values of the parameters"
std::string scope(const Claim& claim);

}  // namespace tileproof
